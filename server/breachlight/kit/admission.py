"""Admission: how many requests of a process may run at the same time, in all, per address and per account.

A request counts while this process works on it. One whose body is still arriving, or whose client is slow to read, costs a
connection and little else, so it doesn't count: a thousand slow clients refuse nobody a page. Static files always pass.
"""

import asyncio
from collections import deque
from collections.abc import MutableMapping, Sequence
from contextvars import ContextVar
from typing import Final, TypeVar
from uuid import UUID

from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import ThrottledError, UnavailableError
from breachlight.kit.exchange import exchange_of
from breachlight.kit.headers import headers_of_refusals
from breachlight.kit.logging import App, Message, Receive, Scope, Send
from breachlight.kit.messages import say

COUNTED: Final = ("/api", "/graphql", "/content/graphql", "/unsubscribe", "/dev/mail", "/range", "/leaks", "/sitemap")
"""Paths under which requests are work. All others are files and pages in memory, and always pass."""
STREAMED: Final = "/api/v1/uploads"
"""The path under which bodies are stored as they come, and take no memory."""

MOST_RUNNING: Final = 256
MOST_RUNNING_PER_ADDRESS: Final = 128
MOST_RUNNING_PER_ACCOUNT: Final = 64
MOST_SENDING_PER_ADDRESS: Final = 256
"""Requests of one address whose bodies are incomplete."""
MOST_INCOMPLETE_BYTES: Final = 128 << 20
"""Memory for the incomplete bodies of a process, beyond the first ``_FREE_BYTES`` of each."""
LONGEST_WAIT_SECONDS: Final = 10.0

WHOLE_BODY: Final = "breachlight.body"
"""Where a body that was received whole is in the scope: who reads it there needs no deadline and no loop."""

_FREE_BYTES: Final = 64 << 10
_BUSY: Final = b'{"error":{"message":"The server is busy. Please try again shortly."}}'
_TOO_MANY: Final = (
    b'{"error":{"message":"Too many requests at the same time from this address. Please try again shortly."}}'
)

KeyT = TypeVar("KeyT")

_current: ContextVar["_Work | None"] = ContextVar("work", default=None)


def count_account(account_id: UUID) -> None:
    """Count the current request for its account, once it is known whose it is.

    Raises:
        ThrottledError: too many requests of this account are running.
    """
    work = _current.get()
    if work is not None:
        work.count_account(account_id)


