"""Logins, refreshes and token checks a second, and how other requests fare while 50 logins run."""

import asyncio
import http.client
import itertools
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from pathlib import Path

import asyncpg
import httpx
from argon2 import PasswordHasher
from tests.bench.installation import command, free_port, installation, process
from tests.bench.results import Result

from breachlight.auth.password_hashing import hash_password
from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

_PASSWORD = "benchmark-Only-7"
_USERS = 80
_AT_ONCE = 50
_SECONDS = 8.0
_ROUNDS = 3
_CLIENTS = 8
_places = itertools.count()
# Not forked: this process has threads.
_processes = multiprocessing.get_context("spawn")


async def run() -> list[Result]:
    """Measure on one process of the product, and on a bare handler with the same database."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            # Each login comes from a place of its own: what is measured is the work, not the rate limit.
            os.environ["BREACHLIGHT_FORWARDED_ALLOW_IPS"] = "127.0.0.1"
            password_hash = await hash_password(_PASSWORD)
            await _fill(connection, password_hash)
            port = free_port()
            os.environ |= {"BENCH_DSN": dsn(settings)}
            bare = [sys.executable, "-m", "uvicorn", "tests.bench.bare_sessions:app", "--port", str(port), "--log-level", "error"]  # fmt: skip
            base, peer = f"http://127.0.0.1:{settings.port}", f"http://127.0.0.1:{port}"
            with process(command("serve"), f"{base}/readyz"), process(bare, f"{peer}/check"):
                return [
                    *await _throughput(base, peer, password_hash),
                    *await asyncio.to_thread(_latency, settings, base, password_hash),
                ]


async def _fill(connection: asyncpg.Connection, password_hash: str) -> None:
    now = clock.now()
    await connection.execute("UPDATE site_settings SET login_enabled = true")
    for number in range(_USERS):
        account, user = new_id(), new_id()
        await connection.execute("INSERT INTO accounts (id, kind, created_at) VALUES ($1, 'ind', $2)", account, now)
        await connection.execute(
            """INSERT INTO users (id, email, first_name, last_name, password_hash, email_verified_at,
                is_mfa_device_enabled, is_mfa_email_enabled, is_email_notifications_enabled, is_breach_alert_enabled,
                is_auto_close_duplicate_breach_records_enabled, address_line_1, address_line_2, city, state,
                postal_code, country, phone, fax, created_at)
            VALUES ($1, $2, 'Jo', 'Doe', $3, $4, false, false, true, true, false, '', '', '', '', '', '', '', '', $4)""",
            user, _email(number), password_hash, now,
        )  # fmt: skip
        await connection.execute("INSERT INTO email_claims VALUES ($1, $2)", _email(number), user)
        await connection.execute(
            "INSERT INTO memberships (id, account_id, user_id, role, created_at) VALUES ($1, $2, $3, 'owner', $4)",
            new_id(), account, user, now,
        )  # fmt: skip


def _email(number: int) -> str:
    return f"bench{number % _USERS}@people.example"


async def _log_in(client: httpx.AsyncClient, number: int) -> dict[str, str]:
    place = next(_places)
    response = await client.post(
        "/api/v1/account/login",
        json={"email": _email(number), "password": _PASSWORD},
        headers={"X-Forwarded-For": f"198.{18 + place // 65536 % 2}.{place // 256 % 256}.{place % 256}"},
    )
    response.raise_for_status()
    tokens: dict[str, str] = response.json()["authentication"]
    return tokens


async def _rate(work: Callable[[int], Awaitable[object]], at_once: int, seconds: float = _SECONDS) -> float:
    """Return how often a second ``work`` is done by so many at once."""
    end, done = time.perf_counter() + seconds, 0

    async def worker(lane: int) -> None:
        nonlocal done
        while time.perf_counter() < end:
            await work(lane)
            done += 1

    begin = time.perf_counter()
    await asyncio.gather(*(worker(lane) for lane in range(at_once)))
    return done / (time.perf_counter() - begin)


async def _throughput(base: str, peer: str, password_hash: str) -> list[Result]:
    limits = httpx.Limits(max_connections=_AT_ONCE)
    async with (
        httpx.AsyncClient(base_url=base, limits=limits, timeout=60) as ours,
        httpx.AsyncClient(base_url=peer, limits=limits, timeout=60) as bare,
    ):
        numbers = itertools.count()
        hashes = await asyncio.to_thread(_hashes_per_second, password_hash)
        log_ins = await _rate(lambda _: _log_in(ours, next(numbers)), _CLIENTS)
        tokens = [await _log_in(ours, number) for number in range(_USERS)]
        headers = {"Authorization": f"Bearer {tokens[0]['auth_token']}"}

        async def check(client: httpx.AsyncClient, path: str) -> None:
            (await client.get(path, headers=headers)).raise_for_status()

        checks = await _rate(lambda _: check(ours, "/api/v1/account/info"), _CLIENTS)
        bare_checks = await _rate(lambda _: check(bare, "/check"), _CLIENTS)

        # A session may refresh once a second, so each lane goes round its own tenth of the users.
        turns = itertools.count()

        async def refresh(lane: int) -> None:
            number = (lane + _CLIENTS * next(turns)) % _USERS // _CLIENTS * _CLIENTS + lane
            response = await ours.post(
                "/api/v1/account/refresh-token", json={"refresh": tokens[number]["refresh_token"]}
            )
            response.raise_for_status()
            tokens[number] = response.json()["authentication"]

        async def bare_refresh(lane: int) -> None:
            (await bare.post("/refresh", json={"refresh": tokens[lane]["refresh_token"]})).raise_for_status()

        refreshes = await _rate(refresh, _CLIENTS, seconds=4)
        bare_refreshes = await _rate(bare_refresh, _CLIENTS, seconds=4)
    third = "at least 0.33 of it"
    return [
        Result("log-ins", log_ins, "per second", "bare Argon2id on every core", hashes, "at least 0.7 of it", log_ins / hashes >= 0.7),
        Result("token checks (the account)", checks, "per second", "bare handler", bare_checks, third, checks / bare_checks >= 0.33),
        Result("refreshes", refreshes, "per second", "bare handler", bare_refreshes, third, refreshes / bare_refreshes >= 0.33),
    ]  # fmt: skip


def _burn(password_hash: str, stop: Event, rates: "SimpleQueue[float]") -> None:
    hasher, count, begin = PasswordHasher(), 0, time.perf_counter()
    while count == 0 or not stop.is_set():
        hasher.verify(password_hash, _PASSWORD)
        count += 1
    rates.put(count / (time.perf_counter() - begin))


@contextmanager
def _burning(password_hash: str) -> Iterator["SimpleQueue[float]"]:
    """Keep every core busy with password checks, in processes of their own."""
    stop, rates = _processes.Event(), _processes.SimpleQueue()
    burners = [_processes.Process(target=_burn, args=(password_hash, stop, rates)) for _ in range(os.cpu_count() or 1)]
    for burner in burners:
        burner.start()
    try:
        yield rates
    finally:
        stop.set()
        for burner in burners:
            burner.join()


def _hashes_per_second(password_hash: str) -> float:
    with _burning(password_hash) as rates:
        time.sleep(_SECONDS)
    return sum(rates.get() for _ in range(os.cpu_count() or 1))


def _keep_logging_in(base: str, first_place: int, stop: Event) -> None:
    """Hold 50 logins in flight until told to stop."""
    global _places
    _places = itertools.count(first_place)

    async def go() -> None:
        async with httpx.AsyncClient(
            base_url=base, limits=httpx.Limits(max_connections=_AT_ONCE), timeout=120
        ) as client:
            numbers = itertools.count()

            async def worker() -> None:
                while not stop.is_set():
                    await _log_in(client, next(numbers))

            await asyncio.gather(*(worker() for _ in range(_AT_ONCE)))

    asyncio.run(go())


@contextmanager
def _logging_in(base: str, first_place: int) -> Iterator[None]:
    stop = _processes.Event()
    child = _processes.Process(target=_keep_logging_in, args=(base, first_place, stop))
    child.start()
    time.sleep(1)
    try:
        yield
    finally:
        stop.set()
        child.join()


def _latency(settings: Settings, base: str, password_hash: str) -> list[Result]:
    with httpx.Client(base_url=base, timeout=60) as client:
        answer = client.post("/api/v1/account/login", json={"email": _email(0), "password": _PASSWORD}).json()
    token = answer["authentication"]["auth_token"]
    idle: list[float] = []
    beside_log_ins: list[float] = []
    beside_load: list[float] = []
    for turn in range(_ROUNDS):
        idle += _probe(settings.port, token)
        with _logging_in(base, 100_000 + 10_000 * turn):
            beside_log_ins += _probe(settings.port, token)
        with _burning(password_hash):
            beside_load += _probe(settings.port, token)
    median, idle_median = statistics.median(beside_log_ins), statistics.median(idle)
    tail, load_tail = _p99(beside_log_ins), _p99(beside_load)
    return [
        Result("other requests while 50 logins run: median", median * 1000, "ms", "idle", idle_median * 1000, "at most 1.5 of it", median <= 1.5 * idle_median),
        Result("other requests while 50 logins run: p99", tail * 1000, "ms", "an equal load in other processes", load_tail * 1000, "at most 1.2 of it", tail <= 1.2 * load_tail),
    ]  # fmt: skip


def _probe(port: int, token: str) -> list[float]:
    """Return how long each of many requests took, in seconds, one after the other over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times: list[float] = []
    end = time.perf_counter() + _SECONDS
    while time.perf_counter() < end:
        begin = time.perf_counter()
        connection.request("GET", "/api/v1/account/info", headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        response.read()
        times.append(time.perf_counter() - begin)
        if response.status != 200:
            raise SystemExit(f"The probe was answered {response.status}.")
        time.sleep(0.005)
    connection.close()
    return times


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]
