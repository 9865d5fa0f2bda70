"""Tenants and findings that tests of alerts begin with; every name and password is invented."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from typing import Any

import asyncpg
import factories

from breachlight.alerts.upsert.matches import Finding
from breachlight.alerts.upsert.service import Raised, raise_alerts
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

SEEN_AT = datetime.combine(clock.now() - timedelta(days=20), time(), UTC)
"""When the leaks saw their credentials: severities depend on how long ago that was."""


@dataclass
class Tenant:
    """An organization with its user and one verified domain, and findings made for it."""

    account_id: uuid.UUID
    user_id: uuid.UUID
    domain_id: uuid.UUID
    domain: str
    leak_id: uuid.UUID
    session_id: uuid.UUID = field(default_factory=new_id)

    @property
    def subject(self) -> Subject:
        now = clock.now()
        return Subject(self.account_id, self.user_id, self.session_id, now, now, frozenset(Permission))

    def workforce(self, **changes: Any) -> Finding:
        """A login of a monitored address at another site."""
        email = changes.pop("email", f"jo@{self.domain}")
        given: dict[str, Any] = {
            "account_id": self.account_id,
            "domain_id": None,
            "domain_name": None,
            "email": email,
            "is_alias": False,
            "leak_id": self.leak_id,
            "leak_kind": "combolist",
            "file_id": uuid.UUID(int=1),
            "file_digest": sha256(b"one").digest(),
            "seen_at": SEEN_AT,
            "url": "https://shop.example/login",
            "host": "shop.example",
            "app": None,
            "usernames": [email],
            "username_key": email,
            "password": "correct-horse-9",
            "password_type": "plain",
            "machine": None,
        }
        given.update(changes)
        return Finding(**given)

    def portal(self, **changes: Any) -> Finding:
        """One login at a site of the tenant's own domain."""
        given = {
            "email": None,
            "domain_id": self.domain_id,
            "domain_name": self.domain,
            "url": f"https://login.{self.domain}/start",
            "host": f"login.{self.domain}",
            "usernames": ["client-7"],
            "username_key": "client-7",
        }
        given.update(changes)
        username = given.pop("email")
        finding = self.workforce(**given, email="unused@people.example")
        return finding._replace(email=username)


async def make_leak(connection: asyncpg.Connection, name: str, **changes: object) -> uuid.UUID:
    """Make a leak; ``changes`` are values of its columns."""
    leak_id = new_id()
    await connection.execute(
        """INSERT INTO leaks (id, name, title, domain, kind, breach_date, added_at, modified_at, pwn_count, description,
            data_classes, is_verified, is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware,
            is_stealer_log, is_subscription_free)
        VALUES ($1, $2, $3, NULL, 'combolist', NULL, $4, $4, 0, '', '[]', true, false, false, false, false, false,
            false, false)""",
        leak_id,
        name,
        f"The {name} leak",
        clock.now(),
    )
    for column, value in changes.items():
        await connection.execute(f"UPDATE leaks SET {column} = $2 WHERE id = $1", leak_id, value)
    return leak_id


async def make_tenant(connection: asyncpg.Connection, domain: str, *, is_auto_close: bool = False) -> Tenant:
    account = await factories.make_account(connection, company_name=domain)
    user = await factories.make_user(connection, account, is_auto_close=is_auto_close)
    row = await factories.make_domain(connection, account, domain)
    return Tenant(account.id, user.id, row.id, domain, await make_leak(connection, f"leak-of-{domain}"))


async def raise_findings(
    connection: asyncpg.Connection, ring: KeyRing, *findings: Finding, backfill_id: uuid.UUID | None = None
) -> Raised:
    """Raise findings in their own transaction."""
    async with connection.transaction():
        found = [finding._replace(backfill_id=backfill_id) for finding in findings]
        return await raise_alerts(connection, found, ring)
