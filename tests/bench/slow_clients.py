"""What other requests lose while 2,000 connections send as slowly as they are allowed to."""

import asyncio
import itertools
import multiprocessing
import statistics
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path

import psutil
from tests.bench.alert_page import Contender, fill, load, log_in, ours
from tests.bench.installation import command, installation, process, tool
from tests.bench.results import Result

_CONNECTIONS = 2000
_ADDRESSES = 8
_ROUNDS = 5
_ROWS = 10
_LOAD_SECONDS = 4
_SHARE = 0.95
_SETTLE_SECONDS = 8.0
_ALONE_SECONDS = 10.0
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
            with process(command("serve"), f"{base}/readyz") as server:
                return await asyncio.to_thread(
                    _measure, settings.port, ours(settings, log_in(base), _ROWS), Path(folder), server.pid
                )


def _measure(port: int, contender: Contender, folder: Path, server: int) -> list[Result]:
    wrk = tool("wrk")
    calm, slow = [], []
    for _ in range(_ROUNDS):
        calm.append(_loaded(wrk, contender, folder, server))
        stop, counts = _processes.Event(), _processes.Queue()
        attacker = _processes.Process(target=_attack, args=(port, stop, counts))
        attacker.start()
        assert attacker.pid is not None
        time.sleep(_SETTLE_SECONDS)
        before = _processor_seconds(attacker.pid), _processor_seconds(server), time.monotonic()
        time.sleep(_ALONE_SECONDS)
        seconds = time.monotonic() - before[2]
        own, attacked = (
            _processor_seconds(pid) - used for pid, used in zip((attacker.pid, server), before, strict=False)
        )
        slow.append(_loaded(wrk, contender, folder, server))
        stop.set()
        opened = counts.get(timeout=60)
        attacker.join()
        print(
            f"{calm[-1].rate:.0f} requests/s at {calm[-1].milliseconds:.3f} ms of processor time; {slow[-1].rate:.0f} at "
            f"{slow[-1].milliseconds:.3f} ms with {opened} slow connections, which alone take {attacked / seconds:.1%} of a "
            f"processor in the server and {own / seconds:.1%} in the program that holds them open"
        )
        assert opened >= _SHARE * _CONNECTIONS, "the slow connections were not there"
    calm_rate, slow_rate = (statistics.median(each.rate for each in found) for found in (calm, slow))
    calm_cost, slow_cost = (statistics.median(each.milliseconds for each in found) for found in (calm, slow))
    return [
        Result(
            f"alert page with {_CONNECTIONS:,} slow connections",
            slow_rate,
            "requests/s",
            "without them",
            calm_rate,
            f"at least {_SHARE:g} of it",
            slow_rate >= _SHARE * calm_rate,
        ),
        Result(
            f"processor time of the server per alert page with {_CONNECTIONS:,} slow connections",
            slow_cost,
            "ms",
            "without them",
            calm_cost,
            f"at most {1 / _SHARE:.3f} of it",
            slow_cost <= calm_cost / _SHARE,
        ),
    ]


@dataclass(frozen=True)
class _Load:
    """What the server did: pages per second, and its processor time for each, its workers' and slow clients' included."""

    rate: float
    milliseconds: float


def _loaded(wrk: str, contender: Contender, folder: Path, server: int) -> _Load:
    before, begin = _processor_seconds(server), time.monotonic()
    rate = load(wrk, contender, folder, _LOAD_SECONDS)
    used, seconds = _processor_seconds(server) - before, time.monotonic() - begin
    return _Load(rate, used / (rate * seconds) * 1000)


def _processor_seconds(pid: int) -> float:
    """Return the processor time of a process and those that it started, without PostgreSQL's."""
    root = psutil.Process(pid)
    total = 0.0
    for each in (root, *root.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            if each.name() != "postgres":
                times = each.cpu_times()
                total += times.user + times.system
    return total


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
