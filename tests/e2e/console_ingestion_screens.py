"""How to open the ingestion screens of the operator console, with invented answers: nobody in the demonstration is an operator."""

from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, answer_lists_with, at

_AT = "2026-11-20T09:30:00Z"
_LONG = "a_rather_long_name_of_a_stealer_log_collection_from_november_2026_part_3_of_12.tar.gz"
_HOSTILE = "<b>not bold</b>.csv"
_UPLOAD_ID = "019ab0c4-8f1e-7d3b-9c55-2f6a3c1de100"


def _upload(number: int, name: str, size: float, received: float, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleUpload",
        "id": f"019ab0c4-8f1e-7d3b-9c55-2f6a3c1de1{number:02}",
        "name": name,
        "size": size,
        "received": received,
        "isComplete": size == received,
        "operator": "orla@operators.example",
        "host": "host-1",
        "touchedAt": _AT,
        "expiresAt": "2026-11-27T09:30:00Z",
        **change,
    }


def _counts(**counts: float) -> list[dict[str, Any]]:
    return [
        {"__typename": "ConsoleReasonCount", "reason": reason.replace("_", "-"), "count": count}
        for reason, count in counts.items()
    ]


def _run(number: int, name: str, state: str, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleIngestRun",
        "id": f"019ab0c4-8f1e-7d3b-9c55-2f6a3c1de2{number:02}",
        "name": name,
        "source": "UPLOAD",
        "leak": "lantern-logs",
        "state": state,
        "requested": None,
        "operator": "orla@operators.example",
        "host": "host-1",
        "createdAt": _AT,
        "startedAt": _AT,
        "endedAt": None,
        "bytes": 7_300_000_000,
        "bytesRead": 2_100_000_000,
        "linesPerSecond": None,
        "secondsLeft": None,
        "lines": 120_412_004,
        "records": 118_204_112,
        "skipped": 4004,
        "rejected": 2_203_888,
        "detections": 1204,
        "sightings": 88,
        "rejections": _counts(no_separator=2_200_000, ragged_row=3888),
        "skips": _counts(blank=4000, header=4),
        "reason": None,
        "message": None,
        "fileId": None,
        **change,
    }


_OPEN = [
    _run(1, _LONG, "RUNNING", linesPerSecond=412_800, secondsLeft=4100),
    _run(2, "orders.sql", "RUNNING", requested="PAUSE", bytesRead=7_100_000_000),
    _run(
        3,
        _HOSTILE,
        "HELD",
        bytesRead=0,
        records=0,
        detections=0,
        reason="parses-poorly",
        message="97% of the sampled lines gave no record: no-separator.",
    ),
    _run(4, "combo.txt", "PAUSED"),
    _run(5, "next.7z", "WAITING", bytesRead=0, records=0, detections=0, source="FOLDER"),
]
_ENDED = [
    _run(11, "users.csv", "DONE", endedAt=_AT, fileId="019ab0c4-8f1e-7d3b-9c55-2f6a3c1de900"),
    _run(12, _LONG, "REFUSED", endedAt=_AT, reason="encrypted", message="The archive is encrypted. Give its password."),
    _run(
        13, "dump.json", "FAILED", endedAt=_AT, reason="crash", message="The process ended three times without a word."
    ),
    _run(14, "part-1.txt", "CANCELLED", endedAt=_AT, source="BUCKET", operator=None),
]


def _found(uploads: list[dict[str, Any]], **settings: object) -> dict[str, Any]:
    return {
        "__typename": "OperatorConsole",
        "uploads": uploads,
        "ingestSettings": {
            "__typename": "ConsoleIngestSettings",
            "formats": ["csv", "tsv", "sql", "json", "lines", "blocks", "ldif", "prose"],
            "columnRoles": ["email", "username", "password", "hash", "salt", "url", "phone"],
            "parallelRuns": 2,
            "watchedFolder": "/var/lib/breachlight/incoming",
            "bucketPrefix": None,
            "largestUpload": 2**40,
            **settings,
        },
    }


def _runs(page: Page, opened: list[dict[str, Any]], ended: list[dict[str, Any]]) -> None:
    for operation, rows in (("ConsoleOpenRuns", opened), ("ConsolePastRuns", ended)):
        listed = {"__typename": "ConsoleIngestRunPage", "hasMore": bool(rows), "results": rows}
        if operation == "ConsolePastRuns":
            listed["cursor"] = "4" if rows else None
        answer(page, operation, {"console": {"__typename": "OperatorConsole", "ingestRuns": listed}})


