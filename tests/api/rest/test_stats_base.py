"""The stats base of REST: shapes, ranges, and what is refused (rest-contract §2)."""

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from counted_alerts import Counted

from breachlight.kit import clock
from breachlight.kit.keys import KeyRing

SignIn = Callable[..., Awaitable[Caller]]
RANGED = (
    "stats-domain-counts", "stats-record-counts-daily", "detections", "totals", "notification-summary", "global", "timeline",
)  # fmt: skip
PLAIN = ("stats-record-counts", "user-stats")
NOTHING = {"total": 0, "unread": 0, "last_90_days": 0, "last_60_days": 0, "last_365_days": 0}
# Far from midnight, so that no test sees two days.
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def stats(caller: Caller, name: str, **parameters: Any) -> Any:
    response = await caller.get(f"/api/v1/stats/{name}", **parameters)
    assert response.status_code == 200, response.text
    return response.json()


def day(days_ago: int) -> date:
    return (NOON - timedelta(days=days_ago)).date()


def written(days_ago: int) -> str:
    return day(days_ago).strftime("%d-%m-%Y")


@pytest.mark.spec("S3.12", "S3.13", "S3.14", "S7.8", "S7.9", "S7.10")
async def test_every_path_of_the_base_and_its_shape(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    with clock.standing_at(NOON):
        mine = await Counted.join(sign_in, connection, key_ring)
        for days_ago, workforce, portals in ((0, 2, 1), (6, 1, 0), (7, 0, 4), (59, 1, 1), (60, 1, 0), (89, 0, 1)):
            await mine.raise_on(days_ago, workforce, portals)
        for days_ago, workforce, portals in ((90, 3, 0), (364, 0, 2), (365, 5, 5)):
            await mine.raise_on(days_ago, workforce, portals)
        await mine.read(0)
        users = {"total": 13, "unread": 11, "last_90_days": 5, "last_60_days": 4, "last_365_days": 8}
        domains = {"total": 14, "unread": 13, "last_90_days": 7, "last_60_days": 6, "last_365_days": 9}
        both = {name: users[name] + domains[name] for name in users}
        assert await stats(mine.caller, "stats-record-counts") == {"count": 27}
        assert await stats(mine.caller, "user-stats") == users
        assert await stats(mine.caller, "totals") == both
        summary = {"user_notifications": users, "domain_notifications": domains}
        assert await stats(mine.caller, "notification-summary") == summary

        week = [{"day": day(days_ago).isoformat(), "total_events": 0} for days_ago in range(6, -1, -1)]
        week[0]["total_events"], week[6]["total_events"] = 1, 3
        assert await stats(mine.caller, "timeline") == week
        assert await stats(mine.caller, "stats-record-counts-daily") == week
        assert await stats(mine.caller, "detections") == {"total": 4, "new": 1}
        assert await stats(mine.caller, "stats-domain-counts") == [{"domain": "acme.example", "total": 1, "unread": 0}]
        # The client has added the day: the range ends before its end.
        named = {"startDate": written(7), "endDate": written(0)}
        assert await stats(mine.caller, "timeline", **named) == [
            {"day": day(7).isoformat(), "total_events": 4},
            *week[:6],
        ]
        assert await stats(mine.caller, "detections", **named) == {"total": 5, "new": 5}
        assert await stats(mine.caller, "totals", **named) == both


async def test_g08_an_account_without_alerts_and_another_tenant_see_zeros(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    theirs = await Counted.join(sign_in, connection, key_ring, "rival.example")
    await theirs.raise_on(1, workforce=3, portals=2)
    mine = await Counted.join(sign_in, connection, key_ring)
    assert await stats(mine.caller, "stats-record-counts") == {"count": 0}
    assert await stats(mine.caller, "user-stats") == await stats(mine.caller, "totals") == NOTHING
    assert await stats(mine.caller, "stats-domain-counts") == []
    assert await stats(mine.caller, "detections") == {"total": 0, "new": 0}
    assert {item["total_events"] for item in await stats(mine.caller, "timeline")} == {0}
    # Before anything was ingested, the lake's rows are there too.
    rows = ("records", "average_leaks_per_email", "average_leaks_per_domain")
    assert await stats(mine.caller, "global") == [{"row_name": name, "count": 0} for name in rows]
    assert (await stats(theirs.caller, "totals"))["total"] == 5


@pytest.mark.spec("S7.9")
async def test_r06_instants_of_any_zone_choose_days_in_utc(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    with clock.standing_at(NOON):
        mine = await Counted.join(sign_in, connection, key_ring)
        for days_ago in range(4):
            await mine.raise_on(days_ago, portals=10**days_ago)
        for start, end, total in (
            ("2026-11-19T00:00:00Z", "2026-11-21T00:00:00Z", 110),
            ("2026-11-19", "2026-11-21", 110),
            ("2026-11-19T00:00:00", "2026-11-21T00:00:00", 110),
            # 01:00 at +02:00 is still the day before, and an end within a day takes that day in.
            ("2026-11-19T01:00:00+02:00", "2026-11-21T01:00:00+02:00", 1110),
            ("2026-11-18T23:00:00-05:00", "2026-11-20T19:00:00-05:00", 110),
            ("2026-11-21T23:59:59.999999Z", "2026-11-21T23:59:59.999999Z", 1),
            ("2026-11-21T00:00:00Z", "2026-11-21T00:00:00Z", 0),
            ("", "", 1111),
        ):
            asked = {"start_datetime": start, "end_datetime": end}
            daily = await stats(mine.caller, "stats-record-counts-daily", **asked)
            assert sum(item["total_events"] for item in daily) == total, asked
            counts = await stats(mine.caller, "stats-domain-counts", **asked)
            assert sum(count["total"] for count in counts) == total, asked
        # An unescaped + of a query string is a blank.
        raw = "start_datetime=2026-11-19T01:00:00+02:00&end_datetime=2026-11-21T00:00:00Z"
        answer = await mine.caller.http.get(f"/api/v1/stats/detections?{raw}", headers=mine.caller.headers)
        assert answer.json() == {"total": 1110, "new": 1110}
        # The first and the last years of the calendar are days like others.
        assert await stats(mine.caller, "timeline", startDate="01-01-0001", endDate="02-01-0001") == [
            {"day": "0001-01-01", "total_events": 0}
        ]
        assert len(await stats(mine.caller, "timeline", startDate="21-11-2025", endDate="21-11-2026")) == 365


async def test_r06_r10_bad_ranges_are_400_by_their_names(sign_in: SignIn) -> None:
    caller = await sign_in()
    refused = {
        "startDate=31-02-2026": "startDate",
        "startDate=2026-11-21": "startDate",
        "startDate=1-1-2026": "startDate",
        "endDate=21/11/2026": "endDate",
        "endDate=00-00-0000": "endDate",
        "endDate=01-01-0001": "endDate",
        "startDate=01-01-0001&endDate=31-12-9999": "startDate",
        "startDate=21-11-2026&endDate=20-11-2026": "endDate",
        "startDate=01-01-2020&endDate=01-02-2026": "startDate",
        "start_datetime=31-02-2026": "start_datetime",
        "start_datetime=2026-02-31T00:00:00Z": "start_datetime",
        "start_datetime=0001-01-01T00:00:00%2B02:00": "start_datetime",
        "end_datetime=9999-12-31T23:59:59Z": "end_datetime",
        "end_datetime=2026-11-21T25:00:00Z": "end_datetime",
        "end_datetime=%00": "end_datetime",
        "start_datetime=2026-11-21&end_datetime=2026-11-20": "end_datetime",
        "startDate=20-11-2026&startDate=20-11-2026": "startDate",
        "end_datetime=&end_datetime=2026-11-21": "end_datetime",
        "startDate=20-11-2026&start_datetime=2026-11-20": "start_datetime",
        f"startDate={'1' * 10_000}": "startDate",
    }  # fmt: skip
    for name in RANGED:
        for query, field in refused.items() if name == "timeline" else [*refused.items()][:8]:
            response = await caller.http.get(f"/api/v1/stats/{name}?{query}", headers=caller.headers)
            assert (response.status_code, list(response.json())) == (400, [field]), (name, query, response.text)


@pytest.mark.spec("S6.8")
async def test_the_base_needs_a_token(http: httpx.AsyncClient) -> None:
    for name in (*RANGED, *PLAIN):
        assert (await http.get(f"/api/v1/stats/{name}")).status_code == 401, name


async def test_what_is_asked_of_the_database_does_not_grow_with_alerts_or_days(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, statements: list[str]
) -> None:
    mine = await Counted.join(sign_in, connection, key_ring)
    costs: dict[str, set[int]] = {}
    for workforce in (0, 1, 30):
        await mine.raise_on(workforce, workforce, portals=workforce)
        for name in (*RANGED, *PLAIN):
            statements.clear()
            await stats(mine.caller, name)
            asked = [text for text in statements if "_counters" in text or "lake_statistics" in text]
            costs.setdefault(name, set()).add(len(asked))
            assert not any("FROM alerts" in text and "LIMIT 1" not in text for text in statements)
    assert costs == {name: {1} for name in (*RANGED, *PLAIN)}


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_r08_other_methods_are_refused(sign_in: SignIn, method: str) -> None:
    caller = await sign_in()
    response = await caller.http.request(method, "/api/v1/stats/totals", headers=caller.headers)
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
