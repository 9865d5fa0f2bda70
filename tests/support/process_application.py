"""A small application for the tests of processes: it answers, waits, fails, streams and keeps a socket open."""

import asyncio
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute

from breachlight.config import get_settings
from breachlight.database.connection import database
from breachlight.processes.health import health_routes


def create_app():
    settings = get_settings()

    @asynccontextmanager
    async def lifespan(_):
        async with database(settings):
            yield

    return Starlette(
        routes=[
            *health_routes(settings),
            Route("/", lambda _: PlainTextResponse("hello")),
            Route("/slow", slow),
            Route("/api/v1/fails", fails),
            Route("/client", client),
            Route("/body", body, methods=["POST"]),
            Route("/api/v1/body", body, methods=["POST"]),
            Route("/api/v1/large", large),
            WebSocketRoute("/socket", socket),
        ],
        lifespan=lifespan,
    )


async def slow(request):
    await asyncio.sleep(float(request.query_params["seconds"]))
    return PlainTextResponse("done")


async def fails(request):
    raise ValueError("could not read 'canary-value'")


async def client(request):
    return PlainTextResponse(request.client.host)


async def body(request):
    return PlainTextResponse(str(len(await request.body())))


async def large(request):
    async def pieces():
        for _ in range(1000):
            yield b"a" * 100_000

    return StreamingResponse(pieces())


async def socket(websocket):
    await websocket.accept()
    while True:
        await websocket.send_text(str(len(await websocket.receive_text())))
