"""Cursors of lists: they follow commits, skip nothing, and belong to one account."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant

from breachlight.alerts import service
from breachlight.alerts.query.cursors import encode_cursor
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import new_id

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]


@pytest.mark.spec("B4.5.2")
async def test_the_cursor_follows_commits_and_skips_nothing(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    query = AlertQuery(filter=AlertFilter())
    early = connection.transaction()
    await early.start()
    await raise_all(tenant.workforce(host="early.example"))
    cursor, met = "", list[str]()

    async def read() -> list[str]:
        nonlocal cursor
        page = await service.list_alerts(tenant.subject, query, after=cursor)
        cursor = page.cursor
        return [alert.breach_record.host or "" for alert in page.results]

    met += await read()
    assert met == []
    await early.commit()
    met += await read()
    assert met == ["early.example"]
    assert await read() == []


async def test_the_cursor_waits_for_no_transaction_that_has_raised_nothing(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    query = AlertQuery(filter=AlertFilter())
    start = await service.list_alerts(tenant.subject, query)
    slow = connection.transaction()
    await slow.start()
    await connection.fetchval("SELECT pg_current_xact_id()")
    await raise_all(other.workforce(host="foreign.example"))
    await raise_all(tenant.workforce(host="quick.example"), on=second)
    quick = await service.list_alerts(tenant.subject, query, after=start.cursor)
    shown = await service.list_alerts(tenant.subject, query)
    for page in (quick, shown):
        assert [alert.breach_record.host for alert in page.results] == ["quick.example"]
    await raise_all(tenant.workforce(host="slow.example"))
    await slow.commit()
    for cursor, hosts in (
        (quick.cursor, ["slow.example"]),
        (shown.cursor, ["slow.example"]),
        (start.cursor, ["quick.example", "slow.example"]),
    ):
        page = await service.list_alerts(tenant.subject, query, after=cursor)
        assert [alert.breach_record.host for alert in page.results] == hosts
        assert (await service.list_alerts(tenant.subject, query, after=page.cursor)).results == []


@pytest.mark.spec("B4.5.2")
async def test_a_reader_of_cursors_meets_every_alert_once_while_others_write(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    async def write(link: asyncpg.Connection, name: str) -> None:
        chance = random.Random(name)
        for number in range(15):
            async with link.transaction():
                await link.fetchval("SELECT pg_current_xact_id()")
                await asyncio.sleep(chance.random() / 50)
                await raise_all(
                    *[tenant.workforce(password=f"{name}-{number}-{part}") for part in range(chance.randint(1, 9))],
                    on=link,
                )

    writers = asyncio.gather(write(connection, "one"), write(second, "two"))
    met: list[str] = []
    cursor = ""
    while True:
        is_over = writers.done()
        page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter(), page_size=3), after=cursor)
        met += [alert.id for alert in page.results]
        cursor = page.cursor
        if is_over and not page.has_more:
            break
    await writers
    everything = {str(row["id"]) for row in await connection.fetch("SELECT id FROM alerts")}
    assert len(met) == len(set(met))
    assert set(met) == everything


async def test_the_cursor_passes_over_what_a_filter_leaves_out(tenant: Tenant, raise_all: Raise) -> None:
    query = AlertQuery(filter=AlertFilter(domain_is_set=True), page_size=1)
    await raise_all(tenant.workforce(), tenant.portal(), tenant.portal(password="x-1"))
    first = await service.list_alerts(tenant.subject, query, after="")
    then = await service.list_alerts(tenant.subject, query, after=first.cursor)
    assert (first.has_more, then.has_more) == (True, False)
    assert first.results[0].id != then.results[0].id
    assert (await service.list_alerts(tenant.subject, query, after=then.cursor)).results == []


async def test_an_invalid_or_foreign_cursor_is_refused(tenant: Tenant) -> None:
    for text in ("nonsense", encode_cursor(tenant.account_id, 2**40), encode_cursor(new_id(), 0), "AQ", "Ag"):
        with pytest.raises(ValidationError):
            await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()), after=text)
