"""A running process's eye on the key file: it takes up new keys within seconds, and tells the database which ones it has."""

import asyncio
import os
import socket
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Final, TypeAlias

import structlog

from breachlight.config import Settings, get_key_ring
from breachlight.database.connection import connect
from breachlight.database.errors import OUTAGES
from breachlight.database.session import Connection, reading
from breachlight.keys import repository
from breachlight.keys.registry import misfit
from breachlight.keys.repository import Holder
from breachlight.kit.background import background
from breachlight.kit.identifiers import new_id
from breachlight.kit.key_file import KeyFileError, Ring
from breachlight.kit.keys import KeyRing, MissingKeyError

_LOOK_SECONDS: Final = 1.0
_LOOKS_PER_REPORT: Final = 5
_CLOSE_SECONDS: Final = 2.0

_log = structlog.get_logger(__name__)


_Borrow: TypeAlias = Callable[[], AbstractAsyncContextManager[Connection]]


@asynccontextmanager
async def key_watch(process: str, borrow: _Borrow = reading) -> AsyncIterator[None]:
    """Watch the key file as long as the process runs; ``borrow`` gives a connection, by default of the open pool.

    A key file that can't be used doesn't end the process: what needs a key is refused until the file is repaired.
    """
    watch = _Watch(process, borrow)
    await watch.look(reports=True)
    try:
        async with background(watch.run()):
            yield
    finally:
        await watch.end()


@asynccontextmanager
async def command_key_watch(settings: Settings, process: str) -> AsyncIterator[None]:
    """Watch the key file as long as a command runs that seals for long."""

    @asynccontextmanager
    async def borrow() -> AsyncIterator[Connection]:
        connection = await connect(settings)
        try:
            yield connection
        finally:
            await connection.close(timeout=_CLOSE_SECONDS)

    async with key_watch(process, borrow):
        yield


class _Watch:
    def __init__(self, process: str, borrow: _Borrow) -> None:
        self._process = process
        self._borrow = borrow
        self._id: uuid.UUID = new_id()
        self._said = ""
        self._reported: frozenset[str] = frozenset()

    async def run(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            looks += 1
            await self.look(reports=looks % _LOOKS_PER_REPORT == 0)

    async def look(self, *, reports: bool) -> None:
        """Take up a changed file; report to the database if it has changed, or when it is time."""
        try:
            ring = get_key_ring()
            ring.refresh()
        except KeyFileError as error:
            self._say(str(error))
            return
        if reports or self._reported != frozenset(ring.in_file):
            try:
                await self._report(ring)
            except OUTAGES:
                return  # the next report comes in seconds; readiness reports the database

    async def end(self) -> None:
        with suppress(*OUTAGES):
            async with self._borrow() as connection:
                await repository.remove_holder(connection, self._id)

    async def _report(self, ring: KeyRing) -> None:
        async with self._borrow() as connection:
            known = await repository.known_keys(connection)
            ring.apply({name: row.state for name, row in known.items()})
            await repository.store_holder(connection, self._id, self._holder(ring))
        self._reported = frozenset(ring.in_file)
        reason = misfit(ring, known)
        self._say(f"The key file {ring.path} {reason}." if reason else "")

    def _holder(self, ring: KeyRing) -> Holder:
        current = set()
        for each in (Ring.SIGNING, Ring.SEALING):
            with suppress(MissingKeyError):
                current.add(ring.current(each).name)
        return Holder(socket.gethostname(), self._process, os.getpid(), frozenset(ring.in_file), frozenset(current))

    def _say(self, fault: str) -> None:
        if fault and fault != self._said:
            _log.error("key file cannot be used", reason=fault)
        elif self._said and not fault:
            _log.info("key file can be used again")
        self._said = fault
