"""The transaction that ends a batch: alerts, sightings, counts and the mark are committed together or not at all."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import asyncpg

# Not from alerts.service: it imports GraphQL, which takes long.
from breachlight.alerts.upsert.service import raise_alerts
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.counts import Counts
from breachlight.leaks.errors import IngestError
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.matching.watched_identities import Watchlist
from breachlight.leaks.rejected_stretches_repository import keep_stretches
from breachlight.leaks.repository import FileRow
from breachlight.watchlist import repository as identities

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.batch_builder import PreparedBatch

_MOST_CONFLICTS: Final = 20
# Another transaction was faster; nothing is wrong with this one.
_CONFLICTS: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.LockNotAvailableError)


class BatchLostError(Exception):
    """Another process took the batch over: the lock of its file went with a lost connection."""


class BatchCommitter:
    """Matches batches against the watchlist and commits them."""

    def __init__(self, ring: KeyRing, digester: Digester) -> None:
        self._ring = ring
        self._digester = digester
        self._watchlist: Watchlist | None = None

    @property
    def watchlist(self) -> Watchlist:
        """Return the watchlist as of the last ``refresh``."""
        if self._watchlist is None:
            raise RuntimeError("the watchlist was never read")
        return self._watchlist

    async def refresh(self, connection: Connection) -> Watchlist:
        """Return the current watchlist, read again if it changed."""
        if self._watchlist is None or self._watchlist.epoch != await identities.current_epoch(connection):
            self._watchlist = await Watchlist.load(connection, self._digester)
        return self._watchlist

    async def commit(
        self,
        connection: Connection,
        batch_id: int,
        batch: "PreparedBatch",
        prepare_again: Callable[[Watchlist], Awaitable["PreparedBatch"]],
        *,
        file: FileRow,
        leak: CatalogueEntry,
        counts: Counts,
        also: Callable[[Connection], Awaitable[None]] | None = None,
    ) -> None:
        """Raise the alerts of a stored batch, keep what it rejected, mark it done and do ``also``, in one transaction.

        ``prepare_again`` prepares the batch for the current watchlist, if that changed since the batch was prepared. Sets the
        alerts and sightings of ``counts``.

        Raises:
            BatchLostError: another process took the batch over; nothing was raised.
            IngestError: the leak was retracted or merged; nothing was raised.
        """
        findings = await asyncio.to_thread(batch.watchlist.findings, batch.candidates, file, leak)
        for attempt in range(_MOST_CONFLICTS + 1):
            try:
                async with connection.transaction():
                    epoch = await identities.lock_epoch(connection)
                    if (await repository.lock_leaks(connection, [leak.id])).get(leak.id, True):
                        raise IngestError(f"The leak {leak.name} was retracted or merged into another in the meantime.")
                    if epoch != batch.watchlist.epoch:
                        # Rare. The epoch is locked: verifying another identity waits until this batch is done.
                        batch = await prepare_again(await self.refresh(connection))
                        findings = await asyncio.to_thread(batch.watchlist.findings, batch.candidates, file, leak)
                    raised = await raise_alerts(connection, findings, self._ring)
                    counts.alerts, counts.sightings = raised.alerts, raised.sightings
                    if not await repository.mark_batch_done(connection, batch_id, epoch, counts):
                        raise BatchLostError
                    await keep_stretches(connection, self._ring, file.id, batch.rejected)
                    if also is not None:
                        await also(connection)
                return
            except _CONFLICTS:
                if attempt == _MOST_CONFLICTS:
                    raise
                await asyncio.sleep(0.01 * 2 ** min(attempt, 7) * random.random())
