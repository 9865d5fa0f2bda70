"""What lines and alerts cost to keep and to raise: bytes, processor time and memory, for docs/scale.md.

Measured as differences of one installation: after a file of generated lines, which an account hardly monitors, and after a
file whose every line is an alert.
"""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from factories import make_account, make_domain
from process_installation import postgres_processes
from tests.bench.installation import installation
from tests.bench.leaks.generator import generate
from tests.bench.leaks.ingestion import IDENTITIES, watch
from tests.bench.leaks.processes import Run, apart, ingested
from tests.bench.results import Result

from breachlight.leaks.lake.repository import lake_bytes

LINES = 1_000_000
_LINES_PER_ALERT = 10
"""The second file is shorter: raising takes much longer than storing."""
_WARM_UP = 1_000


@dataclass(frozen=True)
class Costs:
    """What ``lines`` lines of ``text`` bytes, and then ``alerts`` alerts, cost an ingestion, the lake and PostgreSQL (bytes, seconds)."""

    lines: int
    text: int
    stored: Run
    lake: int
    database: int
    alerts: int
    raised: Run
    server_seconds: float
    tables: int


async def run(lines: int = LINES) -> list[Result]:
    """Return what a line and an alert cost."""
    costs = await measure(lines)
    stored, raised, alerts = costs.stored, costs.raised, costs.alerts
    text = costs.text / lines
    return [
        _figure("lake, per line", costs.lake / lines, "bytes", "the file", text),
        _figure("PostgreSQL, per line", costs.database / lines, "bytes", "the file", text),
        _figure("processor time, per line", stored.processor_seconds / lines * 1e6, "µs", "one", 1),
        _figure("memory of that ingestion", stored.memory_mib, "MiB", "one of alerts", raised.memory_mib),
        _figure("PostgreSQL, per alert with one sighting", costs.tables / alerts, "bytes", "one", 1),
        _figure(
            "processor time, per alert",
            raised.processor_seconds / alerts * 1e6,
            "µs",
            "PostgreSQL's",
            costs.server_seconds / alerts * 1e6,
        ),
    ]


async def measure(lines: int = LINES) -> Costs:
    """Ingest both files and return what that cost."""
    alerts = lines // _LINES_PER_ALERT
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        leak, patterns = await apart(generate, folder / "files", lines, IDENTITIES)
        of_alerts = folder / "alerts.txt"
        async with installation(folder / "data") as (_, connection):
            await watch(connection, patterns)
            await make_domain(connection, await make_account(connection), "acme.example")
            # Tables and indexes have their first pages, and the machine code is loaded.
            of_alerts.write_text(_alert_lines(0, _WARM_UP))
            await ingested(of_alerts, of_alerts.stem)
            stored, _, lake, database = await _cost(connection, folder / "data", leak)
            raised_before = await _count(connection)
            of_alerts.write_text(_alert_lines(_WARM_UP, _WARM_UP + alerts))
            raised, server_seconds, _, tables = await _cost(connection, folder / "data", of_alerts)
            new = await _count(connection) - raised_before
            assert new == alerts
            assert json.loads(stored.output)["total"]["records"] == lines
            size = leak.stat().st_size
            print(f"{raised_before - _WARM_UP} alerts among the lines")
            print(
                f"{lines:,} lines: {stored}; {alerts:,} alerts: {raised}, {server_seconds:.1f} s of processor in PostgreSQL"
            )
    return Costs(lines, size, stored, lake, database, alerts, raised, server_seconds, tables)


def _figure(name: str, ours: float, unit: str, peer_name: str, peer: float) -> Result:
    return Result(name, ours, unit, peer_name, peer, "for docs/scale.md", True)


def _alert_lines(first: int, last: int) -> str:
    return "".join(
        f"https://portal{n % 50}.site{n % 997}.test/login:person{n}@acme.example:Invented-{n * 7919 % 10**8}\n"
        for n in range(first, last)
    )


async def _cost(connection: asyncpg.Connection, folder: Path, leak: Path) -> tuple[Run, float, int, int]:
    """Ingest a file; return its run, the processor seconds of PostgreSQL, and by how many bytes lake and database grew."""
    lake, database, seconds = await _lake(connection), await _database(connection), _server_seconds(folder)
    done = await ingested(leak, leak.stem)
    return (
        done,
        _server_seconds(folder) - seconds,
        await _lake(connection) - lake,
        await _database(connection) - database,
    )


async def _count(connection: asyncpg.Connection) -> int:
    return int(await connection.fetchval("SELECT count(*) FROM alerts"))


async def _lake(connection: asyncpg.Connection) -> int:
    return int(await lake_bytes(connection))


async def _database(connection: asyncpg.Connection) -> int:
    """Return the bytes of all tables and indexes, without the free space that old versions of rows leave."""
    await connection.execute("VACUUM (ANALYZE, TRUNCATE)")
    return int(await connection.fetchval("SELECT pg_database_size(current_database())"))


def _server_seconds(folder: Path) -> float:
    """Return the processor seconds of PostgreSQL, those of connections that have ended too."""
    times = [process.cpu_times() for process in postgres_processes(folder)]
    return sum(used.user + used.system + used.children_user + used.children_system for used in times)
