"""Forgotten passwords, over GraphQL on a real database, with a worker where a mail is waited for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import argon2
import asyncpg
import pytest
from background_work import is_background
from callers import LOGIN, PASSWORD, Caller
from mail_server import Mails, WrittenMail, until, working
from sign_up import NEW_PASSWORD, NOON, REQUEST_RESET, Visitor, field_errors

from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.passwords.changes import CHECK_EMAIL, LINK_INVALID

EMAIL = "ida.moss@people.example"
OTHER_PASSWORD = "four-Badgers-dig-6"  # invented

SignIn = Callable[..., Awaitable[Caller]]
AskReset = Callable[..., Awaitable[WrittenMail]]


@pytest.fixture
async def ida(sign_in: SignIn) -> Caller:
    """A user with a verified address, who is signed in."""
    return await sign_in("ind", EMAIL)


@pytest.fixture
async def worker(visitor: Visitor, settings: Settings) -> AsyncIterator[None]:
    """A worker in this process: it makes the emails that requests ask for."""
    async with working(settings):
        yield


@pytest.fixture
def ask(visitor: Visitor, worker: None, mails: Mails) -> AskReset:
    """Ask for a reset and return the mail that comes."""

    async def request(email: str = EMAIL, headers: dict[str, str] | None = None) -> WrittenMail:
        before = len(await mails.all(MailKind.RESET_PASSWORD))
        outcome = await visitor.send(REQUEST_RESET, {"input": {"email": email}}, headers)
        assert outcome == {"__typename": "MessageSuccess", "message": CHECK_EMAIL}

        async def came() -> bool:
            return len(await mails.all(MailKind.RESET_PASSWORD)) > before

        await until(came)
        return await mails.newest(MailKind.RESET_PASSWORD)

    return request


async def logs_in(visitor: Visitor, password: str) -> bool:
    body = {"query": LOGIN, "variables": {"input": {"email": EMAIL, "password": password}}}
    answer = (await visitor.http.post("/graphql", json=body)).json()["data"]["login"]
    assert answer["__typename"] in {"LoginSuccess", "RefusedProblem"}, answer
    return bool(answer["__typename"] == "LoginSuccess")


@pytest.mark.spec("S4.22")
async def test_a_forgotten_password_is_reset(
    ida: Caller, visitor: Visitor, ask: AskReset, mails: Mails, connection: asyncpg.Connection
) -> None:
    mail = await ask("  Ida.Moss@People.example ")
    assert "/#/auth/reset-password/confirm?" in mail.link
    outcome = await visitor.confirm_reset(EMAIL, mail.parameters)
    assert outcome["__typename"] == "MessageSuccess", outcome
    assert outcome["message"] == "Your password has been reset. You can now log in with your new password."
    # Neither the old password nor any session opens anything, and the new password does not log in by itself.
    assert (await ida.get("/api/v1/account/info")).status_code == 401
    refresh = {"refresh": ida.tokens["refreshToken"]}
    assert (await visitor.http.post("/api/v1/account/refresh-token", json=refresh)).status_code == 401
    assert await connection.fetchval("SELECT count(*) FROM sessions WHERE ended_at IS NULL") == 0
    assert not await logs_in(visitor, PASSWORD)
    assert await logs_in(visitor, NEW_PASSWORD)
    notice = await mails.newest(MailKind.PASSWORD_CHANGED, EMAIL)
    assert "192.0.2.10" in notice.text
    assert await connection.fetchval("SELECT password_changed_at IS NOT NULL FROM users")
    reasons = await connection.fetch("SELECT DISTINCT end_reason FROM sessions WHERE ended_at IS NOT NULL")
    assert [row["end_reason"] for row in reasons] == ["password_reset"]
    kinds = [row["kind"] for row in await connection.fetch("SELECT kind FROM security_events ORDER BY happened_at, id")]
    assert kinds == ["login", "password_reset_requested", "password_reset", "login_failed", "login"]


async def test_a_reset_revokes_the_api_keys_of_the_user(
    ida: Caller, visitor: Visitor, ask: AskReset, mails: Mails, connection: asyncpg.Connection
) -> None:
    created = await ida.graphql(
        """mutation { createApiKey(input: {name: "SIEM", scopes: [READ], expiresInDays: 30}) {
        ... on CreateApiKeySuccess { token } } }"""
    )
    key = {"Authorization": f"Bearer {created['data']['createApiKey']['token']}"}
    query = {"query": "{ alerts { total } }"}
    assert "data" in (await visitor.http.post("/graphql", json=query, headers=key)).json()
    mail = await ask()
    assert (await visitor.confirm_reset(EMAIL, mail.parameters))["__typename"] == "MessageSuccess"
    assert (await visitor.http.post("/graphql", json=query, headers=key)).status_code == 401
    revoked = await connection.fetch("SELECT detail FROM security_events WHERE kind = 'api_key_revoked'")
    assert ["SIEM" in row["detail"] for row in revoked] == [True]
    assert "revokes your API keys" in (await mails.newest(MailKind.PASSWORD_CHANGED, EMAIL)).text


async def test_a22_an_address_without_a_reset_is_answered_alike_and_costs_the_same(
    sign_in: SignIn,
    visitor: Visitor,
    connection: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    emails = [f"{name}@people.example" for name in ("verified", "unverified", "disabled")]
    for email in emails:
        await sign_in("ind", email)
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE email = $1", emails[1])
    await connection.execute("UPDATE users SET disabled_at = $2 WHERE email = $1", emails[2], clock.now())
    work: list[str] = []
    execute = asyncpg.Connection._execute
    hashed, verified = argon2.PasswordHasher.hash, argon2.PasswordHasher.verify

    async def executed(self: Any, query: str, *rest: Any, **named: Any) -> Any:
        if not is_background():
            work.append(query)
        return await execute(self, query, *rest, **named)

    def recorded(method: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*rest: Any) -> Any:
            work.append("Argon2")
            return method(*rest)

        return counted

    monkeypatch.setattr(asyncpg.Connection, "_execute", executed)
    monkeypatch.setattr(argon2.PasswordHasher, "hash", recorded(hashed))
    monkeypatch.setattr(argon2.PasswordHasher, "verify", recorded(verified))
    costs, answers = [], []
    for email in (*emails, "nobody@people.example", "no address"):
        work.clear()
        response = await visitor.http.post(
            "/graphql", json={"query": REQUEST_RESET, "variables": {"input": {"email": email}}}
        )
        costs.append(list(work))
        answers.append((response.status_code, response.content))
    assert answers == [answers[0]] * 5
    assert CHECK_EMAIL in answers[0][1].decode()
    assert costs == [costs[0]] * 5
    assert 0 < len(costs[0]) <= 12


@pytest.mark.usefixtures("worker")
async def test_a22_only_a_verified_address_of_an_enabled_user_is_emailed(
    sign_in: SignIn, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    for name in ("unverified", "disabled", "verified"):
        await sign_in("ind", f"{name}@people.example")
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE email LIKE 'unverified%'")
    await connection.execute("UPDATE users SET disabled_at = $1 WHERE email LIKE 'disabled%'", clock.now())
    for name in ("unverified", "disabled", "nobody", "verified"):
        assert (await visitor.request_reset(f"{name}@people.example"))["message"] == CHECK_EMAIL

    async def nothing_is_left() -> bool:
        waiting = "SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'password_reset.mail'"
        return not await connection.fetchval(waiting)

    await until(nothing_is_left)
    assert [mail.recipient for mail in await mails.all()] == ["verified@people.example"]
    assert await connection.fetchval("SELECT count(*) FROM one_time_tokens") == 1


@pytest.mark.spec("S4.22")
async def test_a23_a_reset_link_works_once(ida: Caller, visitor: Visitor, ask: AskReset) -> None:
    link = (await ask()).parameters
    await visitor.confirm_reset(EMAIL, link)
    again = await visitor.confirm_reset(EMAIL, link, OTHER_PASSWORD)
    assert (again["code"], again["message"]) == ("BAD_CREDENTIALS", LINK_INVALID)
    assert await logs_in(visitor, NEW_PASSWORD)


async def test_a23_of_parallel_resets_with_one_link_one_sets_the_password(
    ida: Caller, visitor: Visitor, ask: AskReset, mails: Mails
) -> None:
    link = (await ask()).parameters
    outcomes = await asyncio.gather(
        *(visitor.confirm_reset(EMAIL, link, f"{number}-Badgers-dig-holes") for number in range(8))
    )
    winners = [number for number, outcome in enumerate(outcomes) if outcome["__typename"] == "MessageSuccess"]
    assert len(winners) == 1
    assert await logs_in(visitor, f"{winners[0]}-Badgers-dig-holes")
    assert len(await mails.all(MailKind.PASSWORD_CHANGED)) == 1


async def test_a23_a_reset_link_that_is_wrong_changes_nothing(
    ida: Caller, visitor: Visitor, ask: AskReset, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    await sign_in("ind", "other@people.example")
    foreign, link = (await ask("other@people.example")).parameters, (await ask()).parameters
    flipped = link["token"][:-2] + ("AA" if link["token"][-2:] != "AA" else "BB")
    wrong: list[tuple[str, dict[str, str]]] = [
        (EMAIL, {"uid": foreign["uid"], "token": link["token"]}),
        (EMAIL, {"uid": link["uid"], "token": foreign["token"]}),
        (EMAIL, {"uid": link["uid"], "token": flipped}),
        (EMAIL, {"uid": link["uid"], "token": link["token"].swapcase()}),
        (EMAIL, {"uid": link["uid"] + "==", "token": link["token"]}),
        (EMAIL, {"uid": "", "token": ""}),
        ("other@people.example", link),
        ("no address", link),
    ]
    for email, parameters in wrong:
        outcome = await visitor.confirm_reset(email, parameters)
        assert (outcome["code"], outcome["message"]) == ("BAD_CREDENTIALS", LINK_INVALID)
    with clock.standing_at(clock.now() + timedelta(hours=1, seconds=1)):
        assert (await visitor.confirm_reset(EMAIL, link))["code"] == "BAD_CREDENTIALS"
    assert await connection.fetchval("SELECT count(*) FROM users WHERE password_changed_at IS NOT NULL") == 0
    assert await logs_in(visitor, PASSWORD)
    assert (await visitor.confirm_reset("IDA.MOSS@people.example", link))["__typename"] == "MessageSuccess"


async def test_a23_a_newer_link_makes_the_older_one_void(ida: Caller, visitor: Visitor, ask: AskReset) -> None:
    older, newer = (await ask()).parameters, (await ask()).parameters
    assert (await visitor.confirm_reset(EMAIL, older))["code"] == "BAD_CREDENTIALS"
    assert (await visitor.confirm_reset(EMAIL, newer))["__typename"] == "MessageSuccess"


async def test_a23_a_changed_password_makes_the_link_void(ida: Caller, visitor: Visitor, ask: AskReset) -> None:
    link = (await ask()).parameters
    changed = await Visitor(visitor.http, ida.tokens["authToken"]).change_password(PASSWORD, NEW_PASSWORD)
    assert changed["__typename"] == "MessageSuccess", changed
    assert (await visitor.confirm_reset(EMAIL, link, OTHER_PASSWORD))["code"] == "BAD_CREDENTIALS"
    assert await logs_in(visitor, NEW_PASSWORD)


async def test_a07_a_reset_token_verifies_no_address(ida: Caller, visitor: Visitor, ask: AskReset) -> None:
    link = (await ask()).parameters
    assert (await visitor.confirm_email(link))["code"] == "BAD_CREDENTIALS"
    answer = await visitor.http.get("/api/v1/account/magic-link-login", params={"token": link["token"]})
    assert answer.status_code == 401
    assert (await visitor.confirm_reset(EMAIL, link))["__typename"] == "MessageSuccess"


async def test_a24_reset_links_lead_to_the_configured_origin(ida: Caller, visitor: Visitor, ask: AskReset) -> None:
    mail = await ask(headers={"Host": "evil.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "ftp"})
    assert mail.link.startswith(f"{str(visitor.http.base_url).rstrip('/')}/#/auth/reset-password/confirm?")
    assert "evil.test" not in mail.text + mail.html


@pytest.mark.spec("S5.11")
async def test_a_refused_password_leaves_the_link_valid(ida: Caller, visitor: Visitor, ask: AskReset) -> None:
    link = (await ask()).parameters
    refused = await visitor.confirm_reset(EMAIL, link, "password")
    assert set(field_errors(refused)) == {"newPassword"}
    assert (await visitor.confirm_reset(EMAIL, link))["__typename"] == "MessageSuccess"


async def test_a_user_who_was_disabled_since_sets_no_password(
    ida: Caller, visitor: Visitor, ask: AskReset, connection: asyncpg.Connection
) -> None:
    link = (await ask()).parameters
    await connection.execute("UPDATE users SET disabled_at = $1", clock.now())
    assert (await visitor.confirm_reset(EMAIL, link))["code"] == "BAD_CREDENTIALS"


async def test_fields_of_a_reset_that_are_missing_are_named(visitor: Visitor) -> None:
    assert field_errors(await visitor.request_reset(" ")) == {"email": "Email is required"}
    missing = await visitor.confirm_reset("", {"uid": "u", "token": "t"}, "")
    assert field_errors(missing) == {"email": "Email is required", "newPassword": "Password is required"}


@pytest.mark.parametrize("email", [EMAIL, "nobody@people.example"])
async def test_resets_of_one_address_are_rate_limited_known_or_not(ida: Caller, visitor: Visitor, email: str) -> None:
    with clock.standing_at(NOON):
        outcomes = [await visitor.request_reset(email) for _ in range(6)]
        assert [outcome["__typename"] for outcome in outcomes] == ["MessageSuccess"] * 5 + ["ThrottledProblem"]
        assert (await visitor.request_reset("another@people.example"))["__typename"] == "MessageSuccess"


async def test_a_reset_asks_for_a_human_where_that_is_switched_on(
    ida: Caller, visitor: Visitor, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE site_settings SET turnkey_enabled = true")
    assert (await visitor.request_reset(EMAIL))["code"] == "HUMAN_VERIFICATION"
    assert await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer") == 0


async def test_job_payloads_contain_no_address_and_no_token(
    ida: Caller, visitor: Visitor, connection: asyncpg.Connection
) -> None:
    await visitor.request_reset(EMAIL)
    (payload,) = [row["payload"] for row in await connection.fetch("SELECT payload FROM jobs.pgqueuer")]
    assert payload.decode() == f'{{"user_id": "{ida.user.id}"}}'
