import asyncio
import json
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak
from hypothesis import HealthCheck, given
from hypothesis import settings as rules
from hypothesis import strategies as st
from playbooks import change_some_step
from recounting import incident_faults

from breachlight import jobs
from breachlight.alerts import service
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.alerts.repository import untie_domain
from breachlight.alerts.triage import service as operations
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.alerts.withdrawal.repository import KeptAlert
from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.leaks.administration.merging_repository import move_everything

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
State = dict[str, tuple[bool, bool]]

COUNTED = "SELECT has_domain, is_read, is_closed, day, alerts FROM alert_counters WHERE account_id = $1 AND alerts <> 0"
RECOUNTED = """SELECT domain_name IS NOT NULL AS has_domain, is_read, is_closed, (datetime AT TIME ZONE 'UTC')::date AS day,
    count(*)::int AS alerts FROM alerts WHERE account_id = $1 GROUP BY 1, 2, 3, 4"""
DOMAINS_COUNTED = (
    "SELECT domain_id, is_read, day, alerts FROM domain_alert_counters WHERE account_id = $1 AND alerts <> 0"
)
DOMAINS_RECOUNTED = """SELECT domain_id, is_read, (datetime AT TIME ZONE 'UTC')::date AS day, count(*)::int AS alerts
    FROM alerts WHERE account_id = $1 AND domain_id IS NOT NULL GROUP BY 1, 2, 3"""
SEVERITIES_COUNTED = (
    "SELECT level, is_closed, day, alerts FROM severity_alert_counters WHERE account_id = $1 AND alerts <> 0"
)
SEVERITIES_RECOUNTED = """SELECT least(severity_score / 20, 4)::smallint AS level, is_closed,
    (datetime AT TIME ZONE 'UTC')::date AS day, count(*)::int AS alerts FROM alerts WHERE account_id = $1 GROUP BY 1, 2, 3"""
EMAILS_COUNTED = "SELECT email, open_detections, last_seen FROM email_accounts WHERE account_id = $1"
EMAILS_RECOUNTED = """SELECT email, count(*) FILTER (WHERE NOT alerts.is_closed)::int AS open_detections,
    max(alerts.last_seen) AS last_seen
    FROM email_accounts LEFT JOIN alerts ON alerts.account_id = $1 AND email_account_id = email_accounts.id
    WHERE email_accounts.account_id = $1 GROUP BY 1"""

ACTIONS = list(AlertAction)
NOVEMBER = datetime(2026, 11, 1, tzinfo=UTC)


def whom(action: AlertAction, tenant: Tenant) -> str | None:
    return str(tenant.user_id) if action is AlertAction.ASSIGN else None


async def states(connection: asyncpg.Connection, tenant: Tenant) -> State:
    rows = await connection.fetch("SELECT id, is_read, is_closed FROM alerts WHERE account_id = $1", tenant.account_id)
    return {str(row["id"]): (row["is_read"], row["is_closed"]) for row in rows}


async def assert_counted(connection: asyncpg.Connection, tenant: Tenant) -> None:
    """The kept counters say what a recount of the rows says."""
    for counted, recounted in (
        (COUNTED, RECOUNTED),
        (DOMAINS_COUNTED, DOMAINS_RECOUNTED),
        (SEVERITIES_COUNTED, SEVERITIES_RECOUNTED),
        (EMAILS_COUNTED, EMAILS_RECOUNTED),
    ):
        kept = {tuple(row) for row in await connection.fetch(counted, tenant.account_id)}
        assert kept == {tuple(row) for row in await connection.fetch(recounted, tenant.account_id)}
    assert await incident_faults(connection, tenant.account_id) == []


