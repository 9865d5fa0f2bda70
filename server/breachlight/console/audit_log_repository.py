"""Queries of the audit log in the console."""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg

from breachlight.database.session import reading

# The rows of a chain are read backwards by its unique index, so that any page costs the same.
_PAGE: Final = """
    AND ($1::bigint IS NULL OR sequence < $1) AND ($2::text IS NULL OR kind = $2)
    AND ($3::timestamptz IS NULL OR happened_at >= $3) AND ($4::timestamptz IS NULL OR happened_at < $4)
    ORDER BY sequence DESC LIMIT $5"""
_OPERATORS: Final = """
SELECT id, sequence, kind, happened_at, operator AS person, '' AS address, '' AS user_agent, detail::text AS detail
FROM operator_events WHERE ($6::text IS NULL OR lower(operator) = lower($6))"""
_ACCOUNT: Final = """
SELECT e.id, e.sequence, e.kind, e.happened_at, u.email AS person, e.address, e.user_agent, e.detail::text AS detail
FROM (
    SELECT id, sequence, kind, happened_at, user_id, address, user_agent, detail FROM security_events WHERE account_id = $7
    AND ($6::text IS NULL OR user_id IN (SELECT user_id FROM email_claims WHERE email_key = $6))
    {page}
) AS e LEFT JOIN users AS u ON u.id = e.user_id ORDER BY e.sequence DESC"""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a chain; ``person`` is the operator, or the address of the user as it is now."""

    id: uuid.UUID
    sequence: int
    kind: str
    happened_at: datetime
    person: str | None
    address: str
    user_agent: str
    detail: dict[str, object]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The conditions of a page: rows before a sequence, of a kind, from an instant on and before another."""

    before: int | None
    kind: str | None
    since: datetime | None
    until: datetime | None
    limit: int


async def operator_events(wanted: Wanted, operator: str | None) -> list[Event]:
    """Return events of operators, the newest first."""
    async with reading() as connection:
        rows = await connection.fetch(_OPERATORS + _PAGE, *_values(wanted), operator)
    return [_event(row) for row in rows]


async def account_events(wanted: Wanted, account_id: uuid.UUID, email_key: str | None) -> list[Event]:
    """Return events of an account, the newest first."""
    async with reading() as connection:
        rows = await connection.fetch(_ACCOUNT.format(page=_PAGE), *_values(wanted), email_key, account_id)
    return [_event(row) for row in rows]


async def kinds_of_operators() -> list[str]:
    """Return the kinds of all events of operators."""
    async with reading() as connection:
        rows = await connection.fetch("SELECT DISTINCT kind FROM operator_events ORDER BY kind")
    return [row["kind"] for row in rows]


async def kinds_of_account(account_id: uuid.UUID) -> list[str]:
    """Return the kinds of an account's events."""
    async with reading() as connection:
        rows = await connection.fetch(
            "SELECT DISTINCT kind FROM security_events WHERE account_id = $1 ORDER BY kind", account_id
        )
    return [row["kind"] for row in rows]


async def account_exists(account_id: uuid.UUID) -> bool:
    """Return whether an account exists."""
    async with reading() as connection:
        found = await connection.fetchval("SELECT true FROM accounts WHERE id = $1", account_id)
    return found is True


async def account_of_email(email_key: str) -> uuid.UUID | None:
    """Return the account whose member logs in with an address."""
    async with reading() as connection:
        found: uuid.UUID | None = await connection.fetchval(
            """SELECT m.account_id FROM email_claims AS c JOIN memberships AS m ON m.user_id = c.user_id
            WHERE c.email_key = $1 ORDER BY m.created_at LIMIT 1""",
            email_key,
        )
    return found


def _values(wanted: Wanted) -> tuple[object, ...]:
    return wanted.before, wanted.kind, wanted.since, wanted.until, wanted.limit


def _event(row: asyncpg.Record) -> Event:
    return Event(**{**row, "detail": json.loads(row["detail"])})
