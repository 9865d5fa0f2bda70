"""Queries of alert emails: pending alerts, the position of each member, and who wants emails.

A position is a number of the account (``alerts.models.AlertSequence``): everything up to it was emailed, or is not to be emailed.
A member without one has not been emailed yet; alerts older than the membership are never emailed. Alerts of a retroactive scan are not pending: its summary
email covers them.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

import asyncpg

from breachlight.alerts.bookkeeping_repository import LAST
from breachlight.alerts.directory_repository import fetch_verified
from breachlight.alerts.leak_audience import LeakReader, is_seen_by
from breachlight.auth.models import Membership, User
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection, reading
from breachlight.mail.models import Subscription
from breachlight.mail.repository import FLAG_OF

MOST_COUNTED: Final = 10_000
"""Alerts counted for one email; beyond, it says that there are more."""
LONGEST_WAIT: Final = 10
"""Seconds for which a job waits for alerts that are being raised; then it makes room for others."""
MOST_NAMED: Final = 5
"""Addresses, sites and leaks that one email lists of each."""

_MEMBERS: Final = """
SELECT users.id, users.email, users.first_name, users.language, users.alert_mail_frequency AS frequency,
    memberships.created_at AS since, memberships.role, coalesce(accounts.company_name, '') AS company_name
FROM memberships JOIN users ON users.id = memberships.user_id JOIN accounts ON accounts.id = memberships.account_id
WHERE memberships.account_id = $1 AND users.is_email_notifications_enabled AND users.is_breach_alert_enabled
    AND users.email_verified_at IS NOT NULL AND users.disabled_at IS NULL
ORDER BY users.id
"""

_ADD_POSITION: Final = """INSERT INTO alert_mail_positions (account_id, user_id, sequence) VALUES ($1, $2, 0)
ON CONFLICT (account_id, user_id) DO NOTHING"""
_LOCK_POSITION: Final = "SELECT sequence FROM alert_mail_positions WHERE account_id = $1 AND user_id = $2 FOR UPDATE"
_EMAILED_AT: Final = "SELECT told_at FROM alert_mail_positions WHERE account_id = $1 AND user_id = $2"
_MOVE_POSITION: Final = """UPDATE alert_mail_positions SET sequence = $3, told_at = coalesce($4, told_at)
WHERE account_id = $1 AND user_id = $2"""

_BEHIND: Final = (
    "FROM alerts AS a WHERE a.account_id = $1 AND a.sequence > $2 AND a.backfill_id IS NULL ORDER BY a.sequence"
)
_FIRST: Final = f"SELECT {LAST} AS last, (SELECT a.datetime {_BEHIND} LIMIT 1) AS raised_at"
_LATEST: Final = "SELECT max(datetime) FROM alerts WHERE account_id = $1"


def _naturally(name: str) -> str:
    """Return a sort key in SQL that compares the numbers in a name by value: ``jo2`` before ``jo10``."""
    return (
        rf"regexp_replace(regexp_replace({name}, '\d+', repeat('0', 12) || '\&', 'g'), '0*(\d{{12}})(?!\d)', '\1', 'g')"
    )


def _worst(table: str, name: str) -> str:
    """Return the names of a table in SQL, the worst affected first."""
    return f"""ARRAY(SELECT {name} FROM {table} WHERE {name} IS NOT NULL
        ORDER BY worst DESC, alerts DESC, {_naturally(name)}, {name} LIMIT $5)"""


_STEP: Final = """CASE WHEN machine IS NOT NULL OR severity_factors ? 'stealer_log' THEN 'malware'
    WHEN password_type = 'none' THEN 'phishing' WHEN domain_name IS NOT NULL THEN 'portal'
    WHEN password_type = 'plain' THEN 'readable' ELSE 'hash' END"""
_CHUNK: Final = f"""
WITH chunk AS MATERIALIZED (
    SELECT a.account_id, a.sequence, a.severity_score, a.severity_factors, a.domain_id, a.domain_name, a.host, a.username_key,
        a.email_account_id, a.leak_id, a.incident_id, a.machine, a.password_type, NOT a.is_closed AND a.datetime >= $3 AS is_pending
    {_BEHIND} LIMIT $4
), pending AS (
    SELECT * FROM chunk WHERE is_pending
), addresses AS (
    SELECT email_accounts.email, max(severity_score) AS worst, count(*) AS alerts
    FROM pending JOIN email_accounts ON email_accounts.account_id = $1 AND email_accounts.id = pending.email_account_id
    WHERE pending.domain_name IS NULL GROUP BY email_accounts.email
), sites AS (
    SELECT coalesce(host, domain_name) AS site, max(severity_score) AS worst, count(*) AS alerts
    FROM pending WHERE domain_name IS NOT NULL GROUP BY coalesce(host, domain_name)
), visible_leaks AS (
    SELECT a.severity_score, l.id, CASE WHEN NOT l.is_sensitive OR {is_seen_by("$1", "$6", "$7", "$8")} THEN l.title END AS title
    FROM pending AS a JOIN leaks AS l ON l.id = a.leak_id
        LEFT JOIN email_accounts AS e ON e.account_id = $1 AND e.id = a.email_account_id
), found_in AS (
    SELECT max(title) AS title, max(severity_score) AS worst, count(*) AS alerts FROM visible_leaks GROUP BY id
)
SELECT {LAST} AS last, (SELECT count(*) FROM chunk) AS counted, (SELECT max(sequence) FROM chunk) AS last_counted,
    (SELECT count(*) FROM pending WHERE domain_name IS NULL) AS workforce,
    (SELECT count(*) FROM pending WHERE domain_name IS NOT NULL) AS portals,
    (SELECT max(severity_score) FROM pending) AS worst,
    ARRAY(SELECT DISTINCT incident_id FROM pending LIMIT 2) AS incidents,
    (SELECT {_STEP} FROM pending ORDER BY severity_score DESC, sequence LIMIT 1) AS step,
    (SELECT count(*) FROM addresses) AS address_count,
    (SELECT count(*) FROM sites) AS site_count,
    (SELECT count(*) FROM found_in) AS leak_count,
    {_worst("addresses", "email")} AS addresses,
    {_worst("sites", "site")} AS sites,
    {_worst("found_in", "title")} AS leaks
