"""The audit log in the operator console: list, filters, verification, export."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from callers import Caller
from operators import make_operator, recorded

from breachlight.audit.events import record_event
from breachlight.audit.operators import record_operator_event
from breachlight.auth import streaming
from breachlight.auth.subject import NOBODY, Subject
from breachlight.console.audit_log import export_log
from breachlight.database.session import transaction
from breachlight.kit.errors import ForbiddenError
from breachlight.operators import service
from breachlight.sessions.service import get_session_service

SignIn = Callable[..., Awaitable[Caller]]
EXPORT = "/api/v1/console/audit-log"
LIST = """query ($filter: ConsoleAuditLogFilter, $first: Int! = 50, $after: String) { console {
  auditLog(filter: $filter, first: $first, after: $after) { accountId hasMore cursor kinds
    results { kind person address happenedAt detail { name value } } } } }"""
VERIFY = """mutation { result: consoleVerifyAuditLog { __typename ... on Problem { code } ... on VerifyAuditLogSuccess {
  rows chains brokenChains breaks { chain accountId sequence problem } } } }"""
HOSTILE = "<img src=x onerror=alert(1)>\u202e"


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, "orla@operators.example")


async def listed(caller: Caller, first: int = 50, after: str | None = None, **chosen: Any) -> dict[str, Any]:
    answer = await caller.graphql(LIST, {"filter": chosen, "first": first, "after": after})
    assert "errors" not in answer, answer
    page: dict[str, Any] = answer["data"]["console"]["auditLog"]
    return page


async def done(*kinds: str, by: str = "root") -> None:
    async with transaction() as connection:
        for number, kind in enumerate(kinds):
            await record_operator_event(connection, kind, {"number": number, "text": HOSTILE}, operator=by)


async def test_events_of_operators_are_listed_filtered_and_paged(operator: Caller) -> None:
    await done("leak_edited", "leak_merged", "leak_edited")
    await done("key_rotated", by="Nora")
    page = await listed(operator)
    assert [event["kind"] for event in page["results"]][:4] == [
        "key_rotated",
        "leak_edited",
        "leak_merged",
        "leak_edited",
    ]
    assert (page["accountId"], page["hasMore"]) == (None, False)
    assert page["kinds"] == ["key_rotated", "leak_edited", "leak_merged", "operator_added"]
    assert page["results"][1]["detail"] == [
        {"name": "text", "value": HOSTILE},
        {"name": "number", "value": "2"},
    ] or page["results"][1]["detail"] == [{"name": "number", "value": "2"}, {"name": "text", "value": HOSTILE}]
    assert [event["person"] for event in (await listed(operator, person="NORA"))["results"]] == ["Nora"]
    edited = await listed(operator, kind="leak_edited", first=1)
    assert (edited["hasMore"], len(edited["results"])) == (True, 1)
    rest = await listed(operator, kind="leak_edited", first=5, after=edited["cursor"])
    assert (rest["hasMore"], len(rest["results"])) == (False, 1)
    latest = page["results"][0]["happenedAt"]
    assert (await listed(operator, until=page["results"][-1]["happenedAt"]))["results"] == []
    assert (await listed(operator, since=latest))["results"][0]["kind"] == "key_rotated"


async def test_reading_the_events_of_an_account_is_recorded(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("org", "ida@acme.test")
    await record_event(caller.account.id, None, "domain_lost", detail={"domain": HOSTILE})
    by_address = await listed(operator, account=" IDA@acme.test ")
    by_id = await listed(operator, account=str(caller.account.id))
    assert by_address == by_id
    assert [event["kind"] for event in by_id["results"]] == ["domain_lost", "login"]
    assert by_id["kinds"] == ["domain_lost", "login"]
    assert (by_id["results"][0]["person"], by_id["results"][1]["person"]) == (None, "ida@acme.test")
    assert by_id["results"][1]["address"] == "192.0.2.10"
    own = await listed(operator, account=str(caller.account.id), person="ida@acme.test")
    assert [event["kind"] for event in own["results"]] == ["login"]
    reads = await recorded(connection, "console_account_log_read")
    assert len(reads) == 3
    assert reads[0][0] == "orla@operators.example"
    assert json.loads(reads[0][1]) == {
        "account_id": str(caller.account.id),
        "by_user_id": str(operator.user.id),
    }


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"filter": {"account": "nobody@acme.test"}}, "Some fields are invalid."),
        ({"filter": {"account": str(NOBODY)}}, "Some fields are invalid."),
        ({"filter": {"account": "' OR 1=1 --"}}, "Some fields are invalid."),
        ({"after": "-1"}, "Some fields are invalid."),
        ({"after": "9" * 30}, "Some fields are invalid."),
        ({"first": 0}, "Some fields are invalid."),
    ],
)
async def test_wrong_filters_are_refused(operator: Caller, variables: dict[str, Any], message: str) -> None:
    answer = await operator.graphql(LIST, variables)
    assert (answer["errors"][0]["message"], answer["data"]) == (message, None)


async def test_a_page_of_100_000_events_is_read_by_the_index(operator: Caller, connection: asyncpg.Connection) -> None:
    await connection.execute(
        """INSERT INTO operator_events (id, kind, happened_at, operator, detail, sequence, salt, personal_digest,
            previous_digest, digest)
        SELECT gen_random_uuid(), 'leak_edited', now(), 'root', '{}', 1000 + n, '', '', '', '' FROM generate_series(1, 100000) AS n"""
    )
    await connection.execute("ANALYZE operator_events")
    first = await listed(operator, first=100)
    assert first["hasMore"]
    deep = await listed(operator, first=100, after="1050")
    assert len(deep["results"]) == 50
    plan = "\n".join(
        row[0]
        for row in await connection.fetch(
            "EXPLAIN SELECT id FROM operator_events WHERE sequence < 90000 ORDER BY sequence DESC LIMIT 101"
        )
    )
    assert "Index" in plan
    assert "Seq Scan" not in plan


async def test_the_first_break_of_each_chain_is_reported(
    operator: Caller, connection: asyncpg.Connection, administrator: asyncpg.Connection
) -> None:
    await done("leak_edited", "leak_merged")
    intact = (await operator.graphql(VERIFY))["data"]["result"]
    assert (intact["__typename"], intact["brokenChains"], intact["breaks"]) == ("VerifyAuditLogSuccess", 0, [])
    assert intact["rows"] > 3
    async with administrator.transaction():
        await administrator.execute("SET LOCAL session_replication_role = 'replica'")
        await administrator.execute("UPDATE operator_events SET kind = 'harmless' WHERE kind = 'leak_edited'")
        await administrator.execute("DELETE FROM security_events WHERE account_id = $1", operator.account.id)
    broken = (await operator.graphql(VERIFY))["data"]["result"]
    assert broken["brokenChains"] == 2
    found = {each["chain"]: each for each in broken["breaks"]}
    assert found["OPERATORS"]["problem"] == "The row was changed or wasn't written with this key file."
    assert found["ACCOUNT"]["accountId"] == str(operator.account.id)
    checks = [json.loads(detail) for _, detail in await recorded(connection, "console_audit_log_verified")]
    assert [each["breaks"] for each in checks] == [0, 2]


async def test_the_export_is_that_of_the_command(operator: Caller, connection: asyncpg.Connection) -> None:
    await record_event(NOBODY, None, "login_failed", user_agent=HOSTILE)
    answer = await operator.get(EXPORT)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.headers["cache-control"] == "no-store"
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "audit", "export"]
    printed = await asyncio.to_thread(subprocess.run, command, capture_output=True, timeout=120, check=True)
    assert sorted(answer.content.splitlines()) == sorted(printed.stdout.splitlines())
    assert [by for by, _ in await recorded(connection, "console_audit_log_exported")] == ["orla@operators.example"]


async def test_the_export_needs_a_recent_login(operator: Caller, connection: asyncpg.Connection) -> None:
    await connection.execute("UPDATE sessions SET authenticated_at = now() - interval '6 minutes'")
    answer = await operator.get(EXPORT)
    assert (answer.status_code, answer.json()["error"]["message"]) == (403, "Confirm your password to continue.")
    assert await recorded(connection, "console_audit_log_exported") == []


async def test_the_export_ends_with_the_role(operator: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "RECHECK_SECONDS", 0.0)
    subject = await get_session_service().authenticate(operator.tokens["authToken"])

    async def recheck() -> Subject:
        return await get_session_service().renewed(subject)

    pieces = await export_log(subject, recheck)
    assert await anext(pieces)
    await service.remove("orla@operators.example")
    with pytest.raises(ForbiddenError):
        await anext(pieces)


async def test_two_operators_at_once_leave_an_intact_log(operator: Caller, sign_in: SignIn) -> None:
    second = await make_operator(sign_in)
    third = await sign_in()
    asked = [
        listed(each, account=str(third.account.id)) for each in (operator, second, operator, second, operator, second)
    ]
    await asyncio.gather(*asked, operator.graphql(VERIFY), second.graphql(VERIFY))
    result = (await operator.graphql(VERIFY))["data"]["result"]
    assert (result["brokenChains"], result["breaks"]) == (0, [])
