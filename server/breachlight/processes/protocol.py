"""HTTP/1.1 with deadlines: uvicorn waits for slow clients without end and reads headers without bound."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS: Final = 10.0
HEADER_BYTES: Final = 64 * 1024
BODY_SECONDS: Final = 10.0
"""How long a body may take, besides a second for each ``LEAST_BYTES_PER_SECOND`` of it."""
LONGEST_BODY_SECONDS: Final = 120.0
READER_SECONDS: Final = 20.0
"""How often a client that doesn't keep up with its answer must have read ``LEAST_BYTES_PER_SECOND`` in the meantime."""
LEAST_BYTES_PER_SECOND: Final = 4096
MOST_CONNECTIONS: Final = 9_000
"""With more, the connection that has waited longest for a request is closed for each new one."""

_LINGER_SECONDS: Final = 10.0
# Connections without a whole request, the one that has waited longest first.
_waiting: "OrderedDict[BoundedHttpProtocol, None]" = OrderedDict()


class _AnswerTransport(asyncio.Transport):
    """Sends the head of one answer together with the first part of its body: uvicorn writes them apart, and each takes a system call.

    A head that no part follows at once is sent in the next turn of the event loop.
    """

    __slots__ = ("_has_written", "_head", "_loop", "_sending", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self._has_written = False
        self._sending: asyncio.Handle | None = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send a part of the answer, the first one with what follows it."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
            self._transport.write(self._head + data)
        elif self._has_written:
            self._transport.write(data)
        else:
            self._has_written, self._head = True, bytes(data)
            self._sending = self._loop.call_soon(self._send_head)

    def close(self) -> None:
        """Send what is left, and close the connection."""
        if self._sending is not None:
            self._sending.cancel()
            self._send_head()
        self._transport.close()

    def is_closing(self) -> bool:
        """Return whether the connection is being closed."""
        return self._transport.is_closing()

    def _send_head(self) -> None:
        self._sending = None
        self._transport.write(self._head)


class BoundedHttpProtocol(HttpToolsProtocol):
    """Closes the connections of clients that send or read too slowly.

    Headers must be whole in 10 s and within 64 KiB. Bodies and answers must flow at 4 KiB/s or more.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._reader_check: asyncio.TimerHandle | None = None
        self._reads_headers = True
        self._header_bytes = 0
        self._body_bytes = 0
        self._body_began = 0.0
        self._is_upgraded = False
        self._has_turned = False
        self._seconds: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Start the clock with the connection, before the first byte."""
        super().connection_made(transport)
        self._give(HEADER_SECONDS)
        if len(self.connections) > MOST_CONNECTIONS and _waiting:
            next(iter(_waiting)).abort()
        _waiting[self] = None

    def data_received(self, data: bytes) -> None:
        """Refuse endless headers; keep a clock on whatever has begun without being a request yet."""
        if self._reads_headers:
            self._header_bytes += len(data)
            # Headers and the body's first part come together, so what lies beyond the blank line is not counted.
            if self._header_bytes > HEADER_BYTES and b"\r\n\r\n" not in data:
                self.send_400_response("The headers are too long.")
                return
        super().data_received(data)
        if self._is_upgraded:
            return
        if self._has_turned:
            self._has_turned = False
            self._give(self._seconds)
        idle = self.cycle is None or self.cycle.response_complete
        if self._deadline is None and self._reads_headers and idle and not self.transport.is_closing():
            self._give(HEADER_SECONDS)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._reads_headers = True
        self._turn(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        """The headers are whole; the body has its own deadline."""
        self._reads_headers = False
        self._header_bytes = self._body_bytes = 0
        self._body_began = self.loop.time()
        self._turn(BODY_SECONDS)
        earlier = self.cycle
        super().on_headers_complete()
        if self.cycle is not earlier:
            self.cycle.transport = _AnswerTransport(self.transport, self.loop)

    def on_body(self, body: bytes) -> None:
        """A part of the body has come."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._reads_headers = True
        self._turn(None)
        _waiting.pop(self, None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The connection waits for another request."""
        if not self.transport.is_closing():
            _waiting[self] = None
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection goes to another protocol, with limits of its own."""
        self._is_upgraded = True
        self._give(None)
        _waiting.pop(self, None)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The client doesn't keep up with its answer."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._ignore_reader()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that nothing more comes over, even if its client has not read the last answer."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(_LINGER_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to wait for."""
        self._give(None)
        self._ignore_reader()
        _waiting.pop(self, None)
        super().connection_lost(exc)

    def abort(self) -> None:
        """Close the connection without sending what is left."""
        _waiting.pop(self, None)
        self.transport.abort()

    def _turn(self, seconds: float | None) -> None:
        """Give so many seconds once all bytes that have come are looked at: most requests come whole, and need none."""
        self._has_turned, self._seconds = True, seconds

    def _give(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._too_late) if seconds is not None else None

    def _too_late(self) -> None:
        self._deadline = None
        if not self._reads_headers:
            allowed = min(BODY_SECONDS + self._body_bytes / LEAST_BYTES_PER_SECOND, LONGEST_BODY_SECONDS)
            left = self._body_began + allowed - self.loop.time()
            if left > 0:
                self._give(left)
                return
        self.abort()

    def _watch_reader(self) -> None:
        self._ignore_reader()
        unread = self.transport.get_write_buffer_size()
        self._reader_check = self.loop.call_later(READER_SECONDS, self._check_reader, unread)

    def _check_reader(self, unread: int) -> None:
        if unread - self.transport.get_write_buffer_size() < READER_SECONDS * LEAST_BYTES_PER_SECOND:
            self.abort()
        else:
            self._watch_reader()

    def _ignore_reader(self) -> None:
        if self._reader_check is not None:
            self._reader_check.cancel()
            self._reader_check = None
