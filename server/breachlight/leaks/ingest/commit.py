"""The transaction that ends a batch: alerts, sightings, counts and the mark stand together or not at all."""

import asyncio
import random
from collections.abc import Awaitable, Callable

import asyncpg

from breachlight.alerts.upsert.service import (
    raise_alerts,  # the service brings GraphQL along, which takes long to import
)
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.counts import Counts
from breachlight.leaks.ingest.batch_builder import PreparedBatch
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.matching.watched_identities import Watch
from breachlight.leaks.repository import FileRow
from breachlight.watchlist import repository as watchlist

_MOST_CONFLICTS = 20
# The transaction was refused although nothing is wrong with it: another one was faster.
_CONFLICTS = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.LockNotAvailableError)


class BatchLostError(Exception):
    """The batch is no longer ours: the lock of its file went with the connection, and another process took it."""


class Marker:
    """Knows who watches what, and marks batches done."""

    def __init__(self, ring: KeyRing, digester: Digester) -> None:
        self._ring = ring
        self._digester = digester
        self._watch: Watch | None = None

    @property
    def latest(self) -> Watch:
        """What was watched when it was last looked at; ``watch`` has been called."""
        if self._watch is None:
            raise RuntimeError("nobody has looked at what is watched")
        return self._watch

    async def watch(self, connection: Connection) -> Watch:
        """Return what is watched now."""
        if self._watch is None or self._watch.epoch != await watchlist.peek_epoch(connection):
            self._watch = await Watch.load(connection, self._digester)
        return self._watch

    async def mark(
        self,
        connection: Connection,
        batch_id: int,
        batch: PreparedBatch,
        prepare_again: Callable[[Watch], Awaitable[PreparedBatch]],
        *,
        file: FileRow,
        leak: CatalogueEntry,
        counts: Counts,
    ) -> None:
        """Raise the alerts of a batch that lies in the lake and mark it done, in one transaction.

        ``prepare_again`` is asked for the batch as it concerns those who watch now, if others did when it was prepared.
        Sets the alerts and sightings of ``counts``.

        Raises:
            BatchLostError: another process has taken the batch over; nothing was raised.
        """
        findings = await asyncio.to_thread(batch.watch.findings, batch.concerned, file, leak)
        for attempt in range(_MOST_CONFLICTS + 1):
            try:
                async with connection.transaction():
                    epoch = await watchlist.hold_epoch(connection)
                    if epoch != batch.watch.epoch:
                        # Rare, and the epoch is held: who proves an identity now waits until this batch is done.
                        batch = await prepare_again(await self.watch(connection))
                        findings = await asyncio.to_thread(batch.watch.findings, batch.concerned, file, leak)
                    raised = await raise_alerts(connection, findings, self._ring)
                    counts.alerts, counts.sightings = raised.alerts, raised.sightings
                    if not await repository.mark_batch(connection, batch_id, epoch, counts):
                        raise BatchLostError
                return
            except _CONFLICTS:
                if attempt == _MOST_CONFLICTS:
                    raise
                await asyncio.sleep(0.01 * 2 ** min(attempt, 7) * random.random())
