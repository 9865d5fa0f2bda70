"""Who gets in, and for how long: disabled users, rate limits per network, required fields, counters that do not pile up."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import argon2
import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from logins import log_in

from breachlight.audit.events import record_event
from breachlight.auth.subject import NOBODY
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.kit import clock
from breachlight.kit.errors import ValidationError
from breachlight.sessions.cleanup import trim_events, trim_rate_limits, trim_sessions
from breachlight.site.service import change_site_settings, get_site_settings

SignIn = Callable[..., Awaitable[Caller]]


@pytest.mark.spec("S7.19")
async def test_a11_a12_a_disabled_user_is_out_at_once_and_in_again_when_enabled(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    refresh = {"refresh": caller.tokens["refreshToken"]}
    change = "UPDATE users SET disabled_at = $2 WHERE id = $1"
    await connection.execute(change, caller.user.id, clock.now())
    assert (await caller.get("/api/v1/account/info")).status_code == 401
    answer = await caller.graphql("{ alerts { total } }")
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    assert (await http.post("/api/v1/account/refresh-token", json=refresh)).status_code == 401
    login = {"email": caller.user.email, "password": PASSWORD}
    refused = await http.post("/api/v1/account/login", json=login)
    wrong = await http.post("/api/v1/account/login", json={**login, "password": "wrong-9-password"})
    assert (refused.status_code, refused.content) == (wrong.status_code, wrong.content)
    await connection.execute(change, caller.user.id, None)
    assert (await caller.get("/api/v1/account/info")).status_code == 200
    assert (await http.post("/api/v1/account/refresh-token", json=refresh)).status_code == 200


async def test_a12_who_has_left_an_account_is_out_of_it_at_once(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    await connection.execute("DELETE FROM memberships WHERE user_id = $1", caller.user.id)
    assert (await caller.get("/api/v1/notifications/alerts")).status_code == 401


async def test_a02_an_ipv6_network_counts_as_one_address(sign_in: SignIn, app: Any, settings: Settings) -> None:
    caller = await sign_in()
    statuses = []
    for number in range(11):
        transport = httpx.ASGITransport(app=app, client=(f"2001:db8:1:2::{number + 1:x}", 40000))
        async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as client:
            body = {"email": caller.user.email, "password": f"wrong-{number}-password"}
            statuses.append((await client.post("/api/v1/account/login", json=body)).status_code)
    assert statuses == [401] * 10 + [429]


async def test_a01_a_wrong_password_costs_the_same_for_nobody_somebody_and_a_disabled_user(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, work: list[str]
) -> None:
    caller, disabled = await sign_in(), await sign_in()
    await connection.execute("UPDATE users SET disabled_at = $2 WHERE id = $1", disabled.user.id, clock.now())
    costs = []
    for email in (caller.user.email, "nobody@people.test", disabled.user.email, "no address"):
        work.clear()
        answer = await http.post("/api/v1/account/login", json={"email": email, "password": "wrong-9-password"})
        assert answer.status_code == 401
        costs.append(list(work))
    assert costs[0].count("Argon2") == 1
    assert costs == [costs[0]] * 4
    events = await connection.fetch("SELECT user_id FROM security_events WHERE kind = 'login_failed' ORDER BY id")
    assert [row["user_id"] for row in events] == [caller.user.id, None, disabled.user.id, None]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE users SET password_hash = 'another', password_changed_at = created_at WHERE id = $1",
        "UPDATE users SET disabled_at = created_at WHERE id = $1",
        "DELETE FROM users WHERE id = $1",
    ],
)
async def test_a_login_that_overlaps_the_end_of_all_sessions_opens_none(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, settings: Settings, change: str
) -> None:
    caller = await sign_in()
    blocked = """SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'"""
    async with connection.transaction():
        await connection.execute(change, caller.user.id)
        overlapping = asyncio.create_task(log_in(http, caller.user.email))
        watcher = await connect(settings)
        while not await watcher.fetchval(blocked):
            assert not overlapping.done()
            await asyncio.sleep(0.02)
        await watcher.close()
    assert (await overlapping).status_code == 401
    assert await connection.fetchval("SELECT count(*) FROM sessions") == 1


