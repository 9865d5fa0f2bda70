"""Monthly reports by email: to those who want them, once per month whatever crashes, and with a link to turn them off."""

import asyncio
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from alert_factories import Tenant, make_tenant, raise_findings
from mail_server import Mails

from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind, Subscription
from breachlight.mail.unsubscribe_links import refusal_of_token, unsubscribe_token
from breachlight.reports import jobs

pytestmark = pytest.mark.usefixtures("tortoise")

NOVEMBER = datetime(2030, 11, 10, 12, tzinfo=UTC)
FIRST = datetime(2030, 12, 1, 0, 10, tzinfo=UTC)


@pytest.fixture
async def tenant(connection: asyncpg.Connection, key_ring: KeyRing) -> Tenant:
    """An account with three detections in November, whose user wants reports since October."""
    with clock.standing_at(NOVEMBER - timedelta(days=30)):
        tenant = await make_tenant(connection, "acme.example")
        await _want(connection, clock.now())
    with clock.standing_at(NOVEMBER):
        await raise_findings(connection, key_ring, *[tenant.workforce(password=f"canary-{each}") for each in "abc"])
    return tenant


async def _want(connection: asyncpg.Connection, since: datetime | None, language: str = "en") -> None:
    await connection.execute("UPDATE users SET monthly_report_since = $1, language = $2", since, language)


async def _run(connection: asyncpg.Connection, at: datetime) -> int:
    """Run the schedule and its jobs, as a worker does, and return how many jobs there were."""
    with clock.standing_at(at):
        await jobs.schedule_emails()
        rows = await connection.fetch(
            "DELETE FROM jobs.pgqueuer WHERE entrypoint = $1 RETURNING convert_from(payload, 'UTF8')::json ->> 'account_id' AS account_id, "
            "convert_from(payload, 'UTF8')::json ->> 'month' AS month",
            jobs.EMAIL_JOB,
        )
        await asyncio.gather(*(jobs.email_members(dict(row)) for row in rows for _ in range(2)))
    return len(rows)


async def test_a_report_is_emailed_once_on_the_first_day(
    connection: asyncpg.Connection, tenant: Tenant, mails: Mails
) -> None:
    assert await _run(connection, NOVEMBER + timedelta(days=19)) == 0
    assert await _run(connection, FIRST) == 1
    (mail,) = await mails.all()
    assert (mail.kind, mail.account_id) == (MailKind.MONTHLY_REPORT, tenant.account_id)
    assert "November 2030: 3 new leaked logins for acme.example" in mail.text
    assert "/#/dashboard/reports/2030-11" in mail.text
    assert "canary" not in mail.text
    for later in (timedelta(minutes=10), timedelta(days=1)):
        assert await _run(connection, FIRST + later) == 0
    assert len(await mails.all()) == 1
    assert await _run(connection, FIRST + timedelta(days=31)) == 1
    assert len(await mails.all()) == 2


async def test_workers_that_were_down_send_it_within_the_first_week(
    connection: asyncpg.Connection, tenant: Tenant, mails: Mails
) -> None:
    assert await _run(connection, FIRST + timedelta(days=6)) == 1
    assert await _run(connection, FIRST + timedelta(days=8)) == 0
    assert len(await mails.all()) == 1


@pytest.mark.parametrize(
    "column", ["is_email_notifications_enabled = false", "email_verified_at = NULL", "disabled_at = now()"]
)
async def test_who_does_not_want_it_gets_none(
    connection: asyncpg.Connection, tenant: Tenant, mails: Mails, column: str
) -> None:
    await _want(connection, None)
    assert await _run(connection, FIRST) == 0
    await _want(connection, FIRST)  # after the month
    assert await _run(connection, FIRST + timedelta(days=1)) == 0
    await _want(connection, NOVEMBER)
    await connection.execute(f"UPDATE users SET {column}")
    assert await _run(connection, FIRST) == 0
    assert await mails.all() == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "November 2030: 3 neue geleakte Logins"),
        ("es", "noviembre de 2030: 3 nuevas credenciales filtradas"),
        ("fr", "novembre 2030 : 3 nouveaux identifiants divulgués"),
        ("ja", "2030年11月：acme.exampleに関する新たなログイン情報の漏えい3件"),
        ("ar", "نوفمبر 2030: 3 بيانات دخول مسرّبة جديدة"),
    ],
)
async def test_it_is_in_the_language_of_the_member(
    connection: asyncpg.Connection, tenant: Tenant, mails: Mails, language: str, said: str
) -> None:
    await _want(connection, NOVEMBER, language)
    await _run(connection, FIRST)
    (mail,) = await mails.all()
    assert said in mail.text


async def test_a_crash_after_the_claim_leaves_neither(
    connection: asyncpg.Connection, tenant: Tenant, mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(jobs, "send_mail", fail)
        with pytest.raises(ConnectionResetError):
            await _run(connection, FIRST)
    assert await connection.fetchval("SELECT count(*) FROM report_mails") == 0
    assert await _run(connection, FIRST + timedelta(minutes=10)) == 1
    assert len(await mails.all()) == 1


async def test_links_turn_off_their_own_topic_only(tenant: Tenant) -> None:
    for each in Subscription:
        assert refusal_of_token(unsubscribe_token(tenant.user_id, each)) == (tenant.user_id, each)
    assert refusal_of_token("x") is None
