import asyncio
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, cast

import asyncpg
import pytest
from alert_factories import SEEN_AT, Tenant, make_leak, make_tenant
from hypothesis import given
from hypothesis import strategies as st
from lock_waits import someone_waits

from breachlight.alerts.passwords import open_password, password_index
from breachlight.alerts.upsert.matches import keyed
from breachlight.alerts.upsert.repository import CHANNEL, LOADED_ALERTS, LOADED_SIGHTINGS
from breachlight.alerts.upsert.service import Raised, raise_alerts
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing, SealError

Raise = Callable[..., Any]


async def alerts_of(connection: asyncpg.Connection, tenant: Tenant) -> list[asyncpg.Record]:
    return await connection.fetch("SELECT * FROM alerts WHERE account_id = $1 ORDER BY id", tenant.account_id)


async def test_a_finding_becomes_one_alert(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, key_ring: KeyRing
) -> None:
    assert await raise_all(tenant.workforce()) == Raised(1, 0)
    [alert] = await alerts_of(connection, tenant)
    assert alert["domain_name"] is None
    assert alert["host"] == "shop.example"
    assert alert["usernames"] == ["jo@acme.example"]
    assert alert["sightings"] == 1
    assert alert["severity_score"] == sum(json.loads(alert["severity_factors"]).values())
    email = await connection.fetchval("SELECT email FROM email_accounts WHERE id = $1", alert["email_account_id"])
    assert email == "jo@acme.example"
    assert open_password(key_ring, tenant.account_id, alert["id"], alert["password_sealed"]) == "correct-horse-9"
    assert alert["password_index"] == password_index(key_ring, tenant.account_id, "correct-horse-9")
    assert b"correct-horse-9" not in bytes(alert["password_sealed"])


@pytest.mark.spec("B3.4")
async def test_the_path_and_the_identity_are_no_part_of_the_key(tenant: Tenant, raise_all: Raise) -> None:
    first = tenant.workforce()
    again = tenant.workforce(url="https://shop.example/another/path?x=1", is_alias=True)
    assert await raise_all(first, again) == Raised(1, 0)
    assert await raise_all(again) == Raised(0, 0)


