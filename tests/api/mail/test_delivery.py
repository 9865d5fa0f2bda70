"""Emails on their way: a real mail server that is down, busy, refuses, hangs, lies about who it is, or goes at the worst moment."""

import signal
import subprocess
from datetime import timedelta

import pytest
from certificates import make_certificate
from mail_server import (
    HOSTILE,
    TO,
    VALUES,
    Behaviour,
    hasten,
    make_mail_server,
    send,
    until,
    working,
)
from products import COMMAND

from breachlight.config import get_settings
from breachlight.kit import clock
from breachlight.mail import delivery
from breachlight.mail.models import MailKind

pytestmark = [
    pytest.mark.usefixtures("key_ring", "tortoise"),
    pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS"),
]


async def row(connection):
    return await connection.fetchrow("SELECT * FROM mails")


async def is_done(connection):
    return await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer") == 0


async def tries(connection):
    return await connection.fetchval("SELECT coalesce(max(attempts), 0) FROM jobs.pgqueuer") or 0


@pytest.fixture
def name_server(monkeypatch):
    def name(server):
        for variable, value in server.variables().items():
            monkeypatch.setenv(variable, value)
        get_settings.cache_clear()

    return name


@pytest.mark.spec("B6.5")
async def test_an_email_is_delivered_once_and_its_content_erased(settings, connection, mail_server):
    await send(MailKind.VERIFY_EMAIL)
    written = await row(connection)
    async with working(settings):
        await until(lambda: is_done(connection))
    (received,) = mail_server.received
    message = received.message
    assert received.sender == "no-reply@breachlight.example"
    assert received.recipients == [TO]
    assert message["From"] == "Breachlight <no-reply@breachlight.example>"
    assert message["To"] == TO
    assert message["Subject"] == "Verify your email address"
    assert message["Message-ID"] == written["message_id"]
    assert message["Auto-Submitted"] == "auto-generated"
    assert abs(message["Date"].datetime - written["created_at"]) < timedelta(seconds=1)
    assert message.get_content_type() == "multipart/alternative"
    assert VALUES["link"] in received.body()
    assert VALUES["link"].replace("&", "&amp;") in received.body("html")
    kept = await row(connection)
    assert kept["sent_at"] is not None
    assert kept["content_sealed"] is None
    assert kept["failed_at"] is None


async def test_m01_a_server_that_is_down_is_tried_until_it_is_up(settings, connection, name_server):
    server = make_mail_server()
    name_server(server)
    await send(MailKind.VERIFY_EMAIL)
    async with working(settings):
        await until(lambda: tries(connection))
    assert (await row(connection))["content_sealed"] is not None
    server.start()
    try:
        async with working(settings):  # the worker was restarted, and the queue with it
            await hasten(connection)
            await until(lambda: is_done(connection))
    finally:
        server.stop()
    assert len(server.received) == 1
    assert (await row(connection))["sent_at"] is not None


async def test_m01_a_busy_server_is_tried_again(settings, connection, mail_server):
    mail_server.behaviour = Behaviour.BUSY
    await send(MailKind.VERIFY_EMAIL)
    async with working(settings):
        await until(lambda: tries(connection))
        mail_server.behaviour = Behaviour.ACCEPT
        await hasten(connection)
        await until(lambda: is_done(connection))
    assert len(mail_server.received) == 1


async def test_m01_a_refusal_for_good_is_noted_once_without_the_address(settings, connection, mail_server):
    mail_server.behaviour = Behaviour.REFUSE
    await send(MailKind.LOGIN_CODE)
    async with working(settings):
        await until(lambda: is_done(connection))
    kept = await row(connection)
    assert kept["failed_at"] is not None
    assert kept["failure"] == "550 5.1.1"
    assert kept["content_sealed"] is None
    assert mail_server.connections == 1
    held = await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer WHERE status = 'failed'")
    assert held == 0


