"""How to open the screens of the operator console, with invented answers: nobody in the demonstration is an operator."""

from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, answer_lists_with, at

_LONG = "a.rather.long.address.of.somebody@subsidiary.acme-international-holdings.example"


def _event(number: int, kind: str, person: str | None, **detail: str) -> dict[str, Any]:
    return {
        "__typename": "ConsoleAuditEvent",
        "id": f"019ab0c4-0000-7000-8000-{number:012}",
        "kind": kind,
        "happenedAt": f"2026-11-20T09:{59 - number:02}:12Z",
        "person": person,
        "address": "192.0.2.44" if person == _LONG else "",
        "userAgent": "",
        "detail": [
            {"__typename": "ConsoleAuditDetail", "name": name, "value": value} for name, value in detail.items()
        ],
    }


_EVENTS = [
    _event(1, "console_account_log_read", "orla@operators.example", account_id="019ab0c4-8f1e-7d3b-9c55-2f6a3c1de001"),
    _event(2, "leak_edited", "root", name="lantern-logs", fields='["title", "is_sensitive"]'),
    _event(3, "user_disabled_by_operator", _LONG, user_id="019ab0c4-8f1e-7d3b-9c55-2f6a3c1de002", sessions="3"),
    _event(4, "backup_made", None, files="1204", bytes="73014444032"),
    *(_event(5 + number, "password_ranges_rebuilt", "nora@operators.example") for number in range(12)),
]


def _operator(number: int, email: str, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleOperator",
        "id": str(number),
        "email": email,
        "grantedAt": "2026-11-01T09:00:00Z",
        "grantedBy": "root",
        "hasSecondFactor": True,
        "isDisabled": False,
        **change,
    }


def console(page: Page) -> None:
    """Open the first page: who the operators are, and what they did last."""
    operators = [
        _operator(1, _LONG, isDisabled=True),
        _operator(2, "nora@operators.example", hasSecondFactor=False),
        _operator(3, "orla@operators.example"),
    ]
    log = {"__typename": "ConsoleAuditLog", "results": _EVENTS[:6]}
    steps = [
        {"__typename": "ConsoleSetupStep", "name": "OPERATOR", "isDone": True},
        {"__typename": "ConsoleSetupStep", "name": "EMAIL", "isDone": False},
    ]
    found = {"__typename": "OperatorConsole", "setup": steps, "operators": operators, "auditLog": log}
    answer(page, "ConsoleHome", {"console": found})
    at("/#/console", "Operator console")(page)
    expect(page.get_by_text("No second factor")).to_be_visible()


def console_second_factor(page: Page) -> None:
    """Open it without a second factor."""
    refused = "{ errors: [{ message: 'No.', extensions: { code: 'SECOND_FACTOR_REQUIRED' } }] }"
    answer_lists_with(page, f"Promise.resolve(Response.json({refused}))", of="ConsoleHome")
    at("/#/console", "Operator console")(page)
    expect(page.get_by_role("link", name="Security settings")).to_be_visible()


def console_forbidden(page: Page) -> None:
    """Open it as somebody else."""
    at("/#/console", "Operator console")(page)
    expect(page.get_by_role("heading", name="For operators only")).to_be_visible()


def _log(page: Page, events: list[dict[str, Any]], query: str = "") -> None:
    listed = {
        "__typename": "ConsoleAuditLog",
        "accountId": None,
        "hasMore": bool(events),
        "cursor": "5",
        "kinds": sorted({event["kind"] for event in events}),
        "results": events,
    }
    answer(page, "ConsoleAuditLog", {"console": {"__typename": "OperatorConsole", "auditLog": listed}})
    at(f"/#/console/audit-log{query}", "Audit log")(page)


def audit_log(page: Page) -> None:
    """Open the audit log."""
    _log(page, _EVENTS)
    page.locator("[data-row-opener]").first.wait_for()


def audit_log_event(page: Page) -> None:
    """Open one event of it."""
    audit_log(page)
    page.locator("[data-row-opener]").nth(2).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def audit_log_empty(page: Page) -> None:
    """Open it with filters that match nothing."""
    _log(page, [], "?person=nobody&since=2026-11-01")
    expect(page.get_by_role("heading", name="No matching events")).to_be_visible()


def audit_log_failed(page: Page) -> None:
    """Open it while the server fails."""
    failed = "Promise.resolve(Response.json({ errors: [{ message: 'The database is away.' }] }))"
    answer_lists_with(page, failed, of="ConsoleAuditLog")
    at("/#/console/audit-log", "Audit log")(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def audit_log_broken(page: Page) -> None:
    """Verify it, with breaks."""
    broken = {
        "__typename": "VerifyAuditLogSuccess",
        "rows": 120_412,
        "chains": 214,
        "brokenChains": 2,
        "breaks": [
            {
                "__typename": "ConsoleAuditBreak",
                "chain": "OPERATORS",
                "accountId": None,
                "sequence": 1704,
                "happenedAt": "2026-11-20T09:30:00Z",
                "problem": "The row was changed or wasn't written with this key file.",
            },
            {
                "__typename": "ConsoleAuditBreak",
                "chain": "ACCOUNT",
                "accountId": "019ab0c4-8f1e-7d3b-9c55-2f6a3c1de001",
                "sequence": None,
                "happenedAt": None,
                "problem": "All rows are missing: 1,204.",
            },
        ],
    }
    answer(page, "ConsoleVerifyAuditLog", {"consoleVerifyAuditLog": broken})
    audit_log(page)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("Broken chains: 2")).to_be_visible()