@pytest.mark.spec("S7.6")
async def test_each_action_by_name_and_back(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(4)])
    names = sorted(await states(connection, tenant))
    await service.update_alerts(tenant.subject, AlertAction.READ, ids=names[:1])
    await service.update_alerts(tenant.subject, AlertAction.CLOSE, ids=names[:1])
    expected = {
        AlertAction.READ: (True, False),
        AlertAction.UNREAD: (False, True),
        AlertAction.CLOSE: (False, True),
        AlertAction.REOPEN: (True, False),
    }
    for action, state in expected.items():
        chosen = names[:1] if action in {AlertAction.UNREAD, AlertAction.REOPEN} else names[1:3]
        before = await states(connection, tenant)
        updated = await service.update_alerts(tenant.subject, action, ids=[*chosen, chosen[0]])
        assert updated.updated == len(chosen)
        assert [alert.id for alert in updated.alerts] == chosen
        assert {(alert.is_read, alert.is_closed) for alert in updated.alerts} == {state}
        after = await states(connection, tenant)
        assert {name for name in names if before[name] != after[name]} == set(chosen)
        undone = await service.undo_operation(tenant.subject, updated.operation_id)
        assert undone.updated == len(chosen)
        assert await states(connection, tenant) == before


async def test_only_what_changes_is_counted_and_undone(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(3)])
    names = sorted(await states(connection, tenant))
    await service.update_alerts(tenant.subject, AlertAction.READ, ids=names[:1])
    both = await service.update_alerts(tenant.subject, AlertAction.READ, ids=names[:2])
    assert (both.updated, both.message) == (1, "1 detection marked as read.")
    closed = await service.update_alerts(tenant.subject, AlertAction.CLOSE, ids=names)
    assert closed.message == "3 detections closed."
    await service.undo_operation(tenant.subject, both.operation_id)
    assert await states(connection, tenant) == {
        names[0]: (True, True),
        names[1]: (False, True),
        names[2]: (False, True),
    }


