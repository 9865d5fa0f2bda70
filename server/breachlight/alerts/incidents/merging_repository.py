"""Statements that let incidents follow a leak that is merged into another."""

import uuid
from typing import Final

import asyncpg

from breachlight.alerts.incident_bookkeeping_repository import leak_incident, lowered
from breachlight.database.session import Connection

_FETCH: Final = f"""
SELECT i.account_id, i.id, i.kept_id, i.state, i.resolution, i.accepted_until, i.assignee_id, i.closed_at, k.state AS kept_state
FROM (
    SELECT account_id, id, {leak_incident("account_id", "$2::uuid", "nullif(has_domain, false)")} AS kept_id,
        state, resolution, accepted_until, assignee_id, closed_at
    FROM incidents WHERE account_id = ANY($3::uuid[]) AND leak_id = $1 AND detections > 0
) AS i
LEFT JOIN incidents AS k ON k.account_id = i.account_id AND k.id = i.kept_id AND k.detections > 0
"""
# The remaining incident keeps what it is, unless there was none, or none that was open.
_FOLLOW: Final = """
UPDATE incidents AS kept SET assignee_id = coalesce(kept.assignee_id, old.assignee_id),
    state = CASE WHEN kept.state = 'open' AND old.is_decisive AND old.state = 'waiting' THEN old.state ELSE kept.state END,
    resolution = CASE WHEN kept.state = 'closed' THEN coalesce(kept.resolution, old.resolution) END,
    accepted_until = CASE WHEN kept.state = 'closed' THEN coalesce(kept.accepted_until, old.accepted_until) END,
    closed_at = CASE WHEN kept.state = 'closed' THEN coalesce(old.closed_at, kept.closed_at) END
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::date[], $6::uuid[], $7::timestamptz[], $8::bool[])
    AS old (account_id, kept_id, state, resolution, accepted_until, assignee_id, closed_at, is_decisive)
WHERE kept.account_id = old.account_id AND kept.id = old.kept_id
"""
_MOVE_HISTORY: Final = """
UPDATE incident_changes AS c SET incident_id = old.kept_id
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS old (account_id, id, kept_id)
WHERE c.account_id = old.account_id AND c.incident_id = old.id
"""
_MOVE_STEPS: Final = """
WITH moved AS (
    DELETE FROM incident_steps AS s USING unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS old (account_id, id, kept_id)
    WHERE s.account_id = old.account_id AND s.incident_id = old.id
    RETURNING s.account_id, old.kept_id, s.step, s.completed_by, s.completed_at
)
INSERT INTO incident_steps (account_id, incident_id, step, completed_by, completed_at)
SELECT account_id, kept_id, step, completed_by, completed_at FROM moved ON CONFLICT (account_id, incident_id, step) DO NOTHING
"""
_MOVE_STEP_CHANGES: Final = _MOVE_HISTORY.replace("incident_changes", "incident_step_changes")
_COUNT_STEPS: Final = f"""
UPDATE incidents AS i SET completed_steps = done.count, severity_score = {lowered("i.worst", "done.count")}
FROM (
    SELECT account_id, incident_id, count(*) FROM incident_steps WHERE account_id = ANY($1::uuid[]) AND incident_id = ANY($2::uuid[]) GROUP BY 1, 2
) AS done
WHERE i.account_id = done.account_id AND i.id = done.incident_id
"""


async def fetch_incidents_of_leak(
    connection: Connection, old: uuid.UUID, kept: uuid.UUID, account_ids: list[uuid.UUID]
) -> list[asyncpg.Record]:
    """Return what the incidents of a leak are before its detections move to another leak; the caller has locked the accounts."""
    return await connection.fetch(_FETCH, old, kept, account_ids)


async def follow_merge(connection: Connection, incidents: list[asyncpg.Record]) -> None:
    """Give what members did with the incidents of a merged leak to those that have their detections now."""
    columns = {name: [row[name] for row in incidents] for name in (incidents[0].keys() if incidents else ())}
    if not columns:
        return
    await connection.execute(
        _FOLLOW,
        *(
            columns[name]
            for name in ("account_id", "kept_id", "state", "resolution", "accepted_until", "assignee_id", "closed_at")
        ),
        [state in {None, "closed"} for state in columns["kept_state"]],
    )
    for moving in (_MOVE_HISTORY, _MOVE_STEPS, _MOVE_STEP_CHANGES):
        await connection.execute(moving, columns["account_id"], columns["id"], columns["kept_id"])
    await connection.execute(_COUNT_STEPS, columns["account_id"], columns["kept_id"])