def _page(page: Page) -> None:
    uploads = [_upload(0, _HOSTILE, 120_000_000, 120_000_000), _upload(1, _LONG, 7.3e9, 2.1e9)]
    answer(page, "ConsoleIngestion", {"console": _found(uploads)})
    _runs(page, _OPEN, _ENDED)
    at("/#/console/ingestion", "Ingestion")(page)
    expect(page.get_by_text("Parses poorly")).to_be_visible()
    page.locator("[data-row-opener]").first.wait_for()


def ingestion(page: Page) -> None:
    """Open uploads and runs."""
    _page(page)


def ingestion_run(page: Page) -> None:
    """Open a run that has ended."""
    _page(page)
    page.locator("[data-row-opener]").nth(1).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def ingestion_retry(page: Page) -> None:
    """Ask how to read a held file again."""
    _page(page)
    page.get_by_role("button", name="Retry: <b>not").first.click()
    page.get_by_role("button", name="Map a column").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def ingestion_cancel(page: Page) -> None:
    """Ask to cancel a run."""
    _page(page)
    page.get_by_role("button", name="Cancel ingestion: combo.txt").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()


def ingestion_empty(page: Page) -> None:
    """Open it before anything was uploaded."""
    answer(page, "ConsoleIngestion", {"console": _found([], watchedFolder=None)})
    _runs(page, [], [])
    at("/#/console/ingestion", "Ingestion")(page)
    expect(page.get_by_role("heading", name="No ingestions yet")).to_be_visible()


def ingestion_failed(page: Page) -> None:
    """Open it while the server fails."""
    failed = "Promise.resolve(Response.json({ errors: [{ message: 'The database is away.' }] }))"
    for operation in ("ConsoleIngestion", "ConsoleOpenRuns", "ConsolePastRuns"):
        answer_lists_with(page, failed, of=operation)
    at("/#/console/ingestion", "Ingestion")(page)
    expect(page.get_by_role("button", name="Try again")).to_have_count(3)


def _values(**values: str) -> list[dict[str, Any]]:
    return [{"__typename": "ConsolePreviewValue", "name": name, "value": value} for name, value in values.items()]


def _prepare(page: Page, query: str = "") -> None:
    answer(page, "ConsoleIngestion", {"console": _found([_upload(0, _HOSTILE, 120_000_000, 120_000_000)])})
    leaks = [{"__typename": "Leak", "name": "lantern-logs", "title": "Lantern Logs"}]
    answer(page, "ConsoleLeakNames", {"leaks": {"__typename": "LeakPage", "results": leaks}})
    at(f"/#/console/ingestion/uploads/{_UPLOAD_ID}{query}", _HOSTILE)(page)


def upload(page: Page) -> None:
    """Open an upload before its preview."""
    _prepare(page)
    page.get_by_role("button", name="Map a column").click()
    page.get_by_label("Content of column 1").select_option("email")
    page.get_by_label("Number or key of column 1").fill("3")
    page.get_by_label("Leak").first.fill("lantern-logs")


def upload_preview(page: Page) -> None:
    """Open it with its preview."""
    preview = {
        "__typename": "ConsolePreview",
        "id": "019ab0c4-8f1e-7d3b-9c55-2f6a3c1de300",
        "isReady": True,
        "failure": None,
        "outcome": "INGESTED",
        "message": None,
        "format": "table",
        "encoding": "utf-8",
        "bytes": 120_000_000,
        "dialect": _values(separator=";", quote='"', roles="email, password, url"),
        "columns": _values(username="100%", password="98%", url="41%"),
        "sampledShare": 0.031,
        "lines": 1_204_000,
        "records": 1_180_000,
        "skipped": 1,
        "rejected": 23_999,
        "rejections": _counts(ragged_row=23_000, no_login=999),
        "flags": _counts(ambiguous=1200),
        "linesPerSecond": 412_800,
        "seconds": 3.1,
        "sampleRecords": [
            _values(url="https://portal.acme.example/a/rather/long/path/login", username=f"a***{n}@a***.example", password="********")
            for n in range(6)
        ],
        "rejectedLines": ["aaaa;99;", "<b>Aaa</b>;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
        "members": [],
        "refusedMembers": [],
    }  # fmt: skip
    found = {"__typename": "OperatorConsole", "ingestPreview": preview}
    answer(page, "ConsoleIngestPreview", {"console": found})
    _prepare(page, f"?preview={preview['id']}")
    expect(page.get_by_role("table", name="Sample records")).to_be_visible()


def upload_gone(page: Page) -> None:
    """Open an upload that was ingested meanwhile."""
    answer(page, "ConsoleIngestion", {"console": _found([])})
    at(f"/#/console/ingestion/uploads/{_UPLOAD_ID}", "Upload")(page)
    expect(page.get_by_role("heading", name="No such upload")).to_be_visible()
