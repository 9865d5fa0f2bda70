"""Queries of alert emails: pending alerts, the position of each member, and who wants emails.

A position is a cursor in commit order: everything up to it was emailed, or is not to be emailed. A member without one has not
been emailed yet; alerts older than the membership are never emailed. Alerts of a retroactive scan are not pending: its summary
email covers them.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg

from breachlight.alerts.query.cursors import HORIZON, NEXT_TRANSACTION, Cursor
from breachlight.auth.models import Membership, User
from breachlight.database.session import Connection, reading

MOST_COUNTED: Final = 10_000
"""Alerts counted for one email; beyond, it says that there are more."""
MOST_NAMED: Final = 50
"""Addresses, and sites, that one email lists."""

_MEMBERS: Final = """
SELECT users.id, users.email, users.first_name, users.language, users.alert_mail_frequency AS frequency,
    memberships.created_at AS since, coalesce(accounts.company_name, '') AS company_name
FROM memberships JOIN users ON users.id = memberships.user_id JOIN accounts ON accounts.id = memberships.account_id
WHERE memberships.account_id = $1 AND users.is_email_notifications_enabled AND users.is_breach_alert_enabled
    AND users.email_verified_at IS NOT NULL AND users.disabled_at IS NULL
ORDER BY users.id
"""
_COMMITS: Final = f"SELECT {HORIZON} AS horizon, {NEXT_TRANSACTION} AS ceiling"

_ADD_POSITION: Final = """INSERT INTO alert_mail_positions (account_id, user_id, cursor) VALUES ($1, $2, $3)
ON CONFLICT (account_id, user_id) DO NOTHING"""
_LOCK_POSITION: Final = "SELECT cursor FROM alert_mail_positions WHERE account_id = $1 AND user_id = $2 FOR UPDATE"
_EMAILED_AT: Final = "SELECT told_at FROM alert_mail_positions WHERE account_id = $1 AND user_id = $2"
_MOVE_POSITION: Final = """UPDATE alert_mail_positions SET cursor = $3, told_at = coalesce($4, told_at)
WHERE account_id = $1 AND user_id = $2"""

_BEHIND: Final = f"""FROM alerts AS a WHERE a.account_id = $1 AND (a.transaction_id, a.id) > ($2, $3)
    AND a.transaction_id < {HORIZON} AND a.backfill_id IS NULL"""
_ORDER: Final = "ORDER BY a.transaction_id, a.id"
_FIRST: Final = f"SELECT a.datetime {_BEHIND} {_ORDER} LIMIT 1"
_LATEST: Final = "SELECT max(datetime) FROM alerts WHERE account_id = $1"
_CHUNK: Final = f"""
WITH chunk AS MATERIALIZED (
    SELECT a.transaction_id, a.id, a.severity_score, a.domain_name, a.host, a.email_account_id,
        NOT a.is_closed AND a.datetime >= $4 AS is_pending
    {_BEHIND} {_ORDER} LIMIT $5
), pending AS (
    SELECT * FROM chunk WHERE is_pending
), addresses AS (
    SELECT email_accounts.email, max(severity_score) AS worst, count(*) AS alerts
    FROM pending JOIN email_accounts ON email_accounts.account_id = $1 AND email_accounts.id = pending.email_account_id
    WHERE pending.domain_name IS NULL GROUP BY email_accounts.email
), sites AS (
    SELECT coalesce(host, domain_name) AS site, max(severity_score) AS worst, count(*) AS alerts
    FROM pending WHERE domain_name IS NOT NULL GROUP BY coalesce(host, domain_name)
)
SELECT {HORIZON} AS horizon, (SELECT count(*) FROM chunk) AS counted,
    (SELECT transaction_id FROM chunk ORDER BY transaction_id DESC, id DESC LIMIT 1) AS last_transaction_id,
    (SELECT id FROM chunk ORDER BY transaction_id DESC, id DESC LIMIT 1) AS last_id,
    (SELECT count(*) FROM pending WHERE domain_name IS NULL) AS workforce,
    (SELECT count(*) FROM pending WHERE domain_name IS NOT NULL) AS portals,
    (SELECT max(severity_score) FROM pending) AS worst,
    (SELECT count(*) FROM addresses) AS address_count,
    (SELECT count(*) FROM sites) AS site_count,
    ARRAY(SELECT email FROM addresses ORDER BY worst DESC, alerts DESC, email LIMIT $6) AS addresses,
    ARRAY(SELECT site FROM sites ORDER BY worst DESC, alerts DESC, site LIMIT $6) AS sites
