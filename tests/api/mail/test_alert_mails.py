"""Emails about new alerts: one for a load, a day or a week, to those who want it, each alert once whatever crashes."""

import asyncio
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from alert_factories import Tenant, make_tenant, raise_findings
from factories import AccountRow, make_user
from mail_server import Mails, hasten, send, until, working

from breachlight.alert_digests import jobs as alert_mails
from breachlight.alert_digests import repository as pending_alerts
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind

pytestmark = pytest.mark.usefixtures("tortoise")

WEDNESDAY = datetime(2030, 5, 15, 10, 0, 20, tzinfo=UTC)
PASSWORD = "canary-Password-7"


@dataclass
class Desk:
    """A tenant whose alerts are raised and reported at given instants."""

    connection: asyncpg.Connection
    ring: KeyRing
    tenant: Tenant
    mails: Mails

    async def raise_at(self, instant, *findings, backfill_id=None):
        with clock.standing_at(instant):
            await raise_findings(self.connection, self.ring, *findings, backfill_id=backfill_id)

    async def tell_at(self, instant):
        """Run the job of the tenant; return when it means to come back, None for never."""
        await self.connection.execute("DELETE FROM jobs.pgqueuer WHERE entrypoint = 'alerts.email'")
        with clock.standing_at(instant):
            await alert_mails.email_members({"account_id": str(self.tenant.account_id)})
        waiting = await self.connection.fetch(
            "SELECT execute_after - created AS delay FROM jobs.pgqueuer WHERE entrypoint = 'alerts.email'"
        )
        return instant + waiting[0]["delay"] if waiting else None

    async def jobs(self):
        return await self.connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'alerts.email'")


@pytest.fixture
async def desk(connection, key_ring, mails):
    with clock.standing_at(WEDNESDAY - timedelta(days=1)):
        return Desk(connection, key_ring, await make_tenant(connection, "acme.example"), mails)


def logins(tenant, count, **changes):
    return [tenant.workforce(email=f"jo{number}@acme.example", password=PASSWORD, **changes) for number in range(count)]


@pytest.mark.spec("X10")
async def test_m04_a_load_of_many_transactions_is_one_mail(desk):
    for number in range(3):
        await desk.raise_at(
            WEDNESDAY, *logins(desk.tenant, 20, host=f"shop{number}.example", url=f"https://shop{number}.example/")
        )
    await desk.raise_at(
        WEDNESDAY + timedelta(seconds=30), desk.tenant.portal(password=PASSWORD, machine={"family": "invented"})
    )
    assert await desk.jobs() == 1
    assert await desk.tell_at(WEDNESDAY + timedelta(seconds=40)) == WEDNESDAY + timedelta(seconds=90)
    assert await desk.mails.all() == []
    assert await desk.tell_at(WEDNESDAY + timedelta(seconds=91)) is None
    (mail,) = await desk.mails.all()
    assert (mail.kind, mail.account_id) == (MailKind.ALERTS_RAISED, desk.tenant.account_id)
    for said in ("61 new leaked logins for acme.example", "Workforce: 60", "Portals: 1", "Highest severity: ", "login.acme.example",
                 "jo0@acme.example\njo1@acme.example\njo2@acme.example\njo3@acme.example\njo4@acme.example\n+ 15",
                 "Leaks: The leak-of-acme.example leak", "First step: Clean the infected device first.",
                 "Organization: acme.example"):  # fmt: skip
        assert said in mail.text, said
    assert mail.link.endswith("/#/dashboard/incidents")  # several are concerned
    assert ("Open inbox" in mail.text, "View incident" in mail.text) == (True, False)
    assert PASSWORD not in mail.text + mail.html
    assert "shop" not in mail.text
    assert await desk.tell_at(WEDNESDAY + timedelta(seconds=95)) is None
    assert len(await desk.mails.all()) == 1


