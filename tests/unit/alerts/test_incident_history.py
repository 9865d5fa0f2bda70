"""The history of incidents: operations of members, and what changes an incident's state by itself."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, make_tenant
from recounting import incident_faults

from breachlight.alerts import service as alerts
from breachlight.alerts.incidents import jobs, service, triage
from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.history import get_history
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.models import AlertAction
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError
from breachlight.leaks.administration.merging_repository import move_everything

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
RESET = IncidentChange(IncidentState.CLOSED, IncidentResolution.PASSWORD_RESET)


async def only(tenant: Tenant) -> Any:
    [view] = (await service.list_incidents(tenant.subject, IncidentFilter())).results
    return view


async def told(tenant: Tenant, incident_id: str) -> list[tuple[Any, ...]]:
    history = await get_history(tenant.subject, incident_id)
    return [(event.kind, event.cause, event.by is not None) for event in history.events]


async def test_operations_are_in_the_history_and_can_be_undone_from_it(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(), tenant.portal())
    views = (await service.list_incidents(tenant.subject, IncidentFilter())).results
    ids = [view.id for view in views]
    await triage.assign_incidents(tenant.subject, ids[:1], str(tenant.user_id))
    await triage.set_incidents_state(tenant.subject, ids, RESET)
    closed, assigned = (await get_history(tenant.subject, ids[0])).events
    assert (closed.kind, closed.resolution, closed.incidents) == ("closed", "password_reset", 2)
    assert (assigned.kind, assigned.assignee, assigned.incidents) == ("assigned", assigned.by, 1)
    assert closed.by is not None
    await triage.undo_incident_operation(tenant.subject, closed.operation_id or "")
    undone, closed, _ = (await get_history(tenant.subject, ids[0])).events
    assert (undone.kind, undone.undone, undone.by, undone.incidents) == ("undone", "closed", closed.by, 2)
    assert closed.operation_id is None
    assert [event.kind for event in (await get_history(tenant.subject, ids[1])).events] == ["undone", "closed"]
    other = await make_tenant(connection, "rival.example")
    with pytest.raises(NotFoundError):
        await get_history(other.subject, ids[0])


async def test_the_history_says_what_changed_the_state_by_itself(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    [alert_id] = [row["id"] for row in await connection.fetch("SELECT id FROM alerts")]
    view = await only(tenant)
    done = await alerts.update_alerts(tenant.subject, AlertAction.CLOSE, ids=[str(alert_id)])
    await alerts.undo_operation(tenant.subject, done.operation_id)
    await triage.set_incidents_state(tenant.subject, [view.id], RESET)
    await raise_all(tenant.workforce(password="new"))
    await withdrawal.retract_alerts(
        connection, tenant.account_id, [row["id"] for row in await connection.fetch("SELECT id FROM alerts")]
    )
    assert await told(tenant, view.id) == [
        ("closed", "evidence", False),
        ("open", "detection", False),
        ("closed", None, True),
        ("open", "triage", False),
        ("closed", "triage", True),
    ]


async def run_reopenings(connection: asyncpg.Connection) -> int:
    await jobs.reopen_accepted()
    waiting = await connection.fetch(
        "DELETE FROM jobs.pgqueuer WHERE entrypoint = 'incidents.reopen' RETURNING payload"
    )
    for job in waiting:
        await jobs.reopen_detections(json.loads(job["payload"]))
        await jobs.reopen_detections(json.loads(job["payload"]))
    return len(waiting)


async def test_an_accepted_risk_reopens_once_on_its_date(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*[tenant.workforce(host=f"{number}.example") for number in range(3)])
    ids = [row["id"] for row in await connection.fetch("SELECT id FROM alerts ORDER BY host")]
    await alerts.update_alerts(tenant.subject, AlertAction.CLOSE, ids=[str(ids[0])])
    view = await only(tenant)
    until = clock.now().date() + timedelta(days=3)
    accepted = IncidentChange(IncidentState.CLOSED, IncidentResolution.ACCEPTED, until)
    await triage.set_incidents_state(tenant.subject, [view.id], accepted)
    await withdrawal.retract_alerts(connection, tenant.account_id, ids[2:])
    assert await run_reopenings(connection) == 0
    with clock.standing_at(clock.now() + timedelta(days=3)):
        assert [await run_reopenings(connection), await run_reopenings(connection)] == [1, 0]
    opened = await only(tenant)
    assert (opened.state, opened.open_detections, opened.resolution, opened.accepted_until) == ("open", 1, None, None)
    states = await connection.fetch("SELECT is_closed FROM alerts ORDER BY host")
    assert [row["is_closed"] for row in states] == [True, False, True]
    assert [event for event in await told(tenant, view.id) if event[1] == "expiry"] == [("open", "expiry", False)]
    assert await incident_faults(connection, tenant.account_id) == []


@pytest.mark.parametrize("has_kept", [False, True])
async def test_an_incident_follows_its_leak_into_another(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, *, has_kept: bool
) -> None:
    other = await make_leak(connection, "other")
    await raise_all(tenant.workforce(leak_id=other))
    old = await only(tenant)
    await triage.assign_incidents(tenant.subject, [old.id], str(tenant.user_id))
    waited = await triage.set_incidents_state(tenant.subject, [old.id], IncidentChange(IncidentState.WAITING))
    if has_kept:
        await raise_all(tenant.workforce(password="kept"))
        views = (await service.list_incidents(tenant.subject, IncidentFilter(state=IncidentState.OPEN))).results
        await triage.set_incidents_state(tenant.subject, [views[0].id], RESET)
    async with connection.transaction():
        await move_everything(connection, other, tenant.leak_id, {})
    view = await only(tenant)
    assert (view.state, view.assignee.id, view.resolution) == ("waiting", str(tenant.user_id), None)
    assert [event[0] for event in await told(tenant, view.id)][-2:] == ["waiting", "assigned"]
    undone = await triage.undo_incident_operation(tenant.subject, waited.operation_id)
    assert [incident.state for incident in undone.incidents] == ["open"]
    assert await incident_faults(connection, tenant.account_id) == []


async def test_a_closed_incident_stays_closed_in_the_leak_that_remains(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    other = await make_leak(connection, "other")
    await raise_all(tenant.workforce(leak_id=other))
    await triage.set_incidents_state(tenant.subject, [(await only(tenant)).id], RESET)
    async with connection.transaction():
        await move_everything(connection, other, tenant.leak_id, {})
    view = await only(tenant)
    assert (view.state, view.resolution) == ("closed", "password_reset")
