"""Claims of batches: what this process works on, which no other one touches while it lives.

A claim is a row of ``batches`` that names its owner. The owner is an advisory lock of the connection, so the claims of a dead
process end with its connection. A lease, renewed meanwhile, ends those of a frozen one. Either way others may take the batch
over, and the former owner can no longer mark it done.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from types import TracebackType
from typing import Final, Self

import asyncpg

from breachlight.database.session import Connection
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.ingest import claims_repository as repository
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.cuts import Cuts, KnownBatch
from breachlight.leaks.ingest.retry import AWAY
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.repository import FileRow, NewFile

_RENEWAL_SECONDS: Final = 5.0


class CutOtherwiseError(Exception):
    """A process of another version has just cut the file otherwise: begin the pass again, with its cuts."""


class Claims:
    """The claims of one connection, which ``using`` keeps to one task at a time."""

    def __init__(self, connection: Connection) -> None:
        self.using: Final = asyncio.Lock()
        self.owner: Final = secrets.randbits(62)
        self._connection = connection
        self._host = int.from_bytes(blake2b(socket.gethostname().encode(), digest_size=7).digest(), "big")
        self._processes = 1
        self._claimed: set[int] = set()
        self._stored: set[int] = set()

    async def __aenter__(self) -> Self:
        await repository.begin_claiming(self._connection, self.owner, self._host)
        self._processes = await repository.owners_at(self._connection, self._host)
        self._renewing = asyncio.create_task(self._renew())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Leave what wasn't finished to others."""
        async with self.using:
            self._renewing.cancel()
            with suppress(asyncpg.PostgresError, *AWAY):
                if self._claimed:
                    await repository.drop(self._connection, self._claimed - self._stored, self.owner)
                    await repository.abandon(self._connection, self._stored, self.owner)

    def threads(self) -> int:
        """Return how many threads this process may keep busy: its share of the processors."""
        return max(1, (os.cpu_count() or 1) // self._processes)

    async def enter(
        self, leak: CatalogueEntry, files: Sequence[NewFile], ends: Sequence[int]
    ) -> dict[bytes, tuple[FileRow, int]]:
        """Enter new files of one batch each, which end there; return those that are new, with the claimed batch's id."""
        async with self.using:
            entered = await repository.enter_files(self._connection, leak.id, files, ends, self.owner)
        self._claimed.update(batch_id for _, batch_id in entered.values())
        return entered

    async def known(self, file: FileRow) -> Cuts:
        """Return the batches of a file that are done or claimed."""
        async with self.using:
            return Cuts(await repository.known_batches(self._connection, file.id))

    async def take_abandoned(self, file: FileRow) -> list[int]:
        """Claim what dead processes have left of a file, to ``remove`` it."""
        async with self.using:
            left = await repository.take_abandoned(self._connection, file.id, self.owner)
        self.begin_storing(left)
        return left

    async def remove(self, batch_ids: Sequence[int], lake: Lake) -> None:
        """Remove abandoned batches: they can be claimed again."""
        await asyncio.to_thread(lake.remove, *batch_ids)
        async with self.using:
            await repository.drop(self._connection, batch_ids, self.owner)
        self.end(batch_ids)

    async def claim(self, file: FileRow, cuts: Cuts, chunk: Chunk) -> int | None:
        """Claim the batch of a chunk and return its id; None if another process has it.

        Raises:
            CutOtherwiseError: another process has cut the file otherwise.
        """
        number = cuts.number_at(chunk.start)
        if cuts.at(chunk.start) is None and number is not None:
            batch = KnownBatch(number, chunk.start, chunk.end, chunk.source_end, False)
            async with self.using:
                batch_id = await repository.claim(self._connection, file.id, batch, self.owner)
                found = [batch] if batch_id is not None else await repository.known_batches(self._connection, file.id)
            for one in found:
                cuts.add(one)
            if batch_id is not None:
                self._claimed.add(batch_id)
                return batch_id
        known = cuts.at(chunk.start)
        if known is None or known.end != chunk.end:
            raise CutOtherwiseError
        return None

    def begin_storing(self, batch_ids: Sequence[int]) -> None:
        """Note that batches may have rows in the lake from now on."""
        self._claimed.update(batch_ids)
        self._stored.update(batch_ids)

    def end(self, batch_ids: Sequence[int]) -> None:
        """Note that batches are done, or gone."""
        self._claimed.difference_update(batch_ids)
        self._stored.difference_update(batch_ids)

    async def _renew(self) -> None:
        with suppress(asyncpg.PostgresError, *AWAY):  # the next statement on this connection reports the loss
            while True:
                await asyncio.sleep(_RENEWAL_SECONDS)
                async with self.using:
                    self._processes = await repository.owners_at(self._connection, self._host)
                    if self._claimed:
                        await repository.renew(self._connection, self._claimed, self.owner)
                    await repository.end_frozen(self._connection)
