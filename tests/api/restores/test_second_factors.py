"""Codes of second factors that were used stay used after a restore."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import httpx
from callers import Caller
from database_dumps import Installation
from logins import LATER, NOON, Enrolled, log_in, turn_on_device, with_app
from mail_server import Mails

from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.restores.jobs import notify_account

SignIn = Callable[..., Awaitable[Caller]]


async def enrolled_user(sign_in: SignIn) -> Enrolled:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        await turn_on_device(enrolled)
    return enrolled


async def test_a_used_recovery_code_and_a_used_code_of_the_app_stay_used(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    enrolled = await enrolled_user(sign_in)
    used, unused = enrolled.recovery_codes[:2]
    await installation.start()
    installation.back_up()
    with clock.standing_at(LATER):
        code = enrolled.code()
        assert (await with_app(http, enrolled.email, code)).status_code == 200
        assert (await log_in(http, enrolled.email, recovery_code=used)).status_code == 200
        await installation.start()
        installation.restore()
        report = await installation.start()
        assert report is not None
        assert (report.knows_changes, report.users_with_void_codes) == (True, 0)
        assert (await with_app(http, enrolled.email, code)).status_code == 401
        assert (await log_in(http, enrolled.email, recovery_code=used)).status_code == 401
        assert (await log_in(http, enrolled.email, recovery_code=unused)).status_code == 200
    with clock.standing_at(LATER + timedelta(minutes=1)):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200


async def test_without_knowledge_recovery_codes_are_void_and_their_user_is_emailed(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient, mails: Mails
) -> None:
    enrolled = await enrolled_user(sign_in)
    await installation.start()
    installation.back_up()
    await installation.start()
    for changes in Path(installation.settings.data_folder).rglob("changes.json"):
        changes.unlink()
    installation.restore()
    report = await installation.start()
    assert report is not None
    assert (report.knows_changes, report.users_with_void_codes) == (False, 1)
    with clock.standing_at(LATER):
        assert (await log_in(http, enrolled.email, recovery_code=enrolled.recovery_codes[0])).status_code == 401
    await notify_account(
        {
            "restore_id": "1", "account_id": str(enrolled.caller.account.id), "sessions": 1, "revoked": 0,
            "suspended": 0, "voided_of": [str(enrolled.caller.user.id)],
        }
    )  # fmt: skip
    mail = await mails.newest(MailKind.RECOVERY_CODES_VOIDED, enrolled.email)
    assert "no longer valid" in mail.subject
