"""Reads of incidents."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.alerts.directory_repository import fetch_member_names, fetch_verified
from breachlight.alerts.incident_bookkeeping_repository import WORST_SEQUENCE
from breachlight.alerts.incidents.views import FIRST, IncidentView, columns
from breachlight.alerts.incidents.where import IncidentSelection
from breachlight.alerts.leak_audience import ADDRESS_OR_SITE, LeakReader, concerns_verified, of_leak
from breachlight.alerts.repository import LARGEST_COUNT
from breachlight.database.session import Connection

MOST_JUDGED: Final = 10_000
"""Detections that are judged one by one whether they concern a reader; a sensitive leak with more is its own domain's."""

_JOINS: Final = f"""LEFT JOIN alerts AS a ON a.account_id = $1 AND a.sequence = {WORST_SEQUENCE}
LEFT JOIN leaks AS l ON l.id = i.leak_id
{FIRST}"""
_OF_LEAK: Final = concerns_verified(of_leak("l"), "$3", "$4")
# All of an incident's detections must concern its reader: the leak's name would say where the others' logins leaked.
_SEEN: Final = f"""
SELECT i.id FROM incidents AS i JOIN leaks AS l ON l.id = i.leak_id WHERE i.account_id = $1 AND i.id = ANY($5::uuid[])
    AND CASE WHEN i.detections <= {MOST_JUDGED} THEN NOT EXISTS (
        SELECT FROM alerts AS a LEFT JOIN email_accounts AS e ON e.account_id = $1 AND e.id = a.email_account_id
        WHERE a.account_id = $1 AND a.incident_id = i.id AND NOT coalesce(e.email = ANY($2::text[]), false)
            AND a.username_key <> ALL($2::text[]) AND NOT {concerns_verified(ADDRESS_OR_SITE, "$3", "$4")} AND NOT {_OF_LEAK})
    ELSE {_OF_LEAK} END
"""
_NUMBERS: Final[dict[str, tuple[str, ...]]] = {
    "severity": ("severity_score",),
    "recent": (),
    "logins": ("open_detections", "detections"),
    "people": ("people",),
}
"""The numbers that each order compares before the time."""
_LARGEST: Final = {"severity_score": 100}
ORDERS: Final = {
    order: ", ".join(f"i.{name} DESC" for name in (*numbers, "last_detected_at", "id"))
    for order, numbers in _NUMBERS.items()
}
READER_IS_TYPED: Final = "($2::uuid IS NULL) IS NOT NULL AND ($3::bool IS NULL) IS NOT NULL"
"""Parameters that a statement doesn't mention have no type."""


@dataclass(frozen=True, slots=True)
class Position:
    """The last incident of the page before: the numbers of its order, its time and its id."""

    numbers: tuple[int, ...]
    at: datetime
    id: uuid.UUID

    @classmethod
    def of(cls, view: IncidentView, order: str) -> "Position":
        """Return the position of an incident in an order."""
        return cls(tuple(view[name] for name in _NUMBERS[order]), view["at"], uuid.UUID(view.id))

    def fits(self, order: str) -> bool:
        """Whether it can be one of that order."""
        names = _NUMBERS[order]
        return len(self.numbers) == len(names) and all(
            0 <= number <= _LARGEST.get(name, 2**31 - 1) for name, number in zip(names, self.numbers, strict=True)
        )


