"""What a page of alerts, the cursor and the overview cost as one account grows: 10 thousand, 1 million, 10 million alerts.

One installation grows in steps, and is asked over HTTP at each of them. The alerts of every step lie over the same year, so
that the same days hold more of them, and no step is easier for being shorter.
"""

import statistics
import tempfile
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
from tests.bench.alert_page import add_alerts, fill, log_in
from tests.bench.installation import command, installation, process
from tests.bench.results import Result
from tests.bench.stats import OVERVIEW

_STEPS: Final = (10_000, 1_000_000, 10_000_000)
_ROUNDS: Final = 60
_LARGEST_RATIO: Final = 1.5
# A step of a large prime walks through all seconds of a year before it meets one again.
_SPREAD: Final = "(n::bigint * 15485863) % 31536000"
_FIELDS: Final = "results { id datetime isRead leak { title } breachRecord { url usernames } } total cursor"
_LIST: Final = "filter: {domainIsNotSet: true, isClosed: false}"
_PAGES: Final = {
    "alerts, page 1": f"{{ alerts({_LIST}, page: 1) {{ {_FIELDS} }} }}",
    "alerts, page 10": f"{{ alerts({_LIST}, page: 10) {{ {_FIELDS} }} }}",
    "alerts, page 100": f"{{ alerts({_LIST}, page: 100) {{ {_FIELDS} }} }}",
}
_FOLLOW: Final = f"query ($after: String) {{ alerts(pageSize: 100, after: $after) {{ {_FIELDS} hasMore }} }}"


async def run(steps: tuple[int, ...] = _STEPS) -> list[Result]:
    """Measure the median of the answers' times, in milliseconds, against those of the first step."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            await _make_room(connection)
            account, had = await fill(connection, 0), 0
            base = f"http://127.0.0.1:{settings.port}"
            measured: dict[int, dict[str, float]] = {}
            for step in steps:
                await _grow(connection, account, had + 1, step)
                had = step
                # Its own server for each step: nothing that an earlier one has kept in memory is measured.
                with process(command("serve"), f"{base}/readyz"):
                    measured[step] = await _measure(base, step)
    return _results(measured)


async def _make_room(connection: asyncpg.Connection) -> None:
    """Let the database take many rows quickly; nothing here changes what a query costs."""
    await connection.execute("SET synchronous_commit = off")
    await connection.execute("SET maintenance_work_mem = '512MB'")


async def _grow(connection: asyncpg.Connection, account: uuid.UUID, first: int, last: int) -> None:
    """Add alerts, without the indexes that can be made again faster than they are kept."""
    begin = time.perf_counter()
    # Those of constraints stay: they are what makes a detection one.
    indexes = await connection.fetch(
        """SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'alerts'
        AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = 'alerts'::regclass)"""
    )
    for index in indexes:
        await connection.execute(f'DROP INDEX "{index["indexname"]}"')
    await add_alerts(connection, account, first, last, seconds=_SPREAD)
    for index in indexes:
        await connection.execute(index["indexdef"], timeout=1_800)
    await connection.execute("VACUUM ANALYZE", timeout=1_800)
    print(f"{last:,} alerts after {time.perf_counter() - begin:.0f} s", flush=True)


async def _measure(base: str, alerts: int) -> dict[str, float]:
    async with httpx.AsyncClient(base_url=base, timeout=120) as client:
        client.headers["Authorization"] = f"Bearer {log_in(base)}"
        times = {name: await _median(client, query) for name, query in _PAGES.items()}
        times["alerts, 100 behind a cursor"] = await _follow(client)
        overview = await _ask(client, OVERVIEW)
        block = overview["stats"]["notificationSummary"]
        assert sum(block[kind]["total"] for kind in block) == alerts, "the counters are not those of the alerts"
        times["overview"] = await _median(client, OVERVIEW)
    return times


async def _median(client: httpx.AsyncClient, query: str) -> float:
    for _ in range(_ROUNDS // 5):
        await _ask(client, query)
    times = []
    for _ in range(_ROUNDS):
        begin = time.perf_counter()
        await _ask(client, query)
        times.append((time.perf_counter() - begin) * 1_000)
    return statistics.median(times)


async def _follow(client: httpx.AsyncClient) -> float:
    """Go on from cursor to cursor, as a tool that reads everything does, and return the median of a step."""
    times: list[float] = []
    after, seen = "", set[str]()
    for _ in range(_ROUNDS + 5):
        begin = time.perf_counter()
        page = (await _ask(client, _FOLLOW, {"after": after}))["alerts"]
        times.append((time.perf_counter() - begin) * 1_000)
        rows = {row["id"] for row in page["results"]}
        assert rows, "the cursor ends before the alerts do"
        assert not rows & seen, "the cursor shows an alert twice"
        seen |= rows
        after = page["cursor"]
    return statistics.median(times[5:])


async def _ask(client: httpx.AsyncClient, query: str, variables: Mapping[str, Any] | None = None) -> dict[str, Any]:
    answer = (await client.post("/graphql", json={"query": query, "variables": variables or {}})).json()
    assert "errors" not in answer, answer
    data: dict[str, Any] = answer["data"]
    return data


def _results(measured: Mapping[int, Mapping[str, float]]) -> list[Result]:
    (few, base), *grown = measured.items()
    return [
        Result(
            f"{name}, of {alerts:,} alerts",
            times[name],
            "ms",
            f"of {few:,}",
            base[name],
            f"at most {_LARGEST_RATIO:g} of it",
            times[name] <= _LARGEST_RATIO * base[name],
        )
        for alerts, times in grown
        for name in base
    ]
