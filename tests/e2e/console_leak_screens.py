"""How to open the screens of the catalogue and the quarantine in the operator console, with invented answers."""

from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, answer_lists_with, at

_AT = "2026-11-20T09:30:00Z"
_LONG = "Acme International Holdings and Subsidiaries of the Netherlands, collection of stealer logs 2026-11"


def _leak(number: int, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleLeak",
        "id": f"019ab0c4-0000-7000-8000-{number:012}",
        "name": f"lantern-logs-{number}",
        "title": "Lantern stealer logs",
        "domain": None,
        "kind": "STEALER_LOG",
        "breachDate": "2026-11-02",
        "addedDate": _AT,
        "pwnCount": 73_014_444,
        "isSensitive": False,
        "retractedDate": None,
        "records": 73_014_440,
        "accounts": 1204,
        "countedAt": _AT,
        **change,
    }


def _answer_list(page: Page, leaks: list[dict[str, Any]]) -> None:
    listed = {"__typename": "ConsoleLeakPage", "hasMore": bool(leaks), "cursor": "7/", "results": leaks}
    shown = [{key: value for key, value in leak.items() if key not in {"addedDate", "countedAt"}} for leak in leaks]
    answer(page, "ConsoleLeaks", {"console": {"__typename": "OperatorConsole", "leaks": {**listed, "results": shown}}})


def leaks(page: Page) -> None:
    """Open the catalogue."""
    changes: list[dict[str, Any]] = [
        {},
        {"title": _LONG, "isSensitive": True, "retractedDate": _AT, "domain": "acme.example"},
        {"title": "Borealis forum", "kind": "TABLE_DUMP", "breachDate": None, "isSensitive": True},
        {"title": "<b>Combo</b> of the week", "kind": "COMBOLIST", "records": None, "accounts": None},
    ]
    _answer_list(page, [_leak(number, **change) for number, change in enumerate(changes * 4)])
    at("/#/console/leaks", "Leaks")(page)
    page.locator("[data-row-opener]").first.wait_for()


def leaks_empty(page: Page) -> None:
    """Open it with filters that match nothing."""
    _answer_list(page, [])
    at("/#/console/leaks?search=nothing&sensitive=yes", "Leaks")(page)
    expect(page.get_by_role("heading", name="No matching leaks")).to_be_visible()


def leaks_failed(page: Page) -> None:
    """Open it while the server fails."""
    failed = "Promise.resolve(Response.json({ errors: [{ message: 'The database is away.' }] }))"
    answer_lists_with(page, failed, of="ConsoleLeaks")
    at("/#/console/leaks", "Leaks")(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def leak_import(page: Page) -> None:
    """Ask for a file to import."""
    leaks(page)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def _operation(kind: str, state: str, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleOperation",
        "id": kind + state,
        "kind": kind,
        "state": state,
        "step": "",
        "done": 0,
        "total": 0,
        "figures": [],
        "failure": None,
        "otherLeak": None,
        "operator": "orla@operators.example",
        "createdAt": _AT,
        "finishedAt": _AT,
        **change,
    }


def leak(page: Page) -> None:
    """Open the page of a leak."""
    row = {key: value for key, value in _leak(7, title=_LONG).items() if key != "isSensitive"}
    figures = [{"__typename": "ConsoleFigure", "name": name, "value": 1204} for name in ("records", "files", "alerts")]
    found = {
        "__typename": "ConsoleLeakDetail",
        "leak": row,
        "modifiedDate": _AT,
        "description": "Logs of infected computers that were offered in a channel. Each has sites, logins and passwords.",
        "dataClasses": ["Email addresses", "Passwords", "Sites visited", "Device facts"],
        "isVerified": True,
        "isFabricated": False,
        "isSensitive": True,
        "isRetired": False,
        "isSpamList": False,
        "isMalware": True,
        "isStealerLog": True,
        "isSubscriptionFree": False,
        "attribution": "Somebody at Acme",
        "logoPath": None,
        "formerNames": ["lantern-logs-2026-10", "lantern-logs-2026-09"],
        "files": 1204,
        "operations": [
            _operation("RETRACT", "RUNNING", step="records", done=412, total=1204, finishedAt=None),
            _operation("MERGE", "DONE", figures=figures, otherLeak="borealis-forum"),
            _operation("MERGE", "FAILED", failure="two.txt is being ingested: merge the leaks when that has ended."),
        ],
    }
    answer(page, "ConsoleLeak", {"console": {"__typename": "OperatorConsole", "leak": found}})
    at("/#/console/leaks/lantern-logs-7", _LONG)(page)
    expect(page.get_by_role("progressbar")).to_be_visible()


def leak_edit(page: Page) -> None:
    """Edit a leak, with a mistake."""
    error = {"__typename": "FieldError", "field": "domain", "messages": ["no domain is not a domain name."]}
    refused = {
        "__typename": "ValidationProblem",
        "message": "Some fields are invalid.",
        "code": "VALIDATION",
        "fieldErrors": [error],
    }
    answer(page, "ConsoleEditLeak", {"result": refused})
    leak(page)
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Breached site").fill("no domain")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is not a domain name")).to_be_visible()


def _counted(page: Page) -> None:
    found = {
        "__typename": "ConsoleLeakDetail",
        "leak": {"__typename": "ConsoleLeak", "id": "7"},
        "detections": 73_014,
    }
    answer(page, "ConsoleLeakDetections", {"console": {"__typename": "OperatorConsole", "leak": found}})


