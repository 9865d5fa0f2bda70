"""Rotation of keys: every running process can open with a key before the first one seals with it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from breachlight.audit.operators import record_operator_event
from breachlight.database.locks import advisory_lock
from breachlight.database.session import Connection
from breachlight.keys import repository
from breachlight.keys.errors import KeyCommandError
from breachlight.keys.registry import register_keys
from breachlight.keys.repository import Holder, KeyRow
from breachlight.kit.key_file import KeyState, MasterKey, Ring
from breachlight.kit.key_services import KeyService
from breachlight.kit.keys import KeyRing

WAIT_SECONDS: Final = 30.0
_LOOK_SECONDS: Final = 0.25


@dataclass(frozen=True, slots=True)
class ListedKey:
    """A key in the list of all keys; ``lacking`` are running processes that don't have it."""

    name: str
    ring: str
    state: KeyState
    created_at: datetime
    changed_at: datetime
    in_file: bool
    lacking: list[str] = field(default_factory=list)


async def list_keys(connection: Connection, ring: KeyRing) -> list[ListedKey]:
    """Return all keys that there are or were, by ring and number."""
    known = await repository.known_keys(connection)
    holders = await repository.living_holders(connection)
    return [
        _listed(row, ring, holders)
        for row in sorted(known.values(), key=lambda row: (_ring_order(row.name), int(row.name.partition("-")[2])))
    ]


async def rotate(
    connection: Connection, ring: KeyRing, which: Ring, waiting: Callable[[list[str]], None], *, seconds: float
) -> MasterKey:
    """Add a key to a ring and use it once all running processes have it; continue a rotation that was waiting.

    ``waiting`` is called with the names of the processes that lack it, whenever they change.

    Raises:
        KeyCommandError: some lack it after ``seconds``; it is in the file and not in use.
        KeyFileError: the key file cannot be written.
    """
    if which is Ring.INDEXING:
        raise KeyCommandError(
            "The indexing key can't be rotated: detections are recognized by digests made with it, and those of erased "
            "evidence and of recovery codes can't be made again (docs/decisions/0046-key-rings.md)."
        )
    await advisory_lock(connection, repository.LOCK)
    ring.refresh()
    await register_keys(connection, ring)
    key = ring.add(which)
    async with connection.transaction():
        await repository.add_keys(connection, [key])
        await record_operator_event(connection, "key_added", {"key": key.name})
    await _all_have(connection, key, waiting, seconds)
    async with connection.transaction():
        older = [
            (row.name, KeyState.OLD)
            for row in (await repository.known_keys(connection)).values()
            if row.state is KeyState.ACTIVE and _ring_of(row.name) == which
        ]
        await repository.set_states(connection, [*older, (key.name, KeyState.ACTIVE)])
        await record_operator_event(connection, "key_rotated", {"key": key.name})
    # The states of the database count, should this process not live to write them to the file.
    ring.activate(key.name)
    return key


async def protect(connection: Connection, ring: KeyRing, service: KeyService | None) -> None:
    """Write the key file again, protected by a key service or by none.

    Raises:
        KeyFileError: the file cannot be written, or the service can't be used.
    """
    await advisory_lock(connection, repository.LOCK)
    ring.refresh()
    async with connection.transaction():
        detail: dict[str, object] = {"service": service.name if service else None}
        await record_operator_event(connection, "key_file_protected", detail)
        ring.protect(service)


async def _all_have(
    connection: Connection, key: MasterKey, waiting: Callable[[list[str]], None], seconds: float
) -> None:
    end, said = time.monotonic() + seconds, list[str]()
    while lacking := _lacking(key.name, await repository.living_holders(connection)):
        if lacking != said:
            waiting(lacking)
            said = lacking
        if time.monotonic() > end:
            raise KeyCommandError(
                f"{key.name} is in the key file and not in use yet: {', '.join(lacking)} lack it. Copy the key file to their "
                "hosts, then run the command again."
            )
        await asyncio.sleep(_LOOK_SECONDS)


def _listed(row: KeyRow, ring: KeyRing, holders: list[Holder]) -> ListedKey:
    lacking = [] if row.state is KeyState.RETIRED else _lacking(row.name, holders)
    return ListedKey(
        row.name, _ring_of(row.name), row.state, row.created_at, row.changed_at, row.name in ring.in_file, lacking
    )


def _lacking(name: str, holders: list[Holder]) -> list[str]:
    return [f"{holder.process} {holder.pid} on {holder.host}" for holder in holders if name not in holder.keys]


def _ring_of(name: str) -> str:
    return name.partition("-")[0]


def _ring_order(name: str) -> int:
    return list(Ring).index(Ring(_ring_of(name)))
