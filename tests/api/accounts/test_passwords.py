"""Passwords: which are taken at sign-up, change and reset, and how a signed-in user changes one."""

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import asyncpg
import pytest
from callers import LOGIN, PASSWORD, Caller
from factories import UserRow
from mail_server import Mails
from sign_up import INDIVIDUAL, NEW_PASSWORD, NOON, Visitor, field_errors, form

from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.mail.models import MailKind

EMAIL = "ida.moss@people.test"

SignIn = Callable[..., Awaitable[Caller]]
SetPassword = Callable[[str], Awaitable[dict[str, Any]]]


@pytest.fixture
async def ida(sign_in: SignIn, connection: asyncpg.Connection) -> Caller:
    caller = await sign_in("org", EMAIL)
    await connection.execute("UPDATE users SET first_name = 'Ida', last_name = 'Moss'")
    await connection.execute("UPDATE accounts SET company_name = 'Otter Rowing'")
    return caller


async def reset_link(user: UserRow) -> dict[str, str]:
    async with transaction():
        issued = await one_time_tokens.issue(await User.get(id=user.id), user.account_id, TokenPurpose.RESET_PASSWORD)
    return {"uid": issued.uid, "token": issued.token}


@pytest.fixture(params=["sign-up", "change", "reset"])
async def set_password(request: pytest.FixtureRequest, visitor: Visitor) -> AsyncIterator[SetPassword]:
    """Set a password in each of the three ways, for Ida Moss of Otter Rowing, ida.moss@people.test."""
    if request.param == "sign-up":

        async def sign_up(password: str) -> dict[str, Any]:
            return await visitor.register(email=EMAIL, firstName="Ida", lastName="Moss", password=password)

        yield sign_up
        return
    ida: Caller = await request.getfixturevalue("ida_later")()

    async def change(password: str) -> dict[str, Any]:
        return await Visitor(visitor.http, ida.tokens["authToken"]).change_password(PASSWORD, password)

    async def reset(password: str) -> dict[str, Any]:
        return await visitor.confirm_reset(EMAIL, await reset_link(ida.user), password)

    yield change if request.param == "change" else reset


@pytest.fixture
def ida_later(sign_in: SignIn, connection: asyncpg.Connection) -> Callable[[], Awaitable[Caller]]:
    async def make() -> Caller:
        caller = await sign_in("ind", EMAIL)
        await connection.execute("UPDATE users SET first_name = 'Ida', last_name = 'Moss'")
        return caller

    return make


def refusal(outcome: dict[str, Any]) -> str:
    """Return what is said of the password."""
    errors = field_errors(outcome)
    return errors.get("password") or errors["newPassword"]


async def logs_in(visitor: Visitor, password: str) -> bool:
    body = {"query": LOGIN, "variables": {"input": {"email": EMAIL, "password": password}}}
    answer = (await visitor.http.post("/graphql", json=body)).json()["data"]["login"]
    return bool(answer["__typename"] == "LoginSuccess")


SIXTY_FOUR = "  an otter \U0001f9a6 and a heron share the river at six in the morning  "
LONGEST = "\u05e1\u05d9\u05e1\u05de\u05d4 " + "x" * 1001 + "-otters-go-9"


@pytest.mark.parametrize("password", [SIXTY_FOUR, LONGEST])
async def test_a04_a_password_is_taken_verbatim_everywhere(
    set_password: SetPassword, visitor: Visitor, password: str
) -> None:
    assert len(SIXTY_FOUR) == 64
    assert len(LONGEST.encode()) == 1024
    outcome = await set_password(password)
    assert outcome["__typename"] in {"LoginSuccess", "MessageSuccess"}, outcome
    assert await logs_in(visitor, password)
    assert not await logs_in(visitor, password[:-1])
    assert not await logs_in(visitor, password.strip() + "\t")


async def test_a03_a_password_beyond_1024_bytes_is_refused_and_never_cut(set_password: SetPassword) -> None:
    for password in ("x" * 1025, "\u00e9" * 513, "x" * 400_000):
        assert refusal(await set_password(password)) == "Password must be at most 1,024 bytes long"


