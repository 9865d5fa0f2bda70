"""The statistics of an account over GraphQL, and those of the lake."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from callers import Caller
from counted_alerts import Counted
from ingestion_harness import Silence
from recounting import recount

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit import clock
from breachlight.kit.errors import UnfitValueError
from breachlight.kit.keys import KeyRing
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.ingest.ingestion import Ingestion
from breachlight.leaks.ingest.sources import find_sources
from breachlight.leaks.lake.store import Lake
from breachlight.rest.schemas.stats import CALENDAR_DAY
from breachlight.stats import lake_sampling
from breachlight.stats.ranges import read_day

SignIn = Callable[..., Awaitable[Caller]]
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
BLOCK = "{ total unread last90Days last60Days last365Days }"
STATS = f"""query ($startDate: Date, $endDate: Date) {{ stats(startDate: $startDate, endDate: $endDate) {{
  detections {{ total new }} totals {BLOCK}
  notificationSummary {{ userNotifications {BLOCK} domainNotifications {BLOCK} }}
  global {{ rowName count }} timeline {{ day totalEvents userEvents domainEvents }}
  domainCounts {{ domain total unread }} }} }}"""


async def stats(caller: Caller, **variables: Any) -> dict[str, Any]:
    answer = await caller.graphql(STATS, variables)
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["stats"]
    return found


@pytest.mark.spec("S2.60", "S2.61", "S2.62", "S3.12")
async def test_g08_one_query_feeds_the_overview_of_its_own_account(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    with clock.standing_at(NOON):
        mine = await Counted.join(sign_in, connection, key_ring)
        theirs = await Counted.join(sign_in, connection, key_ring, "rival.example")
        await theirs.raise_on(0, workforce=9, portals=9)
        await mine.raise_on(0, workforce=2, portals=1)
        await mine.raise_on(8, portals=4)
        await mine.read(8)
        shown = await stats(mine.caller)
        assert shown["detections"] == {"total": 3, "new": 3}
        assert shown["totals"] == {"total": 7, "unread": 3, "last90Days": 7, "last60Days": 7, "last365Days": 7}
        assert shown["notificationSummary"]["userNotifications"]["total"] == 2
        assert shown["notificationSummary"]["domainNotifications"]["total"] == 5
        assert [item["day"] for item in shown["timeline"]] == [f"2026-11-{number}" for number in range(15, 22)]
        assert shown["timeline"][-1] == {"day": "2026-11-21", "totalEvents": 3, "userEvents": 2, "domainEvents": 1}
        assert shown["domainCounts"] == [{"domain": "acme.example", "total": 1, "unread": 1}]
        earlier = await stats(mine.caller, startDate="2026-11-13", endDate="2026-11-14")
        assert earlier["timeline"] == [{"day": "2026-11-13", "totalEvents": 4, "userEvents": 0, "domainEvents": 4}]
        assert earlier["detections"] == {"total": 4, "new": 0}
        assert earlier["domainCounts"] == [{"domain": "acme.example", "total": 4, "unread": 0}]
        assert earlier["totals"] == shown["totals"]


async def test_r06_bad_ranges_are_named(sign_in: SignIn) -> None:
    caller = await sign_in()
    for start, end, field in (
        ("2026-11-21", "2026-11-20", "endDate"),
        ("0001-01-01", "9999-12-31", "startDate"),
        (None, "0001-01-02", "endDate"),
    ):
        [error] = (await caller.graphql(STATS, {"startDate": start, "endDate": end}))["errors"]
        assert error["extensions"]["code"] == "VALIDATION"
        assert list(error["extensions"]["fieldErrors"]) == [field]
    [error] = (await caller.graphql(STATS, {"startDate": "2026-02-31"}))["errors"]
    assert error["extensions"]["code"] == "BAD_USER_INPUT"


async def test_a_removed_domain_keeps_its_name(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    mine = await Counted.join(sign_in, connection, key_ring)
    await mine.raise_on(0, portals=2)
    await connection.execute("DELETE FROM domains WHERE id = $1", mine.tenant.domain_id)
    assert (await stats(mine.caller))["domainCounts"] == [{"domain": "acme.example", "total": 2, "unread": 2}]


async def test_the_query_costs_the_same_for_one_alert_and_for_many(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, statements: list[str]
) -> None:
    mine = await Counted.join(sign_in, connection, key_ring)
    await stats(mine.caller)
    costs = set()
    for count in (1, 40):
        await mine.raise_on(count % 7, workforce=count, portals=count)
        statements.clear()
        await stats(mine.caller)
        costs.add(len(statements))
        assert sum("_counters" in text or "lake_statistics" in text for text in statements) == 2
    assert len(costs) == 1


@pytest.fixture
def ingest(settings: Settings, key_ring: KeyRing, tmp_path: Path) -> Callable[..., Awaitable[None]]:
    """Take a leak of these lines in."""

    async def take(name: str, *lines: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "lines.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        with Lake(dsn(settings), settings, key_ring) as lake:
            ingestion = Ingestion(
                settings,
                key_ring,
                lake,
                LeakDescription(name),
                stopped=lambda: False,
                progress=Silence(),
            )
            for source in find_sources([str(folder)]):
                await ingestion.ingest(source)

    return take


@pytest.mark.spec("S3.13")
async def test_the_statistics_of_the_lake_are_taken_after_an_ingestion(
    sign_in: SignIn, ingest: Callable[..., Awaitable[None]], connection: asyncpg.Connection
) -> None:
    caller = await sign_in()

    async def rows() -> dict[str, float]:
        return {row["rowName"]: row["count"] for row in (await stats(caller))["global"]}

    nothing = {"records": 0, "average_leaks_per_email": 0, "average_leaks_per_domain": 0}
    await lake_sampling.take_statistics()
    assert await rows() == nothing
    await ingest("first", "https://shop.example/login:jo@people.example:invented-1", "kim@people.example:invented-2")
    assert await rows() == nothing
    await lake_sampling.take_statistics()
    assert await rows() == {"records": 2, "average_leaks_per_email": 1, "average_leaks_per_domain": 1}
    # jo once more in another leak and twice in it; an address with a tag counts for itself and without the tag.
    await ingest(
        "second",
        "jo@people.example:invented-3",
        "jo@people.example:invented-4",
        "lee+shop@people.example:invented-5",
    )
    taken = await connection.fetchval("SELECT max(taken_at) FROM lake_statistics")
    await lake_sampling.take_statistics()
    # jo 2, kim 1, lee+shop 1, lee 1; people.example 2, shop.example 1.
    assert await rows() == {"records": 5, "average_leaks_per_email": 1.25, "average_leaks_per_domain": 1.5}
    later = await connection.fetchval("SELECT max(taken_at) FROM lake_statistics")
    await lake_sampling.take_statistics()
    assert taken < later == await connection.fetchval("SELECT max(taken_at) FROM lake_statistics")


async def test_a_large_lake_is_sampled(
    sign_in: SignIn,
    ingest: Callable[..., Awaitable[None]],
    connection: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lake_sampling, "SAMPLE", 300)
    people = [f"jo{number}@people.example" for number in range(1_000)]
    await ingest("first", *(f"{email}:invented-one" for email in people))
    await ingest("second", *(f"{email}:invented-two" for email in people[:497]))
    await lake_sampling.take_statistics()
    caller = await sign_in()
    rows = {row["rowName"]: row["count"] for row in (await stats(caller))["global"]}
    assert rows["records"] == 1_497
    # Half of the people are in two leaks: 1.5, give or take what a sample of some 200 of them strays (4 deviations).
    assert 1.35 < rows["average_leaks_per_email"] < 1.65
    # No part of the thousand has the very average of all of them.
    taken = "SELECT count FROM lake_statistics WHERE row_name = 'average_leaks_per_email'"
    assert await connection.fetchval(taken) != 1.497


async def test_days_end_at_midnight_in_utc(sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing) -> None:
    midnight = NOON.replace(hour=0)
    before = midnight - timedelta(microseconds=1)
    with clock.standing_at(before):
        mine = await Counted.join(sign_in, connection, key_ring)
        await mine.raise_on(0, workforce=1)
    await connection.execute("UPDATE alerts SET datetime = $2 WHERE account_id = $1", mine.tenant.account_id, midnight)
    await recount(connection)
    for at, total in ((before, 0), (midnight, 1)):
        with clock.standing_at(at):
            assert (await stats(mine.caller))["detections"]["total"] == total


def test_r06_the_description_of_a_day_is_what_is_read() -> None:
    """Each day of the calendar's odd years, and what no calendar has."""
    texts = [
        f"{day:02}-{month:02}-{year:04}"
        for year in (0, 1, 1900, 2000, 2023, 2024, 9999)
        for month in range(14)
        for day in range(33)
    ]
    for text in (*texts, "1-1-2026", "01-01-26", "01/01/2026", "01-01-2026 ", "x"):
        try:
            read_day(text)
        except UnfitValueError:
            assert re.search(CALENDAR_DAY, text) is None, text
        else:
            assert re.search(CALENDAR_DAY, text), text
