"""Statements of the global search; each reads a bounded number of rows or the names of one account only."""

import uuid
from collections.abc import Sequence
from typing import Final

import asyncpg

from breachlight.alerts.query.where import COMPUTER, COUNTRY, MALWARE
from breachlight.database.session import Connection

MOST: Final = 6
"""Results of a kind."""
_MOST_NAMES: Final = 5_000
"""Different computers of an account that are compared."""

_PEOPLE: Final = f"""
SELECT id::text, email AS name FROM email_accounts WHERE account_id = $1 AND email ILIKE $2 AND last_seen IS NOT NULL
ORDER BY open_detections DESC, email LIMIT {MOST}
"""
_SITES: Final = f"""
SELECT site AS name, EXISTS (
    SELECT FROM unnest($3::text[]) AS own (domain) WHERE right('.' || site, length(domain) + 1) = '.' || domain
) AS is_own FROM incident_sites WHERE account_id = $1 AND site ILIKE $2
GROUP BY site ORDER BY sum(detections) DESC, site LIMIT {MOST}
"""


def _names(expression: str, after: str = ">", order: str = "") -> str:
    """Return a query of the different values of an indexed expression of ``alerts AS a``: each is one lookup in the index.

    ``after`` and ``order`` are the comparison and the order of the index.
    """
    first = f"SELECT {expression} FROM alerts AS a WHERE a.account_id = $1 AND a.machine IS NOT NULL"
    return f"""WITH RECURSIVE names AS (
        (SELECT ({first} AND {expression} {after} '' ORDER BY {expression} {order} LIMIT 1) AS name, 1 AS number)
        UNION ALL
        SELECT ({first} AND {expression} {after} names.name ORDER BY {expression} {order} LIMIT 1), number + 1
        FROM names WHERE name IS NOT NULL AND number < {_MOST_NAMES}
    ) SELECT name FROM names WHERE name IS NOT NULL"""


_DEVICES: Final = f"""
SELECT newest.* FROM ({_names(COMPUTER, "~>~", "USING ~<~")}) AS names CROSS JOIN LATERAL (
    SELECT a.incident_id::text AS id, a.machine ->> 'computer' AS name, a.machine ->> 'user_name' AS user_name, a.datetime
    FROM alerts AS a WHERE a.account_id = $1 AND a.machine IS NOT NULL AND {COMPUTER} = names.name AND a.incident_id IS NOT NULL
    ORDER BY a.datetime DESC LIMIT 1
) AS newest WHERE names.name ILIKE $2 ORDER BY newest.datetime DESC, newest.name LIMIT {MOST}
"""
_MALWARE: Final = _names(MALWARE)
_COUNTRIES: Final = _names(COUNTRY)


async def fetch_people(connection: Connection, account_id: uuid.UUID, pattern: str) -> Sequence[asyncpg.Record]:
    """Return email accounts whose address is like a pattern, those with the most open detections first."""
    return await connection.fetch(_PEOPLE, account_id, pattern)


async def fetch_devices(connection: Connection, account_id: uuid.UUID, pattern: str) -> Sequence[asyncpg.Record]:
    """Return infected devices whose computer name is like a pattern, the newest of each name, the newest first."""
    return await connection.fetch(_DEVICES, account_id, pattern)


async def fetch_sites(connection: Connection, account_id: uuid.UUID, pattern: str) -> Sequence[asyncpg.Record]:
    """Return sites and apps like a pattern, and whether they are of a domain of the account, those with the most detections first."""
    domains = await connection.fetch("SELECT domain FROM domains WHERE account_id = $1", account_id)
    return await connection.fetch(_SITES, account_id, pattern, [row["domain"] for row in domains])


async def fetch_malware(connection: Connection, account_id: uuid.UUID) -> list[str]:
    """Return all families of malware in the account, as alerts call them in lower case."""
    return [row["name"] for row in await connection.fetch(_MALWARE, account_id)]


async def fetch_countries(connection: Connection, account_id: uuid.UUID) -> list[str]:
    """Return the codes of all countries with infected devices of the account."""
    return [row["name"] for row in await connection.fetch(_COUNTRIES, account_id)]
