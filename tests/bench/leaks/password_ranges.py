"""Password ranges: requests per second and latency of one process, bytes and seconds of an index of made-up hashes.

The argument is the number of hashes; a measurement with fewer than 100 million has shorter answers, so it says what that many take
by the bytes per hash. What a password costs is measured on made-up passwords.
"""

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

import asyncpg
import numpy as np
import psutil
from tests.bench.installation import command, installation, process, tool
from tests.bench.results import Result

from breachlight.leaks.ranges import repository
from breachlight.leaks.ranges.counting import password_hashes
from breachlight.leaks.ranges.definitions import PASSWORDS
from breachlight.leaks.ranges.hashes import Hashes
from breachlight.leaks.ranges.kinds import HashKind
from breachlight.leaks.ranges.merging import merge_some
from breachlight.leaks.ranges.status_repository import read_status

_TARGET: Final = 100_000_000
_RUN: Final = 1_000_000
_SECONDS: Final = 10
_PASSWORDS: Final = 200_000
# Every request comes from a client of its own: what is measured is the work, not the rate limit.
_SCRIPT: Final = """
math.randomseed(os.time())
request = function()
  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255))
  wrk.headers["Accept-Encoding"] = "gzip"
  PADDING
  return wrk.format("GET", string.format("/range/%05X", math.random(0, 1048575)))
end
"""


async def run(hashes: int = 20_000_000) -> list[Result]:
    """Measure one process of the product."""
    wrk = tool("wrk")
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            os.environ["BREACHLIGHT_FORWARDED_ALLOW_IPS"] = "127.0.0.1"
            await connection.execute("UPDATE site_settings SET password_ranges_enabled = true")
            added, merged = await _build(connection, hashes)
            status = await read_status(connection, PASSWORDS)
            assert status is not None
            each = status.size / status.hashes[HashKind.SHA1]
            print(
                f"  {status.hashes[HashKind.SHA1]:,} hashes in {status.runs[HashKind.SHA1]} runs, {each:.1f} bytes each "
                f"({each * _TARGET / 1e9:.1f} GB for 100 million); added in {added:.0f} s, merged in {merged:.0f} s"
            )
            costs = _costs()
            print("  " + ", ".join(f"{kind.name} {cost:.1f} µs" for kind, cost in costs.items()) + " for each password")
            base = f"http://127.0.0.1:{settings.port}"
            with process(command("serve"), f"{base}/readyz") as server:
                plain = _load(wrk, base, Path(folder), server.pid, padded=False)
                padded = _load(wrk, base, Path(folder), server.pid, padded=True)
    return [
        _result(f"password ranges: requests/s ({hashes:,} hashes)", plain[0], "/s", 1_000, at_least=True),
        _result("password ranges: 99th percentile", plain[1], "ms", 20, at_least=False),
        _result("password ranges, padded: requests/s", padded[0], "/s", 1_000, at_least=True),
        _result("password ranges, padded: 99th percentile", padded[1], "ms", 20, at_least=False),
    ]


def _result(name: str, ours: float, unit: str, goal: float, *, at_least: bool) -> Result:
    is_met = ours >= goal if at_least else ours <= goal
    return Result(name, ours, unit, "goal", goal, f"{'>=' if at_least else '<='} {goal:g} {unit}", is_met)


async def _build(connection: asyncpg.Connection, hashes: int) -> tuple[float, float]:
    """Fill an index run by run and merge it, as the job does; return the seconds of both."""
    chance = np.random.default_rng(1)
    await repository.create_index(connection, PASSWORDS)
    begin = time.perf_counter()
    for start in range(0, hashes, _RUN):
        number = min(_RUN, hashes - start)
        values = np.frombuffer(chance.bytes(20 * number), np.uint8).reshape(-1, 20)
        counts = chance.zipf(2.0, number).clip(1, 10**6).astype(np.int64)
        async with connection.transaction():
            await repository.add_run(connection, PASSWORDS, Hashes(HashKind.SHA1, values, counts).summed())
    added = time.perf_counter() - begin
    begin = time.perf_counter()
    while await merge_some(connection, PASSWORDS):
        pass
    merged = time.perf_counter() - begin
    await repository.mark_built(connection, PASSWORDS)
    await connection.execute("VACUUM (FULL, ANALYZE) password_ranges.entries")
    return added, merged


def _costs() -> dict[HashKind, float]:
    """Return the microseconds that hashing a password takes, by kind."""
    passwords = {f"Made-up-{number}": 1 for number in range(_PASSWORDS)}
    costs = {}
    for kind in PASSWORDS.kinds:
        begin = time.perf_counter()
        password_hashes(kind, passwords)
        costs[kind] = (time.perf_counter() - begin) / _PASSWORDS * 1e6
    return costs


def _seconds_used(pid: int) -> float:
    """Return the processor's time that the API processes of a server have used."""
    times = [child.cpu_times() for child in psutil.Process(pid).children(recursive=True)]
    return sum(each.user + each.system for each in times)


def _load(wrk: str, base: str, folder: Path, pid: int, *, padded: bool) -> tuple[float, float]:
    """Return requests per second and the 99th percentile in milliseconds; print the processor's time of a request, too."""
    script = folder / "ranges.lua"
    script.write_text(_SCRIPT.replace("PADDING", 'wrk.headers["Add-Padding"] = "true"' if padded else ""))
    before = 0.0
    for seconds in (3, _SECONDS):  # the first warms caches up
        before = _seconds_used(pid)
        shown = subprocess.run(
            [wrk, "-t1", "-c8", f"-d{seconds}s", "--latency", "-s", str(script), base],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    used = _seconds_used(pid) - before
    if "Non-2xx" in shown:
        raise SystemExit(shown)
    rate, percentile = re.search(r"Requests/sec:\s+([\d.]+)", shown), re.search(r"99%\s+([\d.]+)(us|ms|s)", shown)
    assert rate is not None
    assert percentile is not None
    each = 1e6 * used / (float(rate[1]) * _SECONDS)
    print(
        f"  {'padded' if padded else 'plain'}: {rate[1]}/s, 99th percentile {percentile[1]} {percentile[2]}, "
        f"{each:.0f} µs of the process each"
    )
    return float(rate[1]), float(percentile[1]) * {"us": 0.001, "ms": 1, "s": 1000}[percentile[2]]