@pytest.mark.spec("S7.6")
async def test_an_action_takes_all_that_a_filter_chooses(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(
        *[tenant.workforce(password=f"invented-{number}") for number in range(12)],
        tenant.portal(),
        tenant.portal(password="x"),
    )
    before = await states(connection, tenant)
    updated = await service.update_alerts(tenant.subject, AlertAction.READ, filter=AlertFilter(domain_is_set=False))
    assert (updated.updated, updated.alerts, updated.is_queued) == (12, [], False)
    assert sorted((await states(connection, tenant)).values()) == [(False, False)] * 2 + [(True, False)] * 12
    again = await service.update_alerts(tenant.subject, AlertAction.READ, filter=AlertFilter(search="shop"))
    assert again.updated == 0
    await service.undo_operation(tenant.subject, updated.operation_id)
    assert await states(connection, tenant) == before


async def test_an_operation_is_undone_once(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce())
    [name] = await states(connection, tenant)
    updated = await service.update_alerts(tenant.subject, AlertAction.READ, ids=[name])
    results = await asyncio.gather(
        *[service.undo_operation(tenant.subject, updated.operation_id) for _ in range(4)], return_exceptions=True
    )
    refusals = [result for result in results if isinstance(result, ProblemError)]
    assert len(refusals) == 3
    assert {refusal.code for refusal in refusals} == {"ALREADY_UNDONE"}
    for unknown in (str(new_id()), "not-an-id"):
        with pytest.raises(NotFoundError):
            await service.undo_operation(tenant.subject, unknown)


async def test_g08_nothing_of_another_account_can_be_changed(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(), other.workforce(), other.portal())
    mine, theirs = await states(connection, tenant), await states(connection, other)
    foreign = await connection.fetchval(
        "SELECT email_account_id FROM alerts WHERE account_id = $1 AND domain_name IS NULL", other.account_id
    )
    for action in ACTIONS:
        for names in ([*theirs], [*mine, next(iter(theirs))], [str(new_id())], ["not-an-id"]):
            with pytest.raises(NotFoundError):
                await service.update_alerts(tenant.subject, action, ids=names, assignee_id=whom(action, tenant))
        for conditions in (
            AlertFilter(domain_id=str(other.domain_id)),
            AlertFilter(user_id=str(foreign)),
            AlertFilter(id=next(iter(theirs))),
            AlertFilter(id="not-an-id"),
            AlertFilter(domain_exact="rival.example"),
        ):
            updated = await service.update_alerts(
                tenant.subject, action, filter=conditions, assignee_id=whom(action, tenant)
            )
            assert updated.updated == 0
    assert await states(connection, tenant) == mine
    assert await states(connection, other) == theirs
    done = await service.update_alerts(other.subject, AlertAction.READ, filter=AlertFilter(is_read=False))
    changed = await states(connection, other)
    with pytest.raises(NotFoundError):
        await service.undo_operation(tenant.subject, done.operation_id)
    assert await states(connection, other) == changed
    assert await states(connection, tenant) == mine


async def test_what_is_asked_must_be_one_thing(tenant: Tenant) -> None:
    for asked in (
        {},
        {"ids": ["a"], "filter": AlertFilter(is_read=True)},
        {"ids": []},
        {"ids": ["a"] * 1001},
        {"filter": AlertFilter()},
        {"filter": AlertFilter(search="")},
    ):
        with pytest.raises(ValidationError):
            await service.update_alerts(tenant.subject, AlertAction.READ, **asked)  # type: ignore[arg-type]


async def queued(connection: asyncpg.Connection) -> list[tuple[str, dict[str, str]]]:
    rows = await connection.fetch(
        "SELECT entrypoint, payload FROM jobs.pgqueuer WHERE entrypoint <> 'alerts.email' ORDER BY id"
    )
    return [(row["entrypoint"], json.loads(row["payload"])) for row in rows]


async def test_a_large_operation_becomes_a_job_that_can_be_cut_short(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "LARGEST_DIRECT", 20)
    monkeypatch.setattr(operations, "CHUNK", 7)
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(25)])
    before = await states(connection, tenant)
    conditions = AlertFilter(search="shop", is_read=False)
    updated = await service.update_alerts(tenant.subject, AlertAction.READ, filter=conditions)
    assert updated.is_queued
    assert "background" in updated.message
    assert await states(connection, tenant) == before
    await raise_all(tenant.workforce(password="raised-later"))
    [(name, payload)] = await queued(connection)
    assert name == "alerts.update"
    assert "shop" not in str(payload)

    first = await connection.fetchval("SELECT last_value FROM alert_changes_id_seq")
    await connection.execute(f"ALTER TABLE alert_changes ADD CONSTRAINT cut_short CHECK (id < {first + 16})")
    with pytest.raises(asyncpg.CheckViolationError):
        await operations.run_update(payload)
    half = await states(connection, tenant)
    assert sorted(half.values()).count((True, False)) == 14
    await connection.execute("ALTER TABLE alert_changes DROP CONSTRAINT cut_short")
    turned_back = next(name for name, state in half.items() if state[0])
    await connection.execute("UPDATE alerts SET is_read = false WHERE id = $1::text::uuid", turned_back)
    await operations.run_update(payload)
    await operations.run_update(payload)
    after = await states(connection, tenant)
    assert [name for name in before if not after[name][0]] == [turned_back]
    assert sorted(after.values()).count((True, False)) == 24
    assert await connection.fetchval("SELECT updated FROM alert_operations") == 25

    undone = await service.undo_operation(tenant.subject, updated.operation_id)
    assert undone.is_queued
    name, payload = (await queued(connection))[-1]
    assert name == "alerts.undo"
    await operations.run_undo(payload)
    await operations.run_undo(payload)
    assert set((await states(connection, tenant)).values()) == {(False, False)}


