"""Deleting every row of an account.

An account is closed in one transaction: its users, sessions, claims and identities are gone when that commits, and so is the
row that everybody locks who raises alerts, so that none can appear later (``alerts.upsert.service``). Where there are more alerts than
a transaction should hold, a job deletes the rest in pieces; a second run, some time later, deletes what a request wrote that was
under way when the account was closed.
"""

import uuid
from datetime import timedelta
from typing import Final

import structlog

from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, enqueue, job
from breachlight.kit.errors import UnauthenticatedError
from breachlight.watchlist.service import stop_monitoring_all

LARGEST_DIRECT: Final = 10_000
"""Rows of a large table that are deleted while the owner waits."""
CHUNK: Final = 10_000
"""Rows of one transaction of the job."""

ERASE_JOB: Final = "accounts.erase"
_SECOND_RUN: Final = timedelta(minutes=10)

LARGE_TABLES: Final = ("alert_changes", "sightings", "alerts")
"""Tables that may hold millions of rows of an account, in the order in which they are emptied."""

TABLES: Final = (
    "alert_operations",
    "alert_counters",  # after alerts, whose triggers write here
    "domain_alert_counters",  # likewise
    "alert_notes",
    "alert_mail_positions",
    "saved_views",
    "email_accounts",
    "live_email_accounts",
    "live_email_account_lists",
    "monitored_emails",
    "api_keys",
    "invitations",
    "identities",
    "look_backs",
    "domain_claims",
    "domains",
    "mailed_codes",
    "recovery_codes",
    "one_time_tokens",
    "user_images",
    "mails",
    "sessions",
    "security_events",
    "memberships",
)
"""All other tables with a column account_id."""

OF_USERS: Final = ("email_claims",)
"""Tables that name a user and no account: they go with the user's row."""

_log = structlog.get_logger("breachlight.accounts")


async def close_account(connection: Connection, account_id: uuid.UUID) -> None:
    """Delete an account in the caller's transaction, but for what is left to the job.

    Locks are taken in the order in which everybody takes them: users, the epoch of the identities, identities, the account.

    Raises:
        UnauthenticatedError: the account is gone already.
    """
    users = await connection.fetch(
        """SELECT id FROM users WHERE id IN (SELECT user_id FROM memberships WHERE account_id = $1)
        ORDER BY id FOR UPDATE""",
        account_id,
    )
    await stop_monitoring_all(connection, account_id)
    if await connection.fetchval("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", account_id) is None:
        raise UnauthenticatedError
    is_large = False
    for table in LARGE_TABLES:
        counted = (
            f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE account_id = $1 LIMIT {LARGEST_DIRECT + 1}) AS rows"
        )
        is_large = is_large or await connection.fetchval(counted, account_id) > LARGEST_DIRECT
    if not is_large:
        for table in LARGE_TABLES:
            await connection.execute(f"DELETE FROM {table} WHERE account_id = $1", account_id)
    await _empty_tables(connection, account_id)
    await connection.execute(
        """DELETE FROM users WHERE id = ANY($1::uuid[])
        AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)""",
        [row["id"] for row in users],
    )
    await connection.execute("DELETE FROM accounts WHERE id = $1", account_id)
    payload = {"account_id": str(account_id)}
    if is_large:
        await enqueue(connection, ERASE_JOB, payload)
    await enqueue(connection, ERASE_JOB, payload, delay=_SECOND_RUN)


@job(ERASE_JOB)
async def erase(payload: Payload) -> None:
    """Delete what is left of a closed account, piece by piece; run again after a crash, it goes on where it stood."""
    account_id = uuid.UUID(payload["account_id"])
    for table in LARGE_TABLES:
        count = CHUNK
        while count == CHUNK:
            async with transaction() as connection:
                if await _exists(connection, account_id):
                    _log.error("account_not_closed", account_id=str(account_id))
                    return
                status = await connection.execute(
                    f"DELETE FROM {table} WHERE account_id = $1 AND ctid = ANY(ARRAY("
                    f"SELECT ctid FROM {table} WHERE account_id = $1 LIMIT {CHUNK}))",
                    account_id,
                )
                count = int(status.rpartition(" ")[2])
    async with transaction() as connection:
        await _empty_tables(connection, account_id)


async def _empty_tables(connection: Connection, account_id: uuid.UUID) -> None:
    for table in TABLES:
        await connection.execute(f"DELETE FROM {table} WHERE account_id = $1", account_id)


async def _exists(connection: Connection, account_id: uuid.UUID) -> bool:
    return await connection.fetchval("SELECT 1 FROM accounts WHERE id = $1", account_id) is not None
