"""The generation: compared at each start, advanced after changes, in the database first and then outside (decision 49).

In this order a crash leaves the database ahead, which means nothing; only a database that is behind was restored.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from breachlight.config import Settings
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.locks import advisory_lock, advisory_unlock, try_advisory_lock
from breachlight.database.session import Connection
from breachlight.restores import repository
from breachlight.restores.changes import Change
from breachlight.restores.detection import Evidence, Reason, State, missed_generation, restore_reason
from breachlight.restores.records import ChangeList, Record, RecordError, Records, lake_records, local_records
from breachlight.restores.repository import Advanced
from breachlight.restores.service import Report, after_restore

_LOCK: Final = 0x627265616368_02
"""The advisory lock for comparing and advancing the generation: "breach" in ASCII and a running number."""

_RETRY_SECONDS: Final = 15.0

_log = structlog.get_logger("breachlight.restores")


class Keeper:
    """Compares and advances the generation over one connection; used by one task."""

    def __init__(self, settings: Settings, connection: Connection) -> None:
        self._settings = settings
        self._connection = connection
        self._local, self._lake = local_records(settings), lake_records(settings)
        self._seen = 0
        self._is_compared = False
        self._is_lake_behind = False
        self._counted = -1
        self._horizon: int | None = None
        self._retry_at = 0.0

    async def start(self, reason: Reason | None = None) -> Report | None:
        """Compare the generation, apply the consequences of a restore and report them, and advance the generation.

        With a ``reason`` there are consequences in any case, those of the detected restore if there is one. Others who do this
        are waited for. A lake that doesn't answer is compared later, by ``tick``: until then the generation stays as it is.
        """
        await advisory_lock(self._connection, _LOCK)
        try:
            return await self._compare(reason)
        finally:
            await self._unlock()

    async def tick(self) -> None:
        """Advance the generation if something changed, and compare it again if it went back; call it every second."""
        pulse = await repository.read_pulse(self._connection)
        if pulse is None or not self._is_compared or pulse.generation < self._seen:
            if self._is_compared or self._is_due():
                await self._exclusively(self._compare)
            return
        if pulse.change_count == pulse.included_count:
            self._horizon = None
        elif pulse.change_count != self._counted:
            self._counted, self._horizon = pulse.change_count, pulse.next_transaction
        if self._horizon is not None:
            # All transactions that had counted have ended, so whatever is stored from now on includes their changes.
            is_settled = pulse.oldest_transaction >= self._horizon
            await self._exclusively(lambda: self._advance(self._counted if is_settled else None))
        elif self._is_lake_behind and self._is_due():
            await self._exclusively(lambda: self._advance(None))
        elif pulse.generation > self._seen:
            await self._note()

    async def _compare(self, reason: Reason | None = None) -> Report | None:
        lake = await self._read(self._lake)
        local = await self._read(self._local)
        identity = await repository.read_identity(self._connection, _folder_mark(self._settings))
        report = None
        async with repository.durable_transaction(self._connection):
            state = await repository.lock_state(self._connection)
            is_marked = await repository.restored_backup(self._connection) is not None
            evidence = Evidence(state, identity, _own((*lake, *local), state), is_marked)
            if await repository.has_users(self._connection):
                reason = restore_reason(evidence) or reason
            changes_since = state.changes_since if state else 0
            if reason is not None:
                changes = await self._missed_changes(evidence, reason)
                if changes is None:
                    changes_since = evidence.outside_generation
                else:
                    await repository.add_changes(self._connection, changes)
                report = await after_restore(self._connection, reason, changes)
            elif self._is_lake_behind:
                return None
            if is_marked:
                await repository.unmark_restored(self._connection)
            stored = _next_state(evidence, changes_since)
            await repository.store_state(self._connection, stored)
            await repository.number_changes(self._connection, stored.generation)
        self._is_compared = not self._is_lake_behind
        await self._write(await repository.read_advanced(self._connection), is_restored=report is not None)
        return report

    async def _missed_changes(self, evidence: Evidence, reason: Reason) -> list[Change] | None:
        """Return the listed changes that the database misses, or None where they can't be known."""
        since, newest = missed_generation(evidence, reason), evidence.newest
        if since is None or newest is None:
            return None
        for records in (self._lake, self._local):
            try:
                listed = await asyncio.to_thread(records.read_changes)
            except RecordError:
                continue
            if listed is not None and listed.since <= since and listed.last >= newest.last_change:
                return [each for each in listed.changes if each.generation > since]
        return None

    async def _advance(self, included_count: int | None) -> None:
        await self._write(await repository.advance(self._connection, included_count))
        if included_count is not None:
            self._horizon = None

    async def _note(self) -> None:
        """Write what another host has stored to the folder of this one."""
        stored = await repository.read_advanced(self._connection)
        if stored is not None:
            await self._write_to(self._local, stored)
            self._seen = stored.generation

    async def _write(self, stored: Advanced | None, *, is_restored: bool = False) -> None:
        if stored is None:
            return
        self._seen = stored.generation
        await self._write_to(self._local, stored, is_restored=is_restored)
        self._is_lake_behind = not await self._write_to(self._lake, stored, is_restored=is_restored)

    async def _write_to(self, records: Records, stored: Advanced, *, is_restored: bool = False) -> bool:
        """Write a generation at one location, with the listed changes if it lacks some; False if that isn't possible now."""
        record = Record(
            stored.installation_id, stored.generation, stored.last_change, stored.system_identifier, stored.timeline
        )
        try:
            kept = await asyncio.to_thread(records.read)
            is_ours = kept is not None and kept.installation_id == record.installation_id
            if kept is not None and is_ours and kept.generation >= record.generation:
                return True  # this process was frozen, and another one went on
            changes = None
            if is_restored or kept is None or not is_ours or kept.last_change != record.last_change:
                changes = ChangeList(stored.changes_since, await repository.list_changes(self._connection))
            await asyncio.to_thread(records.write, record, changes)
        except RecordError as error:
            self._retry_at = time.monotonic() + _RETRY_SECONDS
            _log.warning("the generation can't be written outside the database", reason=str(error))
            return False
        return True

    async def _read(self, records: Records) -> Sequence[Record]:
        try:
            record = await asyncio.to_thread(records.read)
        except RecordError as error:
            _log.warning("a record for the detection of restores can't be read; trying again", reason=str(error))
            if records is self._lake:
                self._is_lake_behind = True
                self._retry_at = time.monotonic() + _RETRY_SECONDS
            return ()
        if records is self._lake:
            self._is_lake_behind = False
        return (record,) if record else ()

    async def _exclusively(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something unless another process is at it: the next tick sees what that one has stored."""
        if not await try_advisory_lock(self._connection, _LOCK):
            return
        try:
            await work()
        finally:
            await self._unlock()

    async def _unlock(self) -> None:
        if not self._connection.is_closed():
            await advisory_unlock(self._connection, _LOCK)

    def _is_due(self) -> bool:
        return time.monotonic() >= self._retry_at


def _own(records: Sequence[Record], state: State | None) -> list[Record]:
    """Return the records of this installation: a folder may have been used by another one."""
    return [each for each in records if state is None or each.installation_id == state.installation_id]


def _next_state(evidence: Evidence, changes_since: int) -> State:
    state, newest = evidence.state, evidence.newest
    known = state.installation_id if state else newest.installation_id if newest else uuid.uuid4()
    generation = max(state.generation if state else 0, evidence.outside_generation) + 1
    return State(known, generation, evidence.identity, changes_since)


def _folder_mark(settings: Settings) -> str | None:
    return EmbeddedPostgreSQL(settings.data_folder).creation_mark() if settings.database_url is None else None
