"""Queries of the catalogue of leaks in the console."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from breachlight.console.accounts_repository import literal
from breachlight.database.session import reading
from breachlight.leaks.catalogue_entry import COLUMNS, LeakEntry
from breachlight.leaks.models import LeakKind

# The page is cut first, so that figures are looked up of its leaks alone.
_LIST: Final = f"""
SELECT {COLUMNS}, f.records, f.accounts, f.counted_at FROM (
    SELECT {COLUMNS} FROM leaks WHERE {{where}} ORDER BY {{ordering}} LIMIT ${{limit}}
) AS leaks LEFT JOIN leak_figures AS f ON f.leak_id = leaks.id ORDER BY {{ordering}}"""
_LEAK: Final = f"""
SELECT {COLUMNS}, f.records, f.accounts, f.counted_at FROM leaks LEFT JOIN leak_figures AS f ON f.leak_id = leaks.id"""
# $1 a part of name, title or domain, $2 kind, $3 sensitive, $4 retracted; NULL is any.
_WANTED: Final = """
($1::text IS NULL OR leaks.name ILIKE $1 OR leaks.title ILIKE $1 OR leaks.domain ILIKE $1)
    AND ($2::text IS NULL OR leaks.kind = $2) AND ($3::bool IS NULL OR leaks.is_sensitive = $3)
    AND ($4::bool IS NULL OR (leaks.retracted_at IS NOT NULL) = $4)"""


class LeakOrder(StrEnum):
    """What comes first: the leak that was entered last, the first name, or the largest number of records."""

    NEWEST = "newest"
    NAME = "name"
    RECORDS = "records"


# Ids grow with time. Each order has a condition that a row comes after $5 and $6.
_ORDERS: Final = {
    LeakOrder.NEWEST: ("leaks.id DESC", "$5::bigint IS NULL AND leaks.id < $6::uuid"),
    LeakOrder.NAME: ("leaks.name", "leaks.name > $5::text AND $6::uuid IS NOT NULL"),
    LeakOrder.RECORDS: (
        "leaks.pwn_count DESC, leaks.id DESC",
        "(leaks.pwn_count, leaks.id) < ($5::bigint, $6::uuid)",
    ),
}


@dataclass(frozen=True, slots=True)
class LeakRow:
    """A leak with what a worker last counted of it; None if none has."""

    entry: LeakEntry
    records: int | None
    accounts: int | None
    counted_at: datetime | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The conditions of a list; None is any."""

    search: str | None
    kind: LeakKind | None
    is_sensitive: bool | None
    is_retracted: bool | None


async def leaks(
    wanted: Wanted, order: LeakOrder, after: tuple[str | int | None, uuid.UUID] | None, limit: int
) -> list[LeakRow]:
    """Return leaks, those after a position: value of the order and id of a leak."""
    ordering, follows = _ORDERS[order]
    search = None if wanted.search is None else f"%{literal(wanted.search)}%"
    where, values = _WANTED, [search, wanted.kind, wanted.is_sensitive, wanted.is_retracted]
    position: list[object] = []
    if after is not None:
        where, position = f"{_WANTED} AND {follows}", list(after)
    async with reading() as connection:
        rows = await connection.fetch(
            _LIST.format(where=where, ordering=ordering, limit=5 + len(position)), *values, *position, limit
        )
    return [LeakRow(LeakEntry.of(row), row["records"], row["accounts"], row["counted_at"]) for row in rows]


async def find_leak(name: str) -> LeakRow | None:
    """Return the leak of a name or of a former name."""
    async with reading() as connection:
        row = await connection.fetchrow(
            f"""{_LEAK} WHERE leaks.name = $1 OR leaks.id = (SELECT leak_id FROM leak_redirects WHERE name = $1)
            ORDER BY leaks.name <> $1 LIMIT 1""",
            name,
        )
    return None if row is None else LeakRow(LeakEntry.of(row), row["records"], row["accounts"], row["counted_at"])


async def former_names(leak_id: uuid.UUID) -> list[str]:
    """Return the names that redirect to a leak, at most 200."""
    async with reading() as connection:
        rows = await connection.fetch(
            "SELECT name FROM leak_redirects WHERE leak_id = $1 ORDER BY name LIMIT 200", leak_id
        )
    return [row["name"] for row in rows]


async def count_files(leak_id: uuid.UUID) -> int:
    """Return how many files a leak has."""
    async with reading() as connection:
        files: int = await connection.fetchval(
            "SELECT count(*) FROM leak_files WHERE leak_id = $1 AND state <> 'duplicate'", leak_id
        )
    return files


async def logo_path(leak_id: uuid.UUID) -> str | None:
    """Return the path of a leak's logo."""
    async with reading() as connection:
        path: str | None = await connection.fetchval("SELECT logo_path FROM leaks WHERE id = $1", leak_id)
    return path


async def count_detections(leak_id: uuid.UUID) -> int:
    """Return how many detections a leak has raised, in all accounts."""
    async with reading() as connection:
        accounts = await connection.fetch("SELECT DISTINCT account_id FROM sightings WHERE leak_id = $1", leak_id)
        detections: int = await connection.fetchval(
            "SELECT count(*) FROM alerts WHERE account_id = any($1) AND leak_id = $2",
            [row["account_id"] for row in accounts],
            leak_id,
        )
    return detections
