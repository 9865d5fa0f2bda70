"""Rows that tests begin with: accounts, users, domains, identities. Every name is invented (RFC 2606, RFC 6761)."""

import uuid
from dataclasses import dataclass

import asyncpg

from breachlight.kit import clock
from breachlight.kit.identifiers import new_id


@dataclass(frozen=True)
class AccountRow:
    id: uuid.UUID
    kind: str


@dataclass(frozen=True)
class UserRow:
    id: uuid.UUID
    account_id: uuid.UUID
    email: str


@dataclass(frozen=True)
class DomainRow:
    id: uuid.UUID
    account_id: uuid.UUID
    domain: str


@dataclass(frozen=True)
class IdentityRow:
    id: uuid.UUID
    account_id: uuid.UUID
    kind: str
    key: str
    domain_id: uuid.UUID | None
    epoch: int


async def make_account(
    connection: asyncpg.Connection, kind: str = "org", company_name: str | None = None
) -> AccountRow:
    account_id = new_id()
    name = company_name or ("Acme" if kind == "org" else None)
    await connection.execute(
        "INSERT INTO accounts (id, kind, company_name, created_at) VALUES ($1, $2, $3, $4)",
        account_id,
        kind,
        name,
        clock.now(),
    )
    return AccountRow(account_id, kind)


async def make_user(
    connection: asyncpg.Connection,
    account: AccountRow,
    email: str | None = None,
    password_hash: str = "no log-in",
    *,
    is_email_verified: bool = True,
    is_auto_close: bool = False,
) -> UserRow:
    """Make a user with its claim and membership; the address is monitored only once ``make_identity`` says so."""
    user_id = new_id()
    address = email or f"user-{user_id.hex[-8:]}@people.example"
    now = clock.now()
    await connection.execute(
        """INSERT INTO users (id, email, first_name, last_name, password_hash, email_verified_at, is_mfa_device_enabled,
            is_mfa_email_enabled, is_email_notifications_enabled, is_breach_alert_enabled,
            is_auto_close_duplicate_breach_records_enabled, address_line_1, address_line_2, city, state, postal_code,
            country, phone, fax, created_at)
        VALUES ($1, $2, 'Jo', 'Doe', $3, $4, false, false, true, true, $5, '', '', '', '', '', '', '', '', $6)""",
        user_id,
        address,
        password_hash,
        now if is_email_verified else None,
        is_auto_close,
        now,
    )
    await connection.execute("INSERT INTO email_claims (email_key, user_id) VALUES ($1, $2)", address.lower(), user_id)
    await connection.execute(
        "INSERT INTO memberships (id, account_id, user_id, role, created_at) VALUES ($1, $2, $3, 'owner', $4)",
        new_id(),
        account.id,
        user_id,
        now,
    )
    return UserRow(user_id, account.id, address)


async def make_session(connection: asyncpg.Connection, user: UserRow) -> uuid.UUID:
    """Add a session that is valid for a day, and that nobody has the tokens of."""
    session_id, now = new_id(), clock.now()
    await connection.execute(
        """INSERT INTO sessions (id, account_id, user_id, refresh_digest, rotated_at, refresh_expires_at, is_remembered,
            authenticated_at, created_at, last_seen_at, user_agent, address)
        VALUES ($1, $2, $3, 'x', $4, $4::timestamptz + interval '1 day', false, $4, $4, $4, '', '')""",
        session_id,
        user.account_id,
        user.id,
        now,
    )
    return session_id


async def make_domain(
    connection: asyncpg.Connection,
    account: AccountRow,
    domain: str = "acme.example",
    *,
    is_verified: bool = True,
    is_enabled: bool = True,
    is_watched: bool = True,
) -> DomainRow:
    """Make a domain; a verified and enabled one is claimed and, with ``is_watched``, an identity of its account."""
    domain_id, now = new_id(), clock.now()
    await connection.execute(
        """INSERT INTO domains (id, account_id, domain, domain_txt, domain_txt_secret, is_enabled, is_verified,
            verified_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)""",
        domain_id,
        account.id,
        domain,
        f"breachlight-verification={domain_id.hex}",
        domain_id.hex,
        is_enabled,
        is_verified,
        now if is_verified else None,
        now,
    )
    if is_verified:
        await connection.execute(
            "INSERT INTO domain_claims (domain, account_id, domain_id, proved_at) VALUES ($1, $2, $3, $4)",
            domain,
            account.id,
            domain_id,
            now,
        )
    if is_verified and is_enabled and is_watched:
        await make_identity(connection, account, domain, kind="domain", domain_id=domain_id)
    return DomainRow(domain_id, account.id, domain)


async def make_identity(
    connection: asyncpg.Connection,
    account: AccountRow,
    key: str,
    *,
    kind: str = "email",
    domain_id: uuid.UUID | None = None,
) -> IdentityRow:
    """Watch an email key or a domain from now on, without a backfill (leaks.service does it with one)."""
    async with connection.transaction():
        epoch = await connection.fetchval("UPDATE identity_epoch SET value = value + 1 RETURNING value")
        identity_id = new_id()
        await connection.execute(
            """INSERT INTO identities (id, account_id, kind, key, domain_id, epoch, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)""",
            identity_id,
            account.id,
            kind,
            key,
            domain_id,
            epoch,
            clock.now(),
        )
    return IdentityRow(identity_id, account.id, kind, key, domain_id, epoch)
