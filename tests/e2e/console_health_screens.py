"""How to open the screens of the installation's health, with invented answers."""

from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, at

_AT = "2026-11-20T09:30:00Z"


def _jobs(name: str, **change: object) -> dict[str, Any]:
    counts = {"waiting": 0, "later": 0, "running": 0, "failed": 0, "waitingSince": None}
    return {"__typename": "ConsoleJobs", "name": name, **counts, **change}


def _mails(kind: str, **change: object) -> dict[str, Any]:
    counts = {"waiting": 0, "failed": 0, "sent": 1204, "waitingSince": None, "lastFailure": None}
    return {"__typename": "ConsoleMails", "kind": kind, **counts, **change}


def _health(page: Page) -> None:
    found = {
        "__typename": "ConsoleHealth",
        "version": "0.1.0",
        "processes": ["breachlight 0.1.0 server host-1 192.0.2.7", "breachlight 0.1.0 worker host-2 192.0.2.8"],
        "backupAt": "2026-11-20T03:00:00Z",
        "backupVerification": {
            "__typename": "ConsoleBackupVerification",
            "backupAt": "2026-11-19T03:00:00Z",
            "verifiedAt": "2026-11-19T05:00:00Z",
            "isIntact": True,
        },
        "missingRecords": [
            {
                "__typename": "ConsoleMissingRecord",
                "domain": "acme.example",
                "accountId": "a1",
                "accountName": "Acme Instruments",
                "missingSince": _AT,
                "revokedAt": "2026-11-27T09:30:00Z",
            }
        ],
        "jobs": [
            _jobs("leaks.backfill", waiting=1204, waitingSince=_AT, running=2, failed=1),
            _jobs("mail.deliver", waiting=3, later=12, waitingSince=_AT),
        ],
        "failedJobs": [
            {
                "__typename": "ConsoleFailedJob",
                "id": "7",
                "name": "leaks.backfill",
                "createdAt": _AT,
                "failedAt": _AT,
                "attempts": 8,
                "error": "OSError",
            }
        ],
        "mails": [
            _mails("verify_email", waiting=4, failed=2, waitingSince=_AT, lastFailure="550 5.1.1 No such user here"),
            _mails("recovery_codes_created"),
        ],
        "stores": [
            {
                "__typename": "ConsoleStore",
                "name": "lake",
                "bytes": 73_014_444_032,
                "measuredAt": _AT,
                "bytesPerDay": 1_204_000_000,
            },
            {
                "__typename": "ConsoleStore",
                "name": "database",
                "bytes": 1_204_000_000,
                "measuredAt": _AT,
                "bytesPerDay": None,
            },
        ],
        "disks": [
            {
                "__typename": "ConsoleDisk",
                "path": "/var/lib/breachlight",
                "totalBytes": 512_000_000_000,
                "freeBytes": 204_000_000_000,
                "bytesPerDay": 1_204_000_000,
                "daysUntilFull": 169,
            }
        ],
        "limits": [{"__typename": "ConsoleLimit", "name": "login-address", "callers": 4, "mostHits": 60, "since": _AT}],
    }
    answer(page, "ConsoleHealth", {"console": {"__typename": "OperatorConsole", "health": found}})
    at("/#/console/health", "Health")(page)
    expect(page.get_by_role("table", name="Storage")).to_be_visible()


def health(page: Page) -> None:
    """Open the installation's health."""
    _health(page)


def health_checks(page: Page) -> None:
    """Make the checks."""
    texts = [
        ("database", "OK", "PostgreSQL 17.2, 41 of 100 connections.", ""),
        ("backups", "WARNING", "The newest backup is 3 days old.", "Run breachlight backup every day."),
        ("email", "FAILING", "The mail server can't be reached.", "Check BREACHLIGHT_SMTP_HOST and the network."),
        ("object store", "SKIPPED", "The lake is a folder.", ""),
    ]
    checks = [
        {"__typename": "ConsoleCheck", "name": name, "level": level, "text": text, "remedy": remedy}
        for name, level, text, remedy in texts
    ]
    answer(page, "ConsoleRunChecks", {"consoleRunChecks": {"__typename": "RunChecksSuccess", "checks": checks}})
    _health(page)
    page.get_by_role("button", name="Run checks").click()
    expect(page.get_by_text("Run breachlight backup")).to_be_visible()
