"""Statements of operations on incidents."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.repository import READER_IS_TYPED
from breachlight.alerts.incidents.where import IncidentSelection
from breachlight.alerts.query.where import Selection
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection

_ENDED_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class IncidentChange:
    """What an operation changes: the state, or the assignee if there is none."""

    state: IncidentState | None = None
    resolution: IncidentResolution | None = None
    accepted_until: date | None = None
    assignee_id: uuid.UUID | None = None


async def fetch_states(
    connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, IncidentState]:
    """Return the states of those incidents that are the account's."""
    rows = await connection.fetch(
        "SELECT id, state FROM incidents WHERE account_id = $1 AND id = ANY($2::uuid[]) AND detections > 0",
        account_id,
        ids,
    )
    return {row["id"]: IncidentState(row["state"]) for row in rows}


async def select_states(
    connection: Connection, selection: IncidentSelection, most: int
) -> dict[uuid.UUID, IncidentState]:
    """Return the states of the incidents of a selection, at most ``most``."""
    rows = await connection.fetch(
        f"SELECT i.id, i.state FROM incidents AS i WHERE {selection.where(READER_IS_TYPED)} LIMIT {most}",
        *selection.arguments,
    )
    return {row["id"]: IncidentState(row["state"]) for row in rows}


async def add_operation(  # noqa: PLR0917 -- an operation
    connection: Connection,
    subject: Subject,
    operation_id: uuid.UUID,
    change: IncidentChange,
    ids: Sequence[uuid.UUID],
    at: datetime,
) -> None:
    """Store an operation and what its incidents are before it."""
    await connection.execute(
        """WITH former AS (
            INSERT INTO incident_changes (account_id, incident_id, operation_id, changed_at, state, was_state, was_resolution,
                was_accepted_until, was_assigned_to)
            SELECT account_id, id, $2, $9, coalesce($4, state), state, resolution, accepted_until, assignee_id
            FROM incidents WHERE account_id = $1 AND id = ANY($8::uuid[]) RETURNING 1
        )
        INSERT INTO incident_operations (id, account_id, user_id, state, resolution, accepted_until, assignee_id, updated, created_at)
        SELECT $2, $1, $3, $4, $5, $6, $7, (SELECT count(*) FROM former), $9""",
        subject.account_id,
        operation_id,
        subject.user_id,
        change.state,
        change.resolution,
        change.accepted_until,
        change.assignee_id,
        ids,
        at,
    )


async def assign(
    connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID], assignee_id: uuid.UUID | None
) -> None:
    """Assign incidents to a member or to nobody."""
    await connection.execute(
        "UPDATE incidents SET assignee_id = $3 WHERE account_id = $1 AND id = ANY($2::uuid[])",
        account_id,
        ids,
        assignee_id,
    )


async def set_state(
    connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID], change: IncidentChange
) -> None:
    """Set resolution and waiting state of incidents; their detections decide whether they are closed."""
    await connection.execute(
        """UPDATE incidents SET resolution = $4, accepted_until = $5,
            state = CASE WHEN open_detections = 0 THEN 'closed' WHEN $3 = 'waiting' THEN 'waiting' ELSE 'open' END
        WHERE account_id = $1 AND id = ANY($2::uuid[])""",
        account_id,
        ids,
        change.state,
        change.resolution,
        change.accepted_until,
    )


def detections_of(account_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> Selection:
    """Return the selection of the detections of incidents that a leak still confirms."""
    selection = Selection(account_id, arguments=[account_id])
    selection.add("a.incident_id = ANY({}::uuid[])", ids)
    selection.conditions.append("a.retracted_at IS NULL")
    return selection


async def begin_undo(
    connection: Connection, subject: Subject, operation_id: uuid.UUID | None, at: datetime
) -> bool | None:
    """Mark an operation as undone by a member; return whether it was an assignment, None if there is none to undo."""
    is_assignment: bool | None = await connection.fetchval(
        """UPDATE incident_operations SET undone_at = $3, undone_by = $4
        WHERE account_id = $1 AND id = $2 AND undone_at IS NULL RETURNING state IS NULL""",
        subject.account_id,
        operation_id,
        at,
        subject.user_id,
    )
    return is_assignment


async def exists(connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID | None) -> bool:
    """Return whether there is such an operation, undone or not."""
    found = await connection.fetchval(
        "SELECT 1 FROM incident_operations WHERE account_id = $1 AND id = $2", account_id, operation_id
    )
    return found is not None


async def restore(
    connection: Connection, account_id: uuid.UUID, operation_id: uuid.UUID, *, is_assignment: bool
) -> list[uuid.UUID]:
    """Restore what the incidents of an operation were, once their detections are; return their ids."""
    restored = (
        "assignee_id = c.was_assigned_to"
        if is_assignment
        else """resolution = c.was_resolution, accepted_until = c.was_accepted_until, state = CASE
            WHEN i.open_detections = 0 THEN 'closed' WHEN c.was_state = 'waiting' THEN 'waiting' ELSE 'open' END"""
    )
    # Incidents that have become one since have a change each.
    rows = await connection.fetch(
        f"""UPDATE incidents AS i SET {restored} FROM (
            SELECT DISTINCT ON (incident_id) * FROM incident_changes
            WHERE account_id = $1 AND operation_id = $2 AND cause IS NULL ORDER BY incident_id, id
        ) AS c
        WHERE i.account_id = $1 AND i.id = c.incident_id RETURNING i.id""",
        account_id,
        operation_id,
    )
    return [row["id"] for row in rows]


async def end_acceptances(
    connection: Connection, account_id: uuid.UUID, today: date
) -> list[tuple[uuid.UUID, uuid.UUID]]:
    """End the accepted risks of some incidents whose date has come; return these with the operations that closed them."""
    rows = await connection.fetch(
        f"""WITH ended AS (
            UPDATE incidents SET accepted_until = NULL WHERE account_id = $1 AND id IN (
                SELECT id FROM incidents WHERE account_id = $1 AND accepted_until <= $2 ORDER BY id LIMIT {_ENDED_AT_ONCE}
            ) RETURNING id, state
        )
        SELECT DISTINCT ON (ended.id) ended.id, o.id AS operation_id FROM ended
        JOIN incident_changes AS c ON c.account_id = $1 AND c.incident_id = ended.id AND c.cause IS NULL
        JOIN incident_operations AS o ON o.account_id = $1 AND o.id = c.operation_id AND o.state = 'closed' AND o.undone_at IS NULL
        WHERE ended.state = 'closed' ORDER BY ended.id, c.id DESC""",
        account_id,
        today,
    )
    return [(row["id"], row["operation_id"]) for row in rows]


async def find_account_with_ended_acceptance(connection: Connection, today: date) -> uuid.UUID | None:
    """Return an account with an accepted risk whose date has come, None if there is none."""
    found: uuid.UUID | None = await connection.fetchval(
        "SELECT account_id FROM incidents WHERE accepted_until <= $1 LIMIT 1", today
    )
    return found


async def unassign_member(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Assign the incidents of a member to nobody."""
    await connection.execute(
        "UPDATE incidents SET assignee_id = NULL WHERE account_id = $1 AND assignee_id = $2", account_id, user_id
    )