_ACCOUNT = {
    "__typename": "ConsoleAccount",
    "kind": "ORGANIZATION",
    "companyName": "Acme Instruments",
    "ownerName": "Ada Example",
    "ownerEmail": "ada@acme.example",
    "isVerified": True,
    "isDisabled": False,
    "members": 14,
    "createdAt": "2026-11-20T09:30:00Z",
}


def accounts(page: Page) -> None:
    """Open the list of accounts."""
    changes: list[dict[str, Any]] = [
        {},
        {"companyName": "Acme International Holdings and Subsidiaries of the Netherlands", "ownerEmail": _LONG},
        {"kind": "INDIVIDUAL", "companyName": None, "ownerName": "Nora Moss", "members": 1, "isVerified": False},
        {"companyName": "Globex", "isDisabled": True, "members": 1204},
    ]
    rows = [{**_ACCOUNT, **change, "id": str(number)} for number, change in enumerate(changes * 4)]
    listed = {"__typename": "ConsoleAccountPage", "hasMore": True, "cursor": "3", "results": rows}
    answer(page, "ConsoleAccounts", {"console": {"__typename": "OperatorConsole", "accounts": listed}})
    at("/#/console/accounts", "Accounts")(page)
    page.locator("[data-row-opener]").first.wait_for()


def _member(number: int, name: str, email: str, **change: object) -> dict[str, Any]:
    first, _, last = name.partition(" ")
    session = {
        "__typename": "ConsoleSession",
        "id": f"s{number}",
        "device": "Firefox on Linux",
        "address": "2001:db8:85a3::8a2e:370:7334",
        "hasSecondFactor": True,
        "createdAt": "2026-11-20T09:30:00Z",
        "lastSeenAt": "2026-11-20T09:30:00Z",
    }
    return {
        "__typename": "ConsoleMember",
        "id": str(number),
        "firstName": first,
        "lastName": last,
        "email": email,
        "role": "ANALYST",
        "isVerified": True,
        "isDisabled": False,
        "hasSecondFactor": True,
        "isOperator": False,
        "joinedAt": "2026-11-01T09:00:00Z",
        "sessions": [session, {**session, "id": f"t{number}", "device": "", "address": "192.0.2.7"}],
        **change,
    }


def account(page: Page) -> None:
    """Open the page of an account."""
    domain = {
        "__typename": "ConsoleDomain",
        "domain": "acme.example",
        "isVerified": True,
        "isEnabled": True,
        "checkedAt": "2026-11-20T09:30:00Z",
        "missingSince": None,
        "createdAt": "2026-11-01T09:00:00Z",
    }
    found = {
        "__typename": "ConsoleAccountDetail",
        "id": "019ab0c4-8f1e-7d3b-9c55-2f6a3c1de001",
        "kind": "ORGANIZATION",
        "companyName": "Acme International Holdings",
        "isMfaRequired": True,
        "createdAt": "2026-11-01T09:00:00Z",
        "members": [
            _member(1, "Ada Example", _LONG, role="OWNER"),
            _member(2, "Nora Moss", "nora@acme.example", hasSecondFactor=False, isVerified=False, sessions=[]),
            _member(3, "Carlos Moreau", "carlos@acme.example", isDisabled=True, role="VIEWER", sessions=[]),
        ],
        "domains": [
            domain,
            {**domain, "domain": "careers.acme-international-holdings.example", "isVerified": False, "checkedAt": None},
            {**domain, "domain": "borealis.test", "missingSince": "2026-11-20T09:30:00Z", "isEnabled": False},
        ],
    }
    answer(page, "ConsoleAccount", {"console": {"__typename": "OperatorConsole", "account": found}})
    at("/#/console/accounts/019ab0c4-8f1e-7d3b-9c55-2f6a3c1de001", "Acme International Holdings")(page)
    expect(page.get_by_text("borealis.test")).to_be_visible()


def account_deletion(page: Page) -> None:
    """Ask to delete an account."""
    account(page)
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()


def applications(page: Page) -> None:
    """Open the applications of partners."""
    one = {
        "__typename": "ConsoleApplication",
        "name": "Nora Moss",
        "email": _LONG,
        "phone": "+441234567890",
        "title": "Chief Technology Officer",
        "companyName": "Acme Instruments",
        "companySize": 1204,
        "companyLink": "https://acme.example/about",
        "preference": "We monitor forty customers in three countries.\nPlease call in the morning.",
        "createdAt": "2026-11-20T09:30:00Z",
        "mail": "SENT",
        "mailFailure": None,
    }
    rows = [
        {**one, "id": "1"},
        {**one, "id": "2", "mail": "FAILED", "mailFailure": "550 5.1.1 No such user here"},
        {**one, "id": "3", "mail": "WAITING", "preference": ""},
        {**one, "id": "4", "mail": None},
    ]
    listed = {"__typename": "ConsoleApplicationPage", "hasMore": False, "cursor": "", "results": rows}
    answer(page, "ConsoleApplications", {"console": {"__typename": "OperatorConsole", "partnerApplications": listed}})
    at("/#/console/applications", "Partner applications")(page)
    expect(page.get_by_text("Confirmation failed")).to_be_visible()
