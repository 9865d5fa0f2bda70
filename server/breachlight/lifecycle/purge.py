"""Deletion of every row of an account.

An account is closed in one transaction: its users, sessions, claims and identities are gone when that commits, and so is the
row that raising alerts locks, so no alert can appear later (``alerts.upsert.service``). If there are more alerts than a
transaction should delete, a job deletes the rest in chunks. A second run, some minutes later, deletes what concurrent requests
wrote.
"""

import uuid
from datetime import timedelta
from typing import Final

import structlog

from breachlight.audit.retention import end_chain
from breachlight.database.session import Connection, transaction
from breachlight.jobs import Payload, enqueue, job
from breachlight.kit.errors import UnauthenticatedError
from breachlight.lifecycle import repository
from breachlight.members.invitations import CLOSE_UNVERIFIED_JOB
from breachlight.watchlist.service import stop_monitoring_all

LARGEST_DIRECT: Final = 10_000
"""Rows of a large table that are deleted in the request."""
CHUNK: Final = 10_000
"""Rows per transaction of the job."""

ERASE_JOB: Final = "accounts.erase"
_SECOND_RUN: Final = timedelta(minutes=10)

LARGE_TABLES: Final = (
    "alert_changes",
    "sightings",
    "alert_search_postings",
    "alerts",
    "incident_changes",
    "incident_people",
    "incident_sites",
    "incidents",
)
"""Tables that may hold millions of rows of an account, in the order in which they are emptied."""

TABLES: Final = (
    "alert_operations",
    "incident_operations",
    "incident_steps",
    "incident_step_changes",
    "alert_versions",
    "alert_sequences",
    "alert_counters",
    "domain_alert_counters",
    "severity_alert_counters",
    "alert_flow_counters",
    "alert_notes",
    "alert_search_segments",
    "alert_mail_positions",
    "report_mails",
    "notification_marks",
    "saved_views",
    "email_accounts",
    "live_email_accounts",
    "live_email_account_lists",
    "monitored_emails",
    "api_keys",
    "invitations",
    "identities",
    "backfills",
    "domain_claims",
    "domains",
    "mailed_codes",
    "recovery_codes",
    "one_time_tokens",
    "user_images",
    "mails",
    "sessions",
    "memberships",
)
"""All other tables with a column account_id."""

OF_AUDIT_LOG: Final = ("security_events",)
"""Tables whose rows are deleted behind a checkpoint (``audit.retention``)."""

OF_USERS: Final = ("email_claims", "operators")
"""Tables with a user and no account, whose rows are deleted with the user."""

_log = structlog.get_logger("breachlight.accounts")


async def close_account(connection: Connection, account_id: uuid.UUID) -> None:
    """Delete an account in the caller's transaction, except for what the job deletes.

    Locks are taken in the common order: users, the epoch of the identities, identities, the account.

    Raises:
        UnauthenticatedError: the account was deleted already.
    """
    user_ids = await repository.lock_members(connection, account_id)
    await stop_monitoring_all(connection, account_id)
    if not await repository.lock_account_for_deletion(connection, account_id):
        raise UnauthenticatedError
    is_large = False
    for table in LARGE_TABLES:
        is_large = is_large or await repository.has_more_rows(connection, table, account_id, LARGEST_DIRECT)
    if not is_large:
        for table in LARGE_TABLES:
            await repository.empty_table(connection, table, account_id)
    for table in TABLES:
        await repository.empty_table(connection, table, account_id)
    await end_chain(connection, account_id)
    await repository.delete_account(connection, account_id, user_ids)
    payload = {"account_id": str(account_id)}
    if is_large:
        await enqueue(connection, ERASE_JOB, payload)
    await enqueue(connection, ERASE_JOB, payload, delay=_SECOND_RUN)


@job(CLOSE_UNVERIFIED_JOB)
async def close_unverified(payload: Payload) -> None:
    """Close an account whose only user never verified an address that now is another user's."""
    account_id = uuid.UUID(payload["account_id"])
    async with transaction() as connection:
        if await repository.is_abandoned(connection, account_id):
            await close_account(connection, account_id)


@job(ERASE_JOB)
async def purge(payload: Payload) -> None:
    """Delete the rest of a closed account in chunks; a run after a crash continues."""
    account_id = uuid.UUID(payload["account_id"])
    for table in LARGE_TABLES:
        count = CHUNK
        while count == CHUNK:
            async with transaction() as connection:
                if await repository.account_exists(connection, account_id):
                    _log.error("account_not_closed", account_id=str(account_id))
                    return
                count = await repository.delete_some(connection, table, account_id, CHUNK)
    async with transaction() as connection:
        for table in TABLES:
            await repository.empty_table(connection, table, account_id)
        await end_chain(connection, account_id)
