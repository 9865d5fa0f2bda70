"""Views of a list that a user keeps."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from callers import Caller, send

from .conftest import Signed

JoinMember = Callable[[Signed, str], Awaitable[Caller]]

PROBLEM = "__typename ... on Problem { code } ... on ValidationProblem { fieldErrors { field messages } }"
VIEW = f"... on SavedViewSuccess {{ view {{ id name query }} }} {PROBLEM}"
SAVE = f"mutation ($input: SaveViewInput!) {{ result: saveView(input: $input) {{ {VIEW} }} }}"
RENAME = f"mutation ($id: ID!, $name: String!) {{ result: renameView(id: $id, name: $name) {{ {VIEW} }} }}"
DELETE = "mutation ($id: ID!) { result: deleteView(id: $id) { __typename ... on Problem { code } } }"
LIST = "query ($list: AlertList!) { result: savedViews(list: $list) { id name query } }"


async def save(caller: Caller, name: str, query: str = "state=all", **more: Any) -> Any:
    return await send(caller, SAVE, input={"list": "WORKFORCE", "name": name, "query": query, **more})


@pytest.mark.spec("X6")
async def test_a_view_is_kept_changed_renamed_and_deleted(mine: Signed, join_member: JoinMember) -> None:
    caller, member = mine.caller, await join_member(mine, "viewer")
    query = "state=all&url=github&user=j%C3%B6%26&order=-severity"
    view = (await save(caller, "  Payroll   team ", query))["view"]
    assert (view["name"], view["query"]) == ("Payroll team", query)
    assert await send(caller, LIST, list="WORKFORCE") == [view]
    assert await send(caller, LIST, list="PORTALS") == []
    assert await send(member, LIST, list="WORKFORCE") == []

    changed = (await save(caller, "Payroll team", "state=closed", id=view["id"]))["view"]
    assert changed == {**view, "query": "state=closed"}
    renamed = (await send(caller, RENAME, id=view["id"], name="Salaries"))["view"]
    assert renamed == {**changed, "name": "Salaries"}
    await save(caller, "Another")
    assert [each["name"] for each in await send(caller, LIST, list="WORKFORCE")] == ["Another", "Salaries"]

    for other in (member, caller):
        wanted = "NOT_FOUND" if other is member else "VALIDATION"
        assert (await send(other, RENAME, id=view["id"], name="another"))["code"] == wanted
    assert (await send(member, DELETE, id=view["id"]))["code"] == "NOT_FOUND"
    assert (await save(member, "Salaries", id=view["id"]))["code"] == "NOT_FOUND"
    assert (await send(caller, DELETE, id=view["id"]))["__typename"] == "DeleteViewSuccess"
    assert (await send(caller, DELETE, id="nonsense"))["code"] == "NOT_FOUND"


async def test_names_and_queries_have_bounds(mine: Signed) -> None:
    for name, query, field in (
        ("", "", "name"),
        (" ", "", "name"),
        ("x" * 61, "", "name"),
        ("Long", "x" * 4_001, "query"),
        ("Odd", "a\nb", "query"),
    ):
        assert [error["field"] for error in (await save(mine.caller, name, query))["fieldErrors"]] == [field]
    assert (await save(mine.caller, "x" * 60, ""))["__typename"] == "SavedViewSuccess"


@pytest.mark.spec("X6")
async def test_a_list_takes_fifty_views_however_many_come_at_once(mine: Signed, connection: asyncpg.Connection) -> None:
    await connection.execute(
        """INSERT INTO saved_views (id, account_id, user_id, list, name, query, created_at)
        SELECT gen_random_uuid(), $1, $2, 'workforce', 'View ' || n, '', now() FROM generate_series(1, 48) AS n""",
        mine.caller.account.id,
        mine.caller.user.id,
    )
    results = await asyncio.gather(*[save(mine.caller, f"More {number}") for number in range(4)])
    assert sorted(result.get("code", "") for result in results) == ["", "", "TOO_MANY_VIEWS", "TOO_MANY_VIEWS"]
    twice = await asyncio.gather(
        *[send(mine.caller, SAVE, input={"list": "PORTALS", "name": "Same", "query": ""}) for _ in range(3)]
    )
    assert [result["__typename"] for result in twice].count("SavedViewSuccess") == 1
