"""The answer of an HTTP request as middleware sees it: ``send`` is wrapped once for each request, not by each of them."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from breachlight.kit.logging import Message, Scope, Send

Header = tuple[bytes, bytes]

LARGE_PIECE: Final = 64 << 10
"""Bytes; uvicorn buffers less without waiting for the client."""

_KEY: Final = "breachlight.exchange"


class Exchange:
    """What middleware knows of an answer, and what it adds to the headers."""

    __slots__ = ("_send", "added", "defaults", "late", "send_large", "status")

    def __init__(self, send: Send) -> None:
        self.status = 0
        """0 until the answer begins."""
        self.added: list[Header] = []
        """Headers in addition to those of the application."""
        self.defaults: Sequence[Header] = ()
        """Headers that the application's own replace."""
        self.late: Callable[[], Iterable[Header]] | None = None
        """Returns headers that are known only when the answer begins."""
        self.send_large: Callable[[Send, Message], Awaitable[None]] | None = None
        """Sends a piece that may have to wait for the client."""
        self._send = send

    async def send(self, message: Message) -> None:
        """Send a part of the answer; the first with the headers of all middleware."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = self._headers(message.get("headers", ()))
        elif self.send_large is not None and (
            message.get("more_body", False) or len(message.get("body", b"")) >= LARGE_PIECE
        ):
            await self.send_large(self._send, message)
            return
        await self._send(message)

    def _headers(self, given: Iterable[Header]) -> list[Header]:
        headers = [*given, *self.added]
        if self.late is not None:
            headers += self.late()
        names = {name.lower() for name, _ in headers}
        headers += [header for header in self.defaults if header[0] not in names]
        return headers


def exchange_of(scope: Scope, send: Send) -> tuple[Exchange, Send]:
    """Return the exchange of an HTTP request, and what to send its answer by."""
    exchange: Exchange | None = scope.get(_KEY)
    if exchange is not None:
        return exchange, send
    exchange = scope[_KEY] = Exchange(send)
    return exchange, exchange.send


def end_exchange(scope: Scope) -> None:
    """Let a request's exchange go once it is answered: with what it sends by it would wait for the garbage collector."""
    scope.pop(_KEY, None)