"""


class FirstStep(StrEnum):
    """What to do first about the worst of some alerts."""

    MALWARE = "malware"
    PORTAL = "portal"
    READABLE = "readable"
    HASH = "hash"
    PHISHING = "phishing"


@dataclass(frozen=True, slots=True)
class Names:
    """Addresses, sites or leaks, the worst affected first, and the number of all."""

    shown: list[str]
    total: int


@dataclass(frozen=True, slots=True)
class PendingAlerts:
    """Open alerts by list; ``has_more`` if not all were counted. ``last`` is the account's last number when they were.

    ``leaks`` shows those that its reader may see and counts all. ``incident_id`` is None if they are of several incidents.
    """

    workforce: int
    portals: int
    has_more: bool
    worst_score: int
    addresses: Names
    sites: Names
    leaks: Names
    first_step: FirstStep
    incident_id: uuid.UUID | None
    last: int

    @property
    def total(self) -> int:
        """Return the number of counted alerts in both lists."""
        return self.workforce + self.portals


async def wait_for_writers(connection: Connection, account_id: uuid.UUID) -> None:
    """Wait until the transaction that is raising alerts of an account has ended, and keep others waiting as long as this one.

    Raises:
        asyncpg.LockNotAvailableError: it takes longer than ``LONGEST_WAIT`` seconds.
    """
    await connection.execute(f"SET LOCAL lock_timeout = '{LONGEST_WAIT}s'")
    await lock_accounts(connection, [account_id])


async def members_to_email(connection: Connection, account_id: uuid.UUID) -> list[asyncpg.Record]:
    """Return the members of an account who want alert emails."""
    return await connection.fetch(_MEMBERS, account_id)


async def lock_position(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> int:
    """Return the position of a member and lock it until the caller's transaction (READ COMMITTED) ends.

    Emails are written in the transaction that moves the position: each alert is emailed once, whatever crashes.
    """
    await connection.execute(_ADD_POSITION, account_id, user_id)
    position: int = await connection.fetchval(_LOCK_POSITION, account_id, user_id)
    return position


async def advance_position(
    connection: Connection,
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    position: int,
    *,
    emailed: datetime | None = None,
) -> None:
    """Move the position of a member to ``position`` in the caller's transaction; it never moves back.

    ``emailed`` is when an alert email was written.
    """
    if await lock_position(connection, account_id, user_id) < position:
        await connection.execute(_MOVE_POSITION, account_id, user_id, position, emailed)


async def emailed_at(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> datetime | None:
    """Return when a member last got an alert email."""
    at: datetime | None = await connection.fetchval(_EMAILED_AT, account_id, user_id)
    return at


async def first_pending(connection: Connection, account_id: uuid.UUID, position: int) -> tuple[int, datetime | None]:
    """Return the last number of an account, and when the first alert after a position was raised, None if there is none."""
    row = await connection.fetchrow(_FIRST, account_id, position)
    assert row is not None
    return row["last"], row["raised_at"]


async def latest_alert(connection: Connection, account_id: uuid.UUID) -> datetime | None:
    """Return when an account's newest alert was raised."""
    raised_at: datetime | None = await connection.fetchval(_LATEST, account_id)
    return raised_at


