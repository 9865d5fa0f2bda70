"""Turning emails about alerts on and off: by the settings, and from within a mail (RFC 8058)."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller
from mail_server import hasten, until, working

from breachlight.alert_digests import jobs as alert_mails
from breachlight.config import get_settings
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind
from breachlight.passwords.changes import mail_reset_link

SETTINGS = (
    "isEmailNotificationsEnabled isBreachAlertEnabled isAutoCloseDuplicateBreachRecordsEnabled alertMailFrequency"
)
NOTIFY = f"""mutation ($input: NotificationSettingsInput!) {{ updateNotificationSettings(input: $input) {{ __typename
  ... on UpdateProfileSuccess {{ message account {{ user {{ notificationSettings {{ {SETTINGS} }} }} }} }} }} }}"""
UNSUBSCRIBE = """mutation ($token: String!) { unsubscribe(token: $token) { __typename
  ... on MessageSuccess { message } ... on Problem { message code } } }"""


async def notify(caller: Caller, **changes: object) -> dict[str, object]:
    answer = await caller.graphql(NOTIFY, {"input": changes})
    saved = answer["data"]["updateNotificationSettings"]
    assert saved["message"] == "Notification settings updated successfully"
    settings: dict[str, object] = saved["account"]["user"]["notificationSettings"]
    return settings


@pytest.fixture
async def caller(sign_in) -> Caller:
    return await sign_in("ind")


@pytest.fixture
async def raise_login(
    caller: Caller, connection: asyncpg.Connection, key_ring: KeyRing
) -> Callable[[str], Awaitable[object]]:
    """Raise an alert of the caller's account, of a login at a site."""
    leak_id = await make_leak(connection, "a-leak")
    tenant = Tenant(caller.account.id, caller.user.id, new_id(), "acme.example", leak_id)
    return lambda host: raise_findings(connection, key_ring, tenant.workforce(host=host))


@pytest.mark.spec("X10")
async def test_the_frequency_is_saved_and_no_part_of_the_specifications_answer(caller, connection):
    before = await notify(caller, isAutoCloseDuplicateBreachRecordsEnabled=True)
    assert before["alertMailFrequency"] == "INSTANT"
    assert await notify(caller, alertMailFrequency="WEEKLY") == {**before, "alertMailFrequency": "WEEKLY"}
    shown = (await caller.get("/api/v1/account/info")).json()["user"]["notification_settings"]
    assert shown == {
        "is_email_notifications_enabled": True,
        "is_breach_alert_enabled": True,
        "is_auto_close_duplicate_breach_records_enabled": True,
    }


@pytest.mark.spec("X10")
async def test_turning_emails_on_notifies_of_what_is_raised_from_then_on(caller, raise_login, mails):
    await notify(caller, isBreachAlertEnabled=False)
    await raise_login("shop.example")
    await notify(caller, isBreachAlertEnabled=True)
    await raise_login("other.example")

    async def is_told() -> bool:
        with clock.standing_at(clock.now() + timedelta(hours=2)):
            await alert_mails.email_members({"account_id": str(caller.account.id)})
        return bool(await mails.all())

    await until(is_told)
    (mail,) = await mails.all()
    assert "1 new leaked login for " in mail.text


