"""The transaction that ends a batch: alerts, sightings, counts and the mark are committed together or not at all."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import asyncpg

from breachlight.alerts.upsert.matches import Finding

# Not from alerts.service: it imports GraphQL, which takes long.
from breachlight.alerts.upsert.service import raise_parts
from breachlight.database.session import Connection
from breachlight.kit import tracing
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.counts import Counts
from breachlight.leaks.errors import IngestError
from breachlight.leaks.ingest.later_identities import compared_again
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.matching.watched_identities import Watchlist
from breachlight.leaks.ranges.signal import signal_update
from breachlight.leaks.rejected_stretches_repository import keep_stretches
from breachlight.leaks.repository import FileRow
from breachlight.watchlist import repository as identities

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.batch_builder import PreparedBatch

_MOST_CONFLICTS: Final = 20
_TRACED_COUNTS: Final = ("lines", "records", "alerts", "sightings")
# Another transaction was faster; nothing is wrong with this one.
_CONFLICTS: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.LockNotAvailableError)


class BatchLostError(Exception):
    """Another process took the batch over: the claim went with a lost connection, or this process was frozen."""


@dataclass(slots=True)
class PendingBatch:
    """A stored batch that isn't committed yet, of the ``owner`` of its claim.

    Committing it sets the alerts and sightings of ``counts``. ``stored_of_opted_out`` are mailboxes that opted
    out after their records were stored.
    """

    batch_id: int
    batch: "PreparedBatch"
    file: FileRow
    counts: Counts
    owner: int | None = None
    stored_of_opted_out: frozenset[str] = frozenset()

    async def findings(self, leak: CatalogueEntry) -> list[Finding]:
        """Return what the candidates of the batch come to."""
        if not self.batch.candidates.num_rows:
            return []
        return await asyncio.to_thread(self.batch.watchlist.findings, self.batch.candidates, self.file, leak)


class BatchCommitter:
    """Matches batches against the watchlist and commits them."""

    def __init__(self, ring: KeyRing, digester: Digester) -> None:
        self._ring = ring
        self._digester = digester
        self._watchlist: Watchlist | None = None
        self._reading = asyncio.Lock()

    @property
    def watchlist(self) -> Watchlist:
        """Return the watchlist as of the last ``refresh``."""
        if self._watchlist is None:
            raise RuntimeError("the watchlist was never read")
        return self._watchlist

    async def refresh(self, connection: Connection) -> Watchlist:
        """Return the current watchlist, read again if it changed."""
        async with self._reading:
            if self._watchlist is None or self._watchlist.epoch != await identities.current_epoch(connection):
                self._watchlist = await Watchlist.load(connection, self._digester)
            return self._watchlist

    async def commit(
        self,
        connection: Connection,
        pending: Sequence[PendingBatch],
        leak: CatalogueEntry,
        lake: Lake,
        *,
        also: Callable[[Connection], Awaitable[None]] | None = None,
    ) -> None:
        """Raise the alerts of batches that are in the lake, keep what they rejected, mark them done and do ``also``, in one transaction.

        Raises:
            BatchLostError: another process took a batch over; nothing was raised.
            IngestError: the leak was retracted or merged; nothing was raised.
            LakeError: identities were verified meanwhile, and the lake can't be read; nothing was raised.
        """
        with tracing.span("ingest commit", attributes={"ingest.batches": len(pending)}):
            await self._commit(connection, pending, leak, lake, also)
            totals = {name: sum(getattr(one.counts, name) for one in pending) for name in _TRACED_COUNTS}
            tracing.annotate(attributes={f"ingest.{name}": total for name, total in totals.items()})

    async def _commit(
        self,
        connection: Connection,
        pending: Sequence[PendingBatch],
        leak: CatalogueEntry,
        lake: Lake,
        also: Callable[[Connection], Awaitable[None]] | None,
    ) -> None:
        findings = [await one.findings(leak) for one in pending]
        for attempt in range(_MOST_CONFLICTS + 1):
            try:
                async with connection.transaction():
                    epoch = await identities.lock_epoch(connection)
                    if (await repository.lock_leaks(connection, [leak.id])).get(leak.id, True):
                        raise IngestError(f"The leak {leak.name} was retracted or merged into another in the meantime.")
                    for number, one in enumerate(pending):
                        if epoch != one.batch.watchlist.epoch:
                            # The epoch is locked: verifying another identity waits until this batch is done.
                            watchlist = await self.refresh(connection)
                            batch = await asyncio.to_thread(
                                compared_again, one.batch, one.batch_id, watchlist, lake, self._digester
                            )
                            one.stored_of_opted_out |= batch.left_out - one.batch.left_out
                            one.batch = batch
                            findings[number] = await one.findings(leak)
                    for key in sorted({key for one in pending for key in one.stored_of_opted_out}):
                        # It was opted out after its records were stored, and the erasure may have passed them.
                        await _erase_again(connection, self._ring, key)
                    for one, raised in zip(pending, await raise_parts(connection, findings, self._ring), strict=True):
                        one.counts.alerts, one.counts.sightings = raised.alerts, raised.sightings
                        if not await repository.mark_batch_done(connection, one.batch_id, epoch, one.counts, one.owner):
                            raise BatchLostError
                        await keep_stretches(connection, self._ring, one.file.id, one.batch.rejected)
                    if also is not None:
                        await also(connection)
                    await signal_update(connection)
                return
            except _CONFLICTS:
                if attempt == _MOST_CONFLICTS:
                    raise
                await asyncio.sleep(0.01 * 2 ** min(attempt, 7) * random.random())


async def _erase_again(connection: Connection, ring: KeyRing, key: str) -> None:
    # Not above: it is rare, and imports what an ingest doesn't need.
    from breachlight.leaks.address_requests.service import erase_again

    await erase_again(connection, ring, key)
