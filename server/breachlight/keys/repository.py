"""Queries of keys: those that the installation has, and the processes that have them."""

import json
import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from breachlight.database.relations import exists
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.key_file import KeyState, MasterKey

LOCK: Final = 0x6B657973
"""The lock of commands that change keys: "keys" in ASCII."""
_ALIVE: Final = timedelta(seconds=30)
_FORGOTTEN: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key as the database knows it."""

    name: str
    digest: bytes
    state: KeyState
    created_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Holder:
    """A running process and its keys."""

    host: str
    process: str
    pid: int
    keys: frozenset[str]
    current: frozenset[str]


async def known_keys(connection: Connection) -> dict[str, KeyRow]:
    """Return the keys of the installation by name; none before the first start of this version."""
    if not await exists(connection, "known_keys"):
        return {}
    rows = await connection.fetch("SELECT name, digest, state, created_at, changed_at FROM known_keys")
    return {
        row["name"]: KeyRow(
            row["name"], bytes(row["digest"]), KeyState(row["state"]), row["created_at"], row["changed_at"]
        )
        for row in rows
    }


async def add_keys(connection: Connection, keys: Iterable[MasterKey]) -> None:
    """Add keys that the database doesn't know yet."""
    now = clock.now()
    await connection.executemany(
        "INSERT INTO known_keys (name, digest, state, created_at, changed_at) VALUES ($1, $2, $3, $4, $5) "
        "ON CONFLICT (name) DO NOTHING",
        [(key.name, key.check, key.state.value, key.created or now, now) for key in keys],
    )


async def set_states(connection: Connection, states: Collection[tuple[str, KeyState]]) -> None:
    """Change the states of keys."""
    await connection.executemany(
        "UPDATE known_keys SET state = $2, changed_at = $3 WHERE name = $1 AND state <> $2",
        [(name, state.value, clock.now()) for name, state in states],
    )


async def store_holder(connection: Connection, holder_id: uuid.UUID, holder: Holder) -> None:
    """Store which keys a process has now."""
    await connection.execute(
        """
        INSERT INTO key_holders (id, host, process, pid, keys, current, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (id) DO UPDATE SET keys = excluded.keys, current = excluded.current, seen_at = excluded.seen_at
        """,
        holder_id,
        holder.host,
        holder.process,
        holder.pid,
        json.dumps(sorted(holder.keys)),
        json.dumps(sorted(holder.current)),
        clock.now(),
    )


async def remove_holder(connection: Connection, holder_id: uuid.UUID) -> None:
    """Remove a process that ends, and those that ended long ago without saying so."""
    await connection.execute(
        "DELETE FROM key_holders WHERE id = $1 OR seen_at < $2", holder_id, clock.now() - _FORGOTTEN
    )


async def living_holders(connection: Connection) -> list[Holder]:
    """Return the processes that run."""
    rows = await connection.fetch(
        "SELECT host, process, pid, keys, current FROM key_holders WHERE seen_at > $1 ORDER BY host, process, pid",
        clock.now() - _ALIVE,
    )
    return [
        Holder(
            row["host"],
            row["process"],
            row["pid"],
            frozenset(json.loads(row["keys"])),
            frozenset(json.loads(row["current"])),
        )
        for row in rows
    ]
