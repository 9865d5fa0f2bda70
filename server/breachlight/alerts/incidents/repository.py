"""Reads of incidents."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.alerts.incident_bookkeeping_repository import WORST_SEQUENCE
from breachlight.alerts.incidents.views import FIRST, IncidentView, columns
from breachlight.alerts.incidents.where import IncidentSelection
from breachlight.alerts.leak_audience import LeakReader, concerns_domain, is_seen_by, of_leak
from breachlight.alerts.repository import LARGEST_COUNT
from breachlight.database.session import Connection

MOST_JUDGED: Final = 10_000
"""Detections that are judged one by one whether they concern a reader; a sensitive leak with more is its own domain's."""

# All of an incident's detections must concern its reader: the leak's name would say where the others' logins leaked.
_IS_SEEN: Final = f"""l.is_sensitive IS NOT TRUE OR CASE WHEN i.detections <= {MOST_JUDGED} THEN NOT EXISTS (
        SELECT FROM alerts AS a WHERE a.account_id = i.account_id AND a.incident_id = i.id AND NOT ({is_seen_by("$2", "$3")}))
    ELSE $3::bool AND {concerns_domain("i.account_id", of_leak("l"))} END"""
_COLUMNS: Final = columns(_IS_SEEN)
_JOINS: Final = f"""LEFT JOIN alerts AS a ON a.account_id = i.account_id AND a.sequence = {WORST_SEQUENCE}
LEFT JOIN leaks AS l ON l.id = i.leak_id
LEFT JOIN memberships AS m ON m.account_id = i.account_id AND m.user_id = i.assignee_id
LEFT JOIN users AS u ON u.id = m.user_id
{FIRST}"""
_ORDERS: Final = {
    "severity": "i.severity_score DESC, i.last_detected_at DESC, i.id DESC",
    "recent": "i.last_detected_at DESC, i.id DESC",
}
_BEHIND: Final = {
    "severity": "(i.severity_score, i.last_detected_at, i.id) < ({}::smallint, {}::timestamptz, {}::uuid)",
    "recent": "(i.last_detected_at, i.id) < ({1}::timestamptz, {2}::uuid)",
}


@dataclass(frozen=True, slots=True)
class Position:
    """The last incident of the page before."""

    score: int
    at: datetime
    id: uuid.UUID


async def fetch_page(
    connection: Connection, selection: IncidentSelection, order: str, limit: int, after: Position | None
) -> list[IncidentView]:
    """Return at most ``limit`` incidents behind a position."""
    arguments = [*selection.arguments]
    behind = []
    if after is not None:
        arguments += [after.score, after.at, after.id]
        places = [f"${len(arguments) - 2}", f"${len(arguments) - 1}", f"${len(arguments)}"]
        # A parameter that a statement doesn't mention has no type.
        behind = [f"{places[0]}::smallint IS NOT NULL", _BEHIND[order].format(*places)]
    statement = f"""SELECT {_COLUMNS} FROM (
            SELECT i.* FROM incidents AS i WHERE {selection.where(*behind)} AND ($2::uuid IS NULL) IS NOT NULL AND ($3::bool IS NULL) IS NOT NULL
            ORDER BY {_ORDERS[order]} LIMIT {limit}
        ) AS i {_JOINS} ORDER BY {_ORDERS[order]}"""
    return await connection.fetch(statement, *arguments, record_class=IncidentView)


async def fetch_by_ids(
    connection: Connection, account_id: uuid.UUID, reader: LeakReader, ids: Sequence[uuid.UUID]
) -> list[IncidentView]:
    """Return incidents, in the order of ``ids``; unknown ones are left out."""
    return await connection.fetch(
        f"""SELECT {_COLUMNS} FROM unnest($4::uuid[]) WITH ORDINALITY AS wanted (id, place)
        JOIN incidents AS i ON i.account_id = $1 AND i.id = wanted.id AND i.detections > 0 {_JOINS} ORDER BY wanted.place""",
        account_id,
        reader.user_id,
        reader.for_domains,
        list(ids),
        record_class=IncidentView,
    )


async def count(connection: Connection, selection: IncidentSelection) -> int:
    """Count the incidents of a selection, up to one more than ``LARGEST_COUNT``."""
    found: int = await connection.fetchval(
        f"""SELECT count(*) FROM (SELECT 1 FROM incidents AS i
            WHERE {selection.where()} AND ($2::uuid IS NULL) IS NOT NULL AND ($3::bool IS NULL) IS NOT NULL
            LIMIT {LARGEST_COUNT + 1}) AS found""",
        *selection.arguments,
    )
    return found
