"""How to open the inbox and the screens of incidents."""

import re

from playwright.sync_api import Page, expect
from screen_steps import answer, at


def inbox(page: Page) -> None:
    at("/#/dashboard/incidents", "Inbox")(page)
    page.locator("[data-row-opener]").first.wait_for()


def incident(page: Page) -> None:
    inbox(page)
    page.locator("[data-row-opener]").first.click()
    expect(page.get_by_role("heading", name="Why this severity")).to_be_visible()
    page.locator("[data-row-opener]").first.wait_for()


_OPERATION = {
    "__typename": "IncidentOperation",
    "kind": "CLOSED",
    "at": "2026-11-20T09:30:00Z",
    "by": "Orla Example",
    "isOwn": True,
    "incidents": 3,
    "detections": 1047,
    "incident": None,
    "assignee": None,
    "resolution": "PASSWORD_RESET",
    "acceptedUntil": None,
    "undoneAt": None,
    "undoneBy": None,
}
_OPERATIONS = {
    "__typename": "IncidentOperationPage",
    "hasMore": True,
    "cursor": "invented",
    "results": [
        {**_OPERATION, "id": "1"},
        {
            **_OPERATION,
            "id": "2",
            "kind": "ASSIGNED",
            "incidents": 1,
            "detections": 0,
            "resolution": None,
            "assignee": "Carlos Moreau",
            "incident": {"__typename": "ChangedIncident", "id": "1", "title": "Vidar malware on OFFICE-PC-4"},
        },
        {**_OPERATION, "id": "3", "undoneAt": "2026-11-20T09:31:00Z", "undoneBy": "Orla Example"},
    ],
}


def inbox_groups(page: Page) -> None:
    at("/#/dashboard/incidents?group=leak", "Inbox")(page)
    page.locator("[data-row-opener]").first.wait_for()


def inbox_selection(page: Page) -> None:
    inbox(page)
    for index in range(2):
        page.get_by_role("checkbox", name="Select incident:").nth(index).check()
    expect(page.get_by_text(re.compile("2 incidents, "))).to_be_visible()


def inbox_closing(page: Page) -> None:
    inbox_selection(page)
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("dialog").get_by_text("Risk accepted").click()
    expect(page.get_by_role("textbox", name="Accepted until")).to_be_visible()


def incident_operations(page: Page) -> None:
    answer(page, "IncidentOperations", {"incidentOperations": _OPERATIONS})
    at("/#/dashboard/incidents/history", "History")(page)
    expect(page.get_by_role("list", name="History")).to_be_visible()


def incident_history(page: Page) -> None:
    incident(page)
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("list", name="History").or_(page.get_by_text("Nothing has happened"))).to_be_visible()
