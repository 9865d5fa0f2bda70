"""Incidents in the notifications base: listed, counted and changed (rest-contract §3)."""

from datetime import date
from urllib.parse import urlencode

from breachlight.alerts.incidents import history, service, steps, triage
from breachlight.alerts.incidents.filters import IncidentOrder
from breachlight.alerts.incidents.models import IncidentResolution
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.rest.operations import Call
from breachlight.rest.schemas import incidents as schemas
from breachlight.rest.schemas.alerts import UNDO
from breachlight.rest.schemas.base import NoQuery


async def list_incidents(call: Call[None, schemas.IncidentListQuery]) -> schemas.IncidentList:
    """Return a page of the incidents that the query selects."""
    query = call.query
    page = await service.list_incidents(
        call.subject, query.filter(), IncidentOrder(query.ordering), query.page_size, query.after or None
    )
    following = None
    if page.has_more:
        given = call.request.query_params.multi_items()
        kept = [(name, value) for name, value in given if name != "after"]
        following = f"{call.request.url.path}?{urlencode([*kept, ('after', page.cursor)])}"
    return schemas.IncidentList(count=page.total, next=following, results=page.results)


async def count_incidents(call: Call[None, NoQuery]) -> schemas.IncidentCounts:
    """Return how many incidents each tab has."""
    return schemas.IncidentCounts.model_validate(await service.count_incidents(call.subject))


async def get_history(call: Call[None, schemas.IncidentName]) -> schemas.IncidentHistory:
    """Return what happened to an incident."""
    return schemas.IncidentHistory.model_validate(await history.get_history(call.subject, call.query.id))


async def get_playbook(call: Call[None, schemas.IncidentName]) -> schemas.Playbook:
    """Return the playbook of an incident."""
    return schemas.Playbook.model_validate(await steps.get_playbook(call.subject, call.query.id))


async def change_step(call: Call[schemas.StepChange, NoQuery]) -> schemas.Playbook:
    """Complete or reopen a step, and return the playbook."""
    body = call.body
    view = await steps.change_step(call.subject, body.incident, body.step, is_completed=body.action == schemas.COMPLETE)
    return schemas.Playbook.model_validate(await steps.get_playbook(call.subject, view.id))


async def update_incidents(call: Call[schemas.IncidentUpdate, NoQuery]) -> schemas.IncidentsUpdated:
    """Assign incidents, change their state, or undo such an operation."""
    body = call.body
    if body.action == UNDO:
        updated = await triage.undo_incident_operation(call.subject, body.operation)
    elif body.action == schemas.ASSIGN:
        updated = await triage.assign_incidents(call.subject, body.ids, body.assignee)
    else:
        change = IncidentChange(
            schemas.STATES[body.action],
            IncidentResolution(body.resolution) if body.resolution else None,
            date.fromisoformat(body.accepted_until) if body.accepted_until else None,
        )
        updated = await triage.set_incidents_state(call.subject, body.ids, change)
    return schemas.IncidentsUpdated(
        message=updated.message, updated=updated.updated, detections=updated.detections, operation=updated.operation_id
    )
