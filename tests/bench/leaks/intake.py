"""The whole intake, ``breachlight ingest``, against ``rg -c -F -f identities`` on the same file in the same run.

The command reads, parses, digests, seals, stores and matches every line and raises the alerts in PostgreSQL; rg counts the
lines that hold a watched text. Measured besides: the memory of the process, also at twice the lines, and a look-up of one
address in the lake that results.
"""

import asyncio
import json
import multiprocessing
import os
import subprocess
import tempfile
import time
import uuid
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from tests.bench.installation import command, installation, tool
from tests.bench.leaks.generator import generate
from tests.bench.results import Result

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake import Lake

LINES = 10_000_000
IDENTITIES = 100_000
ACCOUNTS = 1000
MEMORY_LIMIT_MIB = 1536
MEMORY_GROWTH = 1.05
LOOK_UPS = 50


@dataclass(frozen=True)
class Run:
    """What a process used: wall-clock seconds, processor seconds, peak memory in MiB; and what it printed."""

    seconds: float
    processor_seconds: float
    memory_mib: float
    output: str


async def run(lines: int = LINES) -> list[Result]:
    """Take in two files, one of twice the lines of the other, each into an installation of its own."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        leak, patterns = _generated(folder / "files", lines)
        async with installation(folder / "data") as (settings, connection):
            await _watch(connection, patterns)
            ours = await _ingest(leak)
            alerts = await connection.fetchval("SELECT count(*) FROM alerts")
            peer = await asyncio.to_thread(_measured, [tool("rg"), "-c", "-F", "-f", str(patterns), str(leak)])
            look_up = await asyncio.to_thread(_look_up_milliseconds, settings, patterns)
        summary = json.loads(ours.output)
        print(f"{lines:,} lines: {ours.seconds:.1f} s, {ours.processor_seconds:.1f} s of processor, {alerts} alerts")
        print(f"rg: {peer.seconds:.1f} s, {peer.processor_seconds:.1f} s of processor, {peer.output.strip()} lines")
        assert summary["files"][0]["records"] == lines
        leak.unlink()
        leak, patterns = _generated(folder / "files", 2 * lines)
        async with installation(folder / "more") as (_, connection):
            await _watch(connection, patterns)
            twice = await _ingest(leak)
    return [
        Result(
            f"intake of {lines:,} lines, {IDENTITIES:,} identities",
            lines / ours.seconds,
            "lines/s",
            "rg -c -F -f",
            lines / peer.seconds,
            "at least as many",
            ours.seconds <= peer.seconds,
        ),
        Result(
            "peak memory of intake",
            ours.memory_mib,
            "MiB",
            "limit",
            MEMORY_LIMIT_MIB,
            "below",
            ours.memory_mib < MEMORY_LIMIT_MIB,
        ),
        Result(
            "peak memory at twice the lines",
            twice.memory_mib,
            "MiB",
            f"at {lines:,} lines",
            ours.memory_mib,
            f"at most {MEMORY_GROWTH}",
            twice.memory_mib <= MEMORY_GROWTH * ours.memory_mib,
        ),
        Result(
            "look-up of one address in the lake",
            look_up,
            "ms",
            "rg, all lines",
            peer.seconds * 1000,
            "below a tenth",
            look_up < peer.seconds * 100,
        ),
    ]


def _generated(folder: Path, lines: int) -> tuple[Path, Path]:
    """Write the files in a process of its own: what this one has ever held counts as held by every program that it starts."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(generate, folder, lines, IDENTITIES).result()


async def _watch(connection: asyncpg.Connection, patterns: Path) -> None:
    """Spread the identities over accounts, as if each had been proved before anything was taken in."""
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
    """The mean time to find and open the records of a watched address, after the upkeep that runs by itself."""
    keys = [key for key in patterns.read_text().split() if "@" in key][:LOOK_UPS]
    with Lake(dsn(settings), settings, KeyRing.load(settings.key_file)) as lake:
        lake.upkeep()
        list(lake.find_email(keys[0]))
        begun = time.perf_counter()
        for key in keys:
            list(lake.find_email(key))
        return (time.perf_counter() - begun) / len(keys) * 1000
