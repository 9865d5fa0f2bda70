"""Statements of playbooks: the evidence of incidents, and steps that are completed or reopened."""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from breachlight.alerts.incident_bookkeeping_repository import SITE, WORST_SEQUENCE, lowered
from breachlight.alerts.playbooks.checklists import PlaybookKind, Step
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection
from breachlight.kit import clock

LOOKED_AT: Final = 100
"""The newest detections whose evidence counts, besides the worst one: an incident may have millions."""
MOST_OF_LOGIN: Final = 1_000
"""Detections of a login that are compared for the same password."""

_EVIDENCE_COLUMNS: Final = """id, password_type, password_index, username_key, email_account_id, host, app,
    domain_name IS NOT NULL AS is_portal, severity_factors ? 'stealer_log' AS is_stealer,
    severity_factors ? 'stealer_log' AND machine ? 'cookies' AS has_cookies"""
# Limits keep PostgreSQL from comparing with all detections of the account at once.
_IS_REUSED: Final = f"""seen.password_type = 'plain' AND seen.username_key <> '' AND (
    SELECT 1 FROM (
        SELECT o.password_index, {SITE.format(alert="o")} AS site FROM alerts AS o
        WHERE o.account_id = $1 AND o.username_key = seen.username_key AND o.retracted_at IS NULL AND o.password_type = 'plain'
        LIMIT {MOST_OF_LOGIN}
    ) AS other WHERE other.password_index = seen.password_index AND other.site <> {SITE.format(alert="seen")} LIMIT 1
) IS NOT NULL"""
_EVIDENCE: Final = f"""
SELECT i.id, bool_or(has_cookies) AS stealer_with_cookies, i.kind = 'device' OR bool_or(is_stealer) AS stealer,
    bool_or(is_portal) AS own_portal, bool_or({_IS_REUSED}) AS reused_password,
    bool_or(NOT is_portal AND password_type = 'plain') AS readable_password,
    bool_or(NOT is_portal AND password_type NOT IN ('plain', 'none')) AS hash,
    bool_or(NOT is_portal AND password_type = 'none') AS address_only, bool_or(NOT e.is_live) AS inactive_account
FROM incidents AS i
CROSS JOIN LATERAL (
    (SELECT {_EVIDENCE_COLUMNS} FROM alerts AS a WHERE a.account_id = $1 AND a.incident_id = i.id
    ORDER BY a.datetime DESC, a.id DESC LIMIT {LOOKED_AT})
    UNION ALL
    SELECT {_EVIDENCE_COLUMNS} FROM alerts AS a WHERE a.account_id = $1 AND a.sequence = {WORST_SEQUENCE}
) AS seen
LEFT JOIN email_accounts AS e ON e.account_id = $1 AND e.id = seen.email_account_id
WHERE i.account_id = $1 AND i.id = ANY($2::uuid[]) AND i.detections > 0
GROUP BY i.account_id, i.id, i.kind
"""
_COMPLETED: Final = """SELECT incident_id, step, completed_by, completed_at FROM incident_steps
WHERE account_id = $1 AND incident_id = ANY($2::uuid[])"""


def _changing(change: str, by: int) -> str:
    """Return the statement of a step of an incident; ``change`` returns a row if the step wasn't in that state yet."""
    return f"""
WITH changed AS (
    {change} RETURNING step
), kept AS (
    INSERT INTO incident_step_changes (account_id, incident_id, step, is_completed, user_id, changed_at)
    SELECT $1, $2, step, {str(by > 0).lower()}, $4, $5 FROM changed
)
UPDATE incidents AS i SET completed_steps = completed_steps + {by},
    severity_score = {lowered("i.worst", f"i.completed_steps + {by}")}
FROM changed WHERE i.account_id = $1 AND i.id = $2 RETURNING i.id
"""


_COMPLETE: Final = _changing(
    """INSERT INTO incident_steps (account_id, incident_id, step, completed_by, completed_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (account_id, incident_id, step) DO NOTHING""",
    1,
)
_REOPEN: Final = _changing(
    "DELETE FROM incident_steps WHERE account_id = $1 AND incident_id = $2 AND step = $3",
    -1,
)


@dataclass(frozen=True, slots=True)
class Completion:
    """Who completed a step, and when."""

    user_id: uuid.UUID
    at: datetime


@dataclass(slots=True)
class Evidence:
    """What is known of an incident for its playbook."""

    kinds: set[PlaybookKind]
    completed: dict[Step, Completion] = field(default_factory=dict)


async def fetch_evidence(
    connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, Evidence]:
    """Return the evidence and the completed steps of an account's incidents; unknown ones are left out."""
    completed: dict[uuid.UUID, dict[Step, Completion]] = defaultdict(dict)
    for row in await connection.fetch(_COMPLETED, account_id, ids):
        completed[row["incident_id"]][Step(row["step"])] = Completion(row["completed_by"], row["completed_at"])
    return {
        row["id"]: Evidence(_kinds(row), completed[row["id"]])
        for row in await connection.fetch(_EVIDENCE, account_id, ids)
    }


def _kinds(row: Any) -> set[PlaybookKind]:
    return {kind for kind in PlaybookKind if row[kind]}


async def change_step(
    connection: Connection, subject: Subject, incident_id: uuid.UUID, step: Step, *, is_completed: bool
) -> bool:
    """Complete or reopen a step under the account's lock; False if it was in that state already."""
    statement = _COMPLETE if is_completed else _REOPEN
    changed = await connection.fetchval(
        statement, subject.account_id, incident_id, step.value, subject.user_id, clock.now()
    )
    return changed is not None