@pytest.mark.spec("B3.4")
async def test_each_part_of_the_key_makes_another_alert(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    findings = [
        tenant.workforce(),
        tenant.workforce(host="forum.example"),
        tenant.workforce(host=None, app="shop.example"),
        tenant.workforce(host=None),
        tenant.workforce(username_key="jo2"),
        tenant.workforce(password="correct-horse-10"),
        tenant.workforce(password=None, password_type="none"),
        tenant.workforce(password=""),
        other.workforce(),
    ]
    assert await raise_all(*findings) == Raised(9, 0)
    assert await raise_all(*findings) == Raised(0, 0)
    assert len(await alerts_of(connection, tenant)) == 8
    assert len(await alerts_of(connection, other)) == 1


texts = st.one_of(st.none(), st.text(max_size=4))


@given(*[st.tuples(texts, texts, st.text(max_size=4), texts)] * 2)
def test_no_two_findings_spell_the_same_key(one: tuple[Any, ...], two: tuple[Any, ...]) -> None:
    ring = KeyRing.of(bytes(32), bytes(32))
    tenant = Tenant(*[__import__("uuid").UUID(int=number) for number in (1, 2, 3)], "acme.example", None)  # type: ignore[arg-type]

    def site(host: str | None, app: str | None) -> tuple[str, str | None]:
        return ("host", host) if host is not None else ("app", app)

    keys = [
        next(
            iter(keyed([tenant.workforce(host=host, app=app, username_key=name, password=password)], ring, clock.now()))
        )
        for host, app, name, password in (one, two)
    ]
    same = (site(*one[:2]), *one[2:]) == (site(*two[:2]), *two[2:])
    assert (keys[0] == keys[1]) == same


@pytest.mark.spec("B3.9")
async def test_a_sighting_counts_each_leak_and_file_once(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    leak = await make_leak(connection, "another")
    later = SEEN_AT + timedelta(days=8)
    first = tenant.workforce()
    second_file = tenant.workforce(file_digest=sha256(b"two").digest(), seen_at=later)
    second_leak = tenant.workforce(leak_id=leak, seen_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert await raise_all(first) == Raised(1, 0)
    assert await raise_all(second_file, second_file, second_leak) == Raised(0, 2)
    assert await raise_all(first, second_file, second_leak) == Raised(0, 0)
    [alert] = await alerts_of(connection, tenant)
    assert (alert["sightings"], alert["last_seen"]) == (3, later)
    assert alert["first_seen"] == datetime(2020, 1, 1, tzinfo=UTC)
    assert await connection.fetchval("SELECT count(*) FROM sightings") == 3


async def test_a_load_that_waited_for_another_one_with_the_same_alert_adds_its_sighting(
    connection: asyncpg.Connection, second: asyncpg.Connection, settings: Settings, tenant: Tenant, raise_all: Raise
) -> None:
    async def write() -> Raised:
        link = await connect(settings)
        try:
            return cast("Raised", await raise_all(tenant.workforce(file_digest=sha256(b"two").digest()), on=link))
        finally:
            await link.close()

    async with second.transaction():
        assert await raise_all(tenant.workforce(), on=second) == Raised(1, 0)
        writer = asyncio.create_task(write())
        await someone_waits(connection)
    assert await writer == Raised(0, 1)
    [alert] = await alerts_of(connection, tenant)
    assert alert["sightings"] == 2
    assert await connection.fetchval("SELECT count(*) FROM sightings WHERE alert_id = $1", alert["id"]) == 2


async def test_several_files_of_one_load_count_alike(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    files = [tenant.workforce(file_digest=sha256(name).digest()) for name in (b"one", b"two", b"two")]
    assert await raise_all(*files) == Raised(1, 1)
    assert await raise_all(*files) == Raised(0, 0)
    [alert] = await alerts_of(connection, tenant)
    assert alert["sightings"] == 2


async def test_a_worse_sighting_raises_the_severity_and_a_milder_one_does_not(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    machine = {"family": "redline", "computer": "PC-1", "infected_at": "2026-10-30T08:00:00+00:00"}
    stolen = tenant.workforce(file_digest=b"2" * 32, leak_kind="stealer_log", machine=machine)
    old = tenant.workforce(file_digest=b"3" * 32, leak_kind="table_dump", seen_at=datetime(2010, 1, 1, tzinfo=UTC))
    await raise_all(tenant.workforce())
    mild = (await alerts_of(connection, tenant))[0]["severity_score"]
    await raise_all(stolen)
    [worse] = await alerts_of(connection, tenant)
    assert worse["severity_score"] > mild
    assert worse["severity_score"] == sum(json.loads(worse["severity_factors"]).values())
    assert json.loads(worse["machine"]) == machine
    await raise_all(old)
    [after] = await alerts_of(connection, tenant)
    assert after["severity_factors"] == worse["severity_factors"]
    assert after["sightings"] == 3


@pytest.mark.spec("B3.9")
async def test_a_closed_alert_stays_closed(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce())
    await connection.execute("UPDATE alerts SET is_closed = true")
    assert await raise_all(tenant.workforce(file_digest=b"2" * 32)) == Raised(0, 1)
    assert (await alerts_of(connection, tenant))[0]["is_closed"]


@pytest.mark.spec("B3.10")
async def test_a_new_secret_names_the_previous_alert(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    await raise_all(tenant.workforce(password="second-1"), tenant.workforce(password="third-1"))
    await raise_all(tenant.workforce(password="fourth-1"), tenant.workforce(host="forum.example"))
    await raise_all(tenant.workforce(username_key="", password="a"))
    await raise_all(tenant.workforce(username_key="", password="b"))
    alerts = await alerts_of(connection, tenant)
    assert [alert["previous_alert_id"] for alert in alerts if alert["username_key"] == ""] == [None, None]
    chain = [alert for alert in alerts if alert["host"] == "shop.example" and alert["username_key"]]
    assert [alert["previous_alert_id"] for alert in chain] == [None, *[alert["id"] for alert in chain[:3]]]
    assert [a["previous_alert_id"] for a in alerts if a["host"] == "forum.example"] == [None]


async def test_the_previous_alert_of_a_load_is_never_one_that_was_not_raised(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    await raise_all(tenant.workforce(password="second-1"), tenant.workforce(), tenant.workforce(password="third-1"))
    ids = {alert["id"] for alert in await alerts_of(connection, tenant)}
    named = {alert["previous_alert_id"] for alert in await alerts_of(connection, tenant)}
    assert named - {None} <= ids
    assert len(named) == 3


@pytest.mark.spec("B3.11")
@pytest.mark.parametrize("is_auto_close", [True, False])
async def test_close_duplicates(connection: asyncpg.Connection, raise_all: Raise, is_auto_close: bool) -> None:
    tenant = await make_tenant(connection, "closing.example", is_auto_close=is_auto_close)
    await raise_all(tenant.workforce())
    await connection.execute("UPDATE alerts SET is_closed = true")
    await raise_all(
        tenant.workforce(host="forum.example"),
        tenant.workforce(host="forum.example", password="another-1"),
        tenant.workforce(host="forum.example", username_key="somebody-else"),
        tenant.workforce(host="forum.example", password=None, password_type="none"),
    )
    new = [alert for alert in await alerts_of(connection, tenant) if alert["host"] == "forum.example"]
    assert [alert["is_closed"] for alert in new] == [is_auto_close, False, False, False]


async def test_a_sealed_password_opens_in_its_row_only(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise, key_ring: KeyRing
) -> None:
    await raise_all(tenant.workforce(), tenant.workforce(host="forum.example"), other.workforce())
    one, two = await alerts_of(connection, tenant)
    [foreign] = await alerts_of(connection, other)
    for account, row in ((tenant, two), (other, one), (other, foreign)):
        with pytest.raises(SealError):
            open_password(key_ring, account.account_id, row["id"], one["password_sealed"])
    assert one["password_index"] == two["password_index"]
    assert one["password_index"] != foreign["password_index"]


async def test_findings_of_a_removed_account_are_left_out(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    await connection.execute("DELETE FROM accounts WHERE id = $1", other.account_id)
    assert await raise_all(tenant.workforce(), other.workforce()) == Raised(1, 0)
    assert await alerts_of(connection, other) == []


async def test_r04_text_that_postgresql_cannot_store_is_raised_anyway(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    odd = tenant.workforce(
        url="https://shop.example/\0",
        usernames=["jo\0", "\ud800x"],
        username_key="jo\0",
        password="pass\0word",
        machine={"computer": "P\0C", "drives": ["C:\0"]},
    )
    assert await raise_all(odd) == Raised(1, 0)
    assert await raise_all(odd) == Raised(0, 0)
    [alert] = await alerts_of(connection, tenant)
    assert alert["url"] == "https://shop.example/\N{REPLACEMENT CHARACTER}"


async def test_each_account_hears_once_of_a_load_after_its_commit(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    heard: list[dict[str, Any]] = []
    await second.add_listener(CHANNEL, lambda *event: heard.append(json.loads(event[3])))
    async with connection.transaction():
        await raise_all(tenant.workforce(), tenant.portal(), tenant.portal(password="x1"), other.workforce())
        await asyncio.sleep(0.2)
        assert heard == []
    await raise_all(tenant.workforce(file_digest=b"2" * 32))
    async with asyncio.timeout(5):
        while len(heard) < 2:
            await asyncio.sleep(0.01)
    by_account = {event.pop("account_id"): event for event in heard}
    assert by_account == {
        str(tenant.account_id): {"sequence": 3, "count": 3, "workforce": 1, "portals": 2},
        str(other.account_id): {"sequence": 1, "count": 1, "workforce": 1, "portals": 0},
    }
    assert len(heard) == 2


async def test_a_rolled_back_load_leaves_nothing(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    transaction = connection.transaction()
    await transaction.start()
    await raise_all(tenant.workforce())
    await transaction.rollback()
    assert await connection.fetchval("SELECT count(*) FROM alerts") == 0
    assert await connection.fetchval("SELECT count(*) FROM email_accounts") == 0
    assert await raise_all(tenant.workforce()) == Raised(1, 0)


@pytest.mark.spec("B3.4", "B6.2")
async def test_parallel_writers_raise_each_alert_exactly_once_and_never_deadlock(
    connection: asyncpg.Connection, settings: Settings, tenant: Tenant, other: Tenant, key_ring: KeyRing
) -> None:
    third = await make_tenant(connection, "third.example")
    findings = [
        owner.workforce(
            email=f"jo{number % 7}@people.example",
            password=f"invented-{number}",
            file_digest=sha256(str(file).encode()).digest(),
        )
        for owner in (tenant, other, third)
        for number in range(40)
        for file in range(2)
    ]

    async def write(seed: int) -> list[Raised]:
        link = await connect(settings)
        chance = random.Random(seed)
        try:
            results = []
            for _ in range(6):
                load = chance.sample(findings, 60)
                async with link.transaction():
                    results.append(await raise_alerts(link, load, key_ring))
            return results
        finally:
            await link.close()

    totals = [raised for results in await asyncio.gather(*map(write, range(6))) for raised in results]
    async with connection.transaction():
        totals.append(await raise_alerts(connection, findings, key_ring))
    assert sum(raised.alerts for raised in totals) == 120
    assert sum(raised.sightings for raised in totals) == 120
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE sightings = 2") == 120
    counted = await connection.fetch("SELECT account_id, sum(alerts) AS alerts FROM alert_counters GROUP BY 1")
    assert {row["alerts"] for row in counted} == {40}
    kept = await connection.fetch("SELECT sum(open_detections) AS alerts FROM email_accounts GROUP BY account_id")
    assert [row["alerts"] for row in kept] == [40] * 3


async def test_a_load_of_many_thousand_findings_is_raised_once(tenant: Tenant, raise_all: Raise) -> None:
    findings = [
        tenant.workforce(
            username_key=f"user-{number % 4_000}@acme.example",
            email=f"user-{number % 4_000}@acme.example",
            password=f"invented-{number}",
        )
        for number in range(10_000)
    ]
    assert await raise_all(*findings) == Raised(10_000, 0)
    assert await raise_all(*findings) == Raised(0, 0)


async def test_a_canary_password_is_nowhere_readable(
    connection: asyncpg.Connection, second: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    canary = "canary-7f3a-invented"
    heard: list[str] = []
    await second.add_listener(CHANNEL, lambda *event: heard.append(event[3]))
    await raise_all(tenant.workforce(password=canary, usernames=["jo"], username_key="jo"))
    await second.execute("SELECT 1")
    texts = [*heard]
    for table in ("alerts", "sightings", "email_accounts", "alert_counters", LOADED_ALERTS, LOADED_SIGHTINGS):
        texts += [row[0] for row in await connection.fetch(f"SELECT t::text FROM {table} AS t")]
    assert heard
    for form in (canary, canary.encode().hex(), sha256(canary.encode()).hexdigest()):
        assert not [text for text in texts if form in text]


async def test_a_load_costs_the_same_once_the_database_has_statistics(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Callable[..., Any]
) -> None:
    await connection.execute("SET statement_timeout = '15s'")
    for load in range(2):
        found = [
            tenant.workforce(email=f"jo{n}@acme.example", host=f"{n % 700}.example", password=f"invented-{load}-{n}")
            for n in range(5_000)
        ]
        assert (await raise_all(*found)).alerts == 5_000
        await connection.execute("ANALYZE")


async def test_a_session_with_the_temporary_tables_of_another_version_raises_alerts(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    """A pooler may hand on a session that a process of another version has used."""
    for table in ("raised_alerts", "raised_sightings"):
        await connection.execute(f"CREATE TEMPORARY TABLE {table} (other INT)")
    assert await raise_all(tenant.workforce(), tenant.portal()) == Raised(2, 0)
