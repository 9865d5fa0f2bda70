"""Retirement of keys that nothing uses anymore."""

import asyncio
from datetime import timedelta
from typing import Final

from breachlight.audit.operators import record_operator_event
from breachlight.database.locks import advisory_lock
from breachlight.database.sealed_values import all_sealed_values
from breachlight.database.session import Connection
from breachlight.keys import repository
from breachlight.keys.errors import KeyCommandError
from breachlight.keys.registry import register_keys
from breachlight.keys.repository import KeyRow
from breachlight.kit import clock
from breachlight.kit.key_file import KeyState, Ring
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.repository import block_files
from breachlight.leaks.lake.resealing import blocks_sealed_with
from breachlight.leaks.lake.store import Lake
from breachlight.sessions.repository import count_sessions_renewed_before, end_sessions_renewed_before

_SETTLING: Final = timedelta(minutes=10)
"""Transactions that began before a rotation have ended by then, and access tokens have expired."""
_END_REASON: Final = "key retired"


async def retire(connection: Connection, ring: KeyRing, lake: Lake, name: str, *, end_sessions: bool) -> int:
    """Remove an old key from the key file; return how many sessions were ended for that.

    Raises:
        KeyCommandError: there is no such key, or something uses it.
        KeyFileError: the key file cannot be written.
    """
    await advisory_lock(connection, repository.LOCK)
    ring.refresh()
    await register_keys(connection, ring)
    row = (await repository.known_keys(connection)).get(name)
    if row is None:
        raise KeyCommandError(f'There is no key {name}: "breachlight keys list" shows all keys.')
    if row.state is KeyState.RETIRED:
        _remove(ring, name)  # an earlier run may have ended before that
        return 0
    if name.startswith(Ring.INDEXING):
        raise KeyCommandError("The indexing key stays: docs/decisions/0046-key-rings.md says why.")
    await _require_unused(connection, row)
    number = int(name.partition("-")[2])
    if row.name.startswith(Ring.SEALING):
        await _require_nothing_sealed(connection, lake, name, number)
    ended = 0
    async with connection.transaction():
        if row.name.startswith(Ring.SIGNING):
            ended = await _without_sessions(connection, row, end_sessions=end_sessions)
        await repository.set_states(connection, [(name, KeyState.RETIRED)])
        await record_operator_event(connection, "key_retired", {"key": name, "sessions_ended": ended})
    _remove(ring, name)
    return ended


async def _require_unused(connection: Connection, row: KeyRow) -> None:
    if row.state is not KeyState.OLD:
        raise KeyCommandError(f'{row.name} is in use: "breachlight keys rotate" adds a key that replaces it.')
    users = [holder for holder in await repository.living_holders(connection) if row.name in holder.current]
    if users:
        names = ", ".join(f"{holder.process} {holder.pid} on {holder.host}" for holder in users)
        raise KeyCommandError(f"{row.name} is still used by {names}: copy the current key file to these hosts.")
    settled = row.changed_at + _SETTLING
    if settled > clock.now():
        raise KeyCommandError(
            f"{row.name} was in use until {row.changed_at:%H:%M:%S} UTC, and transactions may still be running with it: run the "
            f"command again after {settled:%H:%M:%S} UTC."
        )


async def _require_nothing_sealed(connection: Connection, lake: Lake, name: str, number: int) -> None:
    counts = {values.name: (await values.count(connection))[number] for values in all_sealed_values()}
    counts["lake blocks"] = await asyncio.to_thread(blocks_sealed_with, lake, await block_files(connection), number)
    used = ", ".join(f"{kind} {count:,}" for kind, count in counts.items() if count)
    if used:
        raise KeyCommandError(f'{name} is needed to open: {used}. Run "breachlight keys reseal" first.')


async def _without_sessions(connection: Connection, row: KeyRow, *, end_sessions: bool) -> int:
    """Make sure that no refresh token of a live session is signed with a key."""
    if end_sessions:
        return await end_sessions_renewed_before(connection, row.changed_at, _END_REASON)
    count, last = await count_sessions_renewed_before(connection, row.changed_at)
    if count:
        raise KeyCommandError(
            f"{row.name} is needed by {count:,} sessions: they change to the current key when their users return, and expire by "
            f"{last:%Y-%m-%d}. With --end-sessions their users have to log in again."
        )
    return 0


def _remove(ring: KeyRing, name: str) -> None:
    if name in ring.in_file:
        ring.remove(name)