"""


@dataclass(frozen=True, slots=True)
class Commits:
    """Transaction ids: all below ``horizon`` have ended; none from ``ceiling`` on had begun."""

    horizon: int
    ceiling: int


@dataclass(frozen=True, slots=True)
class Names:
    """Addresses or sites, the worst affected first, and the number of all."""

    shown: list[str]
    total: int


@dataclass(frozen=True, slots=True)
class PendingAlerts:
    """Open alerts by list; ``has_more`` if not all were counted. ``cursor`` is after all of them."""

    workforce: int
    portals: int
    has_more: bool
    worst_score: int
    addresses: Names
    sites: Names
    cursor: Cursor

    @property
    def total(self) -> int:
        """Return the number of counted alerts in both lists."""
        return self.workforce + self.portals


async def commits(connection: Connection) -> Commits:
    """Return the current transaction ids of the database."""
    row = await connection.fetchrow(_COMMITS)
    assert row is not None
    return Commits(row["horizon"], row["ceiling"])


async def members_to_email(connection: Connection, account_id: uuid.UUID) -> list[asyncpg.Record]:
    """Return the members of an account who want alert emails."""
    return await connection.fetch(_MEMBERS, account_id)


async def lock_position(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> Cursor:
    """Return the position of a member and lock it until the caller's transaction (READ COMMITTED) ends.

    Emails are written in the transaction that moves the position: each alert is emailed once, whatever crashes.
    """
    await connection.execute(_ADD_POSITION, account_id, user_id, Cursor.before(0).encode())
    return Cursor.decode(await connection.fetchval(_LOCK_POSITION, account_id, user_id))


async def advance_position(
    connection: Connection,
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    cursor: Cursor,
    *,
    emailed: datetime | None = None,
) -> None:
    """Move the position of a member to ``cursor`` in the caller's transaction; it never moves back.

    ``emailed`` is when an alert email was written.
    """
    if await lock_position(connection, account_id, user_id) < cursor:
        await connection.execute(_MOVE_POSITION, account_id, user_id, cursor.encode(), emailed)


async def current_position(connection: Connection) -> Cursor:
    """Return the position after everything committed so far.

    While transactions are open, alerts committed after the oldest of them began are still behind it and may be emailed again,
    and so are those of the caller's own transaction.
    """
    return Cursor.before(await connection.fetchval(f"SELECT {HORIZON}"))


async def emailed_at(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> datetime | None:
    """Return when a member last got an alert email."""
    at: datetime | None = await connection.fetchval(_EMAILED_AT, account_id, user_id)
    return at


async def first_pending(connection: Connection, account_id: uuid.UUID, position: Cursor) -> datetime | None:
    """Return when the first alert after a position was raised, None if there is none."""
    raised_at: datetime | None = await connection.fetchval(
        _FIRST, account_id, position.transaction_id, position.alert_id
    )
    return raised_at


async def latest_alert(connection: Connection, account_id: uuid.UUID) -> datetime | None:
    """Return when an account's newest alert was raised."""
    raised_at: datetime | None = await connection.fetchval(_LATEST, account_id)
    return raised_at


async def read_pending(
    connection: Connection, account_id: uuid.UUID, position: Cursor, since: datetime
) -> PendingAlerts:
    """Return the open alerts after a position that were raised at or after ``since``, at a bounded cost."""
    while True:
        row = await connection.fetchrow(
            _CHUNK, account_id, position.transaction_id, position.alert_id, since, MOST_COUNTED, MOST_NAMED
        )
        assert row is not None
        has_more = row["counted"] == MOST_COUNTED
        if not has_more or row["workforce"] or row["portals"]:
            return PendingAlerts(
                workforce=row["workforce"],
                portals=row["portals"],
                has_more=has_more,
                worst_score=row["worst"] or 0,
                addresses=Names(list(row["addresses"]), row["address_count"]),
                sites=Names(list(row["sites"]), row["site_count"]),
                cursor=Cursor.before(row["horizon"]),
            )
        # The whole chunk is closed, such as duplicates; there may be open alerts after it.
        position = Cursor(row["last_transaction_id"], row["last_id"])


async def accounts_of_user(user_id: uuid.UUID) -> list[uuid.UUID]:
    """Return the accounts of a user, in the order of their ids."""
    async with reading() as connection:
        rows = await connection.fetch(
            "SELECT account_id FROM memberships WHERE user_id = $1 ORDER BY account_id", user_id
        )
    return [row["account_id"] for row in rows]


async def disable_alert_emails(user_id: uuid.UUID) -> tuple[uuid.UUID | None, bool]:
    """Turn the alert emails of a user off and return the user's account, None for an unknown user, and whether it was on."""
    user = await User.filter(id=user_id).select_for_update(no_key=True).first()
    membership = await Membership.filter(user_id=user_id).first() if user else None
    if user is None or membership is None:
        return None, False
    if user.is_breach_alert_enabled:
        await User.filter(id=user.id).update(is_breach_alert_enabled=False)
    return membership.account_id, user.is_breach_alert_enabled
