"""The whole ingestion, ``breachlight ingest``, against ``rg -c -F -f identities`` on the same file in the same run.

The command reads, parses, digests, seals, stores and matches every line and raises the alerts in PostgreSQL; rg counts the
lines that hold a monitored text. Measured besides: a plain Python loop that does the same to a line, the memory of the process, also at twice the lines, and a look-up of one
address in the lake that results.
"""

import asyncio
import json
import shutil
import statistics
import sys
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import asyncpg
from tests.bench.installation import installation, tool
from tests.bench.leaks import plain_loop
from tests.bench.leaks.generator import generate
from tests.bench.leaks.lookups import LIMIT_MILLISECONDS, milliseconds
from tests.bench.leaks.processes import apart, ingested, measured
from tests.bench.results import Result

from breachlight.kit import clock

Outcome = TypeVar("Outcome")

LINES = 10_000_000
IDENTITIES = 100_000
ACCOUNTS = 1000
MEMORY_LIMIT_MIB = 1024
MEMORY_GROWTH = 1.05
LOOK_UPS = 50
RATIO = 2
LOOP_RATIO = 10
LOOP_LINES = 500_000
ROUNDS = 3
"""A machine is never quite still: one run tells the peak of its memory to a sixth, and its time to a twentieth."""


async def run(lines: int = LINES) -> list[Result]:
    """Ingest two files, one of twice the lines of the other, each time into an installation of its own; medians are told."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        leak, patterns = await apart(generate, folder / "files", lines, IDENTITIES)
        ours, peers, look_ups = [], [], []
        for number in range(ROUNDS):
            async with installation(folder / f"data-{number}") as (settings, connection):
                await watch(connection, patterns)
                ours.append(await ingested(leak))
                assert json.loads(ours[-1].output)["files"][0]["records"] == lines
                alerts = await connection.fetchval("SELECT count(*) FROM alerts")
                look_ups.append(await apart(milliseconds, settings, _addresses(patterns)))
            shutil.rmtree(folder / f"data-{number}", ignore_errors=True)
            peers.append(await asyncio.to_thread(measured, [tool("rg"), "-c", "-F", "-f", str(patterns), str(leak)]))
            print(f"{lines:,} lines: {ours[-1]}, {alerts} alerts; rg: {peers[-1]}, {peers[-1].output.strip()} lines")
        loop_lines = str(min(lines, LOOP_LINES))
        loop = [sys.executable, str(Path(plain_loop.__file__)), str(leak), str(patterns), loop_lines, str(folder)]
        loops = [float((await asyncio.to_thread(measured, loop)).output.split()[0]) for _ in range(ROUNDS)]
        leak.unlink()
        leak, patterns = await apart(generate, folder / "files", 2 * lines, IDENTITIES)
        more = []
        for number in range(ROUNDS):
            async with installation(folder / f"more-{number}") as (_, connection):
                await watch(connection, patterns)
                more.append(await ingested(leak))
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
            f"at least {RATIO} times",
            seconds * RATIO <= peer_seconds,
        ),
        Result(
            f"ingestion of {lines:,} lines",
            lines / seconds,
            "lines/s",
            "a plain Python loop",
            _median(loops),
            f"at least {LOOP_RATIO} times",
            lines / seconds >= LOOP_RATIO * _median(loops),
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
            "limit",
            LIMIT_MILLISECONDS,
            "below",
            look_up < LIMIT_MILLISECONDS,
        ),
    ]


def _median(figures: Iterable[float]) -> float:
    return statistics.median(figures)


async def watch(connection: asyncpg.Connection, patterns: Path) -> None:
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


def _addresses(patterns: Path) -> list[str]:
    return [key for key in patterns.read_text().split() if "@" in key][:LOOK_UPS]
