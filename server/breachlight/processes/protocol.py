"""HTTP/1.1 with deadlines: uvicorn waits for slow senders without end and reads headers without bound."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS = 10.0
BODY_SECONDS = 60.0
HEADER_BYTES = 64 * 1024


class BoundedHttpProtocol(HttpToolsProtocol):
    """Closes connections whose headers are not whole in 10 s or within 64 KiB, or whose body takes over 60 s."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._reads_headers = True
        self._header_bytes = 0
        self._is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn does
        """Start the clock with the connection, before the first byte."""
        super().connection_made(transport)
        self._give(HEADER_SECONDS)

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
        idle = self.cycle is None or self.cycle.response_complete
        if self._deadline is None and self._reads_headers and idle and not self.transport.is_closing():
            self._give(HEADER_SECONDS)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._reads_headers = True
        self._give(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        """The headers are whole; the body has its own deadline."""
        self._reads_headers = False
        self._header_bytes = 0
        self._give(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._reads_headers = True
        self._give(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection goes to another protocol, with limits of its own."""
        self._is_upgraded = True
        self._give(None)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to wait for."""
        self._give(None)
        super().connection_lost(exc)

    def _give(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._too_late) if seconds is not None else None

    def _too_late(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.close()
