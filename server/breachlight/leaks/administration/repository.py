"""Queries of operators' work on the catalogue: reading, importing, changing and merging entries."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.administration.hibp import Breach, in_utc
from breachlight.leaks.catalogue_entry import COLUMNS, LeakEntry

_FLAGS: Final = (
    "is_verified",
    "is_fabricated",
    "is_sensitive",
    "is_retired",
    "is_spam_list",
    "is_malware",
    "is_stealer_log",
    "is_subscription_free",
)
_IMPORTED: Final = (
    "title",
    "domain",
    "breach_date",
    "pwn_count",
    "description",
    "data_classes",
    "attribution",
    *_FLAGS,
)
_VALUES: Final = ", ".join(f"${number}" for number in range(1, len(_IMPORTED) + 6))
# A flag that hides a leak is never cleared by an import: an operator may have set it here.
_SET: Final = ", ".join(
    f"{name} = leaks.is_sensitive OR excluded.is_sensitive" if name == "is_sensitive" else f"{name} = excluded.{name}"
    for name in _IMPORTED
)
_IMPORT: Final = f"""
INSERT INTO leaks (id, name, kind, added_at, modified_at, {", ".join(_IMPORTED)}) VALUES ({_VALUES})
ON CONFLICT (name) DO UPDATE SET added_at = excluded.added_at, modified_at = excluded.modified_at, {_SET}
WHERE ({", ".join(f"leaks.{name}" for name in ("added_at", "modified_at", *_IMPORTED))}) IS DISTINCT FROM
    ({", ".join(f"excluded.{name}" for name in ("added_at", "modified_at", *_IMPORTED))})
RETURNING xmax = 0 AS is_new
"""

CHANGEABLE: Final = frozenset(
    {"title", "domain", "breach_date", "kind", "description", "data_classes", "attribution", *_FLAGS}
)
"""Columns that an operator may change one by one."""


async def find(connection: Connection, name: str) -> LeakEntry | None:
    """Return the leak of a name or of a former name."""
    row = await connection.fetchrow(
        f"""SELECT {COLUMNS} FROM leaks WHERE name = $1
            OR id = (SELECT leak_id FROM leak_redirects WHERE leak_redirects.name = $1) ORDER BY name <> $1 LIMIT 1""",
        name,
    )
    return None if row is None else LeakEntry.of(row)


async def get(connection: Connection, leak_ids: Sequence[uuid.UUID]) -> list[LeakEntry | None]:
    """Return leaks in the order of their ids; None for those that there are no more."""
    rows = await connection.fetch(f"SELECT {COLUMNS} FROM leaks WHERE id = any($1)", list(leak_ids))
    found = {row["id"]: LeakEntry.of(row) for row in rows}
    return [found.get(leak_id) for leak_id in leak_ids]


async def former_names(connection: Connection, leak_id: uuid.UUID) -> list[str]:
    """Return the names that redirect to a leak."""
    rows = await connection.fetch("SELECT name FROM leak_redirects WHERE leak_id = $1 ORDER BY name", leak_id)
    return [row["name"] for row in rows]


async def list_all(connection: Connection, search: str) -> list[asyncpg.Record]:
    """Return leaks, by name, whose name, title or domain contains a text, with the records of each that are in the lake."""
    return await connection.fetch(
        f"""SELECT {COLUMNS}, (SELECT count(*) FROM leak_files WHERE leak_id = leaks.id AND state <> 'duplicate') AS files,
            (SELECT coalesce(sum(records - coalesce((tally->>'erased')::int, 0)), 0) FROM batches JOIN leak_files ON leak_files.id = file_id
                WHERE leak_id = leaks.id AND done_at IS NOT NULL AND state NOT IN ('duplicate', 'retracted')) AS records
        FROM leaks WHERE $1 = '' OR position(lower($1) IN lower(name || ' ' || title || ' ' || coalesce(domain, ''))) > 0
        ORDER BY name""",
        search,
    )


async def import_breach(connection: Connection, breach: Breach) -> bool | None:
    """Add or update an entry by its name or former name; True if it is new, None if nothing has changed."""
    now = clock.now()
    name: str = await connection.fetchval(
        """SELECT coalesce((SELECT leaks.name FROM leak_redirects JOIN leaks ON leaks.id = leak_id
        WHERE leak_redirects.name = $1), $1)""",
        breach.name,
    )
    values = breach.model_dump() | {
        "title": breach.title or breach.name,
        "data_classes": json.dumps(breach.data_classes),
    }
    added = in_utc(breach.added_date) or now
    is_new: bool | None = await connection.fetchval(
        _IMPORT,
        new_id(),
        name,
        breach.kind.value,
        added,
        max(added, in_utc(breach.modified_date) or added),
        *(values[column] for column in _IMPORTED),
    )
    return is_new


async def change(connection: Connection, leak_id: uuid.UUID, values: Mapping[str, Any]) -> None:
    """Store some of the columns ``CHANGEABLE``."""
    columns = sorted(values)
    assigned = ", ".join(f"{name} = ${number}" for number, name in enumerate(columns, 3))
    if "kind" in values:
        assigned += ", kind_origin = 'given'"
    await connection.execute(
        f"UPDATE leaks SET {assigned}, modified_at = $2 WHERE id = $1",
        leak_id,
        clock.now(),
        *(json.dumps(values[name]) if name == "data_classes" else values[name] for name in columns),
    )


@dataclass(frozen=True, slots=True)
class FileOf:
    """A file of a leak; ``batch_ids`` are those in the lake."""

    id: uuid.UUID
    leak_id: uuid.UUID
    digest: bytes
    name: str
    is_done: bool
    batch_ids: tuple[int, ...]


async def files_of(connection: Connection, leak_ids: Sequence[uuid.UUID]) -> list[FileOf]:
    """Return the files of leaks that may have something in the lake."""
    rows = await connection.fetch(
        """SELECT id, leak_id, digest, name, state = 'done' AS is_done,
            ARRAY(SELECT batches.id FROM batches WHERE file_id = leak_files.id ORDER BY batches.id) AS batch_ids
        FROM leak_files WHERE leak_id = any($1) AND state NOT IN ('duplicate', 'retracted') ORDER BY started_at, id""",
        list(leak_ids),
    )
    return [
        FileOf(row["id"], row["leak_id"], row["digest"], row["name"], row["is_done"], tuple(row["batch_ids"]))
        for row in rows
    ]


async def batches_of(connection: Connection, file_id: uuid.UUID) -> list[int]:
    """Return the batches of a file, whether they are done or not."""
    rows = await connection.fetch("SELECT id FROM batches WHERE file_id = $1 ORDER BY id", file_id)
    return [row["id"] for row in rows]
