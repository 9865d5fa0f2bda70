"""Screens of the bell: one notification of each kind, and none."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, at

_NOTIFICATION: dict[str, Any] = {
    "__typename": "Notification",
    "happenedAt": "2026-11-20T09:30:00Z",
    "isSeen": False,
    "actor": None,
    "target": None,
    "count": 1,
    "found": 0,
    "severity": None,
    "incidentId": None,
    "leakTitle": None,
    "alertId": None,
    "alertKind": None,
}
_DEVICE = {"target": "Vidar malware on OFFICE-PC-4", "incidentId": "1"}
_EACH: list[dict[str, Any]] = [
    {"kind": "INCIDENT_OPENED", "severity": "CRITICAL", **_DEVICE},
    {"kind": "INCIDENTS_ASSIGNED", "actor": "Carlos Moreau", "severity": "HIGH", **_DEVICE},
    {"kind": "DETECTIONS_ASSIGNED", "actor": "Carlos Moreau", "count": 1047, "alertKind": "WORKFORCE"},
    {
        "kind": "MENTIONED",
        "actor": "Orla Example",
        "target": "a.rather.long.address.of.somebody@subsidiary.acme.example",
        "alertId": "1",
        "alertKind": "WORKFORCE",
    },
    {"kind": "DOMAIN_RECORD_MISSING", "target": "acme.example"},
    {"kind": "DOMAIN_LOST", "target": "globex.example", "isSeen": True},
    {"kind": "BACKFILL_FINISHED", "target": "acme.example", "found": 12, "isSeen": True},
    {"kind": "REPORT_READY", "target": "2026-10", "isSeen": True},
    {"kind": "INCIDENT_REOPENED", "severity": "LOW", "isSeen": True, **_DEVICE},
    {"kind": "ACCEPTANCE_ENDED", "severity": "MEDIUM", **_DEVICE},
]


def notifications(page: Page) -> None:
    """Open the bell with an entry of each kind."""
    _open(page, [{**_NOTIFICATION, **each, "id": str(number)} for number, each in enumerate(_EACH)])
    expect(page.get_by_role("dialog").get_by_role("link")).to_have_count(len(_EACH))


def no_notifications(page: Page) -> None:
    """Open the bell with nothing in it."""
    _open(page, [])
    expect(page.get_by_role("heading", name="You're all caught up")).to_be_visible()


def _open(page: Page, results: Sequence[dict[str, Any]]) -> None:
    viewer = {"__typename": "Account", "id": "1", "user": {"__typename": "User", "id": "1"}}
    listed = {"__typename": "Notifications", "cursor": "", "results": results}
    answer(page, "Notifications", {"viewer": viewer, "notifications": listed})
    at("/#/dashboard/help-support", "Help and support")(page)
    page.get_by_role("banner").get_by_role("button", name="Notifications").click()
    expect(page.get_by_role("dialog", name="Notifications")).to_be_visible()
