"""Rounds of retroactive scans: claim scans that wait, look all of them up in one query, and search their blocks in chunks.

Every batch that is done was either matched against an identity or carries an older epoch, and no batch with an older epoch is
marked any more: so the batches to search are known and stay the same (design §4.9). A chunk raises its alerts and records its
progress in one transaction, or in several if it finds much: what is cut short continues where it was, and what runs twice
raises nothing twice.
"""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

import asyncpg

from breachlight.alerts.service import raise_alerts
from breachlight.database.session import Connection
from breachlight.kit.errors import UnavailableError
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository as ingestion
from breachlight.leaks.administration import operations_repository as operations
from breachlight.leaks.backfill import repository
from breachlight.leaks.backfill.planning import Chunk, Part, Plan, left_of, plan
from breachlight.leaks.backfill.repository import Backfill, Block, Progress
from breachlight.leaks.backfill.search import Found, search
from breachlight.leaks.lake.store import Lake
from breachlight.watchlist.models import IdentityKind

Located: TypeAlias = dict[uuid.UUID, Sequence[Block]]
"""The blocks in which scans have to search, in order."""

_MOST_SCANS: Final = 1000
_ROUND_SECONDS: Final = 2.0
"""A round begins no chunk of whole scans after this, so that scans which were added meanwhile get their turn."""

_KEEP_SECONDS: Final = 5.0
_MOST_READS: Final = 5
_LOCK_MILLISECONDS: Final = 4000
# Another transaction was faster; nothing is wrong with this one.
_CONFLICTS: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.LockNotAvailableError)


class ChangedRecordsError(Exception):
    """Records were erased or moved to other leaks each time they had been read; the scan is begun again later."""


class FailedScansError(Exception):
    """Some scans of a round failed and are begun again after a pause; the round went on with the others."""


async def run_round(
    connection: Connection, lake: Lake, ring: KeyRing, known: Located | None = None, *, few: bool = False
) -> bool:
    """Search for the scans whose turn it is; False if none is waiting.

    ``known`` remembers from round to round where to search: the batches of a scan are always the same.
    With ``few`` the scans are those of accounts with few: a person waits for them (``repository.claim``).
    Scans of a chunk that fails are begun again after a pause; the others go on.

    Raises:
        FailedScansError: some scans failed; the cause is that of the last one.
        LakeError: the lake cannot be read.
    """
    backfills = await repository.claim(connection, _MOST_SCANS, few=few)
    if not backfills:
        return False
    claimed = set(backfills)
    failure: Exception | None = None
    try:
        planned = plan(await _locate(connection, lake, backfills, {} if known is None else known))
        others = claimed - {part.backfill for chunk in (*planned.shared, *planned.single) for part in chunk.parts}
        await repository.release(connection, others)  # for other workers
        claimed -= others
        async for chunk in _in_time(connection, planned, claimed):
            begun = {part.backfill for part in chunk.parts}
            claimed -= begun
            await repository.begin(connection, begun)
            try:
                await _run_chunk(connection, lake, ring, chunk)
            except Exception as error:
                if connection.is_closed():
                    raise
                is_outage = isinstance(error, UnavailableError) and error.is_outage
                if is_outage or isinstance(error, (*_CONFLICTS, ChangedRecordsError)):
                    await repository.pause(connection, begun)
                if is_outage:
                    raise
                failure = error
    finally:
        if not connection.is_closed():
            await repository.release(connection, claimed)
    if failure is not None:
        raise FailedScansError from failure
    return True


async def _in_time(connection: Connection, planned: Plan, claimed: set[Backfill]) -> AsyncIterator[Chunk]:
    """Yield the chunks that this round has time for, and keep what is claimed."""
    begun = kept = time.monotonic()
    shared = (
        chunk for number, chunk in enumerate(planned.shared) if number == 0 or time.monotonic() < begun + _ROUND_SECONDS
    )
    for chunk in chain(shared, planned.single):
        if time.monotonic() > kept + _KEEP_SECONDS:
            kept = time.monotonic()
            await repository.keep(connection, claimed)
        yield chunk