async def test_the_subject_counts_names_one_target_and_the_highest_severity(desk):
    subjects = {
        "jo2@acme.example": [
            desk.tenant.workforce(email="jo2@acme.example", host=f"shop{n}.example") for n in range(2)
        ],
        "vpn.acme.example": [desk.tenant.portal(host="vpn.acme.example", username_key=f"client-{n}") for n in range(2)],
        "acme.example": logins(desk.tenant, 2, host="games.example"),
    }
    for number, (target, findings) in enumerate(subjects.items()):
        at = WEDNESDAY + timedelta(hours=2 * number)
        await desk.raise_at(at, *findings)
        await desk.tell_at(at + timedelta(minutes=2))
        mail = (await desk.mails.all())[0]
        highest = re.search("Highest severity: (.+)", mail.text)
        assert mail.subject == f"2 new leaked logins for {target}, highest severity {highest[1]}"
        stored = await desk.connection.fetch("SELECT mails::text FROM mails")
        assert not [row for row in stored if target in row["mails"]]  # the subject is sealed like the text


async def test_an_email_names_the_worst_addresses_first_and_sorts_equal_ones_naturally(desk):
    plain = [desk.tenant.workforce(email=f"jo{number}@acme.example") for number in (10, 9, 1)]
    worse = desk.tenant.workforce(email="zoe@acme.example", machine={"family": "invented"})
    await desk.raise_at(WEDNESDAY, *plain, worse)
    await desk.tell_at(WEDNESDAY + timedelta(minutes=2))
    (mail,) = await desk.mails.all()
    assert "zoe@acme.example\njo1@acme.example\njo9@acme.example\njo10@acme.example" in mail.text


@pytest.mark.parametrize(
    ("step", "changes"),
    [
        ("Clean the infected device first.", {"machine": {"family": "invented"}}),
        ("Change the password everywhere it's used.", {}),
        ("Change the password. Treat it as leaked: hashes can be cracked.", {"password_type": "md5"}),
        ("Watch out for phishing", {"password": None, "password_type": "none"}),
    ],
)
async def test_an_email_begins_with_the_first_step_for_the_worst_detection(desk, step, changes):
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce(**changes))
    await desk.tell_at(WEDNESDAY + timedelta(minutes=2))
    (mail,) = await desk.mails.all()
    assert f"First step: {step}" in mail.text


async def test_an_email_names_a_sensitive_leak_only_to_those_whom_it_concerns(desk):
    account = AccountRow(desk.tenant.account_id, "org")
    with clock.standing_at(WEDNESDAY - timedelta(days=1)):
        viewer = await make_user(desk.connection, account, "viewer@people.example")
    await desk.connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", viewer.id)
    await desk.connection.execute("UPDATE leaks SET is_sensitive = true")
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce())
    await desk.tell_at(WEDNESDAY + timedelta(minutes=2))
    of_viewer = await desk.mails.newest(MailKind.ALERTS_RAISED, viewer.email)
    (of_owner,) = [mail for mail in await desk.mails.all() if mail.id != of_viewer.id]
    assert "Leaks: The leak-of-acme.example leak" in of_owner.text
    assert "leak-of-acme" not in of_viewer.text + of_viewer.html + of_viewer.subject
    assert "Leaks: + 1" in of_viewer.text


async def test_m04_the_work_for_an_email_does_not_grow_with_its_detections(desk, monkeypatch, statements):
    monkeypatch.setattr(pending_alerts, "MOST_COUNTED", 5)
    monkeypatch.setattr(pending_alerts, "MOST_NAMED", 2)
    counts = []
    for number, size in enumerate((4, 40)):
        at = WEDNESDAY + timedelta(hours=2 * number)
        await desk.raise_at(at, *logins(desk.tenant, size, host=f"site{number}.example"))
        before = len(statements)
        await desk.tell_at(at + timedelta(minutes=2))
        counts.append(len([each for each in statements[before:] if "alerts AS a" in each]))
    assert counts == [2, 2]  # the first alert that is untold, and one bounded part
    second, first = await desk.mails.all()
    assert "4 new leaked logins for " in first.text
    assert "jo0@acme.example\njo1@acme.example\n+ 2" in first.text
    assert "5+ new leaked logins for " in second.text
    assert await desk.tell_at(WEDNESDAY + timedelta(days=1)) is None  # one mail covers them all
    assert len(await desk.mails.all()) == 2


