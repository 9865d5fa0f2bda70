"""What a member has not been told of yet, read at a cost that does not grow with it: a bounded number of alerts.

What a look-back raises is no news here: the summary of the look-back tells of it.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg

from breachlight.alerts.query.cursors import HORIZON, Cursor
from breachlight.database.session import Connection

MOST_COUNTED: Final = 10_000
"""Alerts that are looked at for one mail; beyond, it says that there are more."""
MOST_NAMED: Final = 50
"""Addresses, and sites, that one mail names."""

_BEHIND = f"""FROM alerts AS a WHERE a.account_id = $1 AND (a.transaction_id, a.id) > ($2, $3)
    AND a.transaction_id < {HORIZON} AND a.look_back_id IS NULL"""
_ORDER = "ORDER BY a.transaction_id, a.id"

_FIRST = f"SELECT a.datetime {_BEHIND} {_ORDER} LIMIT 1"
_LATEST = "SELECT max(datetime) FROM alerts WHERE account_id = $1"

_PART = f"""
WITH part AS MATERIALIZED (
    SELECT a.transaction_id, a.id, a.severity_score, a.domain_name, a.host, a.email_account_id,
        NOT a.is_closed AND a.datetime >= $4 AS is_news
    {_BEHIND} {_ORDER} LIMIT $5
), news AS (
    SELECT * FROM part WHERE is_news
), addresses AS (
    SELECT email_accounts.email, max(severity_score) AS worst, count(*) AS alerts
    FROM news JOIN email_accounts ON email_accounts.account_id = $1 AND email_accounts.id = news.email_account_id
    WHERE news.domain_name IS NULL GROUP BY email_accounts.email
), sites AS (
    SELECT coalesce(host, domain_name) AS site, max(severity_score) AS worst, count(*) AS alerts
    FROM news WHERE domain_name IS NOT NULL GROUP BY coalesce(host, domain_name)
)
SELECT {HORIZON} AS horizon, (SELECT count(*) FROM part) AS looked_at,
    (SELECT transaction_id FROM part ORDER BY transaction_id DESC, id DESC LIMIT 1) AS last_transaction_id,
    (SELECT id FROM part ORDER BY transaction_id DESC, id DESC LIMIT 1) AS last_id,
    (SELECT count(*) FROM news WHERE domain_name IS NULL) AS workforce,
    (SELECT count(*) FROM news WHERE domain_name IS NOT NULL) AS portals,
    (SELECT max(severity_score) FROM news) AS worst,
    (SELECT count(*) FROM addresses) AS address_count,
    (SELECT count(*) FROM sites) AS site_count,
    ARRAY(SELECT email FROM addresses ORDER BY worst DESC, alerts DESC, email LIMIT $6) AS addresses,
    ARRAY(SELECT site FROM sites ORDER BY worst DESC, alerts DESC, site LIMIT $6) AS sites
"""


@dataclass(frozen=True, slots=True)
class Names:
    """Addresses or sites, the worst hit first, and how many there are in all."""

    shown: list[str]
    total: int


@dataclass(frozen=True, slots=True)
class News:
    """Alerts that are still open, by list; ``has_more`` where not all were counted. ``cursor`` lies behind all of them."""

    workforce: int
    portals: int
    has_more: bool
    worst_score: int
    addresses: Names
    sites: Names
    cursor: Cursor

    @property
    def total(self) -> int:
        """How many alerts were counted in both lists."""
        return self.workforce + self.portals


async def first_untold(connection: Connection, account_id: uuid.UUID, position: Cursor) -> datetime | None:
    """Return when the first alert behind a position was raised, or None if nothing lies behind it."""
    raised_at: datetime | None = await connection.fetchval(
        _FIRST, account_id, position.transaction_id, position.alert_id
    )
    return raised_at


async def latest(connection: Connection, account_id: uuid.UUID) -> datetime | None:
    """Return when an account's newest alert was raised."""
    raised_at: datetime | None = await connection.fetchval(_LATEST, account_id)
    return raised_at


async def read_news(connection: Connection, account_id: uuid.UUID, position: Cursor, since: datetime) -> News:
    """Return what lies behind a position and was raised at or after ``since``, closed alerts left out."""
    place = position
    while True:
        row = await connection.fetchrow(
            _PART, account_id, place.transaction_id, place.alert_id, since, MOST_COUNTED, MOST_NAMED
        )
        assert row is not None
        is_full = row["looked_at"] == MOST_COUNTED
        if not is_full or row["workforce"] or row["portals"]:
            return _news(row, is_full)
        # All of this part is closed, as duplicates are; there may be news behind it.
        place = Cursor(row["last_transaction_id"], row["last_id"])


def _news(row: asyncpg.Record, has_more: bool) -> News:
    return News(
        workforce=row["workforce"],
        portals=row["portals"],
        has_more=has_more,
        worst_score=row["worst"] or 0,
        addresses=Names(list(row["addresses"]), row["address_count"]),
        sites=Names(list(row["sites"]), row["site_count"]),
        cursor=Cursor.before(row["horizon"]),
    )
