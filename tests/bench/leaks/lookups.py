"""Lookups of one address in the lake after one load and after fifty, without the worker's maintenance."""

import tempfile
import time
from pathlib import Path

from tests.bench.installation import installation
from tests.bench.leaks.generator import LeakGenerator
from tests.bench.leaks.processes import apart, ingested
from tests.bench.results import Result
from tests.support.lake_lookup import find_email

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.store import Lake

LINES = 20_000
LOADS = 50
LIMIT_MILLISECONDS = 50
ADDRESSES = 30
COMMON = "jane.common@acme.example"
"""An address that every load has: the most blocks that a lookup of one can need here."""


async def run(lines: int = LINES, loads: int = LOADS) -> list[Result]:
    """Ingest one file, measure, ingest the others, each by a command of its own as operators do, and measure again."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        keys = await apart(_write, folder, lines, loads)
        results = []
        async with installation(folder / "data") as (settings, _):
            for number in range(loads):
                await ingested(folder / f"leak-{number}.txt", f"Bench {number}")
                if number + 1 in {1, loads}:
                    for what, asked in (("one address", keys), ("one address of every load", [COMMON] * ADDRESSES)):
                        took = await apart(milliseconds, settings, asked)
                        results.append(_result(f"{what} looked up after {number + 1} loads", took))
        return results


def _result(what: str, took: float) -> Result:
    return Result(what, took, "ms", "limit", LIMIT_MILLISECONDS, "below", took < LIMIT_MILLISECONDS)


def _write(folder: Path, lines: int, loads: int) -> list[str]:
    """Write the files; return addresses of the first."""
    generator = LeakGenerator(identities=1000)
    found: list[str] = []
    for number in range(loads):
        data = b"".join(generator.blocks(lines)) + f"{COMMON}:Geheim-{number}\n".encode()
        (folder / f"leak-{number}.txt").write_bytes(data)
        if not found:
            logins = [line.partition(":")[0] for line in data.decode().splitlines() if not line.startswith("https://")]
            found = logins[:ADDRESSES]
    return found


def milliseconds(settings: Settings, keys: list[str]) -> float:
    """Return the mean time to find and open the records of an address."""
    with Lake(dsn(settings), settings, KeyRing.load(settings.key_file)) as lake:
        list(find_email(lake, keys[0]))
        begun = time.perf_counter()
        for key in keys:
            list(find_email(lake, key))
        return (time.perf_counter() - begun) / len(keys) * 1000
