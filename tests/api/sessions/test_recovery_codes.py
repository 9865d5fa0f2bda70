"""The codes that stand in for a lost second factor."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD
from logins import (
    LATER,
    Enrolled,
    events,
    log_in,
)
from mail_server import Mails

from breachlight.kit import clock
from breachlight.mail.models import MailKind

Enrol = Callable[..., Awaitable[Enrolled]]
WRONG_CODE = {"error": {"message": "Incorrect verification code."}}


@pytest.mark.spec("X11")
async def test_recovery_codes_work_once_each_however_they_are_typed(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device")
    codes = enrolled.recovery_codes
    assert len(set(codes)) == 10
    with clock.standing_at(LATER):
        first = await log_in(http, enrolled.email, recovery_code=codes[0])
        assert first.status_code == 200
        assert (await log_in(http, enrolled.email, recovery_code=codes[0])).status_code == 401
        typed = f"  {codes[1].replace('-', ' ').upper().replace('0', 'O').replace('1', 'L')} "
        assert (await log_in(http, enrolled.email, recovery_code=typed)).status_code == 200
        variables = {"input": {"email": enrolled.email, "password": PASSWORD, "recoveryCode": codes[2]}}
        answer = await http.post("/graphql", json={"query": LOGIN, "variables": variables})
        assert answer.json()["data"]["login"]["__typename"] == "LoginSuccess"
        enrolled.caller.tokens["authToken"] = first.json()["authentication"]["auth_token"]
        assert (await enrolled.caller.graphql("{ recoveryCodesLeft }"))["data"] == {"recoveryCodesLeft": 7}
        assert (await events(connection, enrolled.caller)).count("recovery_code_used") == 3
    mails = await Mails(connection).all(MailKind.RECOVERY_CODE_USED, enrolled.email)
    assert len(mails) == 3
    assert any("7" in mail.text for mail in mails)
    assert not any(code in mail.text for mail in mails for code in codes)


@pytest.mark.spec("X11")
async def test_invalid_recovery_codes_are_refused(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        for code in ("0" * 100_000, "x", "é" * 10, "١٢٣٤٥٦٧٨٩٠", "-" * 31, enrolled.recovery_codes[0] * 2):
            await connection.execute("DELETE FROM throttle_counters")
            answer = await log_in(http, enrolled.email, recovery_code=code)
            assert (answer.status_code, answer.json()) == (401, WRONG_CODE)
        assert (await log_in(http, enrolled.email, recovery_code="\0" * 10)).status_code == 400


async def test_a14_of_parallel_logins_with_one_recovery_code_exactly_one_gets_in(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    code = enrolled.recovery_codes[4]
    with clock.standing_at(LATER):
        answers = await asyncio.gather(*(log_in(http, enrolled.email, recovery_code=code) for _ in range(20)))
        assert Counter(answer.status_code for answer in answers)[200] == 1
    assert len(await Mails(connection).all(MailKind.RECOVERY_CODE_USED)) == 1
