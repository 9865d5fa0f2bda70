"""Notes on an alert, and its history."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import SEEN_AT
from callers import Caller, send

from breachlight.alerts.triage import history

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

NOTE = "id text createdAt editedAt author isOwn"
PROBLEM = "__typename ... on Problem { code } ... on ValidationProblem { fieldErrors { field } }"
ADD = f"""mutation ($id: ID!, $text: String!) {{ result: addAlertNote(alertId: $id, text: $text) {{
  ... on AlertNoteSuccess {{ note {{ {NOTE} }} }} {PROBLEM} }} }}"""
EDIT = f"""mutation ($id: ID!, $text: String!) {{ result: editAlertNote(id: $id, text: $text) {{
  ... on AlertNoteSuccess {{ note {{ {NOTE} }} }} {PROBLEM} }} }}"""
DELETE = "mutation ($id: ID!) { result: deleteAlertNote(id: $id) { __typename ... on Problem { code } } }"
HISTORY = f"""query ($id: ID!) {{ alertHistory(id: $id) {{ hasMore
  events {{ kind at by leak seenAt assignee undone note {{ {NOTE} }} }} }} }}"""
UPDATE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) {
  ... on UpdateAlertsSuccess { operationId } } }"""


async def alert_of(caller: Caller) -> str:
    answer = await caller.graphql("{ alerts { results { id } } }")
    name: str = answer["data"]["alerts"]["results"][0]["id"]
    return name


async def events_of(caller: Caller, name: str) -> list[dict[str, Any]]:
    answer = await caller.graphql(HISTORY, {"id": name})
    assert "errors" not in answer, answer
    assert not answer["data"]["alertHistory"]["hasMore"]
    events: list[dict[str, Any]] = answer["data"]["alertHistory"]["events"]
    return events


@pytest.mark.spec("X6")
async def test_notes_are_written_changed_and_deleted_by_their_author_alone(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember
) -> None:
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    name, foreign = await alert_of(mine.caller), await alert_of(theirs.caller)
    analyst, viewer = await join_member(mine, "analyst"), await join_member(mine, "viewer")

    note = (await send(mine.caller, ADD, id=name, text="  Called them.\r\nThey know <b>.  "))["note"]
    assert (note["text"], note["author"], note["isOwn"]) == ("Called them.\nThey know <b>.", "Jo Doe", True)
    assert note["editedAt"] is None
    changed = (await send(mine.caller, EDIT, id=note["id"], text="Called them twice."))["note"]
    assert changed["id"] == note["id"]
    assert changed["editedAt"] is not None

    [seen] = [event["note"] for event in await events_of(viewer, name) if event["kind"] == "NOTED"]
    assert seen == {**changed, "isOwn": False}
    for caller, code in ((analyst, "NOT_FOUND"), (theirs.caller, "NOT_FOUND"), (viewer, "FORBIDDEN")):
        assert (await send(caller, EDIT, id=note["id"], text="Mine now."))["code"] == code
        assert (await send(caller, DELETE, id=note["id"]))["code"] == code
    for caller, alert, code in (
        (viewer, name, "FORBIDDEN"),
        (mine.caller, foreign, "NOT_FOUND"),
        (mine.caller, "nonsense", "NOT_FOUND"),
    ):
        assert (await send(caller, ADD, id=alert, text="Hello."))["code"] == code
    for text in ("", " \n ", "x" * 2_001, "a\0b"):
        answer = await mine.caller.graphql(ADD, {"id": name, "text": text})
        assert "errors" in answer or answer["data"]["result"]["fieldErrors"] == [{"field": "text"}]
    assert (await send(mine.caller, ADD, id=name, text="x" * 2_000))["__typename"] == "AlertNoteSuccess"

    assert (await send(mine.caller, DELETE, id=note["id"]))["__typename"] == "DeleteAlertNoteSuccess"
    assert (await send(mine.caller, DELETE, id=note["id"]))["code"] == "NOT_FOUND"


