"""Counts of an account's alerts by leak, read from one index and bounded whatever the number of alerts."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

import asyncpg

from breachlight.alerts.directory_repository import fetch_verified
from breachlight.alerts.leak_audience import LeakReader, is_seen_by
from breachlight.alerts.mailboxes import mailbox
from breachlight.database.session import Connection

MOST_COUNTED: Final = 100_000
"""Alerts of a leak that are counted."""

# Only what the index of the alerts of a leak contains, unless the leak is sensitive.
_NEWEST: Final = f"""SELECT a.datetime, a.is_closed, a.email_account_id FROM alerts AS a
    WHERE a.account_id = $1 AND a.leak_id = wanted.id AND (NOT wanted.is_sensitive OR {is_seen_by("$1", "$3", "$4", "$5")})
    ORDER BY a.datetime DESC LIMIT {MOST_COUNTED + 1}"""
_NEWEST_COUNTED: Final = f"""
SELECT wanted.id, counted.* FROM leaks AS wanted CROSS JOIN LATERAL (
    WITH newest AS MATERIALIZED ({_NEWEST}), days AS (
        SELECT (datetime AT TIME ZONE 'UTC')::date AS day, count(*) AS alerts, count(*) FILTER (WHERE NOT is_closed) AS open,
            min(datetime) AS first, max(datetime) AS last
        FROM newest GROUP BY 1
    )
    SELECT grouped.*, (
        SELECT count(DISTINCT {mailbox("e.email")}) FROM (SELECT DISTINCT email_account_id FROM newest) AS one
        JOIN email_accounts AS e ON e.account_id = $1 AND e.id = one.email_account_id
    ) AS people
    FROM (
        SELECT array_agg(day) AS day, array_agg(alerts) AS alerts, array_agg(open) AS open, array_agg(first) AS first, array_agg(last) AS last
        FROM days
    ) AS grouped
) AS counted WHERE wanted.id = ANY($2::uuid[])
"""
_CONTAINED: Final = f"""
SELECT wanted.id, counted.alerts FROM leaks AS wanted CROSS JOIN LATERAL (
    SELECT count(*) AS alerts FROM (
        SELECT DISTINCT alert_id FROM sightings AS s WHERE s.leak_id = wanted.id AND s.account_id = $1 LIMIT {MOST_COUNTED}
    ) AS seen
) AS counted WHERE wanted.id = ANY($2::uuid[]) AND NOT wanted.is_sensitive
"""


class Day(NamedTuple):
    """The alerts of a leak that were raised on a day, in UTC."""

    day: date
    alerts: int
    open: int
    first: datetime
    last: datetime


class Newest(NamedTuple):
    """The newest alerts of a leak, one more than ``MOST_COUNTED`` at most: by day, and of how many mailboxes they are."""

    days: list[Day]
    people: int


async def count_newest(
    connection: Connection, account_id: uuid.UUID, reader: LeakReader, leak_ids: Sequence[uuid.UUID]
) -> Mapping[uuid.UUID, Newest]:
    """Count the newest alerts of leaks."""
    verified = await fetch_verified(connection, account_id, reader)
    rows = await connection.fetch(_NEWEST_COUNTED, account_id, leak_ids, *verified)
    return {row["id"]: Newest(_days(row), row["people"]) for row in rows}


async def count_contained(
    connection: Connection, account_id: uuid.UUID, leak_ids: Sequence[uuid.UUID]
) -> Mapping[uuid.UUID, int]:
    """Return how many alerts leaks contain, whichever leak raised them; sensitive leaks are left out."""
    rows = await connection.fetch(_CONTAINED, account_id, leak_ids)
    return {row["id"]: row["alerts"] for row in rows}


def _days(row: asyncpg.Record) -> list[Day]:
    # Citus returns no arrays of rows.
    columns = [row[name] or [] for name in Day._fields]
    return [Day(*values) for values in zip(*columns, strict=True)]