@pytest.mark.spec("X10")
async def test_one_click_turns_the_emails_off_and_a_program_that_opens_links_does_not(
    caller, raise_login, connection, mail_server, monkeypatch
):
    monkeypatch.setattr(alert_mails, "QUIET", timedelta())
    http, settings = caller.http, get_settings()
    await raise_login("shop.example")

    async def is_sent() -> bool:
        await hasten(connection)
        return bool(mail_server.received)

    async with working(settings):
        await until(is_sent)
    message = mail_server.received[0].message
    assert message["To"] == caller.user.email
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = message["List-Unsubscribe"].strip("<>")
    assert address.startswith(f"{settings.public_url}/unsubscribe?token=")
    token = address.partition("=")[2]
    assert f"{settings.public_url}/#/unsubscribe?token={token}" in mail_server.received[0].body()

    async def is_on() -> bool:
        return await connection.fetchval("SELECT is_breach_alert_enabled FROM users WHERE id = $1", caller.user.id)

    for method in ("GET", "HEAD"):
        opened = await http.request(method, address)
        assert opened.status_code in {303, 405}
    assert (await http.get(address)).headers["location"] == f"{settings.public_url}/#/unsubscribe?token={token}"
    for wrong in ("", "x", token[:-2], token[:-1] + ("A" if token[-1] != "A" else "B"), token + "AA", "é"):
        assert (await http.post("/unsubscribe", params={"token": wrong})).status_code == 400
    assert await is_on()
    form = {"List-Unsubscribe": "One-Click"}
    for _ in range(2):
        answer = await http.post(address, data=form)
        assert (answer.status_code, answer.text) == (200, "You've unsubscribed from detection emails.")
        assert answer.headers["cache-control"] == "no-store"
    assert not await is_on()
    again = await http.post("/graphql", json={"query": UNSUBSCRIBE, "variables": {"token": token}})
    assert again.json()["data"]["unsubscribe"]["__typename"] == "MessageSuccess"
    refused = await http.post("/graphql", json={"query": UNSUBSCRIBE, "variables": {"token": "x"}})
    assert refused.json()["data"]["unsubscribe"]["code"] == "BAD_CREDENTIALS"
    events = await connection.fetch("SELECT kind, address FROM security_events WHERE kind LIKE '%unsubscribed'")
    assert [tuple(event) for event in events] == [("alert_mails_unsubscribed", "192.0.2.10")]
    await raise_login("other.example")
    assert await connection.fetchval("SELECT count(*) FROM mails") == 1


@pytest.mark.spec("X10")
async def test_an_email_that_waits_is_not_sent_to_who_turned_them_off_meanwhile(
    settings, caller, raise_login, connection, mail_server
):
    await raise_login("shop.example")

    async def is_written() -> bool:
        with clock.standing_at(clock.now() + timedelta(minutes=5)):
            await alert_mails.email_members({"account_id": str(caller.account.id)})
        return bool(await connection.fetchval("SELECT count(*) FROM mails"))

    await until(is_written)
    await notify(caller, isEmailNotificationsEnabled=False)

    async def failure() -> bool:
        await hasten(connection)
        return bool(await connection.fetchval("SELECT failure FROM mails"))

    async with working(settings):
        await until(failure)
    assert mail_server.received == []


@pytest.mark.spec("M04")
async def test_an_address_gets_so_many_emails_a_day_that_anybody_can_cause(http, caller, connection, mails):
    reset = """mutation ($email: String!) { requestPasswordReset(input: {email: $email}) { __typename
      ... on MessageSuccess { message } ... on Problem { message } } }"""

    async def ask(email: str) -> dict[str, object]:
        answer = await http.post("/graphql", json={"query": reset, "variables": {"email": email}})
        return answer.json()["data"]

    account_id, email = caller.account.id, caller.user.email
    await connection.executemany(
        """INSERT INTO mails (id, account_id, kind, recipient, message_id, subject, created_at)
        VALUES ($1, $2, $3, $4, '<invented>', 'x', $5)""",
        [
            (new_id(), account_id, kind, email, clock.now())
            for kind in ("verify_email", "magic_link", "reset_password", "sign_up_with_known_email")
            for _ in range(5)
        ],
    )
    assert await ask(email) == await ask("nobody@people.example")
    await mail_reset_link({"user_id": str(caller.user.id)})
    assert len(await connection.fetch("SELECT 1 FROM mails")) == 20
    with clock.standing_at(clock.now() + timedelta(days=1, seconds=1)):
        await mail_reset_link({"user_id": str(caller.user.id)})
    assert (await mails.newest(MailKind.RESET_PASSWORD, email)).parameters["token"]
