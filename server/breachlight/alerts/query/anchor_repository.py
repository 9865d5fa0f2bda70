"""Statements of anchored pages."""

import uuid
from datetime import datetime
from typing import Final

from breachlight.alerts.bookkeeping_repository import fetch_numbers
from breachlight.alerts.query.anchors import Past
from breachlight.alerts.query.where import Selection
from breachlight.database.session import Connection
from breachlight.kit.anchors import EXPIRED, refusal

MOST_CHANGES: Final = 100_000
"""Alerts that may have been raised or changed since an anchor."""

_RAISED: Final = f"SELECT id FROM alerts WHERE account_id = $1 AND sequence > $2 LIMIT {MOST_CHANGES + 1}"
_CHANGED: Final = f"""
SELECT DISTINCT ON (alert_id) alert_id, id FROM alert_versions WHERE account_id = $1 AND sequence > $2
ORDER BY alert_id, sequence LIMIT {MOST_CHANGES + 1}"""
_COLUMNS: Final = """p.id, p.account_id, p.datetime, p.domain_id, p.domain_name, p.email_account_id, p.leak_id, p.url, p.host,
    p.app, p.machine, p.password_type, p.usernames, p.username_key, p.password_index, v.is_read, v.is_closed, v.assignee_id, v.severity_score, v.first_seen, v.last_seen, v.sightings,
    p.incident_id"""


async def fetch_past(connection: Connection, account_id: uuid.UUID, number: int) -> Past:
    """Return what has changed since a number of the account; within a transaction that sees one state.

    Raises:
        ValidationError: the number is another database's, or what was then can't be reconstructed any more.
    """
    numbers = await fetch_numbers(connection, account_id)
    if number > numbers.last:
        raise refusal()
    if numbers.floor > number:
        raise refusal(EXPIRED)
    raised = {row["id"] for row in await connection.fetch(_RAISED, account_id, number)}
    versions = await connection.fetch(_CHANGED, account_id, number)
    if max(len(raised), len(versions)) > MOST_CHANGES:
        raise refusal(EXPIRED)
    changed = {row["alert_id"]: row["id"] for row in versions if row["alert_id"] not in raised}
    return Past(list(raised), list(changed), list(changed.values()))


def past_rows(versions: str) -> str:
    """Return in SQL alerts that have changed as they were, in the columns that selections and orders use."""
    return (
        f"(SELECT {_COLUMNS} FROM alert_versions AS v JOIN alerts AS p ON p.account_id = $1 AND p.id = v.alert_id"
        f" WHERE v.account_id = $1 AND v.id = ANY({versions}::bigint[]))"
    )


def is_present(absent: str) -> str:
    """Return the condition that an alert's present row says what it was."""
    return f"a.id NOT IN (SELECT unnest({absent}::uuid[]))"


async def count_past(connection: Connection, selection: Selection, past: Past, present: int | None, limit: int) -> int:
    """Return the number of alerts that met a selection's conditions at an anchor.

    ``present`` is the number that meet them now, if it is known; otherwise they are counted, up to one more than ``limit``.
    """
    counted = selection.copy()
    absent, versions = counted.place(past.absent), counted.place(past.versions)
    then = f"(SELECT count(*) FROM {past_rows(versions)} AS a WHERE {counted.where()})"
    if present is None:
        now = f"SELECT 1 FROM {counted.source} AS a WHERE {counted.where(is_present(absent))} LIMIT {limit + 1}"
        number = f"(SELECT count(*) FROM ({now}) AS found) + {then}"
    else:
        changed = counted.where(f"a.id = ANY({absent}::uuid[])")
        number = f"{present} - (SELECT count(*) FROM alerts AS a WHERE {changed}) + {then}"
    total: int = await connection.fetchval(f"SELECT {number}", *counted.arguments)
    return total


async def delete_versions(connection: Connection, before: datetime, limit: int) -> int:
    """Delete at most ``limit`` versions from before an instant, and return how many."""
    status = await connection.execute(
        f"""DELETE FROM alert_versions WHERE (account_id, id) IN (
            SELECT account_id, id FROM alert_versions WHERE changed_at < $1 LIMIT {limit})""",
        before,
    )
    return int(status.rpartition(" ")[2])
