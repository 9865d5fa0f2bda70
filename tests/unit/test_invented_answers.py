"""The check of invented answers: the browser tests must not show screens that lack a field of the schema."""

from typing import Any

import pytest
from invented_answers import faults_of_answer


def _notification(**change: object) -> dict[str, Any]:
    entry = {
        "__typename": "Notification",
        "id": "1",
        "kind": "REPORT_READY",
        "happenedAt": "2026-11-20T09:30:00Z",
        "isSeen": False,
        "actor": None,
        "target": "2026-10",
        "count": 1,
        "found": 0,
        "severity": None,
        "incidentId": None,
        "leakTitle": None,
        "alertId": None,
        "alertKind": None,
    }
    viewer = {"__typename": "Account", "id": "1", "user": {"__typename": "User", "id": "1"}}
    listed = {"__typename": "Notifications", "cursor": "", "results": [entry | change]}
    return {"viewer": viewer, "notifications": listed}


def _without(name: str) -> dict[str, Any]:
    answer = _notification()
    del answer["notifications"]["results"][0][name]
    return answer


@pytest.mark.parametrize(
    ("operation", "data", "fault"),
    [
        ("Notifications", _without("leakTitle"), "notifications.results[0].leakTitle is missing"),
        ("Notifications", _without("__typename"), "notifications.results[0].__typename is missing"),
        ("Notifications", _notification(count=None), "notifications.results[0].count is null"),
        ("Notifications", _notification(kind="NEWS"), "notifications.results[0].kind is NEWS"),
        ("Notifications", {"viewer": None, "notifications": []}, "notifications.__typename is missing"),
        ("Login", {"login": {"__typename": "MfaRequired"}}, "login.methods is missing"),
        ("Login", {"login": {"__typename": "Domain"}}, "login is Domain"),
        ("Nothing", {}, "the client has no operation Nothing"),
    ],
)
def test_a_fault_is_named_with_its_path(operation: str, data: object, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults_of_answer(operation, data))


def test_a_complete_answer_has_no_faults() -> None:
    assert faults_of_answer("Notifications", _notification()) == []


def test_a_field_behind_a_condition_may_be_left_out() -> None:
    assert faults_of_answer("FilterValues", {"globalSearch": {"__typename": "GlobalSearch"}}) == []
