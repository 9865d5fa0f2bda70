"""Playbooks of incidents in tests."""

import uuid
from typing import Any

from alert_factories import Tenant

from breachlight.alerts.incidents import service, steps
from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.steps import Playbook


async def playbook_of(tenant: Tenant, view: Any) -> Playbook:
    """Return the playbook of an incident."""
    incident_id = uuid.UUID(view.id)
    return (await steps.get_playbooks(tenant.subject, [incident_id]))[incident_id]


async def change_some_step(tenant: Tenant, incident: int, step: int, *, is_completed: bool) -> None:
    """Complete or reopen one of the steps of one of a tenant's incidents, if there is any."""
    views = (await service.list_incidents(tenant.subject, IncidentFilter())).results
    if views:
        view = views[incident % len(views)]
        ids = (await playbook_of(tenant, view)).ids
        await steps.change_step(tenant.subject, view.id, ids[step % len(ids)], is_completed=is_completed)