async def _locate(connection: Connection, lake: Lake, backfills: Sequence[Backfill], known: Located) -> list[Part]:
    """Return where each scan has to search: in batches that are done, older than its epoch, and not searched yet."""
    new = [backfill for backfill in backfills if backfill.id not in known]
    if new:
        known.update(await _look_up(connection, lake, new))
    return [left_of(backfill, known[backfill.id]) for backfill in backfills]


async def _look_up(connection: Connection, lake: Lake, backfills: Sequence[Backfill]) -> Located:
    keys = {kind: {one.key for one in backfills if one.kind is kind} for kind in IdentityKind}
    found = {
        IdentityKind.EMAIL: await asyncio.to_thread(lake.locate_emails, keys[IdentityKind.EMAIL]),
        IdentityKind.DOMAIN: await asyncio.to_thread(lake.locate_domains, keys[IdentityKind.DOMAIN]),
    }
    batch_ids = {place.batch_id for places in found.values() for each in places.values() for place in each}
    epochs = await repository.epochs_of_batches(connection, batch_ids)
    return {
        backfill.id: [
            (place.batch_id, block)
            for place in found[backfill.kind][backfill.key]
            if epochs.get(place.batch_id, backfill.epoch) < backfill.epoch
            for block in place.blocks
        ]
        for backfill in backfills
    }


async def _run_chunk(connection: Connection, lake: Lake, ring: KeyRing, chunk: Chunk) -> None:
    """Search a chunk, in several transactions if much is found: each but the last drops the scan that found most of it."""
    is_shared = len(chunk.parts) > 1
    left = await _run_slice(connection, lake, ring, chunk)
    while is_shared and left.parts:
        await repository.begin(connection, [part.backfill for part in left.parts])
        left = await _run_slice(connection, lake, ring, left)


async def _run_slice(connection: Connection, lake: Lake, ring: KeyRing, chunk: Chunk) -> Chunk:
    """Raise what a chunk finds, or the first of it; return what is left of it for other scans than the one that found most."""
    for attempt in range(_MOST_READS):
        erasures = await operations.erasures(connection)
        found = await search(connection, lake, chunk)
        try:
            if await _raise(connection, ring, chunk, found, erasures):
                if found.last is None:
                    return Chunk()
                left = (part.after(found.last) for part in chunk.parts if part.backfill.id != found.most_by)
                return Chunk.of(*(part for part in left if part.blocks))
        except _CONFLICTS:
            if attempt + 1 == _MOST_READS:
                raise
            await repository.keep(connection, [part.backfill for part in chunk.parts])
    raise ChangedRecordsError


async def _raise(connection: Connection, ring: KeyRing, chunk: Chunk, found: Found, erasures: int) -> bool:
    """Raise the alerts of a chunk together with its progress; False if its records have to be read again."""
    async with connection.transaction():
        await repository.limit_lock_waits(connection, _LOCK_MILLISECONDS)
        if await operations.lock_erasures(connection) != erasures:
            return False  # what was read may be of an erased person
        live = await repository.lock_live(connection, [part.backfill for part in chunk.parts])
        leaks = {finding.leak_id for finding in found.findings}
        is_retracted = await ingestion.lock_leaks(connection, leaks)
        if leaks - is_retracted.keys():
            return False  # a leak was merged into another
        current = [one for one in found.findings if one.backfill_id in live and not is_retracted[one.leak_id]]
        raised = await raise_alerts(connection, current, ring)
        searched = found.last or max(chunk.blocks, default=None)
        await repository.advance(
            connection,
            [
                Progress(part.backfill, part.next(searched), raised.by_backfill.get(part.backfill.id, 0))
                for part in chunk.parts
                if part.backfill.id in live
            ],
        )
        return True