async def test_m04_urgent_email_overtakes_alert_emails_delayed_by_a_slow_server(
    settings, connection, key_ring, mail_server, monkeypatch
):
    monkeypatch.setattr(alert_mails, "QUIET", timedelta())
    tenants = [await make_tenant(connection, f"acme{number}.example") for number in range(6)]
    mail_server.slow_for = lambda recipient: recipient.startswith("user-")
    await raise_findings(connection, key_ring, *(tenant.workforce() for tenant in tenants))
    async with working(settings):
        await hasten(connection)
        await until(lambda: mail_server.hanging)
        await send(MailKind.RESET_PASSWORD)
        await until(lambda: len(mail_server.received) == 1)
        assert mail_server.received[0].message["Subject"] == "Reset your password"
        assert 1 <= mail_server.hanging <= 2  # however many wait, two are handed over at a time
        mail_server.release()

        async def is_told():
            await hasten(connection)
            return len(mail_server.received) == 7

        await until(is_told)
    assert len({received.recipients[0] for received in mail_server.received}) == 7


async def test_m02_two_jobs_at_once_and_one_that_fails_report_each_alert_once(desk, monkeypatch):
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce(), desk.tenant.portal())
    at = WEDNESDAY + timedelta(minutes=5)
    with monkeypatch.context() as patched:

        async def fail(*_, **__):
            raise ConnectionError

        patched.setattr(alert_mails.repository, "advance_position", fail)
        with pytest.raises(ConnectionError):
            await desk.tell_at(at)
    assert await desk.mails.all() == []
    payload = {"account_id": str(desk.tenant.account_id)}
    with clock.standing_at(at):
        await asyncio.gather(alert_mails.email_members(payload), alert_mails.email_members(payload))
    await desk.tell_at(at)
    (mail,) = await desk.mails.all()
    assert "2 new leaked logins for " in mail.text


@pytest.mark.spec("X10")
async def test_emails_at_once_keep_an_hour_apart_and_report_what_is_new(desk):
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce())
    await desk.tell_at(WEDNESDAY + timedelta(minutes=2))
    await desk.raise_at(WEDNESDAY + timedelta(minutes=10), desk.tenant.portal())
    due = await desk.tell_at(WEDNESDAY + timedelta(minutes=20))
    assert due == WEDNESDAY + timedelta(minutes=62)
    assert len(await desk.mails.all()) == 1
    assert await desk.tell_at(due) is None
    second, first = await desk.mails.all()
    assert ("Workforce: 1" in first.text, "Portals" in first.text) == (True, False)
    assert ("Workforce" in second.text, "Portals: 1" in second.text) == (False, True)
    incidents = await desk.connection.fetch("SELECT incident_id FROM alerts ORDER BY sequence")
    for mail, row in zip((first, second), incidents, strict=True):
        assert mail.link.endswith(f"/#/dashboard/incidents/{row['incident_id']}")
        assert ("Open inbox" in mail.text, "View incident" in mail.text) == (False, True)


async def test_a_load_that_goes_on_is_reported_after_a_quarter_of_an_hour(desk):
    for minute in range(16):
        await desk.raise_at(WEDNESDAY + timedelta(minutes=minute), desk.tenant.workforce(password=f"invented-{minute}"))
    assert await desk.tell_at(WEDNESDAY + timedelta(minutes=15)) is None
    assert len(await desk.mails.all()) == 1