async def fetch_page(
    connection: Connection,
    selection: IncidentSelection,
    order: str,
    limit: int,
    after: Position | int,
    *,
    is_reversed: bool = False,
) -> list[IncidentView]:
    """Return at most ``limit`` incidents behind a position or a number of incidents."""
    arguments = [*selection.arguments]
    behind = []
    offset = 0
    ordering = ORDERS[order].replace("DESC", "ASC") if is_reversed else ORDERS[order]
    if isinstance(after, int):
        offset = after
    else:
        names = (*_NUMBERS[order], "last_detected_at", "id")
        casts = (*("int" for _ in after.numbers), "timestamptz", "uuid")
        places = [f"${len(arguments) + number}::{cast}" for number, cast in enumerate(casts, 1)]
        arguments += [*after.numbers, after.at, after.id]
        columns_behind = ", ".join(f"i.{name}" for name in names)
        behind = [f"({columns_behind}) {'>' if is_reversed else '<'} ({', '.join(places)})"]
    statement = f"""SELECT {{columns}} FROM (
            SELECT i.* FROM incidents AS i WHERE {selection.where(*behind, READER_IS_TYPED)} ORDER BY {ordering} LIMIT {limit} OFFSET {offset}
        ) AS i {_JOINS} ORDER BY {ordering}"""
    return await _read(connection, statement, selection.account_id, selection.reader, *arguments[1:])


async def fetch_by_ids(
    connection: Connection, account_id: uuid.UUID, reader: LeakReader, ids: Sequence[uuid.UUID]
) -> list[IncidentView]:
    """Return incidents, in the order of ``ids``; unknown ones are left out."""
    statement = f"""SELECT {{columns}} FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place)
        JOIN incidents AS i ON i.account_id = $1 AND i.id = wanted.id AND i.detections > 0 {_JOINS} ORDER BY wanted.place"""
    return await _read(connection, statement, account_id, reader, list(ids))


async def _read(
    connection: Connection, statement: str, account_id: uuid.UUID, reader: LeakReader, *arguments: object
) -> list[IncidentView]:
    """Read incidents of the account ``$1``; again with what other tables say about them, if one is assigned or of a sensitive leak."""
    number = len(arguments) + 2
    statement = statement.format(columns=columns(f"${number}", f"${number + 1}", f"${number + 2}"))
    rows = await connection.fetch(statement, account_id, *arguments, [], [], [], record_class=IncidentView)
    assignees = {row["assignee_id"] for row in rows} - {None}
    sensitive = [row["id"] for row in rows if row["leak_concern"] is not None]
    if not assignees and not sensitive:
        return rows
    names = await fetch_member_names(connection, account_id, assignees)
    seen: list[uuid.UUID] = []
    if sensitive:
        verified = await fetch_verified(connection, account_id, reader)
        seen = [row["id"] for row in await connection.fetch(_SEEN, account_id, *verified, sensitive)]
    return await connection.fetch(
        statement, account_id, *arguments, seen, list(names), list(names.values()), record_class=IncidentView
    )


async def count(connection: Connection, *selections: IncidentSelection) -> list[int]:
    """Count the incidents of selections with the same arguments, each up to one more than ``LARGEST_COUNT``."""
    counts = [
        f"(SELECT count(*) FROM (SELECT 1 FROM incidents AS i WHERE {selection.where(READER_IS_TYPED)} LIMIT {LARGEST_COUNT + 1}) AS found)"
        for selection in selections
    ]
    row = await connection.fetchrow(
        f"SELECT {', '.join(f'{each} AS number_{number}' for number, each in enumerate(counts))}",
        *selections[0].arguments,
    )
    assert row is not None
    return list(row)


@dataclass(frozen=True, slots=True)
class Totals:
    """What a list has in all."""

    incidents: int
    detections: int
    open_detections: int


async def sum_up(connection: Connection, selection: IncidentSelection, most: int) -> Totals:
    """Count the incidents of a selection, up to ``most``, and their detections."""
    row = await connection.fetchrow(
        f"""SELECT count(*) AS incidents, coalesce(sum(detections), 0)::bigint AS detections,
            coalesce(sum(open_detections), 0)::bigint AS open_detections
        FROM (SELECT i.detections, i.open_detections FROM incidents AS i WHERE {selection.where(READER_IS_TYPED)} LIMIT {most}) AS found""",
        *selection.arguments,
    )
    assert row is not None
    return Totals(**row)
