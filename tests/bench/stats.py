"""The overview: what its query costs with 10 thousand and with a million alerts of one account, over the same days.

The peer is a recount of the same numbers from the alerts themselves, on the same rows.
"""

import statistics
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import httpx
from tests.bench.alert_page import fill, log_in
from tests.bench.installation import command, installation, process
from tests.bench.results import Result
from tests.support.recounting import recount

from breachlight.kit import clock

_ROUNDS = 150
_LARGEST_RATIO = 1.2
_BLOCK = "{ total unread last90Days last60Days last365Days }"
OVERVIEW = f"""{{ stats {{ detections {{ total new }} timeline {{ day totalEvents }} domainCounts {{ domain total unread }}
  notificationSummary {{ userNotifications {_BLOCK} domainNotifications {_BLOCK} }} global {{ rowName count }} }} }}"""
_RECOUNT = """SELECT domain_name IS NOT NULL, count(*), count(*) FILTER (WHERE NOT is_read),
    count(*) FILTER (WHERE datetime > $2::timestamptz - interval '90 days'),
    count(*) FILTER (WHERE datetime > $2::timestamptz - interval '60 days'),
    count(*) FILTER (WHERE datetime > $2::timestamptz - interval '365 days')
FROM alerts WHERE account_id = $1 GROUP BY 1"""


async def run(few: int = 10_000, many: int = 1_000_000) -> list[Result]:
    """Measure the median of the answers' times over HTTP, in milliseconds."""
    few_ms, _ = await _measure(few, spread=many // few)
    many_ms, recount_ms = await _measure(many, spread=1)
    return [
        Result(
            f"overview with {many:,} alerts",
            many_ms,
            "ms",
            f"with {few:,}",
            few_ms,
            f"at most {_LARGEST_RATIO:g} of it",
            many_ms <= _LARGEST_RATIO * few_ms,
        ),
        Result(
            f"overview with {many:,} alerts, kept counters",
            many_ms,
            "ms",
            "recount by count(*)",
            recount_ms,
            "at most 0.5 of it",
            many_ms <= recount_ms / 2,
        ),
    ]


async def _measure(alerts: int, spread: int) -> tuple[float, float]:
    """Return the medians of the overview's query and of the recount; the alerts lie ``spread`` times as far apart."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            account = await fill(connection, alerts)
            if spread != 1:
                statement = "UPDATE alerts SET datetime = $1::timestamptz - ($1::timestamptz - datetime) * $2::float8"
                await connection.execute(statement, clock.now(), float(spread), timeout=300)
                await recount(connection)
            await connection.execute("VACUUM ANALYZE", timeout=300)
            base = f"http://127.0.0.1:{settings.port}"
            with process(command("serve"), f"{base}/readyz"):
                async with httpx.AsyncClient(base_url=base, timeout=60) as client:
                    headers = {"Authorization": f"Bearer {log_in(base)}"}

                    async def ask() -> None:
                        answer = await client.post("/graphql", json={"query": OVERVIEW}, headers=headers)
                        block = answer.json()["data"]["stats"]["notificationSummary"]
                        assert sum(block[kind]["total"] for kind in block) == alerts

                    return await _median(ask, _ROUNDS), await _median(lambda: _recount(connection, account), 5)


async def _recount(connection: asyncpg.Connection, account: uuid.UUID) -> None:
    await connection.fetch(_RECOUNT, account, clock.now())


async def _median(work: Callable[[], Awaitable[None]], rounds: int) -> float:
    """Return the median time in milliseconds, after a fifth of the rounds to warm up."""
    for _ in range(max(1, rounds // 5)):
        await work()
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        await work()
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)
