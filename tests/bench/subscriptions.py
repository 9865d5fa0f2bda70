"""1,000 subscriptions on one process: how long after its commit a detection has arrived at all of them."""

import asyncio
import json
import statistics
import tempfile
import time
import uuid
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
from tests.bench.alert_page import fill, log_in
from tests.bench.installation import command, installation, process
from tests.bench.results import Result
from tests.support.alert_factories import Tenant, raise_findings
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from breachlight.config import Settings, get_key_ring
from breachlight.kit.identifiers import new_id

_ADDRESSES: Final = 8
"""The process has 200 sockets for each address."""
_AT_A_TIME: Final = 50
_ROUNDS: Final = 5
_SUBSCRIPTION: Final = """subscription ($after: String!) { alertRaised(after: $after) {
    count cursor alerts { id datetime leak { title } breachRecord { url } } } }"""


async def run(subscriptions: int = 1000) -> list[Result]:
    """Open them for one account, raise a detection five times, and take the time until the last one has it."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            account = await fill(connection, 1000)
            base = f"http://127.0.0.1:{settings.port}"
            with process(command("serve"), f"{base}/readyz"):
                token = await asyncio.to_thread(log_in, base)
                seconds = await _measure(settings, connection, account, token, subscriptions)
    print(", ".join(f"{taken:.2f} s" for taken in seconds))
    taken = statistics.median(seconds)
    name = f"a detection at {subscriptions:,} subscriptions of one process, the last one"
    return [Result(name, taken, "s", "limit", 1.0, "at most", taken <= 1.0)]


async def _measure(
    settings: Settings, connection: asyncpg.Connection, account: uuid.UUID, token: str, subscriptions: int
) -> list[float]:
    leak, user = await connection.fetchval("SELECT id FROM leaks"), await connection.fetchval("SELECT id FROM users")
    cursor = await asyncio.to_thread(_cursor, settings, token)
    tenant = Tenant(account, user, new_id(), "acme.example", leak)
    seconds = []
    async with AsyncExitStack() as stack:
        gate = asyncio.Semaphore(_AT_A_TIME)

        async def open_one(number: int) -> ClientConnection:
            async with gate:
                address = f"127.0.0.{2 + number % _ADDRESSES}"
                socket = await stack.enter_async_context(_socket(settings.port, address))
                await _say(socket, "connection_init", payload={"Authorization": f"Bearer {token}"})
                assert (await _hear(socket))["type"] == "connection_ack"
                # With a cursor it misses nothing, however late the server takes it up.
                await _say(
                    socket, "subscribe", id="1", payload={"query": _SUBSCRIPTION, "variables": {"after": cursor}}
                )
                return socket

        sockets = await asyncio.gather(*(open_one(number) for number in range(subscriptions)))
        for number in range(_ROUNDS):
            await raise_findings(connection, get_key_ring(), tenant.workforce(password=f"invented-{number}"))
            committed = time.perf_counter()
            events = await asyncio.gather(*(asyncio.wait_for(_hear(socket), 30) for socket in sockets))
            seconds.append(time.perf_counter() - committed)
            assert {event["payload"]["data"]["alertRaised"]["count"] for event in events} == {1}
    return seconds


def _cursor(settings: Settings, token: str) -> str:
    """Return the cursor behind everything that was raised so far."""
    answer = httpx.post(
        f"http://127.0.0.1:{settings.port}/graphql",
        json={"query": "{ alerts { cursor } }"},
        headers={"Authorization": f"Bearer {token}"},
    )
    cursor: str = answer.json()["data"]["alerts"]["cursor"]
    return cursor


def _socket(port: int, address: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}/graphql",
        subprotocols=[Subprotocol("graphql-transport-ws")],
        local_addr=(address, 0),
        compression=None,
        open_timeout=60,
    )


async def _say(socket: ClientConnection, kind: str, **rest: Any) -> None:
    await socket.send(json.dumps({"type": kind, **rest}))


async def _hear(socket: ClientConnection) -> dict[str, Any]:
    """Return the next message that is no ping."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] not in {"ping", "pong"}:
            return message
