"""Queries of the catalogue by accounts: which leaks a user may see."""

import uuid
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from breachlight.alerts.directory_repository import fetch_verified
from breachlight.alerts.leak_audience import ADDRESS_OR_SITE, LeakReader, concerns_verified, of_leak
from breachlight.database.session import Connection
from breachlight.leaks.catalogue_entry import COLUMNS, LeakEntry

# $1 account; what the user may see sensitive leaks for: $2 addresses, $3 identifiers and $4 names of domains.
_VISIBLE: Final = f"""NOT leaks.is_sensitive OR EXISTS (
    SELECT 1 FROM sightings AS s JOIN alerts AS a ON a.account_id = s.account_id AND a.id = s.alert_id
    LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
    WHERE s.leak_id = leaks.id AND s.account_id = $1 AND (e.email = ANY($2::text[]) OR a.username_key = ANY($2::text[])
        OR {concerns_verified(ADDRESS_OR_SITE, "$3", "$4")})
) OR {concerns_verified(of_leak("leaks"), "$3", "$4")}"""


class LeakOrder(StrEnum):
    """The order of the catalogue: the newest, the largest or the first title comes first."""

    ADDED = "added"
    BREACHED = "breached"
    RECORDS = "records"
    TITLE = "title"


# As it is, and reversed; leaks without a date of the breach are last in both.
_ORDERS: Final = {
    LeakOrder.ADDED: ("leaks.added_at DESC, leaks.name", "leaks.added_at, leaks.name DESC"),
    LeakOrder.BREACHED: (
        "leaks.breach_date DESC NULLS LAST, leaks.name",
        "leaks.breach_date NULLS LAST, leaks.name DESC",
    ),
    LeakOrder.RECORDS: ("leaks.pwn_count DESC, leaks.name", "leaks.pwn_count, leaks.name DESC"),
    LeakOrder.TITLE: ("lower(leaks.title), leaks.name", "lower(leaks.title) DESC, leaks.name DESC"),
}


class Neighbor(NamedTuple):
    """The leak that a page is after or before, and the instant after which added ones are left out; before None are all."""

    added_at: datetime | None
    name: str
    until: datetime
    is_after: bool


async def page_of_leaks(
    connection: Connection,
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    page: int,
    page_size: int,
    *,
    for_domains: bool,
    neighbor: Neighbor | None = None,
    order: LeakOrder = LeakOrder.ADDED,
    is_reversed: bool = False,
) -> tuple[list[LeakEntry], int]:
    """Return one page of the leaks that a user may see and the leak behind it, in an order, and the number of all.

    With ``neighbor`` the page is the one next to that leak in the usual order, not by number, and the nearest come first.
    """
    arguments: list[object] = [
        account_id,
        *await fetch_verified(connection, account_id, LeakReader(user_id, for_domains)),
    ]
    where, ordering = f"({_VISIBLE})", _ORDERS[order][is_reversed]
    if neighbor is not None:
        arguments.append(neighbor.until)
        where += " AND leaks.added_at <= $5"
    total: int = await connection.fetchval(f"SELECT count(*) FROM leaks WHERE {where}", *arguments)
    offset = 0 if neighbor is not None else (page - 1) * page_size
    if offset >= total:  # the offset may exceed PostgreSQL's integers
        return [], total
    if neighbor is not None and neighbor.added_at is not None:
        arguments += [neighbor.added_at, neighbor.name]
        if neighbor.is_after:
            where += " AND (leaks.added_at < $6 OR (leaks.added_at = $6 AND leaks.name > $7))"
        else:
            where += " AND (leaks.added_at > $6 OR (leaks.added_at = $6 AND leaks.name < $7))"
    if neighbor is not None and not neighbor.is_after:
        ordering = _ORDERS[LeakOrder.ADDED][True]
    rows = await connection.fetch(
        f"""SELECT {COLUMNS} FROM leaks WHERE {where}
        ORDER BY {ordering} LIMIT {page_size + 1} OFFSET ${len(arguments) + 1}""",
        *arguments,
        offset,
    )
    return [LeakEntry.of(row) for row in rows], total


async def find_leak(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, name: str, *, for_domains: bool
) -> LeakEntry | None:
    """Return the leak of a name or of a former name, if the user may see it."""
    row = await connection.fetchrow(
        f"""SELECT {COLUMNS} FROM leaks WHERE (leaks.name = $5 OR leaks.id = $6) AND ({_VISIBLE})
        ORDER BY leaks.name <> $5 LIMIT 1""",
        account_id,
        *await fetch_verified(connection, account_id, LeakReader(user_id, for_domains)),
        name,
        await connection.fetchval("SELECT leak_id FROM leak_redirects WHERE name = $1", name),
    )
    return None if row is None else LeakEntry.of(row)


async def find_leaks(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, pattern: str, limit: int, *, for_domains: bool
) -> list[LeakEntry]:
    """Return leaks with detections whose name or title is like a pattern, if the user may see them; the newest first."""
    rows = await connection.fetch(
        f"""SELECT {COLUMNS} FROM leaks WHERE (leaks.name ILIKE $5 OR leaks.title ILIKE $5)
            AND EXISTS (SELECT FROM sightings WHERE leak_id = leaks.id AND account_id = $1) AND ({_VISIBLE})
        ORDER BY leaks.added_at DESC, leaks.name LIMIT $6""",
        account_id,
        *await fetch_verified(connection, account_id, LeakReader(user_id, for_domains)),
        pattern,
        limit,
    )
    return [LeakEntry.of(row) for row in rows]