@pytest.mark.spec("X10")
@pytest.mark.parametrize(
    ("frequency", "due"),
    [("daily", datetime(2030, 5, 16, 7, tzinfo=UTC)), ("weekly", datetime(2030, 5, 20, 7, tzinfo=UTC))],
)
async def test_a_digest_comes_once_in_the_morning_of_its_day(desk, frequency, due):
    await desk.connection.execute("UPDATE users SET alert_mail_frequency = $1", frequency)
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce())
    at = await desk.tell_at(WEDNESDAY + timedelta(minutes=2))
    assert due <= at < due + timedelta(hours=1)
    await desk.raise_at(WEDNESDAY + timedelta(hours=3), desk.tenant.portal())
    assert await desk.tell_at(at - timedelta(seconds=1)) == at
    assert await desk.mails.all() == []
    assert await desk.tell_at(at) is None
    (mail,) = await desk.mails.all()
    assert mail.kind == MailKind.ALERT_DIGEST
    assert mail.subject.startswith("2 new leaked logins for acme.example, highest severity ")
    assert "since your last summary" in mail.text
    assert "2 new leaked logins for " in mail.text


@pytest.mark.spec("X10")
@pytest.mark.parametrize(
    "change",
    [
        "is_email_notifications_enabled = false",
        "is_breach_alert_enabled = false",
        "email_verified_at = NULL",
        "disabled_at = now()",
    ],
)
async def test_who_wants_no_email_or_may_have_none_causes_no_job(desk, change):
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce())
    await desk.connection.execute(f"UPDATE users SET {change}")
    assert await desk.tell_at(WEDNESDAY + timedelta(minutes=2)) is None
    await desk.raise_at(WEDNESDAY, desk.tenant.portal())
    assert await desk.jobs() == 0
    assert await desk.mails.all() == []


@pytest.mark.spec("X10")
async def test_members_are_notified_of_what_is_raised_while_they_are_members(desk):
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce())
    with clock.standing_at(WEDNESDAY + timedelta(minutes=1)):
        late = await make_user(desk.connection, AccountRow(desk.tenant.account_id, "org"), "late@people.example")
    await desk.tell_at(WEDNESDAY + timedelta(minutes=5))
    assert len(await desk.mails.all()) == 1
    assert await desk.mails.all(to=late.email) == []
    await desk.raise_at(WEDNESDAY + timedelta(hours=2), desk.tenant.portal())
    await desk.tell_at(WEDNESDAY + timedelta(hours=3))
    assert "1 new leaked login for " in (await desk.mails.newest(MailKind.ALERTS_RAISED, late.email)).text
    assert len(await desk.mails.all()) == 3


@pytest.mark.spec("X10")
async def test_closed_alerts_are_not_reported(desk, monkeypatch):
    monkeypatch.setattr(pending_alerts, "MOST_COUNTED", 2)
    await desk.raise_at(WEDNESDAY, *logins(desk.tenant, 4))
    await desk.connection.execute("UPDATE alerts SET is_closed = true")
    await desk.raise_at(WEDNESDAY + timedelta(seconds=1), desk.tenant.portal())
    await desk.tell_at(WEDNESDAY + timedelta(minutes=2))
    (mail,) = await desk.mails.all()
    assert "1 new leaked login for " in mail.text
    assert "jo0" not in mail.text


@pytest.mark.spec("B3.13", "X10")
async def test_what_a_backfill_raises_is_left_to_its_summary_and_passed_by(desk):
    await desk.raise_at(WEDNESDAY, desk.tenant.workforce(), backfill_id=new_id())
    position = "SELECT sequence FROM alert_mail_positions"
    assert await desk.tell_at(WEDNESDAY + timedelta(minutes=2)) is None
    passed = await desk.connection.fetchval(position)
    assert passed == await desk.connection.fetchval("SELECT sequence FROM alerts")
    assert await desk.mails.all() == []
    await desk.raise_at(WEDNESDAY + timedelta(minutes=3), *logins(desk.tenant, 3), backfill_id=new_id())
    await desk.raise_at(WEDNESDAY + timedelta(minutes=3), desk.tenant.portal())
    await desk.tell_at(WEDNESDAY + timedelta(minutes=5))
    (mail,) = await desk.mails.all()
    assert "1 new leaked login for " in mail.text
    assert "Workforce" not in mail.text