async def test_a03_forms_of_unicode_are_different_passwords(set_password: SetPassword, visitor: Visitor) -> None:
    composed = "m\u00fcde-Ba\u0308ren-tanzen"
    await set_password(composed)
    assert await logs_in(visitor, composed)
    for form_ in ("NFC", "NFD", "NFKC"):
        assert not await logs_in(visitor, unicodedata.normalize(form_, composed))


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud800"])
async def test_a03_what_is_no_text_is_refused_before_it_is_hashed(
    visitor: Visitor, connection: asyncpg.Connection, escape: str
) -> None:
    marker = "otters-MARK-go-9"
    body = {"query": INDIVIDUAL, "variables": {"input": form(password=marker)}}
    request = visitor.http.build_request("POST", "/graphql", json=body)
    text = request.read().replace(b"MARK", escape.encode())
    answer = await visitor.http.post("/graphql", content=text, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert await connection.fetchval("SELECT count(*) FROM users") == 0


async def test_a05_common_passwords_and_own_words_are_refused_everywhere(set_password: SetPassword) -> None:
    common = "This password is too common. Choose another."
    easy = "This password is too easy to guess. Avoid common words, repeated characters and keyboard patterns."
    own = "Choose a password that doesn't contain your name, email, company or this product's name."
    expected = {
        "": "Password is required",
        "short-7": "Password must be at least 8 characters long",
        "password1": common,
        "PassWord": common,
        "password1234": easy,
        "P@ssw0rd-2026!": easy,
        "qwertyuiop12": easy,
        "abcabcabcabc": easy,
        "my-BreachLight-9-login": own,
        f"{EMAIL}-secret": own,
        "IDA.MOSS-otters-go-9": own,
        "idamoss2026!": own,
        "Moss-1234567890": own,
    }
    assert {password: refusal(await set_password(password)) for password in expected} == expected


async def test_a05_the_company_is_an_own_word(visitor: Visitor, ida: Caller) -> None:
    outcome = await Visitor(visitor.http, ida.tokens["authToken"]).change_password(PASSWORD, "OtterRowing-2026")
    assert "company" in refusal(outcome)


@pytest.mark.spec("S3.18", "S7.18")
async def test_a_changed_password_ends_all_other_sessions_and_keeps_this_one(
    ida: Caller, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    login = {"query": LOGIN, "variables": {"input": {"email": EMAIL, "password": PASSWORD}}}
    other = (await visitor.http.post("/graphql", json=login)).json()["data"]["login"]["tokens"]
    outcome = await Visitor(visitor.http, ida.tokens["authToken"]).change_password(PASSWORD, NEW_PASSWORD)
    assert outcome == {"__typename": "MessageSuccess", "message": "Password updated successfully"}
    assert (await ida.get("/api/v1/account/info")).status_code == 200
    mine, theirs = {"refresh": ida.tokens["refreshToken"]}, {"refresh": other["refreshToken"]}
    assert (await visitor.http.post("/api/v1/account/refresh-token", json=mine)).status_code == 200
    assert (await visitor.http.post("/api/v1/account/refresh-token", json=theirs)).status_code == 401
    info = await visitor.http.get("/api/v1/account/info", headers={"Authorization": f"Bearer {other['authToken']}"})
    assert info.status_code == 401
    assert await logs_in(visitor, NEW_PASSWORD)
    assert not await logs_in(visitor, PASSWORD)
    assert (await mails.newest(MailKind.PASSWORD_CHANGED, EMAIL)).account_id == ida.account.id
    assert await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'password_changed'") == 1


@pytest.mark.spec("S5.13")
async def test_every_field_of_a_change_that_is_wrong_is_named_at_once(ida: Caller, visitor: Visitor) -> None:
    signed_in = Visitor(visitor.http, ida.tokens["authToken"])
    assert field_errors(await signed_in.change_password("wrong-Otter-1", "short", "other")) == {
        "oldPassword": "Incorrect old password.",
        "newPassword": "Password must be at least 8 characters long",
        "verifyNewPassword": "New password and repeat password do not match",
    }
    assert field_errors(await signed_in.change_password("", NEW_PASSWORD)) == {"oldPassword": "Password is required"}
    assert await logs_in(visitor, PASSWORD)


async def test_a_wrong_old_password_is_recorded(ida: Caller, visitor: Visitor, connection: asyncpg.Connection) -> None:
    await Visitor(visitor.http, ida.tokens["authToken"]).change_password("wrong-Otter-1", NEW_PASSWORD)
    kinds = await connection.fetch("SELECT kind FROM security_events WHERE user_id = $1 ORDER BY id", ida.user.id)
    assert [row["kind"] for row in kinds] == ["login", "reauthentication_failed"]


async def test_tries_of_the_old_password_are_rate_limited_with_every_other_confirmation(
    ida: Caller, visitor: Visitor
) -> None:
    again = "mutation Again($password: String!) { outcome: reauthenticate(password: $password) { __typename } }"
    with clock.standing_at(NOON):
        signed_in = Visitor(visitor.http, (await _fresh(visitor))["authToken"])
        for number in range(5):
            refused = await signed_in.change_password(f"wrong-{number}", NEW_PASSWORD)
            assert refused["__typename"] == "ValidationProblem"
            await signed_in.send(again, {"password": f"wrong-{number}"})
        throttled = await signed_in.change_password(PASSWORD, NEW_PASSWORD)
        assert (throttled["__typename"], throttled["code"]) == ("ThrottledProblem", "THROTTLED")
        assert await logs_in(visitor, PASSWORD)
    with clock.standing_at(NOON + timedelta(minutes=5)):
        later = Visitor(visitor.http, (await _fresh(visitor))["authToken"])
        assert (await later.change_password(PASSWORD, NEW_PASSWORD))["__typename"] == "MessageSuccess"


async def test_changes_of_the_password_are_few_in_an_hour_since_each_emails_the_user(
    sign_in: SignIn, visitor: Visitor, mails: Mails
) -> None:
    with clock.standing_at(NOON):
        signed_in = Visitor(visitor.http, (await sign_in()).tokens["authToken"])
        words = [PASSWORD, *(f"{number}-Badgers-dig-holes" for number in range(11))]
        kinds = [(await signed_in.change_password(*pair))["__typename"] for pair in pairwise(words)]
    assert kinds == ["MessageSuccess"] * 10 + ["ThrottledProblem"]
    assert len(await mails.all(MailKind.PASSWORD_CHANGED)) == 10


async def _fresh(visitor: Visitor) -> dict[str, str]:
    body = {"query": LOGIN, "variables": {"input": {"email": EMAIL, "password": PASSWORD}}}
    tokens: dict[str, str] = (await visitor.http.post("/graphql", json=body)).json()["data"]["login"]["tokens"]
    return tokens


async def test_of_parallel_changes_one_counts(ida: Caller, visitor: Visitor, mails: Mails) -> None:
    signed_in = Visitor(visitor.http, ida.tokens["authToken"])
    words = [f"{number}-Badgers-dig-holes" for number in range(6)]
    outcomes = await asyncio.gather(*(signed_in.change_password(PASSWORD, word) for word in words))
    kept = [word for word, outcome in zip(words, outcomes, strict=True) if outcome["__typename"] == "MessageSuccess"]
    assert len(kept) == 1
    assert await logs_in(visitor, kept[0])
    assert len(await mails.all(MailKind.PASSWORD_CHANGED)) == 1


async def test_a_change_needs_a_session(visitor: Visitor) -> None:
    query = 'mutation { changePassword(oldPassword: "a", newPassword: "b", verifyNewPassword: "b") { __typename } }'
    answer = (await visitor.http.post("/graphql", json={"query": query})).json()
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


async def test_the_log_contains_no_password_and_no_token(
    visitor: Visitor, ida: Caller, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    link = await reset_link(ida.user)
    await visitor.confirm_reset(EMAIL, link, NEW_PASSWORD)
    await visitor.register(email="other@people.test", password="eleven-Geese-fly-2")
    written = "".join(capsys.readouterr()) + caplog.text
    for secret in (link["token"], NEW_PASSWORD, "eleven-Geese-fly-2"):
        assert secret not in written
