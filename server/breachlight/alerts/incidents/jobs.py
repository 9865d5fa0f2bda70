"""Jobs of incidents: alerts from before incidents get theirs, incidents without alerts are deleted, accepted risks end."""

import uuid
from functools import partial

from breachlight.alerts.account_rounds import work_through
from breachlight.alerts.incidents import grouping_repository as repository
from breachlight.alerts.incidents import triage_repository as triage
from breachlight.alerts.triage.repository import restore_alerts
from breachlight.alerts.triage.service import CHUNK
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, enqueue, job, scheduled
from breachlight.kit import clock


@scheduled("incidents.group", "* * * * *")
async def group_alerts() -> None:
    """Group alerts without an incident, and list people and sites of incidents that have no such lists.

    As much time passes between chunks as they take; another run continues where one stops.

    After an upgrade these are all alerts, and until it is complete those that processes of the version before raise.
    """
    for find, work in (
        (repository.find_account_without_incidents, repository.group_some),
        (repository.find_account_with_unlisted, repository.list_some),
        (repository.find_account_with_empty, repository.delete_empty),
    ):
        await work_through(find, work, rests=True)


@scheduled("incidents.expire", "*/5 * * * *")
async def reopen_accepted() -> None:
    """Reopen incidents on the date until which their risk was accepted: the detections that were closed for it, and once."""
    today = clock.now().date()

    async def reopen(connection: Connection, account_id: uuid.UUID) -> None:
        for incident_id, operation_id in await triage.end_acceptances(connection, account_id, today):
            names = {"account_id": account_id, "incident_id": incident_id, "operation_id": operation_id}
            await enqueue(connection, "incidents.reopen", {name: str(value) for name, value in names.items()})

    await work_through(partial(triage.find_account_with_ended_acceptance, today=today), reopen)


@job("incidents.reopen")
async def reopen_detections(payload: Payload) -> None:
    """Reopen the detections of an incident that an operation closed, in chunks; running it again has the same result."""
    account_id, incident_id, operation_id = (
        uuid.UUID(payload[name]) for name in ("account_id", "incident_id", "operation_id")
    )
    last, count = 0, CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            await lock_accounts(connection, [account_id])
            count, last = await restore_alerts(connection, account_id, operation_id, last, CHUNK, incident_id)
