"""A bridge from libraries that write members to readers that read them: a thread, and a bounded queue."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Final

from breachlight.leaks.errors import IngestError, RefusedError
from breachlight.leaks.ingest.archives.members import Member, MemberError, MemberInfo, MemberProblem
from breachlight.leaks.ingest.source_reader import StoppedError

_BLOCK_BYTES: Final = 1 << 18
_BLOCKS: Final = 64
"""16 MiB, the size of a batch, so that unpacking goes on while batches are stored."""


class AbandonedError(Exception):
    """Nobody reads any more; raised in the writing thread to end it."""


PASSED_ON: Final = (AbandonedError, StoppedError, RefusedError, IngestError)
"""What passes through a library unharmed: none of its decoders raises it."""


class Sink:
    """The writing end, for the library's thread."""

    def __init__(self, events: "queue.Queue[MemberInfo | bytes | MemberError | None]", over: threading.Event) -> None:
        self._events = events
        self._over = over

    def begin(self, info: MemberInfo) -> None:
        """Start the next member.

        Raises:
            AbandonedError: nobody reads any more.
        """
        self._put(info)

    def write(self, data: bytes) -> None:
        """Write bytes of the member.

        Raises:
            AbandonedError: nobody reads any more.
        """
        for start in range(0, len(data), _BLOCK_BYTES):
            self._put(bytes(data[start : start + _BLOCK_BYTES]))

    def fail(self, problem: MemberProblem) -> None:
        """End the member with an error.

        Raises:
            AbandonedError: nobody reads any more.
        """
        self._put(MemberError(problem))

    def _put(self, event: MemberInfo | bytes | MemberError | None) -> None:
        while not self._over.is_set():
            try:
                self._events.put(event, timeout=0.2)
            except queue.Full:
                continue
            return
        raise AbandonedError


class _Reader:
    def __init__(self, events: "queue.Queue[MemberInfo | bytes | MemberError | None]") -> None:
        self._events = events
        self._rest = b""
        self.following: MemberInfo | None = None
        self.is_over = False
        self._error: MemberError | None = None

    def read(self, size: int, /) -> bytes:
        while not self._rest:
            if self._error is not None:
                raise self._error
            if self.is_over:
                return b""
            event = self._events.get()
            if isinstance(event, bytes):
                self._rest = event
            elif isinstance(event, MemberError):
                self._error = event
            else:
                self.following, self.is_over = event, True
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def drain(self) -> None:
        self._rest = b""
        while not self.is_over:
            event = self._events.get()
            if not isinstance(event, bytes | MemberError):
                self.following, self.is_over = event, True


def pumped(write: Callable[[Sink], None]) -> Iterator[Member]:
    """Yield the members that ``write`` begins and writes in a thread of its own.

    Raises:
        MemberError: ``write`` raised it.
    """
    events: queue.Queue[MemberInfo | bytes | MemberError | None] = queue.Queue(_BLOCKS)
    over = threading.Event()
    failures: list[BaseException] = []
    sink = Sink(events, over)

    def run() -> None:
        try:
            write(sink)
        except AbandonedError:
            return
        except BaseException as error:
            failures.append(error)
        try:
            sink._put(None)  # noqa: SLF001 -- the end
        except AbandonedError:
            return

    thread = threading.Thread(target=run, name="unpack", daemon=True)
    thread.start()
    try:
        reader = _Reader(events)
        reader.drain()  # to the first member
        while reader.following is not None:
            info = reader.following
            reader = _Reader(events)
            yield Member(info, lambda reader=reader: reader)  # type: ignore[misc]  # the default is the value
            reader.drain()
        if failures:
            raise failures[0]
    finally:
        over.set()
        thread.join()