class Admission:
    """ASGI middleware that refuses at once what this process can't finish in time."""

    def __init__(
        self,
        app: App,
        *,
        is_https: bool,
        most: int = MOST_RUNNING,
        most_per_address: int = MOST_RUNNING_PER_ADDRESS,
        most_per_account: int = MOST_RUNNING_PER_ACCOUNT,
        most_sending: int = MOST_SENDING_PER_ADDRESS,
    ) -> None:
        self.most: Final = most
        self.most_per_address: Final = most_per_address
        self.most_per_account: Final = most_per_account
        self.most_sending: Final = most_sending
        self.running = 0
        self.incomplete_bytes = 0
        self.by_address: dict[str, int] = {}
        self.by_account: dict[UUID, int] = {}
        self.sending: dict[str, int] = {}
        self._app = app
        self._security_headers = headers_of_refusals(is_https=is_https)
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or not scope["path"].startswith(COUNTED):
            await self._app(scope, receive, send)
            return
        address = network_of((scope.get("client") or ("",))[0])
        if self.running >= self.most:
            await self._refuse(send, 503, _BUSY)
            return
        if (
            self.by_address.get(address, 0) >= self.most_per_address
            or self.sending.get(address, 0) >= self.most_sending
        ):
            await self._refuse(send, 429, _TOO_MANY)
            return
        exchange, send = exchange_of(scope, send)
        work = _Work(self, address, receive, streams=scope["path"].startswith(STREAMED))
        exchange.send_large = work.send_large
        token = _current.set(work)
        try:
            if _has_small_body(scope):
                # A client that doesn't send the rest costs no more than this: nothing of the application runs for it.
                body = await work.receive_all()
                if body is not None:
                    scope[WHOLE_BODY] = body
                    await self._app(scope, _replayed(body, work.receive), send)
            else:
                await self._app(scope, work.receive, send)
        except UnavailableError:
            if exchange.status:
                raise
            await self._refuse(send, 503, _BUSY)
        finally:
            _current.reset(token)
            work.end()

    async def wait(self) -> None:
        """Wait until one more request may run; requests that wait get their turn in order.

        Raises:
            UnavailableError: none could for ``LONGEST_WAIT_SECONDS``.
        """
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()
        if self.running < self.most and not self._waiting:
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await turn
        except TimeoutError:
            raise UnavailableError from None

    def wake(self) -> None:
        """Let the next waiting request run, if there is room."""
        if self.running >= self.most:
            return
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    async def _refuse(self, send: Send, status: int, body: bytes) -> None:
        # The connection closes: a client that goes on sending would hold it.
        headers: Sequence[tuple[bytes, bytes]] = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"retry-after", b"1"),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
            *self._security_headers,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class _Work:
    """One request, and whether it runs, sends or reads."""

    def __init__(self, admission: Admission, address: str, receive: Receive, *, streams: bool) -> None:
        self._admission = admission
        self._streams = streams
        self._address = address
        self._receive = receive
        self._account: UUID | None = None
        self._is_running = self._is_complete = False
        self._received = self._held = 0
        self._run()

    async def receive(self) -> Message:
        """Receive the next part of the body; while it is awaited the request doesn't run."""
        if self._is_complete:
            # What comes now is the end of the connection; a streamed answer awaits it while it works.
            return await self._receive()
        self._pause()
        _count(self._admission.sending, self._address)
        try:
            message = await self._receive()
        finally:
            _uncount(self._admission.sending, self._address)
        self._is_complete = message["type"] != "http.request" or not message.get("more_body", False)
        self._hold(len(message.get("body", b"")))
        await self._admission.wait()
        self._run()
        return message

    async def receive_all(self) -> bytes | None:
        """Receive a whole body, or None if the client leaves before its end."""
        parts = []
        while not self._is_complete:
            message = await self.receive()
            if message["type"] != "http.request":
                return None
            parts.append(message.get("body", b""))
        return b"".join(parts)

    async def send_large(self, send: Send, message: Message) -> None:
        """Send a part of the answer; while the client is slow to read it, the request doesn't run."""
        self._pause()
        try:
            await send(message)
        finally:
            self._run()

    def count_account(self, account_id: UUID) -> None:
        """Count the request for its account."""
        if self._account is not None:
            return
        if self._admission.by_account.get(account_id, 0) >= self._admission.most_per_account:
            raise ThrottledError(1, say("Too many requests at the same time. Please try again shortly."))
        self._account = account_id
        if self._is_running:
            _count(self._admission.by_account, account_id)

    def end(self) -> None:
        """Count the request no longer."""
        self._pause()
        self._admission.incomplete_bytes -= self._held
        self._held = 0

    def _run(self) -> None:
        if self._is_running:
            return
        self._is_running = True
        self._admission.running += 1
        _count(self._admission.by_address, self._address)
        if self._account is not None:
            _count(self._admission.by_account, self._account)

    def _pause(self) -> None:
        if not self._is_running:
            return
        self._is_running = False
        self._admission.running -= 1
        _uncount(self._admission.by_address, self._address)
        if self._account is not None:
            _uncount(self._admission.by_account, self._account)
        self._admission.wake()

    def _hold(self, size: int) -> None:
        """Count the memory of an incomplete body.

        Raises:
            UnavailableError: incomplete bodies fill the memory that is meant for them.
        """
        if self._streams:
            return
        before = max(self._received - _FREE_BYTES, 0)
        self._received += size
        admission = self._admission
        if self._is_complete:
            admission.incomplete_bytes -= self._held
            self._held = 0
            return
        more = max(self._received - _FREE_BYTES, 0) - before
        if admission.incomplete_bytes + more > MOST_INCOMPLETE_BYTES:
            raise UnavailableError
        admission.incomplete_bytes += more
        self._held += more


def _has_small_body(scope: Scope) -> bool:
    """Return whether a body follows that says that it is small; others are read, or refused, by the application."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    return length.isdigit() and 0 < int(length[:9]) <= _FREE_BYTES and len(length) < 9 and b"expect" not in headers


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a function that gives a whole body first, and then what the connection has."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay


def _count(counts: MutableMapping[KeyT, int], key: KeyT) -> None:
    counts[key] = counts.get(key, 0) + 1


def _uncount(counts: MutableMapping[KeyT, int], key: KeyT) -> None:
    """Subtract one; a key that counts nothing takes no memory."""
    left = counts[key] - 1
    if left > 0:
        counts[key] = left
    else:
        del counts[key]
