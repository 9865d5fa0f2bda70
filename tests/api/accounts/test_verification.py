"""Verification of the email address by an emailed link, over GraphQL on a real database."""

import asyncio
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from mail_server import Mails
from sign_up import CONFIRM_RESET, NEW_PASSWORD, NOON, RESEND, Visitor

from breachlight.kit import clock
from breachlight.mail.models import MailKind

EMAIL = "ida.moss@people.test"
FAILED = "Email Verification Failed! Please try again or contact support."


@pytest.fixture
async def ida(visitor: Visitor) -> Visitor:
    """A user who has signed up and verified nothing yet."""
    outcome = await visitor.register(email=EMAIL)
    return Visitor(visitor.http, outcome["tokens"]["authToken"])


async def link_of(mails: Mails) -> dict[str, str]:
    return (await mails.newest(MailKind.VERIFY_EMAIL, EMAIL)).parameters


async def events(connection: asyncpg.Connection) -> list[str]:
    rows = await connection.fetch("SELECT kind FROM security_events ORDER BY happened_at, id")
    return [row["kind"] for row in rows]


@pytest.mark.spec("S7.15")
async def test_a_link_verifies_the_address_and_signs_in(
    ida: Visitor, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    outcome = await visitor.confirm_email(await link_of(mails))
    assert outcome["message"] == "Email Verified Successfully!"
    assert outcome["account"]["user"]["isEmailVerified"] is True
    assert outcome["tokens"]["authToken"]
    identity = await connection.fetchrow("SELECT kind, key, account_id FROM identities")
    assert dict(identity) == {
        "kind": "email",
        "key": EMAIL,
        "account_id": await connection.fetchval("SELECT id FROM accounts"),
    }
    assert await connection.fetchval("SELECT count(*) FROM backfills") == 1
    assert await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'backfill.waiting'") == 1
    assert (await events(connection))[-2:] == ["email_verified", "login"]


async def test_a25_a_repeated_click_says_already_verified_and_signs_nobody_in(
    ida: Visitor, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    link = await link_of(mails)
    await visitor.confirm_email(link)
    sessions = await connection.fetchval("SELECT count(*) FROM sessions")
    again = await visitor.confirm_email(link)
    assert (again["__typename"], again["message"]) == ("ConfirmEmailSuccess", "Your email is already verified.")
    assert (again["tokens"], again["account"]) == (None, None)
    assert await connection.fetchval("SELECT count(*) FROM sessions") == sessions
    with clock.standing_at(clock.now() + timedelta(days=2)):
        assert (await visitor.confirm_email(link))["message"] == "Your email is already verified."


async def test_a25_an_older_link_says_already_verified_once_a_newer_one_has_done_it(
    ida: Visitor, visitor: Visitor, mails: Mails
) -> None:
    older = await link_of(mails)
    await ida.send(RESEND)
    newer = await link_of(mails)
    assert older["token"] != newer["token"]
    assert (await visitor.confirm_email(older))["message"] == FAILED
    assert (await visitor.confirm_email(newer))["message"] == "Email Verified Successfully!"
    assert (await visitor.confirm_email(older))["message"] == "Your email is already verified."


async def test_a25_opening_the_link_consumes_nothing(ida: Visitor, visitor: Visitor, mails: Mails) -> None:
    mail = await mails.newest(MailKind.VERIFY_EMAIL, EMAIL)
    page, _, inside = mail.link.partition("#")
    assert "token=" in inside
    assert "token=" not in page
    for method in ("GET", "HEAD"):
        for address in (page, f"{page}?{inside.partition('?')[2]}"):
            await visitor.http.request(method, address, headers={"Sec-Fetch-Mode": "navigate"})
    assert (await visitor.confirm_email(mail.parameters))["message"] == "Email Verified Successfully!"


async def test_of_parallel_clicks_one_verifies_the_address(
    ida: Visitor, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    link = await link_of(mails)
    outcomes = await asyncio.gather(*(visitor.confirm_email(link) for _ in range(10)))
    messages = sorted(outcome["message"] for outcome in outcomes)
    assert messages == ["Email Verified Successfully!"] + ["Your email is already verified."] * 9
    assert (await events(connection)).count("email_verified") == 1
    assert await connection.fetchval("SELECT count(*) FROM identities") == 1


async def test_parallel_clicks_and_new_links_do_not_deadlock(ida: Visitor, visitor: Visitor, mails: Mails) -> None:
    link = await link_of(mails)
    work = [ida.send(RESEND), visitor.confirm_email(link), ida.send(RESEND), visitor.confirm_email(link)]
    outcomes = await asyncio.gather(*work)
    assert {outcome["__typename"] for outcome in outcomes} <= {
        "VerificationSent",
        "ConfirmEmailSuccess",
        "RefusedProblem",
    }


@pytest.mark.spec("S7.15")
async def test_a_link_that_is_wrong_fails(
    ida: Visitor, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    link = await link_of(mails)
    other = await visitor.register(email="other@people.test")
    assert other["__typename"] == "LoginSuccess"
    foreign = (await mails.newest(MailKind.VERIFY_EMAIL, "other@people.test")).parameters
    tampered = link["token"][:-1] + ("A" if link["token"][-1] != "A" else "B")
    wrong: list[dict[str, Any]] = [
        {"uid": foreign["uid"], "token": link["token"]},
        {"uid": link["uid"], "token": foreign["token"]},
        {"uid": link["uid"], "token": tampered},
        {"uid": link["uid"], "token": ""},
        {"uid": "", "token": link["token"]},
        {"uid": "' OR 1=1", "token": "' OR 1=1"},
    ]
    for parameters in wrong:
        outcome = await visitor.confirm_email(parameters)
        assert (outcome["__typename"], outcome["message"]) == ("RefusedProblem", FAILED)
    with clock.standing_at(clock.now() + timedelta(hours=24, seconds=1)):
        assert (await visitor.confirm_email(link))["message"] == FAILED
    assert await connection.fetchval("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL") == 0
    assert await connection.fetchval("SELECT count(*) FROM identities") == 0


async def test_a07_a_verification_token_resets_no_password(ida: Visitor, visitor: Visitor, mails: Mails) -> None:
    link = await link_of(mails)
    body = {"input": {"email": EMAIL, **link, "newPassword": NEW_PASSWORD}}
    assert (await visitor.send(CONFIRM_RESET, body))["code"] == "BAD_CREDENTIALS"
    assert (await visitor.confirm_email(link))["message"] == "Email Verified Successfully!"


async def test_a_disabled_user_verifies_nothing(
    ida: Visitor, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    link = await link_of(mails)
    await connection.execute("UPDATE users SET disabled_at = $1", clock.now())
    assert (await visitor.confirm_email(link))["message"] == FAILED
    await connection.execute("UPDATE users SET disabled_at = NULL")
    assert (await visitor.confirm_email(link))["message"] == "Email Verified Successfully!"


async def test_a_second_factor_from_before_the_verification_ends_with_it(
    ida: Visitor, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE users SET is_mfa_email_enabled = true")
    outcome = await visitor.confirm_email(await link_of(mails))
    assert outcome["message"] == "Email Verified Successfully!"
    settings = outcome["account"]["user"]["mfaSettings"]
    assert settings == {"isMfaDeviceEnabled": False, "isMfaEmailEnabled": False}


@pytest.mark.spec("S7.14")
async def test_a_new_link_is_emailed_three_times_an_hour(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        tokens = (await visitor.register(email=EMAIL))["tokens"]
        ida = Visitor(visitor.http, tokens["authToken"])
        outcomes = [await ida.send(RESEND) for _ in range(4)]
    assert [outcome["__typename"] for outcome in outcomes] == ["VerificationSent"] * 3 + ["ThrottledProblem"]
    assert outcomes[3]["retryAfterSeconds"] >= 1
    assert len(await mails.all(MailKind.VERIFY_EMAIL)) == 4
    assert (await events(connection)).count("email_verification_sent") == 3


@pytest.mark.spec("S4.21")
async def test_no_new_link_is_emailed_to_a_verified_address(ida: Visitor, visitor: Visitor, mails: Mails) -> None:
    link = await link_of(mails)
    sent = await ida.send(RESEND)
    assert (sent["emailSent"], sent["isVerified"]) == (True, False)
    newest = await link_of(mails)
    assert newest != link
    await ida.confirm_email(newest)
    outcome = await ida.send(RESEND)
    assert (outcome["emailSent"], outcome["isVerified"]) == (False, True)
    assert outcome["message"] == "Your email is already verified."
    assert len(await mails.all(MailKind.VERIFY_EMAIL)) == 2
