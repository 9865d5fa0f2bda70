"""A scriptable mail server on loopback, and access to the table of emails."""

import asyncio
import logging
import re
import ssl
import threading
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from enum import StrEnum
from typing import Any, Literal
from urllib.parse import parse_qsl

import asyncpg
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from products import free_port

from breachlight.config import Settings
from breachlight.database.session import transaction
from breachlight.mail.models import Mail, MailKind
from breachlight.mail.service import open_content, send_mail
from breachlight.processes.job_runner import run_jobs

# It tells of every connection.
logging.getLogger("mail.log").setLevel(logging.WARNING)

USERNAME, PASSWORD = "breachlight", "an-invented-mail-password"
TO = "jo@people.example"
VALUES = {
    "month": "November 2026",
    "closed": "12",
    "open": "34",
    "median": "3 days",
    "name": "Jo",
    "link": "https://breachlight.example/#/email_verification?uid=u1&token=t1",
    "hours": "24",
    "minutes": "10",
    "code": "482913",
    "device": "Firefox on Linux",
    "address": "192.0.2.1",
    "method": "email",
    "remaining": "3",
    "domain": "acme.example",
    "record": "breachlight-verification=0a1b2c",
    "day": "2026-11-28",
    "reason": "record_missing",
    "watched": "acme.example",
    "found": "12",
    "first_name": "Jo",
    "last_name": "Doe",
    "email": TO,
    "phone": "+4912345678901",
    "title": "Head of IT",
    "company_name": "Acme",
    "company_size": "20",
    "company_link": "https://acme.example",
    "preference": "Resell",
    "account": "Acme",
    "target": "Acme",
    "total": "1,234",
    "workforce": "1,200",
    "portals": "34",
    "severity": "Critical",
    "addresses": "jo@people.example",
    "sites": "login.acme.example",
    "leaks": "Quarry Forum",
    "step": "malware",
    "page": "incident",
    "note": "login",
    "choice": "lookups",
    "decision": "approved",
    "topic": "A question",
    "subject": "The export",
    "message": "It ends early.",
    "file": "screen.png",
    "key_name": "Nightly export",
    "person": "Ada Doe (ada@acme.example)",
    "channel": "A report",
    "selection": "All of them",
    "filter": "search=acme, is_closed=false",
    "organization": "Acme",
    "inviter": "ada@acme.example",
    "requester": "ada@acme.example",
    "role": "analyst",
    "days": "7",
}
RIGHT_TO_LEFT = "\u202egnp.exe\u2066"
HOSTILE = (
    "Jo\r\nBcc: all@victim.example\r\nSubject: win\r\n\r\n<script>alert(1)</script><img src=https://track.example/x>"
)


async def send(kind: MailKind, to: str = TO, language: str | None = None, **values: str) -> None:
    """Write an email with invented values in a transaction that commits."""
    async with transaction() as connection:
        await send_mail(connection, kind, to=to, account_id=None, language=language, values={**VALUES, **values})


class Behaviour(StrEnum):
    ACCEPT = "accept"
    BUSY = "421"
    REFUSE = "550"
    HANG = "hang"
    DROP_AFTER_ACCEPTING = "drop"
    """The mail is taken, and the connection goes before the 250 is read."""


@dataclass(frozen=True)
class Received:
    """An email that the server accepted, with its envelope."""

    sender: str
    recipients: list[str]
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=policy.default)

    def body(self, kind: Literal["plain", "html"] = "plain") -> str:
        part = self.message.get_body((kind,))
        assert part is not None
        return str(part.get_content())


