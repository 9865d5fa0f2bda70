"""Statements that end what a restored database has revived."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from breachlight.database.job_queue import SCHEMA
from breachlight.database.session import Connection
from breachlight.mail.models import MailKind
from breachlight.sessions.models import END_OF_RESTORE

_END_SESSIONS: Final = """
WITH ended AS (
    UPDATE sessions SET ended_at = $1, end_reason = $2 WHERE ended_at IS NULL RETURNING account_id, refresh_expires_at
)
SELECT account_id, count(*) AS number FROM ended WHERE refresh_expires_at > $1 GROUP BY account_id
"""
_END_LINKS: Final = """
WITH tokens AS (UPDATE one_time_tokens SET expires_at = $1 WHERE used_at IS NULL AND expires_at > $1 RETURNING 1),
    invited AS (UPDATE invitations SET expires_at = $1 WHERE expires_at > $1 RETURNING 1),
    codes AS (DELETE FROM mailed_codes WHERE used_at IS NULL AND expires_at > $1 RETURNING 1)
SELECT (SELECT count(*) FROM tokens) + (SELECT count(*) FROM invited) + (SELECT count(*) FROM codes)
"""
_VOID_DEVICE_CODES: Final = """
UPDATE users SET mfa_device_counter = CASE WHEN is_mfa_device_enabled THEN greatest(mfa_device_counter, $1) END,
    mfa_device_pending_sealed = NULL, mfa_device_pending_at = NULL
WHERE is_mfa_device_enabled OR mfa_device_pending_sealed IS NOT NULL
"""
_DISCARD_MAILS: Final = """
UPDATE mails SET content_sealed = NULL, failed_at = $1, failure = 'its link or code ended when a backup was restored'
WHERE sent_at IS NULL AND failed_at IS NULL AND content_sealed IS NOT NULL AND kind = ANY($2)
"""
_REVOKE_KEYS: Final = """
WITH revoked AS (UPDATE api_keys SET revoked_at = $1 WHERE id = ANY($2) AND revoked_at IS NULL RETURNING account_id)
SELECT account_id, count(*) AS number FROM revoked GROUP BY account_id
"""
_SUSPEND_KEYS: Final = """
WITH suspended AS (
    UPDATE api_keys SET suspended_at = $1
    WHERE revoked_at IS NULL AND suspended_at IS NULL AND (expires_at IS NULL OR expires_at > $1) RETURNING account_id
)
SELECT account_id, count(*) AS number FROM suspended GROUP BY account_id
"""
_VOID_CODES: Final = """
WITH voided AS (DELETE FROM recovery_codes WHERE used_at IS NULL RETURNING account_id, user_id)
SELECT account_id, array_agg(DISTINCT user_id) AS users FROM voided GROUP BY account_id
"""
_LOCK_ACCOUNTS: Final = "SELECT FROM accounts ORDER BY id FOR NO KEY UPDATE"
# Numbers assigned since the backup are never assigned again, so a reader that is already at one of them misses nothing that follows
# and sees that alerts have changed.
_SKIP_NUMBERS: Final = """
INSERT INTO alert_sequences AS kept (account_id, last_number, announced, announced_before, floor)
SELECT id, $1, $1, $1, $1 FROM accounts ORDER BY id
ON CONFLICT (account_id) DO UPDATE SET last_number = kept.last_number + $1, announced = kept.last_number + $1,
    announced_before = kept.last_number + $1, floor = kept.last_number + $1, operation_id = NULL
"""
_SKIPPED_NUMBERS: Final = 2**32


async def skip_alert_numbers(connection: Connection) -> None:
    """Let each account go on with numbers of alerts that it can't have used since the backup (``alerts.models.AlertSequence``).

    Locks all accounts as ``auth.repository.lock_accounts`` does: another host may be raising alerts, whose numbers come first.
    """
    await connection.execute(_LOCK_ACCOUNTS)
    await connection.execute(_SKIP_NUMBERS, _SKIPPED_NUMBERS)


async def end_sessions(connection: Connection, now: datetime) -> dict[uuid.UUID, int]:
    """End all sessions, and return the number of live ones by account."""
    return await _numbers(connection, _END_SESSIONS, now, END_OF_RESTORE)


async def end_links(connection: Connection, now: datetime) -> int:
    """End all emailed links, invitations and codes that are still valid, and return their number."""
    return int(await connection.fetchval(_END_LINKS, now))


async def void_device_codes(connection: Connection, step: int) -> None:
    """Refuse the codes of authenticator apps up to a time step, and forget apps that were being set up."""
    await connection.execute(_VOID_DEVICE_CODES, step)


async def discard_mails(connection: Connection, kinds: Collection[MailKind], now: datetime) -> None:
    """Discard undelivered emails of some kinds: their links and codes have ended."""
    await connection.execute(_DISCARD_MAILS, now, [kind.value for kind in kinds])


async def discard_jobs(connection: Connection, names: Collection[str]) -> None:
    """Discard waiting jobs of some names, which may have run before the restore."""
    await connection.execute(
        f"DELETE FROM {SCHEMA}.pgqueuer WHERE status = 'queued' AND entrypoint = ANY($1)", list(names)
    )


async def revoke_api_keys(connection: Connection, key_ids: Sequence[uuid.UUID], now: datetime) -> dict[uuid.UUID, int]:
    """Revoke API keys again, and return the number of live ones among them by account."""
    return await _numbers(connection, _REVOKE_KEYS, now, key_ids)


async def suspend_api_keys(connection: Connection, now: datetime) -> dict[uuid.UUID, int]:
    """Suspend all live API keys, and return their number by account."""
    return await _numbers(connection, _SUSPEND_KEYS, now)


async def use_recovery_codes(connection: Connection, code_ids: Sequence[uuid.UUID], now: datetime) -> None:
    """Mark recovery codes as used again."""
    await connection.execute(
        "UPDATE recovery_codes SET used_at = $1 WHERE id = ANY($2) AND used_at IS NULL", now, code_ids
    )


async def void_recovery_codes(connection: Connection) -> dict[uuid.UUID, list[uuid.UUID]]:
    """Delete all unused recovery codes, and return their users by account."""
    return {row["account_id"]: row["users"] for row in await connection.fetch(_VOID_CODES)}


async def disable_users(connection: Connection, user_ids: Sequence[uuid.UUID], now: datetime) -> list[uuid.UUID]:
    """Disable users, and return those who weren't disabled."""
    rows = await connection.fetch(
        "UPDATE users SET disabled_at = $1 WHERE id = ANY($2) AND disabled_at IS NULL RETURNING id", now, user_ids
    )
    return [row["id"] for row in rows]


async def has_entry(connection: Connection, account_id: uuid.UUID, kind: str, restore_id: str) -> bool:
    """Return whether the security log of an account has the entry of a restore."""
    return bool(
        await connection.fetchval(
            "SELECT EXISTS (SELECT FROM security_events WHERE account_id = $1 AND kind = $2 AND detail ->> 'restore_id' = $3)",
            account_id,
            kind,
            restore_id,
        )
    )


async def _numbers(connection: Connection, statement: str, *values: object) -> dict[uuid.UUID, int]:
    return {row["account_id"]: row["number"] for row in await connection.fetch(statement, *values)}
