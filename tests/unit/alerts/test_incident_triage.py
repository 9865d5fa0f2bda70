"""Triage of incidents and its undo."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_tenant
from recounting import incident_faults

from breachlight.alerts import service as alerts
from breachlight.alerts.incidents import operations, service, triage
from breachlight.alerts.incidents.filters import IncidentFilter, IncidentTab
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.models import AlertAction, IncidentKind
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
RESET = IncidentChange(IncidentState.CLOSED, IncidentResolution.PASSWORD_RESET)


async def raise_incident(tenant: Tenant, raise_all: Raise) -> Any:
    await raise_all(*[tenant.workforce(host=f"{number}.example") for number in range(3)])
    [view] = (await service.list_incidents(tenant.subject, IncidentFilter())).results
    return view


async def test_closing_closes_open_detections_and_undo_restores_exactly_them(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    view = await raise_incident(tenant, raise_all)
    ids = [str(row["id"]) for row in await connection.fetch("SELECT id FROM alerts ORDER BY id")]
    await alerts.update_alerts(tenant.subject, AlertAction.CLOSE, ids=ids[:1])
    await triage.set_incidents_state(tenant.subject, [view.id], IncidentChange(IncidentState.WAITING))
    done = await triage.set_incidents_state(tenant.subject, [view.id], RESET)
    [closed] = done.incidents
    assert (done.message, done.detections) == ("1 incident updated.", 2)
    assert (closed.state, closed.resolution, closed.open_detections) == ("closed", "password_reset", 0)
    undone = await triage.undo_incident_operation(tenant.subject, done.operation_id)
    [restored] = undone.incidents
    assert (restored.state, restored.resolution, restored.open_detections) == ("waiting", None, 2)
    assert [row["is_closed"] for row in await connection.fetch("SELECT is_closed FROM alerts ORDER BY id")] == [
        True,
        False,
        False,
    ]
    assert await incident_faults(connection, tenant.account_id) == []
    with pytest.raises(ProblemError, match="Already undone"):
        await triage.undo_incident_operation(tenant.subject, done.operation_id)


async def test_a_new_detection_clears_the_resolution(tenant: Tenant, raise_all: Raise) -> None:
    view = await raise_incident(tenant, raise_all)
    await triage.set_incidents_state(tenant.subject, [view.id], RESET)
    await raise_all(tenant.workforce(password="new"))
    again = await service.get_incident(tenant.subject, view.id)
    assert (again.state, again.resolution, again.open_detections) == ("open", None, 1)


async def test_a_closed_incident_reopens_with_its_detections(tenant: Tenant, raise_all: Raise) -> None:
    view = await raise_incident(tenant, raise_all)
    await triage.set_incidents_state(tenant.subject, [view.id], RESET)
    done = await triage.set_incidents_state(tenant.subject, [view.id], IncidentChange(IncidentState.OPEN))
    [opened] = done.incidents
    assert (done.detections, opened.state, opened.resolution, opened.closed_at) == (3, "open", None, None)


async def test_assignments_are_announced_and_undone(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    view = await raise_incident(tenant, raise_all)
    heard = asyncio.Event()
    await connection.add_listener("alerts_changed", lambda *_: heard.set())
    done = await triage.assign_incidents(tenant.subject, [view.id], str(tenant.user_id))
    assert done.incidents[0].assignee.id == str(tenant.user_id)
    await asyncio.wait_for(heard.wait(), 10)
    undone = await triage.undo_incident_operation(tenant.subject, done.operation_id)
    assert undone.incidents[0].assignee is None
    with pytest.raises(ValidationError):
        await triage.assign_incidents(tenant.subject, [view.id], str(new_id()))


async def test_what_is_asked_must_fit(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    view = await raise_incident(tenant, raise_all)
    today, accepted = clock.now().date(), IncidentResolution.ACCEPTED
    for change in (
        IncidentChange(IncidentState.OPEN, IncidentResolution.FALSE_POSITIVE),
        IncidentChange(IncidentState.CLOSED, accepted),
        IncidentChange(IncidentState.CLOSED, accepted, today),
        IncidentChange(IncidentState.CLOSED, None, today + timedelta(days=1)),
    ):
        with pytest.raises(ValidationError):
            await triage.set_incidents_state(tenant.subject, [view.id], change)
    other = await make_tenant(connection, "rival.example")
    with pytest.raises(NotFoundError):
        await triage.set_incidents_state(other.subject, [view.id], RESET)
    until = IncidentChange(IncidentState.CLOSED, accepted, today + timedelta(days=30))
    done = await triage.set_incidents_state(tenant.subject, [view.id], until)
    assert done.incidents[0].accepted_until == today + timedelta(days=30)


async def test_all_incidents_that_a_filter_selects_change_in_one_operation(tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(*[tenant.workforce(machine={"key": str(number)}, host=f"{number}.example") for number in range(3)])
    await raise_all(tenant.workforce())
    devices = IncidentFilter(kind=IncidentKind.DEVICE)
    totals = await service.sum_up(tenant.subject, devices)
    assert (totals.incidents, totals.detections, totals.open_detections) == (3, 3, 3)
    done = await triage.set_incidents_state(tenant.subject, devices, RESET)
    assert (done.updated, done.detections, len(done.incidents)) == (3, 3, 3)
    assert (await service.count_incidents(tenant.subject)).closed == 3
    assert (await service.sum_up(tenant.subject, devices)).open_detections == 0
    await triage.undo_incident_operation(tenant.subject, done.operation_id)
    assigned = await triage.assign_incidents(tenant.subject, IncidentFilter(tab=IncidentTab.NEW), None)
    assert assigned.updated == 4
    nothing = await triage.set_incidents_state(tenant.subject, IncidentFilter(id="unknown"), RESET)
    assert (nothing.updated, nothing.incidents) == (0, [])


async def test_operations_are_listed_newest_first_and_can_be_undone(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(), tenant.workforce(machine={"key": "1"}, host="b.example"))
    views = (await service.list_incidents(tenant.subject, IncidentFilter())).results
    await triage.assign_incidents(tenant.subject, [views[0].id], str(tenant.user_id))
    closed = await triage.set_incidents_state(tenant.subject, [view.id for view in views], RESET)
    page = await operations.list_operations(tenant.subject)
    [latest, first] = page.results
    assert (latest.kind, latest.incidents, latest.detections, latest.incident) == ("closed", 2, 2, None)
    assert (latest.resolution, latest.is_own, latest.undone_at) == ("password_reset", True, None)
    assert (first.kind, first.incidents, first.detections) == ("assigned", 1, 0)
    assert first.incident is not None
    assert first.incident.id == views[0].id
    await triage.undo_incident_operation(tenant.subject, latest.id)
    [undone, _] = (await operations.list_operations(tenant.subject)).results
    assert (undone.id, undone.undone_at is not None) == (closed.operation_id, True)
    behind = await operations.list_operations(tenant.subject, 1)
    assert (len(behind.results), behind.has_more) == (1, True)
    rest = await operations.list_operations(tenant.subject, 1, behind.cursor)
    assert [each.id for each in rest.results] == [first.id]
    other = await make_tenant(connection, "rival.example")
    assert (await operations.list_operations(other.subject)).results == []
    with pytest.raises(ValidationError):
        await operations.list_operations(tenant.subject, after="yesterday")
