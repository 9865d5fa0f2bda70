"""Sessions end after a time without activity, whichever process notices (ASVS 5.0, 7.3.1)."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from logins import NOON, log_in
from pydantic import ValidationError

from breachlight.config import Settings, get_settings
from breachlight.kit import clock
from breachlight.sessions.inactivity import end_all_inactive

SignIn = Callable[..., Awaitable[Caller]]
Tokens = dict[str, str]
IDLE = {"Breachlight-Activity": "none"}
TIMED_OUT = "You were logged out after 30 minutes without activity."


@pytest.fixture(autouse=True)
def half_an_hour(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain sessions end after 30 minutes without activity, and remembered ones after two days."""
    monkeypatch.setenv("BREACHLIGHT_INACTIVITY_MINUTES", "30")
    monkeypatch.setenv("BREACHLIGHT_REMEMBERED_INACTIVITY_DAYS", "2")
    get_settings.cache_clear()


@pytest.fixture
async def email(sign_in: SignIn) -> str:
    with clock.standing_at(NOON):
        return (await sign_in()).user.email


async def begin(http: httpx.AsyncClient, email: str, **more: Any) -> Tokens:
    """Log in at noon."""
    with clock.standing_at(NOON):
        tokens: Tokens = (await log_in(http, email, **more)).json()["authentication"]
    return tokens


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


async def ask(http: httpx.AsyncClient, tokens: Tokens, **headers: str) -> int:
    bearer = {"Authorization": f"Bearer {tokens['auth_token']}", **headers}
    return (await http.get("/api/v1/account/info", headers=bearer)).status_code


async def refresh(http: httpx.AsyncClient, tokens: Tokens, headers: dict[str, str] | None = None) -> httpx.Response:
    body = {"refresh": tokens["refresh_token"]}
    return await http.post("/api/v1/account/refresh-token", json=body, headers=headers)


async def renew(http: httpx.AsyncClient, tokens: Tokens, headers: dict[str, str] | None = None) -> Tokens:
    answer = await refresh(http, tokens, headers)
    assert answer.status_code == 200, answer.text
    renewed: Tokens = answer.json()["authentication"]
    return renewed


async def ends(connection: asyncpg.Connection) -> list[str]:
    rows = await connection.fetch("SELECT end_reason FROM sessions WHERE ended_at IS NOT NULL")
    return [row["end_reason"] for row in rows]


async def timeouts(connection: asyncpg.Connection) -> int:
    counted: int = await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'session_timed_out'")
    return counted


async def test_a37_a_session_without_activity_ends_and_says_why(
    http: httpx.AsyncClient, email: str, connection: asyncpg.Connection
) -> None:
    tokens = await begin(http, email)
    with clock.standing_at(after(31.1)):
        for _ in range(2):
            answer = await refresh(http, tokens)
            assert (answer.status_code, answer.json()) == (401, {"error": {"message": TIMED_OUT}})
    with clock.standing_at(after(32)):
        document = """mutation ($token: String!) { refresh(refreshToken: $token) {
            __typename ... on Problem { message code } } }"""
        body = {"query": document, "variables": {"token": tokens["refresh_token"]}}
        problem = (await http.post("/graphql", json=body)).json()["data"]["refresh"]
    assert problem == {"__typename": "RefusedProblem", "message": TIMED_OUT, "code": "SESSION_ENDED"}
    assert await ends(connection) == ["inactivity"]
    assert await timeouts(connection) == 1


async def test_activity_keeps_a_session_up_to_its_absolute_end(http: httpx.AsyncClient, email: str) -> None:
    tokens = await begin(http, email)
    at = 0
    while at + 29 < 24 * 60:
        at += 29
        with clock.standing_at(after(at)):
            tokens = await renew(http, tokens)
    with clock.standing_at(after(24 * 60)):
        answer = await refresh(http, tokens)
        assert answer.status_code == 401
        assert answer.json()["error"]["message"] != TIMED_OUT


async def test_a37_what_a_tab_does_by_itself_is_no_activity(
    http: httpx.AsyncClient, email: str, connection: asyncpg.Connection
) -> None:
    tokens = await begin(http, email)
    for minute in range(4, 30, 4):
        with clock.standing_at(after(minute)):
            tokens = await renew(http, tokens, IDLE)
            assert await ask(http, tokens, **IDLE) == 200
    with clock.standing_at(after(31.1)):
        assert await ask(http, tokens) == 401
    assert await ends(connection) == ["inactivity"]
    assert await timeouts(connection) == 1