async def test_a_worker_does_a_large_operation(
    settings: Settings,
    connection: asyncpg.Connection,
    tenant: Tenant,
    raise_all: Raise,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(operations, "LARGEST_DIRECT", 2)
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(5)])
    await service.update_alerts(tenant.subject, AlertAction.CLOSE, filter=AlertFilter(search="shop"))
    stop = asyncio.Event()
    worker = asyncio.create_task(jobs.run(settings, stop))
    async with asyncio.timeout(20):
        while set((await states(connection, tenant)).values()) != {(False, True)}:
            await asyncio.sleep(0.05)
    stop.set()
    await worker


@pytest.mark.spec("X6")
async def test_a_large_assignment_becomes_a_job_and_is_undone_by_one(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(5)])
    first = min(await states(connection, tenant))
    me = str(tenant.user_id)
    await service.update_alerts(tenant.subject, AlertAction.ASSIGN, ids=[first], assignee_id=me)
    monkeypatch.setattr(operations, "LARGEST_DIRECT", 2)
    filtered = AlertFilter(search="shop")
    updated = await service.update_alerts(tenant.subject, AlertAction.ASSIGN, filter=filtered, assignee_id=me)
    assert updated.is_queued
    await operations.run_update((await queued(connection))[-1][1])
    assigned = "SELECT count(*) FROM alerts WHERE assignee_id = $1"
    assert await connection.fetchval(assigned, tenant.user_id) == 5
    await service.undo_operation(tenant.subject, updated.operation_id)
    await operations.run_undo((await queued(connection))[-1][1])
    rows = await connection.fetch("SELECT id::text FROM alerts WHERE assignee_id = $1", tenant.user_id)
    assert [row["id"] for row in rows] == [first]


async def test_undo_stops_an_operation_that_still_runs(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "LARGEST_DIRECT", 2)
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(5)])
    updated = await service.update_alerts(tenant.subject, AlertAction.CLOSE, filter=AlertFilter(search="shop"))
    await service.undo_operation(tenant.subject, updated.operation_id)
    [(_, payload)] = await queued(connection)
    await operations.run_update(payload)
    assert set((await states(connection, tenant)).values()) == {(False, False)}


async def test_g08_costs_the_same_for_one_and_for_many(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, statements: list[str]
) -> None:
    costs = set()
    for count in (1, 60):
        await raise_all(*[tenant.workforce(password=f"{count}-{number}") for number in range(count)])
        names = [name for name, state in (await states(connection, tenant)).items() if not state[0]]
        statements.clear()
        await service.update_alerts(tenant.subject, AlertAction.READ, ids=names)
        costs.add(len([text for text in statements if "pg_advisory" not in text]))
    assert len(costs) == 1
    assert costs.pop() <= 6


steps = st.lists(
    st.one_of(
        st.tuples(st.just("raise"), st.integers(1, 5), st.booleans(), st.integers(0, 3)),
        st.tuples(st.just("name"), st.sampled_from(ACTIONS), st.integers(0, 30), st.integers(1, 4)),
        st.tuples(
            st.just("filter"),
            st.sampled_from(ACTIONS),
            st.sampled_from([AlertFilter(domain_is_set=True), AlertFilter(is_read=False), AlertFilter(is_closed=True)]),
            st.none(),
        ),
        st.tuples(st.just("undo"), st.integers(0, 9), st.none(), st.none()),
        st.tuples(st.just("retract"), st.integers(0, 30), st.none(), st.none()),
        st.tuples(st.just("keep"), st.integers(0, 30), st.integers(0, 9), st.none()),
        st.tuples(st.just("erase"), st.integers(0, 30), st.none(), st.none()),
        st.tuples(st.just("untie"), st.integers(1, 3), st.none(), st.none()),
        st.tuples(st.just("sight"), st.integers(1, 5), st.integers(0, 2), st.integers(0, 9)),
        st.tuples(st.just("infect"), st.integers(1, 4), st.integers(0, 3), st.integers(0, 20)),
        st.tuples(st.just("merge"), st.none(), st.none(), st.none()),
        st.tuples(st.just("step"), st.integers(0, 9), st.integers(0, 9), st.booleans()),
    ),
    min_size=1,
    max_size=12,
)


