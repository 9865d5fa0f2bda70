"""Queries of accounts in the console."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.auth.models import AccountKind, MembershipRole
from breachlight.database.session import reading

# Ids grow with time, so that their order is that of the sign-ups.
_LIST: Final = """
SELECT a.id, a.kind, a.company_name, a.created_at, o.first_name, o.last_name, o.email,
    o.email_verified_at IS NOT NULL AS is_verified, o.disabled_at IS NOT NULL AS is_disabled,
    (SELECT count(*) FROM memberships AS m WHERE m.account_id = a.id) AS members
FROM (
    SELECT id, kind, company_name, created_at FROM accounts WHERE ($1::uuid IS NULL OR id < $1) AND ($2::text IS NULL OR kind = $2)
    AND ($3::text IS NULL OR company_name ILIKE $3 OR id IN (
        SELECT m.account_id FROM users AS u JOIN memberships AS m ON m.user_id = u.id
        WHERE u.email ILIKE $3 OR u.first_name || ' ' || u.last_name ILIKE $3))
    ORDER BY id DESC LIMIT $4
) AS a
LEFT JOIN LATERAL (
    SELECT u.first_name, u.last_name, u.email, u.email_verified_at, u.disabled_at
    FROM memberships AS m JOIN users AS u ON u.id = m.user_id
    WHERE m.account_id = a.id AND m.role = 'owner' ORDER BY m.created_at, u.id LIMIT 1
) AS o ON true
ORDER BY a.id DESC"""
_MEMBERS: Final = """
SELECT u.id, u.first_name, u.last_name, u.email, m.role, m.created_at AS joined_at,
    u.email_verified_at IS NOT NULL AS is_verified, u.disabled_at IS NOT NULL AS is_disabled,
    u.is_mfa_device_enabled OR u.is_mfa_email_enabled AS has_second_factor,
    EXISTS (SELECT 1 FROM operators AS o WHERE o.user_id = u.id) AS is_operator
FROM memberships AS m JOIN users AS u ON u.id = m.user_id
WHERE m.account_id = $1 ORDER BY m.role = 'owner' DESC, lower(u.email), u.id LIMIT $2"""
_SESSIONS: Final = """
SELECT id, user_id, user_agent, address, created_at, last_seen_at, has_second_factor FROM sessions
WHERE account_id = $1 AND ended_at IS NULL AND refresh_expires_at > $2 ORDER BY last_seen_at DESC, id LIMIT $3"""
_DOMAINS: Final = """
SELECT domain, is_verified, is_enabled, checked_at, missing_since, created_at FROM domains
WHERE account_id = $1 ORDER BY domain LIMIT $2"""

_APPLICATIONS: Final = """
SELECT p.id, p.first_name, p.last_name, p.email, p.phone, p.title, p.company_name, p.company_size, p.company_link, p.preference,
    p.created_at, m.created_at AS mail_created_at, m.sent_at AS mail_sent_at, m.failed_at AS mail_failed_at, m.failure AS mail_failure
FROM partner_applications AS p LEFT JOIN LATERAL (
    SELECT created_at, sent_at, failed_at, failure FROM mails
    WHERE kind = 'partner_application_received' AND recipient = p.email AND created_at >= p.created_at
    ORDER BY created_at LIMIT 1
) AS m ON true
WHERE $1::uuid IS NULL OR p.id < $1 ORDER BY p.id DESC LIMIT $2"""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account in the list, with its first owner; None if it has none."""

    id: uuid.UUID
    kind: AccountKind
    company_name: str | None
    created_at: datetime
    first_name: str | None
    last_name: str | None
    email: str | None
    is_verified: bool
    is_disabled: bool
    members: int


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of an account."""

    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: MembershipRole
    joined_at: datetime
    is_verified: bool
    is_disabled: bool
    has_second_factor: bool
    is_operator: bool


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A live session."""

    id: uuid.UUID
    user_id: uuid.UUID
    user_agent: str
    address: str
    created_at: datetime
    last_seen_at: datetime
    has_second_factor: bool


@dataclass(frozen=True, slots=True)
class DomainRow:
    """A domain and the state of its TXT record."""

    domain: str
    is_verified: bool
    is_enabled: bool
    checked_at: datetime | None
    missing_since: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ApplicationRow:
    """An application to become a partner, with the state of the email that confirmed it; None if that email is deleted."""

    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    phone: str
    title: str
    company_name: str
    company_size: int
    company_link: str
    preference: str
    created_at: datetime
    mail_created_at: datetime | None
    mail_sent_at: datetime | None
    mail_failed_at: datetime | None
    mail_failure: str | None


async def accounts(
    before: uuid.UUID | None, kind: AccountKind | None, search: str | None, limit: int
) -> list[AccountRow]:
    """Return accounts, the newest first; ``search`` is a part of a name or address."""
    pattern = None if search is None else f"%{literal(search)}%"
    async with reading() as connection:
        rows = await connection.fetch(_LIST, before, kind and kind.value, pattern, limit)
    return [
        AccountRow(
            **{
                **row,
                "kind": AccountKind(row["kind"]),
                "is_verified": row["is_verified"] is True,
                "is_disabled": row["is_disabled"] is True,
            }
        )
        for row in rows
    ]


async def members(account_id: uuid.UUID, limit: int) -> list[MemberRow]:
    """Return members, owners first."""
    async with reading() as connection:
        rows = await connection.fetch(_MEMBERS, account_id, limit)
    return [MemberRow(**{**row, "role": MembershipRole(row["role"])}) for row in rows]


async def sessions(account_id: uuid.UUID, now: datetime, limit: int) -> list[SessionRow]:
    """Return live sessions, the last used first."""
    async with reading() as connection:
        rows = await connection.fetch(_SESSIONS, account_id, now, limit)
    return [SessionRow(**row) for row in rows]


async def domains(account_id: uuid.UUID, limit: int) -> list[DomainRow]:
    """Return domains by name."""
    async with reading() as connection:
        rows = await connection.fetch(_DOMAINS, account_id, limit)
    return [DomainRow(**row) for row in rows]


async def applications(before: uuid.UUID | None, limit: int) -> list[ApplicationRow]:
    """Return applications, the newest first."""
    async with reading() as connection:
        rows = await connection.fetch(
            _APPLICATIONS,
            before,
            limit,
        )
    return [ApplicationRow(**row) for row in rows]


def literal(text: str) -> str:
    """Return a text that ILIKE takes literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