async def test_one_request_by_a_person_in_between_counts(http: httpx.AsyncClient, email: str) -> None:
    tokens = await begin(http, email)
    for minute in range(4, 60, 4):
        with clock.standing_at(after(minute)):
            tokens = await renew(http, tokens, IDLE)
            if minute == 28:
                assert await ask(http, tokens) == 200
    with clock.standing_at(after(57.9)):
        await renew(http, tokens, IDLE)
    with clock.standing_at(after(59.1)):
        assert (await refresh(http, tokens)).status_code == 401


async def test_activity_is_stored_at_most_once_a_minute(
    http: httpx.AsyncClient, email: str, connection: asyncpg.Connection
) -> None:
    tokens = await begin(http, email)
    stored = set()
    for seconds in (1, 20, 40, 59, 61, 80, 119):
        with clock.standing_at(NOON + timedelta(seconds=seconds)):
            assert await ask(http, tokens) == 200
        stored.add(await connection.fetchval("SELECT max(last_active_at) FROM sessions"))
    assert stored == {NOON, NOON + timedelta(seconds=61)}


async def test_remembered_sessions_have_a_limit_of_their_own(http: httpx.AsyncClient, email: str) -> None:
    tokens = await begin(http, email, remember_me=True)
    with clock.standing_at(after(47 * 60)):
        tokens = await renew(http, tokens)
    with clock.standing_at(after((47 + 48) * 60 + 2)):
        answer = await refresh(http, tokens)
    assert answer.json()["error"]["message"] == "You were logged out after 2 days without activity."


async def test_a37_sessions_that_send_nothing_more_are_ended_by_the_worker(
    http: httpx.AsyncClient, email: str, connection: asyncpg.Connection
) -> None:
    await begin(http, email)
    await begin(http, email, remember_me=True)
    with clock.standing_at(after(20)):
        await end_all_inactive()
        assert await ends(connection) == []
    with clock.standing_at(after(31.1)):
        current = (await log_in(http, email)).json()["authentication"]
        listed = await http.post(
            "/graphql",
            json={"query": "{ sessions { isRemembered isCurrent } }"},
            headers={"Authorization": f"Bearer {current['auth_token']}"},
        )
        assert listed.json()["data"]["sessions"] == [
            {"isRemembered": False, "isCurrent": True},
            {"isRemembered": True, "isCurrent": False},
        ]
        await end_all_inactive()
    assert set(await ends(connection)) == {"inactivity"}
    assert await connection.fetchval("SELECT count(*) FROM sessions WHERE ended_at IS NULL") == 2


async def test_a_session_from_before_the_update_counts_from_its_next_use(
    http: httpx.AsyncClient, email: str, connection: asyncpg.Connection
) -> None:
    tokens = await begin(http, email)
    await connection.execute("UPDATE sessions SET last_active_at = NULL")
    with clock.standing_at(after(120)):
        tokens = await renew(http, tokens, IDLE)
    with clock.standing_at(after(149)):
        tokens = await renew(http, tokens, IDLE)
    with clock.standing_at(after(152)):
        assert (await refresh(http, tokens)).status_code == 401


async def test_zero_turns_it_off(http: httpx.AsyncClient, email: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREACHLIGHT_INACTIVITY_MINUTES", "0")
    get_settings.cache_clear()
    tokens = await begin(http, email)
    with clock.standing_at(after(23 * 60)):
        await renew(http, tokens)
        await end_all_inactive()
        assert (await refresh(http, tokens)).status_code == 200


def test_an_hour_is_the_default_outside_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BREACHLIGHT_INACTIVITY_MINUTES")
    monkeypatch.delenv("BREACHLIGHT_REMEMBERED_INACTIVITY_DAYS")
    production = Settings(environment="production")
    assert (production.inactivity_timeout, production.remembered_inactivity_days) == (60, 14)
    with pytest.raises(ValidationError):
        Settings(inactivity_minutes=1441)


async def test_a_session_that_ended_with_the_verification_says_so(
    http: httpx.AsyncClient, email: str, connection: asyncpg.Connection
) -> None:
    tokens = await begin(http, email)
    await connection.execute("UPDATE sessions SET ended_at = $1, end_reason = 'email_verified'", NOON)
    with clock.standing_at(after(1)):
        message = (await refresh(http, tokens)).json()["error"]["message"]
    assert message.startswith("Your email was verified in another browser.")
