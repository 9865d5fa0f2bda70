"""Bookkeeping of alerts, in SQL: sequence numbers, counters and former versions.

They are parts of the statements that raise or change alerts, so none of them can be forgotten by a trigger that a distributed
table does not have. Every such statement runs in a transaction that has locked the accounts concerned
(``auth.repository.lock_accounts``): numbers then follow the order of commits, and no two writers meet in the counters.
"""

import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.alerts import incident_bookkeeping_repository as incidents
from breachlight.alerts.models import IncidentCause
from breachlight.database.session import Connection

LARGEST_NUMBER: Final = 2**63 - 1

LAST: Final = "coalesce((SELECT last_number FROM alert_sequences WHERE account_id = $1), 0)"
"""In SQL: the last number of the account ``$1`` that the statement sees."""

_COUNTED: Final = "account_id, id, has_domain, domain_id, email_account_id, day, level"

SEVERITY_LEVEL: Final = "least({}.severity_score / 20, 4)::smallint"
"""In SQL: the number of the level of a row's severity, 0 for info to 4 for critical (``severity.level_of``)."""

ADDED: Final = f"""account_id, id, sequence, domain_name IS NOT NULL AS has_domain, domain_id, email_account_id,
    (datetime AT TIME ZONE 'UTC')::date AS day, {SEVERITY_LEVEL.format("alerts")} AS level, is_read, is_closed, last_seen,
    {incidents.ADDED}"""
"""Columns that a part ``added``, which inserts alerts, returns."""

FORMER: Final = """a.id, a.account_id, a.domain_id, a.email_account_id, a.is_read, a.is_closed, a.assignee_id, a.severity_score,
    a.first_seen, a.last_seen, a.sightings, a.incident_id"""
"""Columns that a part ``former`` selects of ``alerts AS a`` that are about to change.

Their new values belong in the same part: joining two parts compares each row with each, as their sizes are unknown.
"""

CHANGED: Final = f"""alerts.account_id, alerts.id, alerts.domain_name IS NOT NULL AS has_domain, alerts.domain_id,
    alerts.email_account_id, (alerts.datetime AT TIME ZONE 'UTC')::date AS day, {SEVERITY_LEVEL.format("alerts")} AS level,
    {SEVERITY_LEVEL.format("former")} AS former_level, alerts.is_read, alerts.is_closed, alerts.last_seen,
    former.domain_id AS former_domain_id, former.email_account_id AS former_email_account_id, former.is_read AS was_read,
    former.is_closed AS was_closed, former.assignee_id AS was_assigned_to, former.severity_score AS former_score,
    former.first_seen AS former_first_seen, former.last_seen AS former_last_seen, former.sightings AS former_sightings,
    (former.is_read, former.is_closed, former.assignee_id, former.severity_score, former.first_seen, former.last_seen,
        former.sightings) IS DISTINCT FROM
    (alerts.is_read, alerts.is_closed, alerts.assignee_id, alerts.severity_score, alerts.first_seen, alerts.last_seen,
        alerts.sightings) AS has_new_version,
    {incidents.CHANGED}"""
"""Columns that a part ``changes``, which updates alerts from ``former``, returns."""

# Rows are written in one order everywhere; the accounts' locks keep writers apart, too.
_COUNTERS: Final = """counted AS (
    INSERT INTO alert_counters AS kept (account_id, has_domain, is_read, is_closed, day, alerts)
    SELECT account_id, has_domain, is_read, is_closed, day, sum(step) FROM steps
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (account_id, has_domain, is_read, is_closed, day) DO UPDATE SET alerts = kept.alerts + excluded.alerts
), counted_by_domain AS (
    INSERT INTO domain_alert_counters AS kept (account_id, domain_id, day, is_read, alerts)
    SELECT account_id, domain_id, day, is_read, sum(step) FROM steps WHERE domain_id IS NOT NULL
    GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, domain_id, day, is_read) DO UPDATE SET alerts = kept.alerts + excluded.alerts
), counted_by_severity AS (
    INSERT INTO severity_alert_counters AS kept (account_id, day, level, is_closed, alerts)
    SELECT account_id, day, level, is_closed, sum(step) FROM steps
    GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, day, level, is_closed) DO UPDATE SET alerts = kept.alerts + excluded.alerts
)"""

_ADD_FLOW: Final = """INSERT INTO alert_flow_counters AS kept (account_id, day, level, has_domain, closed, reopened, open_change)
    SELECT account_id, day, level, has_domain, {sums} FROM {source} GROUP BY 1, 2, 3, 4 {having} ORDER BY 1, 2, 3, 4
    ON CONFLICT (account_id, day, level, has_domain) DO UPDATE SET closed = kept.closed + excluded.closed,
        reopened = kept.reopened + excluded.reopened, open_change = kept.open_change + excluded.open_change"""
