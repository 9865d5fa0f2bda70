"""Statements that divide a list of incidents into groups: by device, leak or person.

Each incident is in one group. Only the first incidents of a list are grouped, so a page costs the same however many there are.
"""

from collections.abc import Sequence
from typing import Any, Final

from breachlight.alerts.incidents.filters import IncidentGrouping
from breachlight.alerts.incidents.group_names import NONE, group_name
from breachlight.alerts.incidents.repository import ORDERS, READER_IS_TYPED
from breachlight.alerts.incidents.where import IncidentSelection
from breachlight.database.session import Connection

MOST_GROUPED: Final = 10_000
"""Incidents of a list that are divided into groups, in its order."""


async def fetch_groups(  # noqa: PLR0917 -- a list
    connection: Connection,
    selection: IncidentSelection,
    grouping: IncidentGrouping,
    order: str,
    limit: int,
    offset: int,
) -> list[dict[str, Any]]:
    """Return some groups, those of the first incidents first, each with its first ten incidents and all groups' number."""
    statement = f"""
        SELECT name, count(*) AS incidents, sum(detections) AS detections, sum(open_detections) AS open_detections,
            max(severity_score) AS score, max(last_detected_at) AS last_detected_at,
            (array_agg(id::text ORDER BY place))[1:10] AS ids, count(*) OVER () AS total
        FROM (
            SELECT i.*, {group_name(grouping)} AS name FROM (
                SELECT i.*, row_number() OVER (ORDER BY {ORDERS[order]}) AS place FROM incidents AS i
                WHERE {selection.where(READER_IS_TYPED)} ORDER BY {ORDERS[order]} LIMIT {MOST_GROUPED}
            ) AS i
        ) AS each GROUP BY name ORDER BY name = '{NONE}', min(place) LIMIT {limit} OFFSET {offset}"""
    return [dict(row) for row in await connection.fetch(statement, *selection.arguments)]


async def fetch_leaks(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return leaks that aren't sensitive, by id."""
    rows = await connection.fetch(
        "SELECT id::text, name, title FROM leaks WHERE id = ANY($1::uuid[]) AND NOT is_sensitive", list(ids)
    )
    return {row["id"]: dict(row) for row in rows}


async def fetch_emails(connection: Connection, account_id: object, ids: Sequence[str]) -> dict[str, str]:
    """Return email accounts' addresses by id."""
    rows = await connection.fetch(
        "SELECT id::text, email FROM email_accounts WHERE account_id = $1 AND id = ANY($2::uuid[])",
        account_id,
        list(ids),
    )
    return {row["id"]: row["email"] for row in rows}