async def read_pending(
    connection: Connection, account_id: uuid.UUID, position: int, since: datetime, reader: LeakReader
) -> PendingAlerts:
    """Return the open alerts after a position that were raised at or after ``since``, at a bounded cost.

    Sensitive leaks are named if the reader may see them.
    """
    verified = await fetch_verified(connection, account_id, reader)
    while True:
        row = await connection.fetchrow(_CHUNK, account_id, position, since, MOST_COUNTED, MOST_NAMED, *verified)
        assert row is not None
        has_more = row["counted"] == MOST_COUNTED
        if not has_more or row["workforce"] or row["portals"]:
            return PendingAlerts(
                workforce=row["workforce"],
                portals=row["portals"],
                has_more=has_more,
                worst_score=row["worst"] or 0,
                addresses=Names(row["addresses"], row["address_count"]),
                sites=Names(row["sites"], row["site_count"]),
                leaks=Names(row["leaks"], row["leak_count"]),
                first_step=FirstStep(row["step"] or FirstStep.READABLE),
                incident_id=row["incidents"][0] if len(row["incidents"]) == 1 and not has_more else None,
                last=row["last"],
            )
        # The whole chunk is closed, such as duplicates; there may be open alerts after it.
        position = row["last_counted"]


async def accounts_of_user(user_id: uuid.UUID) -> list[uuid.UUID]:
    """Return the accounts of a user, in the order of their ids."""
    async with reading() as connection:
        rows = await connection.fetch(
            "SELECT account_id FROM memberships WHERE user_id = $1 ORDER BY account_id", user_id
        )
    return [row["account_id"] for row in rows]


async def disable_emails(user_id: uuid.UUID, subscription: Subscription) -> tuple[uuid.UUID | None, bool]:
    """Turn a subscription of a user off and return the user's account, None for an unknown user, and whether it was on."""
    user = await User.filter(id=user_id).select_for_update(no_key=True).first()
    membership = await Membership.filter(user_id=user_id).first() if user else None
    if user is None or membership is None:
        return None, False
    if subscription is Subscription.REPORTS:
        await User.filter(id=user.id).update(monthly_report_since=None)
        return membership.account_id, user.monthly_report_since is not None
    was_enabled: bool = getattr(user, FLAG_OF[subscription])
    if was_enabled:
        await User.filter(id=user.id).update(**{FLAG_OF[subscription]: False})
    return membership.account_id, was_enabled
