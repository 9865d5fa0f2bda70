"""How answers get onto the wire: head and body together, and nothing held back that a client could have."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from products import free_port

from breachlight.processes import protocol

Sending = Callable[[Any], Awaitable[None]]
Answer = Callable[[Sending], Awaitable[None]]

LENGTH = (b"content-length", b"2")


@asynccontextmanager
async def asked(
    answer: Answer, method: str = "GET", *more: str
) -> AsyncIterator[tuple[asyncio.StreamReader, list[bytes]]]:
    """Send a request (and more requests) to a server that answers so; give what comes, and what it has written so far."""
    written: list[bytes] = []

    class Seen(protocol.BoundedHttpProtocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(_Watched(transport, written))  # type: ignore[arg-type] # all that is used of one

    async def app(scope: Any, receive: Any, send: Sending) -> None:
        assert (await receive())["type"] == "http.request"
        assert scope["method"] == method
        await answer(send)

    port = free_port()
    http: Any = Seen
    server = uvicorn.Server(uvicorn.Config(app, port=port, http=http, lifespan="off", log_config=None))
    serving = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(30):
            while not server.started:
                await asyncio.sleep(0.02)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for each in (method, *more):
                writer.write(f"{each} / HTTP/1.1\r\nhost: a.example\r\n\r\n".encode())
            yield reader, written
            writer.close()
            await writer.wait_closed()
    finally:
        server.should_exit = True
        await serving


class _Watched:
    """A transport that keeps what is written."""

    def __init__(self, transport: asyncio.Transport, written: list[bytes]) -> None:
        self._transport = transport
        self._written = written

    def write(self, data: bytes) -> None:
        self._written.append(bytes(data))
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


async def start(send: Sending, *headers: tuple[bytes, bytes]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": list(headers)})


async def body(send: Sending, content: bytes, *, more: bool = False) -> None:
    await send({"type": "http.response.body", "body": content, "more_body": more})


async def test_head_and_body_are_written_at_once() -> None:
    async def answer(send: Sending) -> None:
        await start(send, LENGTH)
        await body(send, b"ab")

    async with asked(answer, "GET", "GET") as (reader, written):
        for _ in range(2):
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            assert await reader.readexactly(2) == b"ab"
        assert len(written) == 2


@pytest.mark.parametrize("headers", [[LENGTH], []], ids=["known length", "chunked"])
async def test_a_head_does_not_wait_for_a_body_that_comes_later(headers: list[tuple[bytes, bytes]]) -> None:
    is_read = asyncio.Event()

    async def answer(send: Sending) -> None:
        await start(send, *headers)
        await is_read.wait()
        await body(send, b"a", more=True)
        is_read.clear()
        await is_read.wait()
        await body(send, b"b")

    async with asked(answer) as (reader, _):
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        is_read.set()
        assert b"a" in await reader.read(100)
        is_read.set()
        assert b"b" in await reader.read(100)


@pytest.mark.parametrize("method", ["HEAD", "GET"])
async def test_an_answer_without_a_body_is_whole(method: str) -> None:
    async def answer(send: Sending) -> None:
        await start(send, (b"content-length", b"0"))
        await body(send, b"")

    async with asked(answer, method) as (reader, written):
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        assert len(written) == 1


async def test_what_was_sent_comes_before_the_connection_is_closed_over_a_fault() -> None:
    async def answer(send: Sending) -> None:
        await start(send, LENGTH)
        raise RuntimeError("after the head")

    async with asked(answer) as (reader, _):
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