async def test_m01_a_server_that_hangs_costs_a_bounded_time(settings, connection, mail_server, monkeypatch):
    monkeypatch.setattr(delivery, "_COMMAND_SECONDS", 0.5)
    mail_server.behaviour = Behaviour.HANG
    await send(MailKind.VERIFY_EMAIL)
    async with working(settings):
        await until(lambda: tries(connection))
        assert (await row(connection))["sent_at"] is None
        monkeypatch.setattr(delivery, "_COMMAND_SECONDS", 10.0)
        mail_server.behaviour = Behaviour.ACCEPT
        await hasten(connection)
        await until(lambda: is_done(connection))
    assert (await row(connection))["sent_at"] is not None


@pytest.mark.parametrize("mode", ["starttls", "implicit"])
async def test_m01_nothing_is_given_to_a_server_that_cannot_authenticate_itself(
    settings, connection, name_server, monkeypatch, mode
):
    public, context = make_certificate(settings.data_folder)
    server = make_mail_server(tls=context, mode=mode, asks_password=True)
    server.start()
    try:
        name_server(server)
        await send(MailKind.VERIFY_EMAIL)
        async with working(settings):
            await until(lambda: tries(connection))
            assert server.received == []
            monkeypatch.setenv("SSL_CERT_FILE", str(public))
            await hasten(connection)
            await until(lambda: is_done(connection))
    finally:
        server.stop()
    assert len(server.received) == 1


async def test_m01_nothing_is_given_in_clear_where_tls_is_asked_for(settings, connection, mail_server, monkeypatch):
    monkeypatch.setenv("BREACHLIGHT_SMTP_TLS", "starttls")
    get_settings.cache_clear()
    await send(MailKind.VERIFY_EMAIL)
    async with working(settings):
        await until(lambda: tries(connection))
    assert mail_server.received == []
    assert (await row(connection))["failed_at"] is None


async def test_a_wrong_password_of_ours_bounces_no_mail(settings, connection, name_server, monkeypatch):
    server = make_mail_server(asks_password=True)
    server.start()
    try:
        name_server(server)
        monkeypatch.setenv("BREACHLIGHT_SMTP_PASSWORD", "wrong")
        get_settings.cache_clear()
        await send(MailKind.VERIFY_EMAIL)
        async with working(settings):
            await until(lambda: tries(connection))
            assert (await row(connection))["failed_at"] is None
            name_server(server)
            await hasten(connection)
            await until(lambda: is_done(connection))
    finally:
        server.stop()
    assert len(server.received) == 1


async def test_m02_every_try_carries_the_same_message_id(settings, connection, mail_server):
    mail_server.behaviour = Behaviour.DROP_AFTER_ACCEPTING
    await send(MailKind.VERIFY_EMAIL)
    async with working(settings):
        await until(lambda: tries(connection))
        mail_server.behaviour = Behaviour.ACCEPT
        await hasten(connection)
        await until(lambda: is_done(connection))
    assert len(mail_server.received) == 2
    assert len({received.message["Message-ID"] for received in mail_server.received}) == 1


@pytest.mark.parametrize("kind", [MailKind.VERIFY_EMAIL, MailKind.ALERTS_RAISED])
async def test_m02_a_worker_killed_after_the_250_sends_at_most_one_duplicate(settings, connection, mail_server, kind):
    workers: list[subprocess.Popen] = []
    mail_server.on_message = lambda _: workers[0].send_signal(signal.SIGKILL) if len(workers) == 1 else None
    await send(kind)
    try:
        workers.append(subprocess.Popen([COMMAND, "worker"], stderr=subprocess.DEVNULL))
        await until(lambda: workers[0].poll() is not None, 60)
        assert (await row(connection))["sent_at"] is None
        workers.append(subprocess.Popen([COMMAND, "worker"], stderr=subprocess.DEVNULL))
        # Half a minute of silence is what makes a worker dead to the others; it need not be waited for here.
        await connection.execute("UPDATE jobs.pgqueuer SET heartbeat = now() - interval '1 hour'")
        await until(lambda: is_done(connection), 60)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert len(mail_server.received) == 2
    # Exchange recognises a duplicate by both, other servers by the first.
    assert len({(received.message["Message-ID"], received.message["Date"]) for received in mail_server.received}) == 1
    assert (await row(connection))["sent_at"] is not None


