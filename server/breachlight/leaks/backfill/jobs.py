"""Backfills: what was ingested before an identity was verified is matched against it, in chunks (design §3).

Every batch that is done was either matched against the identity or carries an older epoch, and no batch with an older
epoch is marked any more: so the batches to look through are known and stay the same (design §4.9). A run that is
cut short goes on where it was; one that runs twice raises nothing twice.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import pyarrow as pa

from breachlight.alerts.service import Finding, raise_alerts
from breachlight.config import get_key_ring, get_settings
from breachlight.database.connection import connect, dsn
from breachlight.database.session import Connection
from breachlight.jobs import Payload, job
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.backfill import repository as backfills
from breachlight.leaks.backfill.backfill_mails import finish_and_notify
from breachlight.leaks.backfill.repository import BackfillRow
from breachlight.leaks.lake.store import Lake, Place
from breachlight.leaks.matching.matcher import Identities
from breachlight.leaks.matching.watched_identities import findings_of
from breachlight.watchlist import repository as watchlist
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import BACKFILL_JOB

Finish: TypeAlias = Callable[[Connection, BackfillRow, int], Awaitable[None]]

_CHUNK_BLOCKS = 200  # some 200,000 records opened for one transaction


@job(BACKFILL_JOB)
async def backfill(payload: Payload) -> None:
    """Run the backfill that ``backfill_id`` names."""
    settings, ring = get_settings(), get_key_ring()
    connection = await connect(settings)
    try:
        with await asyncio.to_thread(Lake, dsn(settings), settings, ring) as lake:
            await run_backfill(connection, lake, ring, uuid.UUID(payload["backfill_id"]), finish_and_notify)
    finally:
        await connection.close(timeout=5)


async def _finish(connection: Connection, row: BackfillRow, batches_done: int) -> None:
    await backfills.finish_backfill(connection, row.id, batches_done)


async def run_backfill(
    connection: Connection, lake: Lake, ring: KeyRing, backfill_id: uuid.UUID, finish: Finish = _finish
) -> None:
    """Match an identity against the batches that are older than it, from where an earlier run came to.

    Progress and the number of new alerts are in the backfill's row. Ends early when the identity is gone, otherwise with
    ``finish``, which marks the row.

    Raises:
        LakeError: the lake cannot be read; what was found so far stays.
    """
    while (row := await backfills.find_backfill(connection, backfill_id)) is not None:
        batch_ids = await repository.batches_before(connection, row.epoch, row.batches_done)
        places = await asyncio.to_thread(_places, lake, row, frozenset(batch_ids))
        for chunk in _chunks(places):
            findings = await _findings(connection, lake, row, chunk)
            done = row.batches_done + batch_ids.index(chunk[-1].batch_id) + 1
            if not await _raise(connection, ring, row, findings, done):
                break
        else:
            await finish(connection, row, row.batches_done + len(batch_ids))
            return


def _places(lake: Lake, row: BackfillRow, batch_ids: frozenset[int]) -> list[Place]:
    located = lake.locate_email(row.key) if row.kind is IdentityKind.EMAIL else lake.locate_domain(row.key)
    return [place for place in located if place.batch_id in batch_ids]


def _chunks(places: Sequence[Place]) -> Iterator[list[Place]]:
    chunk: list[Place] = []
    for place in places:
        chunk.append(place)
        if sum(len(waiting.blocks) for waiting in chunk) >= _CHUNK_BLOCKS:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


async def _findings(connection: Connection, lake: Lake, row: BackfillRow, chunk: Sequence[Place]) -> list[Finding]:
    # All that the account watches decides which list an alert belongs to, not only what is new.
    identities = Identities(await watchlist.list_identities(connection, row.account_id))

    def read() -> list[tuple[int, pa.Table]]:
        found = lake.read_email if row.kind is IdentityKind.EMAIL else lake.read_domain
        return list(found(chunk, row.key))

    tables = await asyncio.to_thread(read)
    origins = await repository.origins(connection, [batch_id for batch_id, _ in tables])
    return [
        finding
        for batch_id, table in tables
        for finding in await asyncio.to_thread(findings_of, table, identities, *origins[batch_id])
    ]


async def _raise(
    connection: Connection, ring: KeyRing, row: BackfillRow, findings: Sequence[Finding], done: int
) -> bool:
    """Raise the alerts of a chunk together with the progress; False when it must be looked at again whether there is more."""
    async with connection.transaction():
        if not await backfills.lock_identity(connection, row):
            return False
        leaks = {finding.leak_id for finding in findings}
        is_retracted = await repository.lock_leaks(connection, leaks)
        if leaks - is_retracted.keys():
            return False  # a leak was merged into another since: the chunk is read again
        current = [replace(finding, backfill_id=row.id) for finding in findings if not is_retracted[finding.leak_id]]
        raised = await raise_alerts(connection, current, ring)
        await backfills.advance_backfill(connection, row.id, done, raised.alerts)
        return True
