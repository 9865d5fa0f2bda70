"""The transaction that ends a batch: alerts, sightings, counts and the mark stand together or not at all."""

import asyncio
import random
from dataclasses import dataclass

import asyncpg
import pyarrow as pa

from breachlight.alerts.service import Finding, raise_alerts
from breachlight.kit.keys import KeyRing
from breachlight.leaks import repository
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.identities import Watch
from breachlight.leaks.report import Counts
from breachlight.leaks.repository import Connection, FileRow

_MOST_CONFLICTS = 20
# The transaction was refused although nothing is wrong with it: another one was faster.
_CONFLICTS = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, asyncpg.LockNotAvailableError)


class BatchLostError(Exception):
    """The batch is no longer ours: the lock of its file went with the connection, and another process took it."""


@dataclass(frozen=True, slots=True)
class Matched:
    """What the records of a batch come to for those who watched at the epoch of ``watch``."""

    watch: Watch
    findings: list[Finding]


class Marker:
    """Matches batches and marks them done."""

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring
        self._watch: Watch | None = None

    async def match(self, connection: Connection, table: pa.Table, *, file: FileRow, leak: CatalogueEntry) -> Matched:
        """Match the records of a batch with what is watched now."""
        watch = self._watch
        if watch is None or watch.epoch != await repository.peek_epoch(connection):
            watch = self._watch = await Watch.load(connection)
        return Matched(watch, await asyncio.to_thread(watch.findings, table, file, leak))

    async def mark(
        self,
        connection: Connection,
        batch_id: int,
        table: pa.Table,
        matched: Matched,
        *,
        file: FileRow,
        leak: CatalogueEntry,
        counts: Counts,
    ) -> None:
        """Raise the alerts of a batch that lies in the lake and mark it done, in one transaction.

        Sets the alerts and sightings of ``counts``.

        Raises:
            BatchLostError: another process has taken the batch over; nothing was raised.
        """
        for attempt in range(_MOST_CONFLICTS + 1):
            try:
                async with connection.transaction():
                    epoch = await repository.hold_epoch(connection)
                    if epoch != matched.watch.epoch:
                        # Rare, and the epoch is held: who proves an identity now waits until this batch is done.
                        matched = await self.match(connection, table, file=file, leak=leak)
                    raised = await raise_alerts(connection, matched.findings, self._ring)
                    counts.alerts, counts.sightings = raised.alerts, raised.sightings
                    if not await repository.mark_batch(connection, batch_id, epoch, counts):
                        raise BatchLostError
                return
            except _CONFLICTS:
                if attempt == _MOST_CONFLICTS:
                    raise
                await asyncio.sleep(0.01 * 2 ** min(attempt, 7) * random.random())
