"""Queries of the catalogue of leaks."""

import json
import uuid
from collections.abc import Sequence
from datetime import date
from typing import Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.models import LeakKind, LeakKindOrigin

_DATA_CLASSES: Final = ("Email addresses", "Passwords", "Usernames")
# A kind of files only ever becomes mixed, so commands that run at once need no lock: a row that another one changes meanwhile is
# compared again.
_ADD_KINDS: Final = """
UPDATE leaks SET kind_origin = 'files', modified_at = $3,
    kind = CASE WHEN kind_origin = 'assumed' AND cardinality($2::text[]) = 1 THEN $2[1] ELSE 'mixed' END,
    is_stealer_log = kind_origin = 'assumed' AND $2 = '{stealer_log}', is_malware = kind_origin = 'assumed' AND $2 = '{stealer_log}'
WHERE id = $1 AND (kind_origin = 'assumed' OR (kind_origin = 'files' AND kind <> 'mixed' AND $2 <> ARRAY[kind::text]))
"""


async def add_leak(
    connection: Connection,
    *,
    name: str,
    title: str,
    domain: str | None,
    kind: LeakKind,
    kind_origin: LeakKindOrigin,
    breach_date: date | None,
) -> None:
    """Add a leak unless there is one of that name."""
    await connection.execute(
        """INSERT INTO leaks (id, name, title, domain, kind, breach_date, added_at, modified_at, pwn_count, description,
            data_classes, is_verified, is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware,
            is_stealer_log, is_subscription_free, kind_origin)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0, '', $8, true, false, false, false, false, $9, $9, false, $10)
        ON CONFLICT (name) DO NOTHING""",
        new_id(),
        name,
        title,
        domain,
        kind.value,
        breach_date,
        clock.now(),
        json.dumps(_DATA_CLASSES),
        kind is LeakKind.STEALER_LOG,
        kind_origin.value,
    )


async def update_leak(
    connection: Connection,
    *,
    name: str,
    title: str | None,
    domain: str | None,
    kind: LeakKind | None,
    breach_date: date | None,
) -> None:
    """Store the values that are not None, if they differ."""
    await connection.execute(
        """UPDATE leaks SET title = coalesce($2, title), domain = coalesce($3, domain), kind = coalesce($4, kind),
            breach_date = coalesce($5, breach_date), modified_at = $6, is_stealer_log = coalesce($4, kind) = 'stealer_log',
            is_malware = coalesce($4, kind) = 'stealer_log', kind_origin = CASE WHEN $4 IS NULL THEN kind_origin ELSE 'given' END
        WHERE name = $1 AND ((title, coalesce(domain, ''), kind, coalesce(breach_date, '0001-01-01'))
            IS DISTINCT FROM (coalesce($2, title), coalesce($3, domain, ''), coalesce($4, kind),
                coalesce($5, breach_date, '0001-01-01')) OR ($4 IS NOT NULL AND kind_origin <> 'given'))""",
        name,
        title,
        domain,
        kind.value if kind else None,
        breach_date,
        clock.now(),
    )


async def find_leak(connection: Connection, name: str) -> asyncpg.Record | None:
    """Return id, name, kind with its origin and breach date of a leak, and since when it is retracted."""
    return await connection.fetchrow(
        "SELECT id, name, kind, kind_origin, breach_date, retracted_at FROM leaks WHERE name = $1", name
    )


async def add_kinds(connection: Connection, leak_id: uuid.UUID, kinds: Sequence[LeakKind]) -> LeakKind:
    """Count the different kinds of files that are ingested now, unless the leak's kind was given; return the leak's kind."""
    await connection.execute(_ADD_KINDS, leak_id, [kind.value for kind in kinds], clock.now())
    return LeakKind(await connection.fetchval("SELECT kind FROM leaks WHERE id = $1", leak_id))


async def current_name(connection: Connection, name: str) -> str:
    """Return the name of the leak that a former name redirects to, any other name as it is."""
    redirected: str | None = await connection.fetchval(
        "SELECT leaks.name FROM leak_redirects JOIN leaks ON leaks.id = leak_id WHERE leak_redirects.name = $1", name
    )
    return redirected or name