@pytest.mark.spec("B6.5")
async def test_sign_in_email_overtakes_bulk_email_delayed_by_a_slow_server(settings, connection, mail_server):
    mail_server.slow_for = lambda recipient: recipient.startswith("bulk")
    for number in range(8):
        await send(MailKind.PARTNER_APPLICATION_RECEIVED, to=f"bulk-{number}@people.example")
    async with working(settings):
        await until(lambda: mail_server.hanging)
        await send(MailKind.LOGIN_CODE)
        await until(lambda: len(mail_server.received) == 1)
        assert mail_server.received[0].recipients == [TO]
        assert 1 <= mail_server.hanging <= 2
        mail_server.release()
        await until(lambda: is_done(connection))
    assert len(mail_server.received) == 9


@pytest.mark.parametrize(
    ("kind", "age"), [(MailKind.LOGIN_CODE, timedelta(minutes=11)), (MailKind.VERIFY_EMAIL, timedelta(hours=25))]
)
async def test_an_expired_email_is_not_sent(settings, connection, mail_server, kind, age):
    await send(kind)
    await connection.execute("UPDATE mails SET created_at = created_at - $1::interval", age)
    async with working(settings):
        await until(lambda: is_done(connection))
    kept = await row(connection)
    assert mail_server.received == []
    assert kept["failure"] == "not delivered before it expired"
    assert kept["content_sealed"] is None


@pytest.mark.spec("X18")
async def test_without_a_mail_server_emails_stay_readable_for_a_week(settings, connection, mails):
    await send(MailKind.VERIFY_EMAIL)
    async with working(settings):
        await until(lambda: is_done(connection))
    assert (await mails.newest(MailKind.VERIFY_EMAIL)).link == VALUES["link"]
    for age, content_stands, row_stands in ((6, True, True), (8, False, True), (31, False, False)):
        with clock.standing_at(clock.now() + timedelta(days=age)):
            await delivery.erase_mails()
        kept = await row(connection)
        assert (kept is not None) == row_stands
        assert kept is None or (kept["content_sealed"] is not None) == content_stands


async def test_m03_no_value_and_no_address_becomes_a_header(settings, connection, mail_server):
    hostile = {name: HOSTILE * 5 for name in VALUES if name not in {"link", "method", "month", "total"}}
    for kind in MailKind:
        await send(kind, **hostile)
    for to in (
        "jo@people.example\r\nBcc: all@victim.example",
        'a"b@people.example, all@victim.example',
        "",
        "@",
        "x" * 500,
    ):
        await send(MailKind.VERIFY_EMAIL, to=to)
    async with working(settings):
        await until(lambda: is_done(connection), 60)
    assert len(mail_server.received) == len(MailKind)
    wanted = {"From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress",
              "MIME-Version", "Content-Type"}  # fmt: skip
    for received in mail_server.received:
        message = received.message
        assert set(message.keys()) <= wanted | {"X-Peer", "X-MailFrom", "X-RcptTo"}
        assert received.recipients == [TO]
        (subject,) = message.get_all("Subject")
        assert "\n" not in subject
        names_target = " new leaked logins for " in subject or subject.startswith("You were mentioned in a note about ")
        assert "win" not in subject or names_target
        assert all(len(line) <= 998 for line in received.raw.splitlines())
    failures = await connection.fetch("SELECT failure FROM mails WHERE failed_at IS NOT NULL")
    assert len(failures) == 5
    assert all("victim" not in failure["failure"] for failure in failures)


async def test_an_international_address_is_written_to(settings, connection, mail_server):
    await send(MailKind.VERIFY_EMAIL, to="jürgen@people.example")
    async with working(settings):
        await until(lambda: is_done(connection))
    assert mail_server.received[0].recipients == ["jürgen@people.example"]
