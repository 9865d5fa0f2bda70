"""The sending of a login's code by mail (rest-contract §5)."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import asyncpg
import httpx
from callers import PASSWORD
from logins import (
    LATER,
    Enrolled,
    email_token,
    log_in,
    send_email,
    with_app,
)
from mail_server import Mails, read_mail

from breachlight.kit import clock
from breachlight.mail.models import MailKind

Enrol = Callable[..., Awaitable[Enrolled]]


async def test_a19_what_is_wrong_about_a_sending_costs_and_answers_the_same_and_emails_nothing(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection, work: list[str]
) -> None:
    one, other, device_only = await enrol("email"), await enrol("email"), await enrol("device")
    with clock.standing_at(LATER):
        expired = await email_token(http, one.email)
    with clock.standing_at(LATER + timedelta(minutes=11)):
        superseded = await email_token(http, one.email)
        good, others = await email_token(http, one.email), await email_token(http, other.email)
        without_mail = await email_token(http, device_only.email)
        wrong_password = "wrong-9-password"
        cases = [
            (one.email, expired, PASSWORD),
            (one.email, superseded, PASSWORD),
            (one.email, others, PASSWORD),
            (other.email, good, PASSWORD),
            (one.email, good[::-1], PASSWORD),
            (one.email, good, wrong_password),
            (one.email, others, wrong_password),
            ("nobody@people.test", good, PASSWORD),
            (device_only.email, without_mail, PASSWORD),
        ]
        costs = []
        for email, token, password in cases:
            work.clear()
            answer = await send_email(http, email, token, password)
            assert answer.status_code == 401
            assert answer.json() == {"error": {"message": "Incorrect email or password."}}
            costs.append(list(work))
        assert costs[0].count("Argon2") == 1
        assert costs == [costs[0]] * len(cases)
        assert await Mails(connection).all(MailKind.LOGIN_CODE) == []
        assert (await send_email(http, one.email, good)).status_code == 200


async def test_a19_only_the_code_of_the_last_sending_counts_and_none_after_ten_minutes(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(LATER):
        token = await email_token(http, enrolled.email)
    codes = []
    for second in range(3):
        with clock.standing_at(LATER + timedelta(seconds=second)):
            assert (await send_email(http, enrolled.email, token)).status_code == 200
            codes.append((await read_mail(connection, MailKind.LOGIN_CODE, enrolled.email)).code)
    *older, last = codes
    with clock.standing_at(LATER + timedelta(seconds=2)):
        for code in set(older) - {last}:
            assert (await log_in(http, enrolled.email, email_verification_code=code)).status_code == 401
    with clock.standing_at(LATER + timedelta(minutes=10, seconds=2)):
        assert (await log_in(http, enrolled.email, email_verification_code=last)).status_code == 401
    with clock.standing_at(LATER + timedelta(minutes=10, seconds=1)):
        assert (await log_in(http, enrolled.email, email_verification_code=last)).status_code == 200


async def test_a19_a_login_that_is_finished_leaves_nothing_open(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email", "device")
    with clock.standing_at(LATER):
        token = await email_token(http, enrolled.email)
        await send_email(http, enrolled.email, token)
        code = (await read_mail(connection, MailKind.LOGIN_CODE, enrolled.email)).code
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200
        assert (await send_email(http, enrolled.email, token)).status_code == 401
        assert (await log_in(http, enrolled.email, email_verification_code=code)).status_code == 401


async def test_emails_with_codes_are_rate_limited(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(LATER + timedelta(minutes=10)):
        token = await email_token(http, enrolled.email)
        statuses = [(await send_email(http, enrolled.email, token)).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]
        assert len(await Mails(connection).all(MailKind.LOGIN_CODE)) == 5
