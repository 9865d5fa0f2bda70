"""What a line costs to ingest while the lake grows: it must not depend on what is there already."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.installation import installation
from tests.bench.leaks.generator import generate
from tests.bench.leaks.ingestion import IDENTITIES, watch
from tests.bench.leaks.processes import Run, apart, ingested
from tests.bench.results import Result

LINES = 100_000_000
PROBE_LINES = 1_000_000
FILL_LINES = 10_000_000
ROUNDS = 3
MOST_GROWTH = 1.1


async def run(lines: int = LINES) -> list[Result]:
    """Ingest a million new lines three times into a lake of one million lines, ten, and so on up to ``lines``."""
    results = []
    first = 0.0
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _, patterns = await apart(generate, folder / "identities", 1, IDENTITIES)
        async with installation(folder / "data") as (_, connection):
            await watch(connection, patterns)
            seed = stored = 0
            for size in _sizes(lines):
                while stored < size:
                    seed += 1
                    fill = min(size - stored, FILL_LINES)
                    await _ingest(folder, fill, seed)
                    stored += fill
                probes = []
                for _ in range(ROUNDS):
                    seed += 1
                    probes.append(await _ingest(folder, PROBE_LINES, seed))
                    stored += PROBE_LINES
                cost = statistics.median(probe.processor_seconds for probe in probes) / PROBE_LINES * 1e6
                first = first or cost
                print(f"{size:,} lines in the lake: {', '.join(map(str, probes))}")
                results.append(
                    Result(
                        f"processor time of a line, {size:,} lines in the lake",
                        cost,
                        "µs",
                        f"{_sizes(lines)[0]:,} lines",
                        first,
                        f"at most {MOST_GROWTH}",
                        cost <= MOST_GROWTH * first,
                    )
                )
    return results


def _sizes(lines: int) -> list[int]:
    def tenfold() -> Iterator[int]:
        size = min(PROBE_LINES, lines)
        while size < lines:
            yield size
            size *= 10
        yield lines

    return list(tenfold())


async def _ingest(folder: Path, lines: int, seed: int) -> Run:
    """Ingest a generated file of so many lines, a leak of its own, and delete it."""
    leak, _ = await apart(generate, folder / "files", lines, IDENTITIES, seed + 100)
    measurement = await ingested(leak, f"Bench {seed}")
    leak.unlink()
    return measurement
