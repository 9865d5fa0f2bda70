"""Attacks at places where two features meet, through detections: their views, notes, pages and exports."""

from collections.abc import Awaitable, Callable

import asyncpg
from callers import Caller
from interactions import (
    DELETE_VIEW,
    EDIT_NOTE,
    EXPORT,
    LIST,
    NOTE,
    REMOVE,
    REVEAL,
    SAVE,
    SWITCH,
    UNDO,
    UPDATE,
    first_id,
    send,
)

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]


async def test_a_password_in_a_saved_view_is_refused(alerted: Signed, connection: asyncpg.Connection) -> None:
    for query in (
        "breach_record_passwords=invented-1",
        "q=x&breachRecordPasswords=invented-1",
        "%62reach_record_passwords=invented-1",
        "PASSWORD=invented-1",
    ):
        refused = await send(alerted.caller, SAVE, query=query)
        assert [error["field"] for error in refused.get("fieldErrors", [])] == ["query"], (query, refused)
    assert (await send(alerted.caller, SAVE, query="search=password&state=all"))["__typename"] == "SavedViewSuccess"
    assert "invented" not in str(await connection.fetch("SELECT * FROM saved_views"))


async def test_saved_views_are_their_makers_alone(alerted: Signed, join_member: JoinMember, theirs: Signed) -> None:
    view = (await send(alerted.caller, SAVE, query="state=all"))["view"]["id"]
    owner = await join_member(alerted, "owner")
    for other in (owner, theirs.caller):
        assert (await send(other, DELETE_VIEW, id=view))["code"] == "NOT_FOUND"
        assert (await other.graphql("{ savedViews(list: WORKFORCE) { id } }"))["data"]["savedViews"] == []


async def test_a_view_gives_a_demoted_member_nothing(
    alerted: Signed, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    analyst = await join_member(alerted, "analyst")
    await send(analyst, SAVE, query="state=all")
    name = await first_id(analyst)
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", analyst.user.id)
    assert len((await analyst.graphql("{ savedViews(list: WORKFORCE) { id } }"))["data"]["savedViews"]) == 1
    for refused in (
        await send(analyst, REVEAL, id=name),
        await send(analyst, UPDATE, input={"action": "CLOSE", "filter": {"isClosed": False}}),
        await send(analyst, NOTE, id=name, text="hello"),
    ):
        assert refused["code"] == "FORBIDDEN"


async def test_a_demoted_member_undoes_nothing(
    alerted: Signed, join_member: JoinMember, connection: asyncpg.Connection, theirs: Signed
) -> None:
    analyst = await join_member(alerted, "analyst")
    done = await send(analyst, UPDATE, input={"action": "CLOSE", "filter": {"isClosed": False}})
    assert (await send(theirs.caller, UNDO, id=done["operationId"]))["code"] == "NOT_FOUND"
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", analyst.user.id)
    assert (await send(analyst, UNDO, id=done["operationId"]))["code"] == "FORBIDDEN"
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE is_closed") == 3


async def test_nothing_is_assigned_to_strangers_and_former_members(
    alerted: Signed, join_member: JoinMember, theirs: Signed, connection: asyncpg.Connection
) -> None:
    analyst, name = await join_member(alerted, "analyst"), await first_id(alerted.caller)
    assign = {"action": "ASSIGN", "ids": [name]}
    assert (await send(alerted.caller, UPDATE, input={**assign, "assigneeId": str(analyst.user.id)}))["updated"] == 1
    await send(alerted.caller, REMOVE, id=str(analyst.user.id))
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE assignee_id IS NOT NULL") == 0
    for stranger in (analyst.user.id, theirs.caller.user.id):
        refused = await send(alerted.caller, UPDATE, input={**assign, "assigneeId": str(stranger)})
        assert refused["__typename"] != "UpdateAlertsSuccess"


async def test_notes_are_edited_by_their_author_alone(alerted: Signed, join_member: JoinMember, theirs: Signed) -> None:
    name, analyst = await first_id(alerted.caller), await join_member(alerted, "analyst")
    note = (await send(alerted.caller, NOTE, id=name, text="hello"))["note"]["id"]
    assert (await send(theirs.caller, EDIT_NOTE, id=note))["code"] == "NOT_FOUND"
    assert (await send(theirs.caller, NOTE, id=name, text="hello"))["code"] == "NOT_FOUND"
    assert (await send(analyst, EDIT_NOTE, id=note))["code"] in {"FORBIDDEN", "NOT_FOUND"}


async def test_anchors_and_cursors_of_another_account_show_none_of_its_rows(
    alerted: Signed, theirs: Signed, raise_all: Raise
) -> None:
    await raise_all(theirs.tenant.workforce())
    foreign = (await theirs.caller.graphql(LIST))["data"]["alerts"]
    own = {row["id"] for row in (await alerted.caller.graphql(LIST))["data"]["alerts"]["results"]}
    for variables in ({"asOf": foreign["asOf"]}, {"after": foreign["cursor"]}):
        answer = await alerted.caller.graphql(LIST, variables)
        shown = {row["id"] for row in ((answer.get("data") or {}).get("alerts") or {"results": []})["results"]}
        assert shown <= own


async def test_what_was_erased_is_neither_revealed_nor_exported(
    alerted: Signed, connection: asyncpg.Connection
) -> None:
    name = await first_id(alerted.caller)
    await send(alerted.caller, SWITCH)
    await connection.execute(
        "UPDATE alerts SET password_sealed = NULL, erased_at = now() WHERE id = $1::text::uuid", name
    )
    assert (await send(alerted.caller, REVEAL, id=name))["code"] == "NO_PASSWORD"
    exported = await alerted.caller.post(EXPORT, {"format": "json", "query": {}, "include_passwords": True})
    assert sorted(row["password"] is None for row in exported.json()["results"]) == [False, False, True]


async def test_foreign_ids_among_own_ones_export_and_reveal_nothing(
    alerted: Signed, theirs: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(theirs.tenant.workforce())
    own, foreign = await first_id(alerted.caller), await first_id(theirs.caller)
    mixed = {"format": "json", "ids": [own, foreign], "include_passwords": False}
    assert (await alerted.caller.post(EXPORT, mixed)).status_code == 404
    assert (await send(alerted.caller, UPDATE, input={"action": "CLOSE", "ids": [own, foreign]}))["code"] == "NOT_FOUND"
    assert (await send(alerted.caller, REVEAL, id=foreign))["code"] == "NOT_FOUND"
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE is_closed") == 0