@rules(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=steps)
async def test_counters_equal_a_recount_after_any_history(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, history: list[tuple[Any, ...]]
) -> None:
    operations_done: list[str] = []
    for kind, one, two, three in history:
        names = sorted(await states(connection, tenant))
        if kind == "raise":
            make = tenant.portal if two else tenant.workforce
            with clock.standing_at(clock.now() - timedelta(days=three)):
                await raise_all(*[make(password=f"invented-{new_id()}") for _ in range(one)])
        elif kind == "name" and names:
            chosen = names[two % len(names) :][:three]
            done = await service.update_alerts(tenant.subject, one, ids=chosen, assignee_id=whom(one, tenant))
            operations_done.append(done.operation_id)
        elif kind == "filter":
            done = await service.update_alerts(tenant.subject, one, filter=two, assignee_id=whom(one, tenant))
            operations_done.append(done.operation_id)
        elif kind == "undo" and operations_done:
            await service.undo_operation(tenant.subject, operations_done.pop(one % len(operations_done)))
        elif kind == "retract" and names:
            await withdrawal.retract_alerts(connection, tenant.account_id, [uuid.UUID(names[one % len(names)])])
        elif kind == "keep" and names:
            seen, chosen = NOVEMBER - timedelta(days=two), uuid.UUID(names[one % len(names)])
            kept = KeptAlert(chosen, tenant.leak_id, 1, seen, seen, 30, {"login": 30}, has_machine=False)
            await withdrawal.keep_alerts(connection, tenant.account_id, [kept])
        elif kind == "erase" and names:
            await withdrawal.erase_alerts(connection, tenant.account_id, [uuid.UUID(names[one % len(names)])])
        elif kind == "sight":
            seen_at, digest = NOVEMBER + timedelta(days=three), bytes([three]) * 32
            logins = [f"{name}@acme.example" for name in ("jo", "jo+shop", "ann", "bo", "cy")[:one]]
            found = [
                tenant.workforce(email=login, password=f"seen-{two}", seen_at=seen_at, file_digest=digest)
                for login in logins
            ]
            await raise_all(*found)
        elif kind == "untie":
            await untie_domain(connection, tenant.account_id, tenant.domain_id, one)
        elif kind == "infect":
            machine = {"key": f"hwid-{two % 2}"} if two else {"family": "vidar"}
            logins = [f"{name}@acme.example" for name in ("jo", "ann")[: 1 + one % 2]]
            with clock.standing_at(clock.now() - timedelta(days=three)):
                await raise_all(
                    *[tenant.workforce(email=login, host=f"site-{one}.example", machine=machine) for login in logins]
                )
        elif kind == "step":
            await change_some_step(tenant, one, two, is_completed=three)
        elif kind == "merge":
            other = await make_leak(connection, f"leak-{new_id()}")
            await raise_all(tenant.workforce(leak_id=other, password="merged"), tenant.portal(leak_id=other))
            await move_everything(connection, other, tenant.leak_id, {})
        await assert_counted(connection, tenant)
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()))
    assert page.total == len(await states(connection, tenant))


async def test_raising_and_triage_at_once_never_deadlock(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*[tenant.workforce(password=f"invented-{number}") for number in range(40)])

    async def raise_more(link: asyncpg.Connection, file: bytes) -> None:
        for number in range(8):
            await raise_all(
                *[
                    tenant.workforce(email=f"jo{n % 6}@acme.example", password=f"invented-{n}", file_digest=file * 32)
                    for n in range(number * 5, number * 5 + 9)
                ],
                on=link,
            )

    async def triage(action: AlertAction) -> None:
        for _ in range(8):
            await service.update_alerts(tenant.subject, action, filter=AlertFilter(search="shop"))

    await asyncio.gather(
        raise_more(connection, b"1"), raise_more(second, b"2"), triage(AlertAction.READ), triage(AlertAction.UNREAD)
    )
    await assert_counted(connection, tenant)
