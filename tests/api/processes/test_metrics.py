"""What /metrics shows of sockets, pools, refusals, sizes and backups, and that it shows no personal data."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta

import asyncpg
import httpx
import pytest
import websockets
from callers import PASSWORD, Caller
from logins import NOON, log_in
from starlette.applications import Starlette
from websockets.typing import Subprotocol

from breachlight.audit.operators import record_operator_event
from breachlight.backups.history import BACKUP_MADE, name_of
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.metrics import RequestTimes
from breachlight.stats.storage_sampling import measure_storage

SignIn = Callable[..., Awaitable[Caller]]
RAISED = "subscription { alertRaised { count } }"
SAMPLE = re.compile(r"^(breachlight_[^ ]+) (\S+)$", re.MULTILINE)


@pytest.fixture
async def near(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    """A client on this machine, whose requests are counted as those of a process are."""
    transport = httpx.ASGITransport(RequestTimes(app), raise_app_exceptions=False, client=("127.0.0.1", 40000))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        yield client


async def read(near: httpx.AsyncClient) -> dict[str, float]:
    return {name: float(value) for name, value in SAMPLE.findall((await near.get("/metrics")).text)}


async def test_sockets_and_subscriptions_are_counted_while_they_are_open(
    near: httpx.AsyncClient, served: str, sign_in: SignIn
) -> None:
    caller = await sign_in()
    before = await read(near)

    async def more(name: str) -> float:
        return (await read(near))[name] - before[name]

    async with websockets.connect(f"{served}/graphql", subprotocols=[Subprotocol("graphql-transport-ws")]) as socket:
        await socket.send(json.dumps({"type": "connection_init", "payload": {"token": caller.tokens["authToken"]}}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"
        assert (await more("breachlight_sockets"), await more("breachlight_subscriptions")) == (1, 0)
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": RAISED}}))
        while not await more("breachlight_subscriptions"):
            pass
        assert await more("breachlight_sockets") == 1
    while await more("breachlight_sockets"):
        pass
    assert await more("breachlight_subscriptions") == 0


async def test_failed_logins_and_refusals_are_counted_without_a_trace_of_the_person(
    near: httpx.AsyncClient, sign_in: SignIn
) -> None:
    caller = await sign_in()
    before = await read(near)
    with clock.standing_at(NOON):
        for address in (caller.user.email, "nobody@people.test"):
            for _ in range(12):
                await log_in(near, address, "wrong-9-password")
        await near.get("/api/v1/domains/", headers={"Authorization": "Bearer blk_nobody@people.test"})
        await near.get("/api/v1/people/nobody@people.test", headers={"Authorization": f"Bearer bl_{'0' * 52}"})
        text = (await near.get("/metrics")).text
    now = {name: float(value) for name, value in SAMPLE.findall(text)}

    def more(name: str) -> float:
        return now[name] - before.get(name, 0)

    assert more('breachlight_failed_logins_total{reason="credentials"}') == 20
    assert more('breachlight_rate_limit_refusals_total{limit="login"}') == 4
    for word in (caller.user.email, "nobody", PASSWORD, str(caller.account.id), caller.user.email.partition("@")[2]):
        assert word not in text


async def test_sizes_are_those_that_a_worker_measured_last(
    near: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    assert not [name for name in await read(near) if name.startswith(("breachlight_storage", "breachlight_table"))]
    await connection.execute("ANALYZE accounts")
    with clock.standing_at(NOON):
        await measure_storage()
    with clock.standing_at(NOON + timedelta(minutes=4)):
        seen = await read(near)
    assert seen["breachlight_storage_measured_age_seconds"] == 240
    size = await connection.fetchval("SELECT pg_database_size(current_database())")
    assert seen['breachlight_storage_bytes{store="database"}'] == pytest.approx(size, rel=0.2)
    for store in ("lake", "quarantine", "queue"):
        assert f'breachlight_storage_bytes{{store="{store}"}}' in seen
    assert seen['breachlight_table_rows{table="accounts"}'] == await connection.fetchval(
        "SELECT count(*) FROM accounts"
    )
    assert 0 < seen['breachlight_disk_free_bytes{disk="data"}'] < seen['breachlight_disk_size_bytes{disk="data"}']


async def test_the_age_of_the_newest_backup_is_shown_once_there_is_one(
    near: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    assert "breachlight_backup_age_seconds" not in await read(near)
    async with connection.transaction():
        await record_operator_event(connection, BACKUP_MADE, {"name": name_of(NOON)})
    with clock.standing_at(NOON + timedelta(hours=30)):
        assert (await read(near))["breachlight_backup_age_seconds"] == 108_000


async def test_a_file_whose_ingestion_was_stopped_is_seen_by_how_long_it_stalls(
    near: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    stalled, unfinished = "breachlight_ingestion_stalled_seconds", "breachlight_ingestion_unfinished_files"
    first = await read(near)
    assert (first[stalled], first[unfinished]) == (0, 0)
    leak, file = new_id(), new_id()
    await connection.execute(
        """INSERT INTO leaks (id, name, title, kind, added_at, modified_at, pwn_count, description, data_classes, is_verified,
            is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware, is_stealer_log, is_subscription_free)
        VALUES ($1, 'a', 'a', 'combolist', $2, $2, 0, '', '[]', true, false, false, false, false, false, false, false)""",
        leak,
        NOON,
    )
    await connection.execute(
        """INSERT INTO leak_files (id, leak_id, digest, name, size, kind, dialect, state, started_at, quarantined, quarantined_bytes)
        VALUES ($1, $2, 'd', 'secret-name.txt', 1, 'lines', '{}', 'running', $3, 0, 0)""",
        file,
        leak,
        NOON,
    )
    with clock.standing_at(NOON + timedelta(minutes=20)):
        later = await read(near)
        assert (later[stalled], later[unfinished]) == (1200, 1)
        assert "secret-name" not in (await near.get("/metrics")).text
        await connection.execute("UPDATE leak_files SET state = 'done'")
        assert (await read(near))[stalled] == 0


async def test_readiness_is_a_metric(near: httpx.AsyncClient) -> None:
    seen = await read(near)
    assert (seen["breachlight_ready"], seen["breachlight_database_up"]) == (1, 1)
