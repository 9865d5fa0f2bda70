"""What slows guessing down: tries counted per place, per account and per user, the human check, and never a lock-out."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import PASSWORD, Caller
from logins import LATER, NOON, REAUTHENTICATE, Enrolled, configure, log_in, place, turn_on_device, with_app, wrong
from starlette.applications import Starlette
from turnstile_server import TurnstileServer

from breachlight.config import Settings, get_settings
from breachlight.kit import clock
from breachlight.rate_limits import limiter

Enrol = Callable[..., Awaitable[Enrolled]]
SignIn = Callable[..., Awaitable[Caller]]
WRONG = "wrong-9-password"


async def test_a02_a_hundred_wrong_logins_at_once_are_rate_limited_and_lock_nobody_out(
    sign_in: SignIn, http: httpx.AsyncClient, app: Starlette, settings: Settings
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        answers = await asyncio.gather(*(log_in(http, caller.user.email, f"{WRONG}-{n}") for n in range(100)))
        statuses = Counter(answer.status_code for answer in answers)
        assert set(statuses) == {401, 429}
        assert statuses[401] <= 10
        throttled = [answer for answer in answers if answer.status_code == 429]
        assert all(0 < int(answer.headers["retry-after"]) <= 300 for answer in throttled)
        assert len({answer.content for answer in throttled}) == 1
        async with place(app, settings.public_url, "198.51.100.7") as elsewhere:
            assert (await log_in(elsewhere, caller.user.email)).status_code == 200
    with clock.standing_at(LATER):
        assert (await log_in(http, caller.user.email)).status_code == 200


async def test_a02_an_address_that_nobody_has_is_rate_limited_alike(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        seen = []
        for email in (caller.user.email, "nobody@people.test"):
            answers = [await log_in(http, email, WRONG) for _ in range(12)]
            seen.append([(answer.status_code, answer.content, answer.headers.get("retry-after")) for answer in answers])
        assert seen[0] == seen[1]


async def test_a02_guesses_from_many_ip_addresses_are_bounded_and_the_owner_gets_in_from_a_known_one(
    sign_in: SignIn, http: httpx.AsyncClient, app: Starlette, settings: Settings
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        statuses: Counter[int] = Counter()
        for number in range(12):
            async with place(app, settings.public_url, f"198.51.100.{number}") as bot:
                answers = [await log_in(bot, caller.user.email, WRONG) for _ in range(10)]
                statuses.update(answer.status_code for answer in answers)
        assert statuses == {401: 100, 429: 20}
        async with place(app, settings.public_url, "198.51.100.99") as stranger:
            throttled = await log_in(stranger, caller.user.email)
            assert (throttled.status_code, int(throttled.headers["retry-after"]) <= 3600) == (429, True)
            assert (await log_in(http, caller.user.email)).status_code == 200
            assert (await log_in(stranger, caller.user.email)).status_code == 200


async def test_who_logs_in_right_is_never_slowed_down(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        statuses = [(await log_in(http, caller.user.email)).status_code for _ in range(65)]
    assert statuses == [200] * 65
    assert await connection.fetchval("SELECT coalesce(max(hits), 0) FROM throttle_counters") == 0


async def test_parallel_logins_with_the_right_password_all_succeed(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        answers = await asyncio.gather(*(log_in(http, caller.user.email) for _ in range(70)))
    assert Counter(answer.status_code for answer in answers) == {200: 70}
    assert await connection.fetchval("SELECT coalesce(max(hits), 0) FROM throttle_counters") == 0


async def test_refused_logins_do_not_use_up_what_others_at_the_address_have_left(
    sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        await asyncio.gather(*(log_in(http, caller.user.email, f"{WRONG}-{n}") for n in range(100)))
        statuses = [(await log_in(http, f"user-{number}@people.test", WRONG)).status_code for number in range(51)]
    assert statuses == [401] * 50 + [429]


async def test_logins_to_an_own_account_give_no_further_guesses_at_others(
    sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    with clock.standing_at(NOON):
        own, victim = await sign_in(), await sign_in()
        guesses = []
        for number in range(12):
            guesses.append((await log_in(http, victim.user.email, f"{WRONG}-{number}")).status_code)
            assert (await log_in(http, own.user.email)).status_code == 200
        assert guesses == [401] * 10 + [429] * 2
        others = []
        for number in range(51):
            others.append((await log_in(http, f"user-{number}@people.test", WRONG)).status_code)
            await log_in(http, own.user.email)
    assert others == [401] * 50 + [429]


async def test_wrong_logins_to_many_accounts_from_one_ip_address_are_rate_limited(http: httpx.AsyncClient) -> None:
    with clock.standing_at(NOON):
        statuses = [(await log_in(http, f"user-{number}@people.test", WRONG)).status_code for number in range(61)]
    assert statuses == [401] * 60 + [429]


async def test_confirming_the_password_is_rate_limited_before_its_code_is_asked_for(enrol: Enrol) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(NOON + timedelta(minutes=1)):
        kinds = []
        for password in [WRONG] * 9 + [PASSWORD] + [WRONG] * 10 + [PASSWORD]:
            answer = await enrolled.caller.graphql(REAUTHENTICATE, {"password": password})
            kinds.append(answer["data"]["reauthenticate"]["__typename"])
    assert kinds == [
        *["RefusedProblem"] * 9,
        "MfaRequired",
        *["RefusedProblem"] * 10,
        "ThrottledProblem",
    ]


async def test_a16_codes_for_many_users_from_one_ip_address_are_rate_limited(
    enrol: Enrol, http: httpx.AsyncClient, app: Starlette, settings: Settings
) -> None:
    users = [await enrol("device") for _ in range(3)]
    with clock.standing_at(LATER):
        statuses = [
            (await with_app(http, user.email, wrong(user.code()))).status_code for user in users for _ in range(4)
        ]
        assert statuses == [401] * 10 + [429] * 2
        async with place(app, settings.public_url, "198.51.100.7") as elsewhere:
            assert (await with_app(elsewhere, users[2].email, users[2].code())).status_code == 200


async def test_right_codes_do_not_slow_down_others_at_the_same_ip_address(
    enrol: Enrol, http: httpx.AsyncClient
) -> None:
    enrolled = await enrol("device")
    for minutes in range(20):
        with clock.standing_at(LATER + timedelta(seconds=30 * minutes)):
            assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200


async def test_turning_second_factors_on_and_off_uses_up_no_tries(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        for _ in range(12):
            await turn_on_device(enrolled)
            await configure(enrolled.caller, "device", False)
        await turn_on_device(enrolled)
        assert (await with_app(http, enrolled.email, enrolled.code(+1))).status_code == 200


async def test_a_code_that_was_used_already_is_refused_but_is_no_guess(enrol: Enrol, http: httpx.AsyncClient) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        code = enrolled.code()
        statuses = [(await with_app(http, enrolled.email, code)).status_code for _ in range(12)]
        assert statuses == [200] + [401] * 11
        assert (await with_app(http, enrolled.email, enrolled.code(+1))).status_code == 200


async def test_a_right_password_is_no_failed_confirmation_whatever_else_is_refused(sign_in: SignIn) -> None:
    leave = "mutation ($old: String!) { outcome: leaveAccount(password: $old) { __typename } }"
    change = """mutation ($old: String!, $new: String!) { outcome: changePassword(
      oldPassword: $old, newPassword: $new, verifyNewPassword: $new) { __typename } }"""
    variables = {leave: {"old": PASSWORD}, change: {"old": PASSWORD, "new": "password1234"}}
    with clock.standing_at(NOON):
        caller = await sign_in("org")
        answers = [await caller.graphql(query, given) for _ in range(12) for query, given in variables.items()]
        assert {answer["data"]["outcome"]["__typename"] for answer in answers} == {"ValidationProblem"}
        parallel = await asyncio.gather(*(caller.graphql(REAUTHENTICATE, {"password": PASSWORD}) for _ in range(20)))
    assert {answer["data"]["reauthenticate"]["__typename"] for answer in parallel} == {"ReauthenticateSuccess"}


async def test_a_user_without_an_account_answers_like_a_wrong_password(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    await connection.execute("DELETE FROM memberships WHERE user_id = $1", caller.user.id)
    right, wrong_one = await log_in(http, caller.user.email), await log_in(http, caller.user.email, WRONG)
    assert (right.status_code, right.content) == (401, wrong_one.content)


async def test_f03_while_the_table_of_rate_limits_is_locked_logins_go_on_with_half_the_tries(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limiter, "_counters", limiter._Counters())
    monkeypatch.setattr(limiter, "_TIMEOUT_SECONDS", 0.5)
    monkeypatch.setattr(limiter, "_PAUSE_SECONDS", 3600.0)
    with clock.standing_at(NOON):
        caller, other = await sign_in(), await sign_in()
        async with connection.transaction():
            await connection.execute("LOCK TABLE throttle_counters IN ACCESS EXCLUSIVE MODE")
            assert (await log_in(http, caller.user.email)).status_code == 200
            answers = [await log_in(http, caller.user.email, WRONG) for _ in range(7)]
            assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
            assert 0 < int(answers[-1].headers["retry-after"]) <= 300
            assert (await log_in(http, other.user.email)).status_code == 200
            assert (await caller.graphql("{ alerts { total } }"))["data"] == {"alerts": {"total": 0}}
        # The table answers again, and is asked again after a while.
        monkeypatch.setattr(limiter, "_TIMEOUT_SECONDS", 60.0)
        limiter._counters.paused_until = 0.0
        assert (await log_in(http, other.user.email, WRONG)).status_code == 401
    assert (
        await connection.fetchval("SELECT count(*) FROM throttle_counters WHERE key LIKE 'login:%' AND hits = 1") == 1
    )


class TestHumanVerification:
    """Turnstile at login with a second factor: the request that answers "MFA required" spends the token (rest-contract §5)."""

    @pytest.fixture
    def turnstile(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TurnstileServer]:
        with TurnstileServer().running() as server:
            for name, value in server.variables().items():
                monkeypatch.setenv(name, value)
            get_settings.cache_clear()
            yield server

    @pytest.fixture
    async def app(self, turnstile: TurnstileServer, app: Starlette) -> Starlette:
        return app

    @pytest.fixture
    async def on(self, connection: asyncpg.Connection, enrol: Enrol) -> Enrolled:
        enrolled = await enrol("device", "email")
        await connection.execute("UPDATE site_settings SET turnkey_enabled = true, turnkey_site_key = 'invented'")
        return enrolled

    @staticmethod
    def refused(answer: httpx.Response) -> bool:
        return answer.json() == {"error": {"message": "Please complete the CAPTCHA"}}

    async def test_a26_the_request_with_the_code_needs_no_token(
        self, on: Enrolled, http: httpx.AsyncClient, turnstile: TurnstileServer
    ) -> None:
        token = turnstile.issue()
        with clock.standing_at(LATER):
            assert self.refused(await log_in(http, on.email))
            first = await log_in(http, on.email, cf_turnstile_response=token)
            assert first.json()["message"] == "MFA required"
            body = {"email": on.email, "password": PASSWORD, "email_token": first.json()["email_token"]}
            assert (await http.post("/api/v1/mfa/send-email", json=body)).status_code == 200
            again = await with_app(http, on.email, wrong(on.code()))
            assert again.json() == {"error": {"message": "Incorrect verification code."}}
            # A client that sends the spent token along is served too.
            done = await with_app(http, on.email, on.code(), cf_turnstile_response=token)
            assert done.status_code == 200
        assert len(turnstile.calls) == 1

    async def test_a26_a_code_opens_no_way_around_the_human_check(
        self, on: Enrolled, http: httpx.AsyncClient, turnstile: TurnstileServer, work: list[str]
    ) -> None:
        with clock.standing_at(LATER):
            work.clear()
            for email in (on.email, "nobody@people.test"):
                for password in (PASSWORD, WRONG):
                    assert self.refused(await with_app(http, email, "123456", password=password))
            assert "Argon2" not in work
            await log_in(http, on.email, cf_turnstile_response=turnstile.issue())
            assert (await with_app(http, on.email, on.code())).status_code == 200
            # The login is finished, and with it what the human check was for.
            assert self.refused(await with_app(http, on.email, on.code(+1)))
        with clock.standing_at(LATER + timedelta(minutes=5)):
            await log_in(http, on.email, cf_turnstile_response=turnstile.issue())
        with clock.standing_at(LATER + timedelta(minutes=15, seconds=1)):
            assert self.refused(await with_app(http, on.email, on.code()))
            fresh = turnstile.issue()
            assert (await with_app(http, on.email, on.code(), cf_turnstile_response=fresh)).status_code == 200

    async def test_a26_what_the_human_check_refuses_does_not_count_against_the_account(
        self, on: Enrolled, http: httpx.AsyncClient, connection: asyncpg.Connection
    ) -> None:
        with clock.standing_at(LATER):
            for _ in range(5):
                assert self.refused(await log_in(http, on.email, WRONG))
        keys: list[Any] = await connection.fetch("SELECT key FROM throttle_counters WHERE key LIKE 'login-account:%'")
        assert keys == []