_FLOW_RAISED: Final = _ADD_FLOW.format(
    sums="count(*) FILTER (WHERE is_closed), 0, count(*) FILTER (WHERE NOT is_closed)", source="added", having=""
)
# A further sighting changes neither, mostly. The time isn't immutable, so a part that only reads computes the day (decision 61).
_IS_MOVED: Final = "(is_closed, level) IS DISTINCT FROM (was_closed, former_level)"
_FLOW_CHANGED: Final = f"""flow AS (
    SELECT account_id, ({
    incidents.NOW
} AT TIME ZONE 'UTC')::date AS day, level, has_domain, (is_closed AND NOT was_closed)::int AS closed,
        (was_closed AND NOT is_closed)::int AS reopened, (NOT is_closed)::int AS opened
    FROM changes WHERE {_IS_MOVED}
    UNION ALL
    SELECT account_id, ({
    incidents.NOW
} AT TIME ZONE 'UTC')::date, former_level, has_domain, 0, 0, -(NOT was_closed)::int
    FROM changes WHERE {_IS_MOVED}
), counted_flow AS (
    {
    _ADD_FLOW.format(
        sums="sum(closed), sum(reopened), sum(opened)",
        source="flow",
        having="HAVING sum(closed) <> 0 OR sum(reopened) <> 0 OR sum(opened) <> 0",
    )
}
)"""

AFTER_RAISING: Final = f"""steps AS (
    SELECT {_COUNTED}, is_read, is_closed, last_seen, 1 AS step FROM added
), {_COUNTERS}, counted_flow AS (
    {_FLOW_RAISED}
), counted_by_person AS (
    UPDATE email_accounts AS kept SET open_detections = kept.open_detections + new.open,
        last_seen = greatest(kept.last_seen, new.last_seen)
    FROM (
        SELECT account_id, email_account_id, count(*) FILTER (WHERE NOT is_closed) AS open, max(last_seen) AS last_seen
        FROM added WHERE email_account_id IS NOT NULL GROUP BY 1, 2
    ) AS new
    WHERE kept.account_id = new.account_id AND kept.id = new.email_account_id
), numbered AS (
    INSERT INTO alert_sequences (account_id, last_number, has_severity_counters, has_flow_counters)
    SELECT account_id, max(sequence), true, true FROM added GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET last_number = greatest(alert_sequences.last_number, excluded.last_number)
), {incidents.AFTER_RAISING}"""
"""The parts of a statement after ``added``."""

# The newest alert of a person is looked for only if the one that was it is no longer.
_AFTER_CHANGING: Final = f"""steps AS (
    SELECT {_COUNTED}, is_read, is_closed, last_seen, 1 AS step FROM changes
    UNION ALL
    SELECT account_id, id, has_domain, former_domain_id, former_email_account_id, day, former_level, was_read, was_closed, former_last_seen, -1
    FROM changes
), {_COUNTERS}, {_FLOW_CHANGED}, moved AS (
    SELECT account_id, email_account_id, coalesce(sum(step) FILTER (WHERE NOT is_closed), 0) AS open,
        max(last_seen) FILTER (WHERE step > 0) AS gained, max(last_seen) FILTER (WHERE step < 0) AS lost
    FROM steps WHERE email_account_id IS NOT NULL GROUP BY 1, 2
), people AS (
    SELECT e.account_id, e.id, moved.open, CASE
            WHEN moved.lost IS NULL OR moved.gained >= moved.lost THEN greatest(e.last_seen, moved.gained)
            WHEN e.last_seen > moved.lost THEN e.last_seen
            ELSE greatest(moved.gained, (SELECT max(others.last_seen) FROM alerts AS others
                WHERE others.account_id = e.account_id AND others.email_account_id = e.id
                    AND others.id NOT IN (SELECT id FROM changes)))
        END AS last_seen
    FROM moved JOIN email_accounts AS e ON e.account_id = moved.account_id AND e.id = moved.email_account_id
    WHERE moved.open <> 0 OR moved.gained IS DISTINCT FROM moved.lost
), counted_by_person AS (
    UPDATE email_accounts AS kept SET open_detections = kept.open_detections + people.open, last_seen = people.last_seen
    FROM people WHERE kept.account_id = people.account_id AND kept.id = people.id
), numbered AS (
    INSERT INTO alert_sequences AS kept (account_id, last_number{{columns}})
    SELECT DISTINCT account_id, 1{{values}} FROM changes ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET last_number = kept.last_number + 1{{updates}}
    RETURNING account_id, last_number
), versions AS (
    INSERT INTO alert_versions (account_id, alert_id, sequence, changed_at, is_read, is_closed, assignee_id, severity_score,
        first_seen, last_seen, sightings)
    SELECT account_id, id, numbered.last_number, statement_timestamp(), was_read, was_closed, was_assigned_to, former_score,
        former_first_seen, former_last_seen, former_sightings
    FROM changes JOIN numbered USING (account_id) WHERE has_new_version
), """


