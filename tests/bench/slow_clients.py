"""What other requests lose while 2,000 connections send as slowly as they are allowed to."""

import asyncio
import itertools
import multiprocessing
import statistics
import tempfile
import time
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path

from tests.bench.alert_page import Contender, fill, load, log_in, ours
from tests.bench.installation import command, installation, process, tool
from tests.bench.results import Result

_CONNECTIONS = 2000
_ADDRESSES = 8
_ROUNDS = 5
_ROWS = 10
_SHARE = 0.95
_SETTLE_SECONDS = 8.0
_DRIP_SECONDS = 4.0
_HEAD = b"POST /api/v1/account/login HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n"
_HALVES = (
    _HEAD + b'Content-Length: 1000\r\n\r\n{"email": "',
    _HEAD + b"X-Slow: ",
    b"POST /graphql HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
)
# Not forked: this process has threads.
_processes = multiprocessing.get_context("spawn")


async def run(alerts: int = 10_000) -> list[Result]:
    """Measure the alert page in turn with and without slow connections from eight addresses."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            await fill(connection, alerts)
            base = f"http://127.0.0.1:{settings.port}"
            with process(command("serve"), f"{base}/readyz"):
                return await asyncio.to_thread(
                    _measure, settings.port, ours(settings, log_in(base), _ROWS), Path(folder)
                )


def _measure(port: int, contender: Contender, folder: Path) -> list[Result]:
    wrk = tool("wrk")
    calm, slow = [], []
    for _ in range(_ROUNDS):
        calm.append(load(wrk, contender, folder))
        stop, counts = _processes.Event(), _processes.Queue()
        attacker = _processes.Process(target=_attack, args=(port, stop, counts))
        attacker.start()
        time.sleep(_SETTLE_SECONDS)
        slow.append(load(wrk, contender, folder))
        stop.set()
        opened = counts.get(timeout=60)
        attacker.join()
        print(f"{calm[-1]:.0f} requests/s; {slow[-1]:.0f} with {opened} slow connections")
        assert opened >= _SHARE * _CONNECTIONS, "the slow connections were not there"
    calm_rate, slow_rate = statistics.median(calm), statistics.median(slow)
    goal = f"at least {_SHARE:g} of it"
    return [
        Result(
            f"alert page with {_CONNECTIONS:,} slow connections",
            slow_rate,
            "requests/s",
            "without them",
            calm_rate,
            goal,
            slow_rate >= _SHARE * calm_rate,
        )
    ]


def _attack(port: int, stop: Event, counts: "multiprocessing.Queue[int]") -> None:
    counts.put(asyncio.run(_keep_open(port, stop)))


async def _keep_open(port: int, stop: Event) -> int:
    """Keep connections open that send a byte every few seconds, each reopened when the server closes it; return how many were open on average."""
    living: set[int] = set()
    open_connections: list[int] = []

    async def drip(number: int) -> None:
        address = f"127.0.0.{2 + number % _ADDRESSES}"
        half = _HALVES[number % len(_HALVES)]
        while not stop.is_set():
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                living.add(number)
                try:
                    writer.write(half)
                    while not stop.is_set():
                        await asyncio.sleep(_DRIP_SECONDS)
                        writer.write(b"a")
                        await writer.drain()
                finally:
                    living.discard(number)
                    writer.transport.abort()

    drips = [asyncio.create_task(drip(number)) for number in range(_CONNECTIONS)]
    for tick in itertools.count():
        if stop.is_set():
            break
        await asyncio.sleep(0.5)
        if tick > 2 * _SETTLE_SECONDS:
            open_connections.append(len(living))
    for task in drips:
        task.cancel()
    await asyncio.gather(*drips, return_exceptions=True)
    return round(statistics.mean(open_connections))
