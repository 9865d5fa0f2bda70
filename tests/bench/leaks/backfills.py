"""Retroactive scans by a real worker: 1,000 addresses at once, domains, and one address behind a large batch or domain.

The number of hits of an address stays the same, whatever is in the lake besides: one or two, each a detection.
"""

import asyncio
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg
from tests.bench.installation import command, installation
from tests.bench.leaks.generator import LeakGenerator
from tests.bench.leaks.processes import apart, ingested
from tests.bench.results import Result

from breachlight.kit import clock
from breachlight.watchlist.service import monitor_domain, monitor_email

SIZES: Final = {3_000_000: 5.0, 30_000_000: 10.0}
"""Lines in the lake, and the seconds that 1,000 addresses may take; 10 s is the goal for 100 million."""

ADDRESSES = 1_000
DOMAINS = 50
LINES_PER_ADDRESS = 1_500
BEHIND = 3
"""How often as long one address may take while others' scans use the same two cores."""

_ONES = 5
_COMMON_SITES = (100, 10)  # ranks of sites in the generator: some thousand hits, and ten times as many
_LONGEST_SECONDS = 600


async def run(*sizes: int) -> list[Result]:
    """Ingest files of some sizes, each into an installation of its own, and measure from the commit to the end of the scans."""
    results = []
    for lines in sizes or SIZES:
        with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            leak, addresses, domains, sites = await apart(_write, folder, lines)
            async with installation(folder / "data") as (_, connection):
                await ingested(leak)
                leak.unlink()
                async with _worker():
                    results += await _measure(connection, lines, addresses, domains, sites)
    return results


async def _measure(
    connection: asyncpg.Connection,
    lines: int,
    addresses: Sequence[str],
    domains: Sequence[str],
    sites: tuple[str, str],
) -> list[Result]:
    first, second, single = addresses[:ADDRESSES], addresses[ADDRESSES : 2 * ADDRESSES], addresses[2 * ADDRESSES :]
    common, most_common = sites
    # The first scan opens the lake and waits for the worker to start.
    await _ended(connection, await _verify(connection, emails=single[-1:]))
    one = await _one(connection, single)
    batch = await _timed(connection, emails=first)
    large = await _verify(connection, emails=second)
    behind_batch = await _one(connection, single, large)
    await _ended(connection, large)
    several = await _timed(connection, domains=domains[:DOMAINS])
    long = await _timed(connection, domains=[common])
    large = await _verify(connection, domains=[most_common])
    behind_domain = await _one(connection, single, large)
    found = await connection.fetch("SELECT count(*), backfill_id FROM alerts GROUP BY 2 ORDER BY 1 DESC LIMIT 1")
    size = f"over {lines:,} lines"
    goal = SIZES.get(lines, 10.0)
    return [
        Result(f"scan of {ADDRESSES:,} addresses {size}", batch, "s", "limit", goal, "below", batch < goal),
        Result(f"scan of one address {size}", one, "s", "limit", 1.0, "below", one < 1.0),
        Result(
            f"the same behind {ADDRESSES:,} of another account",
            *(behind_batch, "s", "alone", one, f"below {BEHIND}"),
            behind_batch < BEHIND * one,
        ),
        Result(
            "the same behind a large domain of another account",
            *(behind_domain, "s", "alone", one, f"below {BEHIND}"),
            behind_domain < BEHIND * one,
        ),
        Result(f"scan of {DOMAINS} domains {size}", several, "s", "limit", goal, "below", several < goal),
        Result(
            f"scan of a domain with {found[0]['count']:,} detections", long, "s", "limit", goal, "below", long < goal
        ),
    ]


async def _one(connection: asyncpg.Connection, emails: Sequence[str], other: uuid.UUID | None = None) -> float:
    """Return the median time of single addresses, of those that ended while another account's scans went on."""
    seconds = []
    for email in emails[:_ONES]:
        seconds.append(await _timed(connection, emails=[email]))
        if other is not None and not await _unfinished(connection, other):
            break
    return statistics.median(seconds)


async def _timed(connection: asyncpg.Connection, *, emails: Sequence[str] = (), domains: Sequence[str] = ()) -> float:
    account_id = await _verify(connection, emails=emails, domains=domains)
    begun = time.perf_counter()
    await _ended(connection, account_id)
    return time.perf_counter() - begun


async def _verify(
    connection: asyncpg.Connection, *, emails: Sequence[str] = (), domains: Sequence[str] = ()
) -> uuid.UUID:
    """Monitor addresses and domains for a new account, in one transaction."""
    account_id = uuid.uuid4()
    await connection.execute(
        "INSERT INTO accounts (id, kind, company_name, created_at) VALUES ($1, 'org', 'Bench', $2)",
        account_id,
        clock.now(),
    )
    async with connection.transaction():
        for key in emails:
            await monitor_email(connection, account_id, key)
        for domain in domains:
            domain_id = uuid.uuid4()
            await connection.execute(
                """INSERT INTO domains (id, account_id, domain, domain_txt, domain_txt_secret, is_enabled, is_verified,
                    verified_at, created_at) VALUES ($1, $2, $3, $4, $4, true, true, $5, $5)""",
                *(domain_id, account_id, domain, domain_id.hex, clock.now()),
            )
            await monitor_domain(connection, account_id, domain_id, domain)
    return account_id


async def _ended(connection: asyncpg.Connection, account_id: uuid.UUID) -> None:
    """Wait until no scan of an account goes on."""
    async with asyncio.timeout(_LONGEST_SECONDS):
        while await _unfinished(connection, account_id):
            await asyncio.sleep(0.02)


async def _unfinished(connection: asyncpg.Connection, account_id: uuid.UUID) -> int:
    query = "SELECT count(*) FROM backfills WHERE account_id = $1 AND finished_at IS NULL"
    count: int = await connection.fetchval(query, account_id)
    return count


@asynccontextmanager
async def _worker() -> AsyncIterator[None]:
    child = subprocess.Popen(command("worker"), stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        child.terminate()
        await asyncio.to_thread(child.wait, 30)


def _write(folder: Path, lines: int) -> tuple[Path, list[str], list[str], tuple[str, str]]:
    """Write a leak file; return addresses and domains that occur in it, and the domains of two common sites."""
    identities = max(lines // LINES_PER_ADDRESS, 2 * ADDRESSES + 10)
    generator = LeakGenerator(identities=identities * 10 // 9)
    leak = folder / "leak.txt"
    with leak.open("wb") as target:
        generator.write(target, lines)
    emails = [key for kind, key in generator.identities() if kind == "email"]
    domains = [key for kind, key in generator.identities() if kind == "domain"]
    common, most_common = map(generator.site, _COMMON_SITES)
    return leak, list(dict.fromkeys(emails))[: 2 * ADDRESSES + 10], domains, (common, most_common)
