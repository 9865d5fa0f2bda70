"""Alerts given to members: by name, by filter, taken back, found again."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from callers import Caller

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

LIST = """query ($filter: AlertFilter, $ordering: String! = "-datetime") { alerts(filter: $filter, ordering: $ordering) {
  results { id assignee { id name } } total } }"""
UPDATE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename
  ... on UpdateAlertsSuccess { message updated operationId missing alerts { id assignee { id name } } }
  ... on Problem { code } ... on ValidationProblem { fieldErrors { field } } } }"""
UNDO = "mutation ($id: ID!) { undoAlertOperation(operationId: $id) { __typename } }"


async def update(caller: Caller, **fields: Any) -> dict[str, Any]:
    answer = await caller.graphql(UPDATE, {"input": fields})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["updateAlerts"]
    return result


async def listed(caller: Caller, **conditions: Any) -> dict[str, str | None]:
    """The assignees of the alerts that a filter chooses, by the alerts' names."""
    answer = await caller.graphql(LIST, {"filter": conditions})
    assert "errors" not in answer, answer
    page = answer["data"]["alerts"]
    assert page["total"] == len(page["results"])
    return {alert["id"]: alert["assignee"] and alert["assignee"]["name"] for alert in page["results"]}


@pytest.mark.spec("X6")
async def test_a_member_gets_alerts_hands_them_on_and_undo_gives_them_back(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    await raise_all(*[mine.tenant.workforce(password=f"invented-{number}") for number in range(3)])
    await connection.execute(
        "UPDATE users SET first_name = 'Ada', last_name = 'Byron' WHERE id = $1", mine.caller.user.id
    )
    analyst = await join_member(mine, "analyst")
    me, other = str(mine.caller.user.id), str(analyst.user.id)
    names = sorted(await listed(mine.caller))

    given = await update(mine.caller, action="ASSIGN", assigneeId=me, ids=names[:2])
    assert (given["message"], given["updated"]) == ("2 detections assigned.", 2)
    assert given["alerts"][0]["assignee"] == {"id": me, "name": "Ada Byron"}
    assert set(await listed(mine.caller, assigneeId=me)) == set(names[:2])
    assert set(await listed(analyst, isAssigned=False)) == {names[2]}

    handed = await update(analyst, action="ASSIGN", assigneeId=other, filter={"isRead": False})
    assert handed["updated"] == 3
    assert set((await listed(mine.caller, isAssigned=True)).values()) == {"Jo Doe"}
    await mine.caller.graphql(UNDO, {"id": handed["operationId"]})
    assert await listed(mine.caller) == {names[0]: "Ada Byron", names[1]: "Ada Byron", names[2]: None}

    freed = await update(analyst, action="ASSIGN", assigneeId=None, ids=names)
    assert freed["updated"] == 2
    await mine.caller.graphql(UNDO, {"id": freed["operationId"]})
    await connection.execute("DELETE FROM memberships WHERE user_id = $1", mine.caller.user.id)
    assert await listed(analyst, assigneeId=me) == {names[0]: None, names[1]: None}


async def test_g08_nobody_outside_the_account_is_assigned_and_a_viewer_assigns_nobody(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    [name], [foreign] = await listed(mine.caller), await listed(theirs.caller)
    me, stranger = str(mine.caller.user.id), str(theirs.caller.user.id)
    for fields, field in (
        ({"action": "ASSIGN", "assigneeId": stranger}, "assigneeId"),
        ({"action": "ASSIGN", "assigneeId": "nonsense"}, "assigneeId"),
        ({"action": "ASSIGN"}, "assigneeId"),
        ({"action": "CLOSE", "assigneeId": me}, "assigneeId"),
    ):
        refused = await update(mine.caller, ids=[name], **fields)
        assert [error["field"] for error in refused["fieldErrors"]] == [field]
    assert (await update(mine.caller, action="ASSIGN", assigneeId=me, ids=[foreign]))["code"] == "NOT_FOUND"
    assert await listed(mine.caller, assigneeId=stranger) == {}
    viewer = await join_member(mine, "viewer")
    assert (await update(viewer, action="ASSIGN", assigneeId=me, ids=[name]))["code"] == "FORBIDDEN"
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE assignee_id IS NOT NULL") == 0


async def test_g08_what_is_missing_can_be_passed_over(mine: Signed, theirs: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    [name], [foreign] = await listed(mine.caller), await listed(theirs.caller)
    closed = await update(mine.caller, action="CLOSE", ids=[name, foreign, "nonsense"], skipMissing=True)
    assert (closed["updated"], closed["missing"]) == (1, [foreign, "nonsense"])
    assert list(await listed(theirs.caller, isClosed=True)) == []


@pytest.mark.spec("X6")
async def test_rest_assigns_and_shows_the_assignee(mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    path, me = "/api/v1/notifications/alerts", str(mine.caller.user.id)
    missing = await mine.caller.post(path, {"action": "assign"}, domain_is_set="true")
    assert (missing.status_code, list(missing.json())) == (400, ["assignee"])
    done = await mine.caller.post(path, {"action": "assign", "assignee": me}, domain_is_set="true")
    assert done.json()["updated"] == 1
    [alert] = (await mine.caller.get(path, assignee_id=me)).json()["results"]
    assert alert["assignee"] == {"id": me, "name": "Jo Doe"}
    assert [each["assignee"] for each in (await mine.caller.get(path, is_assigned="false")).json()["results"]] == [None]


async def test_new_query_fields_choose_by_address_and_severity(mine: Signed, raise_all: Raise) -> None:
    await raise_all(
        mine.tenant.workforce(email="jo@acme.example", machine={"family": "lumma"}),
        mine.tenant.workforce(email="al@acme.example", password="$2b$12$invented", password_type="bcrypt"),
    )
    assert len(await listed(mine.caller, userEmail="Jo@ACME.example")) == 1
    assert await listed(mine.caller, userEmail="nobody@acme.example") == {}
    assert len(await listed(mine.caller, severityFrom=60)) == 1
    assert len(await listed(mine.caller, severityFrom=0)) == 2
    answer = await mine.caller.graphql(LIST, {"filter": {"severityFrom": 101}})
    assert list(answer["errors"][0]["extensions"]["fieldErrors"]) == ["severityFrom"]
    refused = await mine.caller.get("/api/v1/notifications/alerts", severity_from="high")
    assert (refused.status_code, list(refused.json())) == (400, ["severity_from"])


async def test_g07_a_list_with_its_assignees_costs_one_statement(
    mine: Signed, raise_all: Raise, statements: list[str]
) -> None:
    costs = set()
    for count in (1, 9):
        await raise_all(*[mine.tenant.workforce(password=f"{count}-{number}") for number in range(count)])
        await update(mine.caller, action="ASSIGN", assigneeId=str(mine.caller.user.id), filter={"isRead": False})
        statements.clear()
        await listed(mine.caller)
        costs.add(len([text for text in statements if "alerts AS a" in text]))
    assert costs == {1}
