"""One file ingested by one command, and by two at the same time that share its batches.

On a machine with few processors the second command adds little, since one keeps most of them busy; the ratio says what sharing costs
there, and what it gains where processors are idle.
"""

import asyncio
import json
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.installation import command, installation
from tests.bench.leaks.generator import generate
from tests.bench.leaks.ingestion import watch
from tests.bench.leaks.processes import apart, measured
from tests.bench.results import Result

LINES = 10_000_000
IDENTITIES = 100_000
ROUNDS = 3


async def run(lines: int = LINES) -> list[Result]:
    """Ingest a file in alternation by one and by two commands, each time into an installation of its own."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        leak, patterns = await apart(generate, folder / "files", lines, IDENTITIES)
        for number in range(ROUNDS):
            for commands, found in seconds.items():
                data = folder / f"data-{number}-{commands}"
                async with installation(data) as (_, connection):
                    await watch(connection, patterns)
                    begun = time.perf_counter()
                    arguments = command("ingest", str(leak), "--leak", "Bench", "--json")
                    runs = await asyncio.gather(*(asyncio.to_thread(measured, arguments) for _ in range(commands)))
                    found.append(time.perf_counter() - begun)
                    for one in runs:
                        assert json.loads(one.output)["files"][0]["records"] == lines
                    assert await connection.fetchval("SELECT sum(records) FROM batches") == lines
                shutil.rmtree(data, ignore_errors=True)
                print(f"{lines:,} lines by {commands}: {found[-1]:.1f} s; {', '.join(map(str, runs))}")
    alone, together = (statistics.median(found) for found in seconds.values())
    return [
        Result(
            f"ingestion of {lines:,} lines by two commands at once",
            lines / together,
            "lines/s",
            "one command",
            lines / alone,
            "at least 0.95 times on two processors",
            alone / together >= 0.95,
        )
    ]
