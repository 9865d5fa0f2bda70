"""Alerts that the database writes as JSON: whatever is selected, the answer is the one that is completed field by field."""

import json
import random
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from alert_factories import make_leak
from callers import Caller
from graphql import GraphQLObjectType, build_schema, get_named_type

from breachlight.alerts.models import AlertAction

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

PARTS = {
    "domain": ["id", "domain"],
    "user": ["id", "email", "isLive"],
    "assignee": ["id", "name"],
    "severity": ["score", "level"],
    "leak": ["name", "title", "domain", "breachDate"],
    "breachRecord": ["url", "host", "app", "usernames", "passwords", "passwordType", "firstSeen", "lastSeen", "sightings"],
}  # fmt: skip
PLAIN = ["id", "datetime", "isRead", "isClosed", "isAlias", "previousAlertId", "retractedAt", "erasedAt"]
# These make the whole row a view.
UNWRITTEN = ["severity { factors { name } }", "breachRecord { machine { family } }", "incident { kind title }"]
CONDITIONS = [" @skip(if: $no)", " @include(if: $no)", " @include(if: true)"]
EVERYTHING = " ".join([*PLAIN, *(f"{part} {{ {' '.join(names)} }}" for part, names in PARTS.items())])


def a_selection(chance: random.Random) -> str:
    """Some fields under some names, nested and not, a few in fragments and some more than once."""
    chosen = []
    for _ in range(chance.randrange(1, 9)):
        part = chance.choice(list(PARTS))
        inner = " ".join(chance.choice(["__typename", *PARTS[part]]) for _ in range(chance.randrange(1, 4)))
        field = chance.choice([chance.choice(PLAIN), f"{part} {{ {inner} }}", "__typename", "...Common"])
        name = f"{chance.choice('xyz')}{len(chosen)}: " if chance.random() < 0.3 and field != "...Common" else ""
        condition = chance.choice(CONDITIONS) if chance.random() < 0.2 and "{" not in field else ""
        text = f"{name}{field}{condition}"
        chosen.append(chance.choice(["{}", "{}", "... on Alert {{ {} }}", "... @skip(if: $no) {{ {} }}"]).format(text))
    return " ".join(chosen)


def query(selection: str) -> str:
    return f"""query ($after: String, $filter: AlertFilter, $no: Boolean = false) {{
        alerts(after: $after, filter: $filter) {{ total @skip(if: $no) results {{ ...Common {selection} }} }} }}
        fragment Common on Alert {{ datetime domain {{ domain }} user {{ email }} id }}"""


def unknown(text: str) -> str:
    """Return a query that wasn't asked before: its rows are read as views and completed field by field."""
    return f"{text} # {uuid4()}"


@pytest.fixture
async def varied(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection, join_member: JoinMember
) -> tuple[Signed, Caller]:
    """Detections of all kinds, and somebody else in the account, whom the sensitive leak doesn't concern."""
    sensitive = await make_leak(connection, "hidden", is_sensitive=True)
    dated = await make_leak(connection, 'quote " and \\ slash', breach_date=date(2024, 2, 1), domain="was.example")
    tenant = mine.tenant
    await raise_all(
        tenant.workforce(),
        tenant.workforce(email=f"jo+tag@{tenant.domain}", is_alias=True, host=None, app="com.shop", url=None),
        tenant.workforce(leak_id=sensitive, password="another-1"),
        tenant.workforce(leak_id=dated, password=None, password_type="none", url='https://a.example/?q="\\\t\u2028é😀</script>'),
        tenant.workforce(usernames=['we "are"', "many, {of} us", "O'Neil"], username_key="many", password="third-3"),
        tenant.portal(),
        tenant.portal(machine={"family": "lumma", "computer": "PC-1"}, leak_kind="stealer_log", password="fourth-4"),
    )  # fmt: skip
    await connection.execute(
        """UPDATE alerts SET datetime = '2026-11-02T03:04:05Z', erased_at = now() WHERE app IS NOT NULL;
        UPDATE alerts SET datetime = '2026-11-02T03:04:05.000120Z', retracted_at = '2026-11-03T00:00:00Z'
            WHERE machine IS NOT NULL;
        UPDATE alerts SET is_read = true, severity_score = 100, domain_id = NULL WHERE domain_name IS NOT NULL AND machine IS NULL;
        UPDATE email_accounts SET is_live = true"""
    )
    ids = await connection.fetch("SELECT id FROM alerts ORDER BY id LIMIT 2")
    for name, assignee in zip(ids, [mine.caller.user.id, None], strict=True):
        await connection.execute("UPDATE alerts SET assignee_id = $2 WHERE id = $1", name["id"], assignee)
    return mine, await join_member(mine, "viewer")


async def answer(caller: Caller, text: str, **variables: Any) -> str:
    body = await caller.graphql(text, variables)
    assert "errors" not in body, body
    return json.dumps(body)  # the order of keys counts


@pytest.mark.parametrize("seed", range(4))
async def test_the_answer_is_the_same_whoever_writes_it(varied: tuple[Signed, Caller], seed: int) -> None:
    chance = random.Random(seed)
    owner, viewer = varied
    for number in range(12):
        selection = EVERYTHING if number == 0 else a_selection(chance)
        if chance.random() < 0.2:
            selection += f" {chance.choice(UNWRITTEN)}"
        variables: dict[str, Any] = chance.choice(
            [{}, {"after": ""}, {"filter": {"isRead": False}}, {"filter": {"search": "shop"}}]
        )
        variables["no"] = chance.random() < 0.3
        for caller in (owner.caller, viewer):
            expected = await answer(caller, unknown(query(selection)), **variables)
            # It is parsed, executed, and executed as a known document.
            for _ in range(3):
                assert await answer(caller, query(selection), **variables) == expected, selection


async def test_the_database_writes_a_known_document(varied: tuple[Signed, Caller], statements: list[str]) -> None:
    owner, _ = varied
    text = query(f"{EVERYTHING} unseen: id gone: isRead @include(if: $no)")
    written = []
    for _ in range(3):
        statements.clear()
        await answer(owner.caller, text)
        written.append([statement for statement in statements if "AS json" in statement])
    assert list(map(len, written)) == [0, 1, 1]


async def test_assigned_rows_of_a_written_page_follow_their_assignee(varied: tuple[Signed, Caller]) -> None:
    owner, _ = varied
    text = query("id assignee { name }")
    for _ in range(3):
        page = json.loads(await answer(owner.caller, text))["data"]["alerts"]["results"]
    me = str(owner.caller.user.id)
    update = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename } }"""
    await owner.caller.graphql(
        update, {"input": {"action": AlertAction.ASSIGN.name, "ids": [row["id"] for row in page], "assigneeId": me}}
    )
    after = json.loads(await answer(owner.caller, text))["data"]["alerts"]["results"]
    assert [row["id"] for row in after] == [row["id"] for row in page]
    assert all(row["assignee"] for row in after)


def test_no_field_of_an_alert_is_forgotten_here() -> None:
    lacking = {"severity.factors", "breachRecord.machine", "incident"}
    listed = {*PLAIN, *PARTS, *(f"{part}.{name}" for part, names in PARTS.items() for name in names)}
    fields = build_schema(Path("schema.graphql").read_text(encoding="utf-8")).type_map["Alert"]
    assert isinstance(fields, GraphQLObjectType)
    declared = set(fields.fields)
    for part in PARTS:
        inner = get_named_type(fields.fields[part].type)
        assert isinstance(inner, GraphQLObjectType)
        declared |= {f"{part}.{name}" for name in inner.fields}
    assert declared == listed | lacking
