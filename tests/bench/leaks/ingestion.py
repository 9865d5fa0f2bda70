"""The whole ingestion, ``breachlight ingest``, against ``rg -c -F -f identities`` on the same file in the same run.

The command reads, parses, digests, seals, stores and matches every line and raises the alerts in PostgreSQL; rg counts the
lines that hold a monitored text. Measured besides: the memory of the process, also at twice the lines, and a look-up of one
address in the lake that results.
"""

import asyncio
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import asyncpg
from tests.bench.installation import command, installation, tool
from tests.bench.leaks.generator import generate
from tests.bench.results import Result
from tests.support.lake_lookup import find_email

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.store import Lake

Outcome = TypeVar("Outcome")

LINES = 10_000_000
IDENTITIES = 100_000
ACCOUNTS = 1000
MEMORY_LIMIT_MIB = 1536
MEMORY_GROWTH = 1.05
LOOK_UPS = 50
ROUNDS = 3
"""A machine is never quite still: one run tells the peak of its memory to a sixth, and its time to a twentieth."""


@dataclass(frozen=True)
class Run:
    """What a process used: wall-clock seconds, processor seconds, peak memory in MiB; and what it printed."""

    seconds: float
    processor_seconds: float
    memory_mib: float
    output: str

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.processor_seconds:.1f} s of processor, {self.memory_mib:.0f} MiB"


async def run(lines: int = LINES) -> list[Result]:
    """Ingest two files, one of twice the lines of the other, each time into an installation of its own; medians are told."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        leak, patterns = await _apart(generate, folder / "files", lines, IDENTITIES)
        ours, peers, look_ups = [], [], []
        for number in range(ROUNDS):
            async with installation(folder / f"data-{number}") as (settings, connection):
                await _watch(connection, patterns)
                ours.append(await _ingest(leak))
                assert json.loads(ours[-1].output)["files"][0]["records"] == lines
                alerts = await connection.fetchval("SELECT count(*) FROM alerts")
                look_ups.append(await _apart(_look_up_milliseconds, settings, patterns))
            shutil.rmtree(folder / f"data-{number}", ignore_errors=True)
            peers.append(await asyncio.to_thread(_measured, [tool("rg"), "-c", "-F", "-f", str(patterns), str(leak)]))
            print(f"{lines:,} lines: {ours[-1]}, {alerts} alerts; rg: {peers[-1]}, {peers[-1].output.strip()} lines")
        leak.unlink()
        leak, patterns = await _apart(generate, folder / "files", 2 * lines, IDENTITIES)
        more = []
        for number in range(ROUNDS):
            async with installation(folder / f"more-{number}") as (_, connection):
                await _watch(connection, patterns)
                more.append(await _ingest(leak))
            shutil.rmtree(folder / f"more-{number}", ignore_errors=True)
            print(f"{2 * lines:,} lines: {more[-1]}")
    seconds, peer_seconds = _median(run.seconds for run in ours), _median(run.seconds for run in peers)
    memory, memory_of_twice = _median(run.memory_mib for run in ours), _median(run.memory_mib for run in more)
    look_up = _median(look_ups)
    return [
        Result(
            f"ingestion of {lines:,} lines, {IDENTITIES:,} identities",
            lines / seconds,
            "lines/s",
            "rg -c -F -f",
            lines / peer_seconds,
            "at least as many",
            seconds <= peer_seconds,
        ),
        Result(
            "peak memory of ingestion",
            memory,
            "MiB",
            "limit",
            MEMORY_LIMIT_MIB,
            "below",
            memory < MEMORY_LIMIT_MIB,
        ),
        Result(
            "peak memory at twice the lines",
            memory_of_twice,
            "MiB",
            f"at {lines:,} lines",
            memory,
            f"at most {MEMORY_GROWTH}",
            memory_of_twice <= MEMORY_GROWTH * memory,
        ),
        Result(
            "look-up of one address in the lake",
            look_up,
            "ms",
            "rg, all lines",
            peer_seconds * 1000,
            "below a tenth",
            look_up < peer_seconds * 100,
        ),
    ]


def _median(figures: Iterable[float]) -> float:
    return statistics.median(figures)


async def _apart(work: Callable[..., Outcome], *given: object) -> Outcome:
    """Do work in a process of its own: what this one has ever held counts as held by every program that it starts."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return await asyncio.wrap_future(pool.submit(work, *given))


async def _watch(connection: asyncpg.Connection, patterns: Path) -> None:
    """Spread the identities over accounts, as if each had been verified before anything was ingested."""
    now = clock.now()
    accounts = [uuid.UUID(int=number + 1) for number in range(ACCOUNTS)]
    await connection.copy_records_to_table(
        "accounts",
        records=[(account, "org", "Bench", now) for account in accounts],
        columns=["id", "kind", "company_name", "created_at"],
    )
    keys = patterns.read_text().split()
    owners = [accounts[number % ACCOUNTS] for number in range(len(keys))]
    ids = [uuid.uuid4() for _ in keys]
    domains = [row for row in zip(ids, owners, keys, strict=True) if "@" not in row[2]]
    await connection.copy_records_to_table(
        "domains",
        records=[(one, owner, key, one.hex, one.hex, True, True, now, now) for one, owner, key in domains],
        columns=[
            *("id", "account_id", "domain", "domain_txt", "domain_txt_secret", "is_enabled", "is_verified"),
            *("verified_at", "created_at"),
        ],
    )
    await connection.copy_records_to_table(
        "identities",
        records=[
            (uuid.uuid4(), owner, "email" if "@" in key else "domain", key, None if "@" in key else one, 1, now)
            for one, owner, key in zip(ids, owners, keys, strict=True)
        ],
        columns=["id", "account_id", "kind", "key", "domain_id", "epoch", "created_at"],
    )
    await connection.execute("UPDATE identity_epoch SET value = 1")
    await connection.execute("ANALYZE")


async def _ingest(leak: Path) -> Run:
    return await asyncio.to_thread(_measured, command("ingest", str(leak), "--leak", "Bench", "--json"))


def _measured(arguments: list[str]) -> Run:
    """Run a program to its end."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        begun = time.perf_counter()
        child = subprocess.Popen(arguments, stdout=output, stderr=errors)
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if child.returncode:
            raise SystemExit(f"{arguments[0]} ended with {child.returncode}: {errors.read().decode()[-2000:]}")
        return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, output.read().decode())


def _look_up_milliseconds(settings: Settings, patterns: Path) -> float:
    """The mean time to find and open the records of a monitored address, after the maintenance that runs by itself."""
    keys = [key for key in patterns.read_text().split() if "@" in key][:LOOK_UPS]
    with Lake(dsn(settings), settings, KeyRing.load(settings.key_file)) as lake:
        lake.upkeep()
        list(find_email(lake, keys[0]))
        begun = time.perf_counter()
        for key in keys:
            list(find_email(lake, key))
        return (time.perf_counter() - begun) / len(keys) * 1000