async def test_an_alert_takes_two_hundred_notes(mine: Signed, raise_all: Raise, connection: asyncpg.Connection) -> None:
    await raise_all(mine.tenant.workforce())
    name = await alert_of(mine.caller)
    await connection.execute(
        """INSERT INTO alert_notes (id, account_id, alert_id, user_id, text, created_at)
        SELECT gen_random_uuid(), $1, $2::text::uuid, $3, 'Note ' || n, now() FROM generate_series(1, 200) AS n""",
        mine.caller.account.id,
        name,
        mine.caller.user.id,
    )
    assert (await send(mine.caller, ADD, id=name, text="One more."))["code"] == "TOO_MANY_NOTES"
    answer = await mine.caller.graphql(HISTORY, {"id": name})
    assert answer["data"]["alertHistory"]["hasMore"]
    assert len(answer["data"]["alertHistory"]["events"]) == history.MOST_EVENTS


@pytest.mark.spec("X6")
async def test_the_history_shows_what_happened_and_who_did_it(
    mine: Signed, theirs: Signed, raise_all: Raise, statements: list[str]
) -> None:
    caller, finding = mine.caller, mine.tenant.workforce()
    await raise_all(finding, mine.tenant.workforce(file_digest=sha256(b"two").digest()))
    name, me = await alert_of(caller), str(caller.user.id)
    for fields in ({"action": "READ"}, {"action": "ASSIGN", "assigneeId": me}, {"action": "CLOSE"}):
        answer = await caller.graphql(UPDATE, {"input": {"ids": [name], **fields}})
    operation = answer["data"]["updateAlerts"]["operationId"]
    await caller.graphql(
        "mutation ($id: ID!) { undoAlertOperation(operationId: $id) { __typename } }", {"id": operation}
    )
    await caller.graphql("mutation ($id: ID!) { revealPassword(alertId: $id) { __typename } }", {"id": name})
    await send(caller, ADD, id=name, text="Done.")

    statements.clear()
    events = await events_of(caller, name)
    assert len([text for text in statements if "alert_changes" in text]) == 1
    assert {event["kind"] for event in events} == {
        "RAISED", "SIGHTED", "READ", "ASSIGNED", "CLOSED", "UNDONE", "NOTED", "PASSWORD_REVEALED",
    }  # fmt: skip
    by_kind = {event["kind"]: event for event in events}
    assert [event["at"] for event in events] == sorted((event["at"] for event in events), reverse=True)
    assert events[-1]["kind"] == "RAISED"
    assert by_kind["RAISED"]["leak"] == by_kind["SIGHTED"]["leak"] == "The leak-of-acme.example leak"
    assert by_kind["RAISED"]["seenAt"] == f"{SEEN_AT:%Y-%m-%d}T00:00:00Z"
    assert by_kind["ASSIGNED"]["assignee"] == "Jo Doe"
    assert by_kind["UNDONE"]["undone"] == "CLOSED"
    assert {by_kind[kind]["by"] for kind in ("READ", "CLOSED", "NOTED", "PASSWORD_REVEALED")} == {"Jo Doe"}
    assert "correct-horse-9" not in str(events)


async def test_g08_another_accounts_history_is_unknown(mine: Signed, theirs: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce())
    name = await alert_of(mine.caller)
    await send(mine.caller, ADD, id=name, text="Ours.")
    for asked in (name, "nonsense"):
        assert (await theirs.caller.graphql(HISTORY, {"id": asked})) == {"data": {"alertHistory": None}}


async def test_a_duplicate_that_was_closed_at_once_says_so(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE users SET is_auto_close_duplicate_breach_records_enabled = true")
    await raise_all(mine.tenant.workforce())
    await mine.caller.graphql(UPDATE, {"input": {"action": "CLOSE", "ids": [await alert_of(mine.caller)]}})
    await raise_all(mine.tenant.workforce(host="other.example", url="https://other.example/"))
    events = await events_of(mine.caller, await alert_of(mine.caller))
    assert [(event["kind"], event["by"]) for event in events] == [("CLOSED", None), ("RAISED", None)]