def leak_merge(page: Page) -> None:
    """Choose a leak to merge this one into."""
    choices = [
        {"__typename": "ConsoleLeak", "id": str(number), "name": f"borealis-{number}", "title": title}
        for number, title in enumerate(["Borealis forum", _LONG, "borealis-2"])
    ]
    listed = {"__typename": "ConsoleLeakPage", "results": choices}
    answer(page, "ConsoleLeakChoices", {"console": {"__typename": "OperatorConsole", "leaks": listed}})
    _counted(page)
    leak(page)
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Merge into another leak").click()
    field = page.get_by_role("combobox")
    field.fill("bor")
    page.get_by_role("option").first.click()
    field.fill("bore")
    page.get_by_role("option").nth(1).wait_for()


def leak_merge_question(page: Page) -> None:
    """Confirm what a merge does."""
    leak_merge(page)
    page.get_by_role("option").nth(1).click()
    expect(page.get_by_text("Detections that move: 73,014")).to_be_visible()


def leak_retraction(page: Page) -> None:
    """Type the name of a leak to retract it."""
    _counted(page)
    leak(page)
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Retract").click()
    page.get_by_role("textbox").fill("lantern")
    page.get_by_role("button", name="Retract leak").click()
    expect(page.get_by_text("isn't the name")).to_be_visible()


_REASONS = {"no-separator": 1204, "invalid-address": 88, "too-long": 3}


def _quarantined(number: int, **change: object) -> dict[str, Any]:
    reasons = [
        {"__typename": "ConsoleRejections", "reason": reason, "stretches": stretches}
        for reason, stretches in _REASONS.items()
    ]
    return {
        "__typename": "ConsoleQuarantinedFile",
        "id": f"019ab0c4-0000-7000-8000-{number:012}",
        "leak": "lantern-logs",
        "name": "combo.txt",
        "size": 7_300_000_000,
        "startedAt": _AT,
        "isHeld": False,
        "stretches": 1295,
        "rejectedLines": 2_203_888,
        "reasons": reasons,
        **change,
    }


def quarantine(page: Page) -> None:
    """Open the list of files in the quarantine."""
    changes: list[dict[str, Any]] = [
        {},
        {"name": "<b>not bold</b>.csv", "leak": _LONG},
        {"name": _LONG.replace(" ", "_") + ".tar.gz", "isHeld": True, "stretches": 0, "reasons": []},
    ]
    listed = {
        "__typename": "ConsoleQuarantinePage",
        "hasMore": True,
        "cursor": "7/",
        "results": [_quarantined(number, **change) for number, change in enumerate(changes * 4)],
    }
    found = {"__typename": "OperatorConsole", "rejectionReasons": list(_REASONS), "quarantine": listed}
    answer(page, "ConsoleQuarantine", {"console": found})
    at("/#/console/quarantine", "Quarantine")(page)
    page.locator("[data-row-opener]").first.wait_for()


def _open_quarantined_file(page: Page, detail: dict[str, Any]) -> None:
    nothing = {"explanation": None, "lines": [], "command": None, "operations": []}
    found = {
        "__typename": "OperatorConsole",
        "rereadingFormats": ["csv", "lines"],
        "quarantinedFile": {"__typename": "ConsoleQuarantinedFileDetail", **nothing, **detail},
    }
    answer(page, "ConsoleQuarantinedFile", {"console": found})
    at(f"/#/console/quarantine/{detail['file']['id']}", detail["file"]["name"])(page)


def quarantined_file(page: Page) -> None:
    """Open the page of a file with rejected input."""
    file = _quarantined(7, name=_LONG.replace(" ", "_") + ".tar.gz", stretchBytes=73_014)
    shapes = ["‹a:5-8›-‹a:5-8›-‹9:1-4›", "‹a:1-4›;" * 12, None]
    stretches = [
        {
            "__typename": "ConsoleStretch",
            "id": str(number),
            "start": 7_204_112_004 + number,
            "length": 1204,
            "reason": "no-separator",
            "shape": shape,
            "member": "part_3/passwords.txt" if number % 2 else None,
            "memberOffset": 412_004 if number % 2 else None,
        }
        for number, shape in enumerate(shapes * 3)
    ]
    shown = {
        "__typename": "ConsoleQuarantinedFileDetail",
        "file": {"__typename": "ConsoleQuarantinedFile", "id": file["id"]},
        "stretches": {"__typename": "ConsoleStretchPage", "hasMore": True, "cursor": "9", "results": stretches},
    }
    answer(page, "ConsoleStretches", {"console": {"__typename": "OperatorConsole", "quarantinedFile": shown}})
    figures = [{"__typename": "ConsoleFigure", "name": name, "value": 1204} for name in ("read", "records")]
    _open_quarantined_file(page, {"file": file, "operations": [_operation("REREAD", "DONE", figures=figures)]})
    expect(page.get_by_text("‹a:5-8›-‹a:5-8›-‹9:1-4›").first).to_be_visible()


def quarantined_file_held(page: Page) -> None:
    """Open the page of a file that is held."""
    file = _quarantined(8, isHeld=True, stretches=0, reasons=[], stretchBytes=0)
    _open_quarantined_file(
        page,
        {
            "file": file,
            "explanation": "20% of 200 data lines can't be read, more than the 10% that are allowed.",
            "lines": ["no-separator: ‹a:5-8›-‹a:5-8›-‹9:1-4›", "too-long: " + "‹a:1-4›;" * 12],
            "command": f"breachlight quarantine retry {file['id']} --accept",
        },
    )
    expect(page.get_by_text("--accept")).to_be_visible()
