"""Queries of the public catalogue: leaks that are neither sensitive, retired nor retracted."""

from datetime import datetime
from enum import StrEnum
from typing import Final

from breachlight.database.session import Connection
from breachlight.leaks.catalogue_entry import COLUMNS, LeakEntry

PUBLIC: Final = "NOT leaks.is_sensitive AND NOT leaks.is_retired AND leaks.retracted_at IS NULL"
"""The condition of leaks that anyone may see."""

_FOUND: Final = f"""{PUBLIC} AND ($1::text = '' OR strpos(lower(leaks.title), $1) > 0 OR strpos(lower(leaks.name), $1) > 0
    OR strpos(lower(leaks.domain), $1) > 0)"""


class PublicOrder(StrEnum):
    """The order of a list: the last added or the last breached come first."""

    ADDED = "added"
    BREACHED = "breach"


_ORDERS: Final = {
    PublicOrder.ADDED: "leaks.added_at DESC, leaks.name",
    PublicOrder.BREACHED: "leaks.breach_date DESC NULLS LAST, leaks.name",
}


async def is_enabled(connection: Connection) -> bool:
    """Return whether the public catalogue is on."""
    return bool(await connection.fetchval("SELECT public_catalogue_enabled FROM site_settings"))


async def public_leaks(
    connection: Connection, *, domain: str | None = None, is_spam_list: bool | None = None
) -> list[LeakEntry]:
    """Return the leaks in the order of their names, all or those of a site, spam lists or others."""
    rows = await connection.fetch(
        f"""SELECT {COLUMNS} FROM leaks WHERE {PUBLIC} AND ($1::text IS NULL OR lower(leaks.domain) = $1)
            AND ($2::bool IS NULL OR leaks.is_spam_list = $2)
        ORDER BY lower(leaks.name), leaks.name""",
        domain,
        is_spam_list,
    )
    return [LeakEntry.of(row) for row in rows]


async def public_leak(connection: Connection, name: str) -> LeakEntry | None:
    """Return a leak by its name, in any case, or by a former one."""
    row = await connection.fetchrow(
        f"""SELECT {COLUMNS} FROM leaks WHERE {PUBLIC} AND (
            lower(leaks.name) = lower($1) OR leaks.id = (SELECT leak_id FROM leak_redirects WHERE name = $1))
        ORDER BY leaks.name <> $1, lower(leaks.name) <> lower($1) LIMIT 1""",
        name,
    )
    return None if row is None else LeakEntry.of(row)


async def latest_leak(connection: Connection) -> LeakEntry | None:
    """Return the leak that was added last."""
    row = await connection.fetchrow(
        f"SELECT {COLUMNS} FROM leaks WHERE {PUBLIC} ORDER BY leaks.added_at DESC, leaks.name LIMIT 1"
    )
    return None if row is None else LeakEntry.of(row)


async def public_data_classes(connection: Connection) -> list[str]:
    """Return the kinds of data that the leaks have, each once and in order."""
    rows = await connection.fetch(
        f"""SELECT DISTINCT class FROM leaks, jsonb_array_elements_text(leaks.data_classes) AS class
        WHERE {PUBLIC}"""
    )
    return sorted(row["class"] for row in rows)


async def page_of_public_leaks(
    connection: Connection, search: str, order: PublicOrder, *, page: int, page_size: int
) -> tuple[list[LeakEntry], int]:
    """Return one page of the leaks whose title, name or site has a text in it, and the number of all of them."""
    needle = search.lower()
    total: int = await connection.fetchval(f"SELECT count(*) FROM leaks WHERE {_FOUND}", needle)
    # Only the keys are ordered: whole rows would be carried along to be thrown away.
    rows = await connection.fetch(
        f"""SELECT {COLUMNS} FROM leaks JOIN (
            SELECT leaks.id FROM leaks WHERE {_FOUND} ORDER BY {_ORDERS[order]} LIMIT $2 OFFSET $3
        ) AS chosen ON chosen.id = leaks.id ORDER BY {_ORDERS[order]}""",
        needle,
        page_size,
        (page - 1) * page_size,
    )
    return [LeakEntry.of(row) for row in rows], total


async def changes_by_part(connection: Connection, size: int) -> list[datetime]:
    """Return when each part of so many leaks, in the order in which they were added, changed last."""
    rows = await connection.fetch(
        f"""SELECT max(modified_at) AS changed_at FROM (
            SELECT leaks.modified_at, (row_number() OVER (ORDER BY leaks.id) - 1) / $1::bigint AS part
            FROM leaks WHERE {PUBLIC}
        ) AS parts GROUP BY part ORDER BY part""",
        size,
    )
    return [row["changed_at"] for row in rows]


async def names_of_part(connection: Connection, number: int, size: int) -> list[tuple[str, datetime]]:
    """Return names and last changes of a part; the first has the number 1."""
    rows = await connection.fetch(
        f"SELECT leaks.name, leaks.modified_at FROM leaks WHERE {PUBLIC} ORDER BY leaks.id LIMIT $1 OFFSET $2",
        size,
        (number - 1) * size,
    )
    return [(row["name"], row["modified_at"]) for row in rows]