async def test_a_password_that_was_hashed_with_less_is_rehashed_at_login(
    real_hashing: None, sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    weak = argon2.PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1).hash(PASSWORD)
    await connection.execute("UPDATE users SET password_hash = $1 WHERE id = $2", weak, caller.user.id)
    for _ in range(2):
        assert (await log_in(http, caller.user.email)).status_code == 200
    kept = await connection.fetchval("SELECT password_hash FROM users WHERE id = $1", caller.user.id)
    assert kept.startswith("$argon2id$v=19$m=47104,t=2,p=1$")


@pytest.mark.spec("S5.8")
@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"email": "", "password": ""}, {"email": ["Email is required"], "password": ["Password is required"]}),
        ({"email": "jo@people.test", "password": ""}, {"password": ["Password is required"]}),
    ],
)
async def test_missing_credentials_are_named_field_by_field(
    http: httpx.AsyncClient, given: dict[str, str], fields: dict[str, list[str]]
) -> None:
    answer = await http.post("/api/v1/account/login", json=given)
    assert (answer.status_code, answer.json()) == (400, fields)
    answer = await http.post("/graphql", json={"query": LOGIN, "variables": {"input": given}})
    problem = answer.json()["data"]["login"]
    assert problem["__typename"] == "ValidationProblem"
    assert {error["field"]: error["messages"] for error in problem["fieldErrors"]} == fields


async def test_a_filter_by_password_gets_no_links_that_would_lead_to_other_rows(sign_in: SignIn) -> None:
    caller = await sign_in()
    query = {"page": 2, "page_size": 1, "breach_record_passwords": "Invented-1"}
    body = (await caller.get("/api/v1/notifications/alerts", **query)).json()
    assert (body["next"], body["previous"]) == (None, None)
    del query["breach_record_passwords"]
    body = (await caller.get("/api/v1/notifications/alerts", **query)).json()
    assert body["previous"].startswith("/api/v1/notifications/alerts?page=1&page_size=1&as_of=")


async def test_counters_of_rate_limits_are_deleted_once_their_window_is_over(
    tortoise: None, connection: asyncpg.Connection
) -> None:
    insert = "INSERT INTO throttle_counters (key, window_start, hits) VALUES ($1, $2, 1)"
    for key, age in (("old", timedelta(hours=25)), ("new", timedelta(hours=23))):
        await connection.execute(insert, key, clock.now() - age)
    await trim_rate_limits()
    assert [row["key"] for row in await connection.fetch("SELECT key FROM throttle_counters")] == ["new"]


async def test_unused_rows_are_deleted_and_the_rest_stays(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    for owner in (NOBODY, caller.account.id):
        for days in (31, 29):
            with clock.standing_at(clock.now() - timedelta(days=days)):
                await record_event(owner, None, f"{days} days")
    copy = """INSERT INTO sessions SELECT (jsonb_populate_record(sessions, jsonb_build_object('id', gen_random_uuid(),
        'refresh_expires_at', refresh_expires_at - $1::interval))).* FROM sessions WHERE id = $2"""
    own = await connection.fetchval("SELECT id FROM sessions")
    for days in (92, 89):
        await connection.execute(copy, timedelta(days=days), own)
    await trim_sessions()
    await trim_events()
    kept = await connection.fetch("SELECT account_id, kind FROM security_events WHERE kind LIKE '%days' ORDER BY kind")
    assert sorted(map(tuple, kept)) == sorted(
        [(NOBODY, "29 days"), (caller.account.id, "29 days"), (caller.account.id, "31 days")]
    )
    assert await connection.fetchval("SELECT count(*) FROM sessions") == 2


@pytest.mark.spec("S3.10")
@pytest.mark.parametrize("language", ["", "english-please", "EN", "de\0", "../x"])
async def test_an_unknown_language_is_refused(tortoise: None, language: str) -> None:
    with pytest.raises(ValidationError) as caught:
        await change_site_settings({"language": language})
    assert list(caught.value.field_errors) == ["language"]
    assert (await get_site_settings()).language == "en"
    assert (await change_site_settings({"language": "pt-BR"})).language == "pt-BR"