@dataclass
class MailServer:
    """A real SMTP server. ``behaviour`` may be switched while it runs; ``slow_for`` hangs for some recipients alone."""

    port: int
    behaviour: Behaviour = Behaviour.ACCEPT
    slow_for: Callable[[str], bool] = lambda _: False
    on_message: Callable[[Received], None] = lambda _: None
    received: list[Received] = field(default_factory=list)
    connections: int = 0
    hanging: int = 0
    tls: ssl.SSLContext | None = None
    mode: Literal["none", "starttls", "implicit"] = "none"
    asks_password: bool = False
    _controller: Controller | None = None
    _released: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        options: dict[str, Any] = {"ssl_context": self.tls} if self.mode == "implicit" else {}
        if self.mode == "starttls":
            options |= {"tls_context": self.tls, "require_starttls": True}
        if self.asks_password:
            options |= {"authenticator": self._authenticate, "auth_required": True, "auth_require_tls": False}
        self._controller = Controller(
            self, hostname="127.0.0.1", port=self.port, server_hostname="mail.test", enable_SMTPUTF8=True, **options
        )
        self._controller.start()

    def stop(self) -> None:
        self._released.set()
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def release(self) -> None:
        """Release hanging connections."""
        self._released.set()

    async def handle_EHLO(  # noqa: N802 -- aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.behaviour is Behaviour.BUSY:
            return "421 4.3.2 Service not available, try again later"
        if self.behaviour is Behaviour.REFUSE:
            return f"550 5.1.1 <{address}> does not live here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- aiosmtpd's name
        if self.behaviour is Behaviour.HANG or any(map(self.slow_for, envelope.rcpt_tos)):
            self.hanging += 1
            while not self._released.is_set():
                await asyncio.sleep(0.02)
            self.hanging -= 1
        content = envelope.content
        assert isinstance(content, bytes)
        received = Received(envelope.mail_from or "", list(envelope.rcpt_tos), content)
        self.received.append(received)
        self.on_message(received)
        if self.behaviour is Behaviour.DROP_AFTER_ACCEPTING:
            assert server.transport is not None
            server.transport.abort()
        return "250 OK"

    @staticmethod
    def _authenticate(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        right = isinstance(data, LoginPassword) and (data.login, data.password) == (
            USERNAME.encode(),
            PASSWORD.encode(),
        )
        return AuthResult(success=right, handled=False)

    def variables(self) -> dict[str, str]:
        """Return the settings that make the product send its emails here."""
        named = {"BREACHLIGHT_SMTP_USERNAME": USERNAME, "BREACHLIGHT_SMTP_PASSWORD": PASSWORD}
        return {
            # The certificate is made out to this name.
            "BREACHLIGHT_SMTP_HOST": "localhost" if self.tls else "127.0.0.1",
            "BREACHLIGHT_SMTP_PORT": str(self.port),
            "BREACHLIGHT_SMTP_TLS": self.mode,
            "BREACHLIGHT_MAIL_FROM": "no-reply@breachlight.example",
            **(named if self.asks_password else {}),
        }


def make_mail_server(**options: Any) -> MailServer:
    """Make a server on a free port; ``start`` runs it."""
    return MailServer(free_port(), **options)


@dataclass(frozen=True)
class WrittenMail:
    """An email of the table, opened with the installation's keys."""

    id: uuid.UUID
    kind: MailKind
    recipient: str
    account_id: uuid.UUID | None
    subject: str
    text: str
    html: str

    @property
    def link(self) -> str:
        """The target of the email's button."""
        found = re.search(r"^https?://\S+$", self.text, re.MULTILINE)
        assert found, self.text
        return found[0]

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters in the hash query of the link, for example uid and token."""
        return dict(parse_qsl(self.link.partition("?")[2]))

    @property
    def code(self) -> str:
        """The code to type in."""
        found = re.search(r"^ {4}(\S+)$", self.text, re.MULTILINE)
        assert found, self.text
        return found[1]


@dataclass(frozen=True)
class Mails:
    """The emails that were written; no worker needs to run."""

    connection: asyncpg.Connection

    async def all(self, kind: MailKind | None = None, to: str | None = None) -> list[WrittenMail]:
        """Return the emails of a kind (of all) to an address (to anybody), newest first."""
        rows = await self.connection.fetch(
            """SELECT * FROM mails WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR recipient = $2)
            ORDER BY created_at DESC, xmin::text::bigint DESC""",  # a clock that stands still gives all the same time
            kind,
            to,
        )
        return [_opened(dict(row)) for row in rows]

    async def newest(self, kind: MailKind, to: str | None = None) -> WrittenMail:
        """Return the newest email of a kind; there must be one."""
        found = await self.all(kind, to)
        assert found, f"no mail of kind {kind.value} was written"
        return found[0]


async def read_mail(connection: asyncpg.Connection, kind: MailKind, to: str | None = None) -> WrittenMail:
    """Return the newest email of a kind, optionally to an address."""
    return await Mails(connection).newest(kind, to)


def _opened(row: dict[str, Any]) -> WrittenMail:
    mail = Mail(**row)
    content = open_content(mail)
    subject, text, html = (content.subject, content.text, content.html) if content else (mail.subject, "", "")
    return WrittenMail(mail.id, MailKind(row["kind"]), mail.recipient, mail.account_id, subject, text, html)


@asynccontextmanager
async def working(settings: Settings) -> AsyncIterator[None]:
    """Run a worker in this process; running jobs finish at the end."""
    stop = asyncio.Event()
    task = asyncio.create_task(run_jobs(settings, stop))
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


async def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    """Wait until a condition is true; it may be a coroutine function."""
    async with asyncio.timeout(seconds):
        while True:
            outcome = condition()
            if await outcome if asyncio.iscoroutine(outcome) else outcome:
                return
            await asyncio.sleep(0.02)


async def hasten(connection: asyncpg.Connection) -> None:
    """Let every job that waits for its next try run now."""
    await connection.execute(
        # Only those: a worker passes over rows that are being updated.
        "UPDATE jobs.pgqueuer SET execute_after = now() WHERE status = 'queued' AND execute_after > now()"
    )