def after_changing(
    *,
    operation: str | None = None,
    ends_anchors: bool = False,
    cause: IncidentCause | None = None,
    unchanged: str = incidents.UNCHANGED,
) -> str:
    """Return the parts of a statement after ``changes``; ``numbered`` has the number of the change of each account.

    With ``operation``, the SQL of its id or of null, the change is one that subscribers hear of. ``ends_anchors``: it changes
    what lists are filtered by and versions do not keep. ``cause`` is what the history of incidents says about it: by default,
    triage has an operation, a withdrawal of evidence has none, and what subscribers don't hear of is a sighting. ``unchanged``:
    as for incidents, for statements that may change any number of alerts at once.
    """
    if cause is None:
        causes = {None: IncidentCause.DETECTION, "NULL": IncidentCause.EVIDENCE}
        cause = causes.get(operation, IncidentCause.TRIAGE)
    columns, values, updates = [], [], []
    if operation is not None:
        columns += ["announced", "operation_id"]
        values += ["1", f"{operation}::uuid"]
        updates += [
            "announced = kept.last_number + 1",
            "operation_id = excluded.operation_id",
            """announced_before = CASE WHEN kept.operation_id IS NOT DISTINCT FROM excluded.operation_id
                THEN kept.announced_before ELSE kept.announced END""",
        ]
    if ends_anchors:
        columns.append("floor")
        values.append("1")
        updates.append("floor = kept.last_number + 1")
    parts = _AFTER_CHANGING.format(
        columns="".join(f", {each}" for each in columns),
        values="".join(f", {each}" for each in values),
        updates="".join(f", {each}" for each in updates),
    )
    return parts + incidents.after_changing(cause, operation or "NULL", unchanged)


# New alerts have no transaction; those from before sequence numbers are in the same order by both.
_TRANSLATE: Final = """
SELECT coalesce(
    (SELECT sequence - 1 FROM alerts WHERE account_id = $1 AND transaction_id IS NOT NULL AND (transaction_id, id) > ($2, $3)
        ORDER BY transaction_id, id LIMIT 1),
    (SELECT sequence FROM alerts WHERE account_id = $1 AND transaction_id IS NOT NULL
        ORDER BY transaction_id DESC, id DESC LIMIT 1),
    0) AS number
FROM alert_sequences WHERE account_id = $1 AND last_transaction_id >= $2
"""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of an account, see ``models.AlertSequence``."""

    last: int = 0
    announced: int = 0
    operation_id: uuid.UUID | None = None
    announced_before: int = 0
    floor: int = 0


async def fetch_numbers(connection: Connection, account_id: uuid.UUID) -> Numbers:
    """Return the numbers of an account."""
    row = await connection.fetchrow(
        "SELECT last_number, announced, operation_id, announced_before, floor FROM alert_sequences WHERE account_id = $1",
        account_id,
    )
    return Numbers(*row) if row else Numbers()


async def fetch_last(connection: Connection, account_id: uuid.UUID) -> int:
    """Return the last number of an account."""
    last: int = await connection.fetchval(f"SELECT {LAST}", account_id)
    return last


async def fetch_number_before(
    connection: Connection, account_id: uuid.UUID, transaction_id: int, alert_id: uuid.UUID
) -> int | None:
    """Return the number before the first alert that an older cursor may not have passed; None if no reader can have it."""
    number: int | None = await connection.fetchval(_TRANSLATE, account_id, transaction_id, alert_id)
    return number


async def end_anchors(connection: Connection, account_id: uuid.UUID) -> None:
    """Number a change that affects list filters but no alert; older anchors end."""
    await connection.execute(
        """INSERT INTO alert_sequences AS kept (account_id, last_number, floor) VALUES ($1, 1, 1)
        ON CONFLICT (account_id) DO UPDATE SET last_number = kept.last_number + 1, floor = kept.last_number + 1""",
        account_id,
    )
