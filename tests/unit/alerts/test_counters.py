"""Counters and incidents of alerts, compared with a recount."""

import asyncio
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak
from hypothesis import HealthCheck, example, given
from hypothesis import settings as rules
from hypothesis import strategies as st
from playbooks import change_some_step
from recounting import incident_faults

from breachlight.alerts import service
from breachlight.alerts.incidents import service as incidents
from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.models import IncidentState
from breachlight.alerts.incidents.triage import set_incidents_state
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.alerts.repository import untie_domain
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.alerts.withdrawal.repository import KeptAlert
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.administration.merging_repository import move_everything

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]

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


async def names_of(connection: asyncpg.Connection, tenant: Tenant) -> list[str]:
    rows = await connection.fetch("SELECT id FROM alerts WHERE account_id = $1", tenant.account_id)
    return sorted(str(row["id"]) for row in rows)


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
        st.tuples(st.just("incident"), st.sampled_from(IncidentState), st.integers(0, 9), st.none()),
    ),
    min_size=1,
    max_size=12,
)


@rules(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=steps)
# An incident that lost its detections begins again, with older ones.
@example(history=[("infect", 2, 1, 2), ("erase", 0, None, None), ("infect", 2, 1, 16)])
async def test_counters_equal_a_recount_after_any_history(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, history: list[tuple[Any, ...]]
) -> None:
    operations_done: list[str] = []
    for kind, one, two, three in history:
        names = await names_of(connection, tenant)
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
        elif kind == "incident" and names:
            views = (await incidents.list_incidents(tenant.subject, IncidentFilter())).results
            await set_incidents_state(tenant.subject, [views[two % len(views)].id], IncidentChange(one))
        await assert_counted(connection, tenant)
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()))
    assert page.total == len(await names_of(connection, tenant))


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
