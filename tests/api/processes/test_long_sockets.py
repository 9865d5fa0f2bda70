"""A WebSocket outlives the deadlines of the request that opened it."""

import asyncio
from typing import Any

import pytest
import uvicorn
from products import free_port
from websockets.asyncio.client import connect

from breachlight.processes import protocol


async def _echo(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


async def test_a_socket_that_is_silent_for_longer_than_headers_may_take_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "HEADER_SECONDS", 0.2)
    port = free_port()
    http: Any = protocol.BoundedHttpProtocol
    server = uvicorn.Server(uvicorn.Config(_echo, port=port, http=http, lifespan="off", log_config=None))
    serving = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(30):
            while not server.started:
                await asyncio.sleep(0.02)
            async with connect(f"ws://127.0.0.1:{port}/") as socket:
                await asyncio.sleep(1)  # five times as long as a request has for its headers
                await socket.send("still here")
                assert await socket.recv() == "still here"
    finally:
        server.should_exit = True
        await serving
