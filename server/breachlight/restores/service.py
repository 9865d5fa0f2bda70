"""The consequences of a restore: nothing that has ended, was used or was revoked comes back."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.jobs import enqueue_many
from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.restores import consequences_repository as repository
from breachlight.restores.changes import Change, ChangeKind
from breachlight.restores.detection import Reason

NOTIFY_JOB: Final = "restores.notify"

_STEP_SECONDS: Final = 30
_LINKS_AND_CODES: Final = (
    MailKind.VERIFY_EMAIL,
    MailKind.RESET_PASSWORD,
    MailKind.MAGIC_LINK,
    MailKind.LOGIN_CODE,
    MailKind.MFA_CODE,
    MailKind.INVITATION,
    MailKind.VERIFY_MONITORED_EMAIL,
)
_LINK_JOBS: Final = ("magic_links.send", "password_reset.mail")
# An operator must look at these: the database says what held before, and a backup can't say what is right now.
_TO_CHECK: Final = (
    ChangeKind.ROLE_CHANGED,
    ChangeKind.PASSWORD_CHANGED,
    ChangeKind.MFA_CHANGED,
    ChangeKind.USER_ENABLED,
    ChangeKind.SETTINGS_CHANGED,
    ChangeKind.ACCOUNT_DELETED,
)
_MOST_REPORTED: Final = 1000

_log = structlog.get_logger("breachlight.restores")


@dataclass(frozen=True, slots=True)
class Report:
    """The consequences of a restore. ``to_check`` has the ids of users and accounts that changed since the backup, by kind.

    ``knows_changes`` says whether the changes since the backup are known; otherwise everything that may have changed is
    suspended, and ``to_check`` is empty.
    """

    reason: Reason
    knows_changes: bool
    sessions_ended: int
    links_ended: int
    api_keys_revoked: int
    api_keys_suspended: int
    users_with_void_codes: int
    users_disabled: int
    to_check: dict[str, list[str]]


async def after_restore(connection: Connection, reason: Reason, changes: Sequence[Change] | None) -> Report:
    """End what a restored backup has revived, in the caller's transaction, and return what was done.

    All sessions, links and emailed codes end, and codes of authenticator apps that may have been used. ``changes`` are those
    since the backup: they are repeated, so revoked API keys and used recovery codes stay so, and disabled or removed users are
    disabled. Without them every API key is suspended until an owner confirms it, and all recovery codes are void. Owners and
    users are notified by jobs; the operators' audit log gets an entry. Readers of alerts whose cursors are newer than the backup
    miss nothing that is raised from now on.
    """
    now = clock.now()
    # Rows are locked in the order of all other changes: users, accounts, then what belongs to them.
    await repository.void_device_codes(connection, int(now.timestamp()) // _STEP_SECONDS + 1)
    disabled = await repository.disable_users(connection, list(_to_disable(changes or ())), now)
    await repository.skip_alert_numbers(connection)
    sessions = await repository.end_sessions(connection, now)
    links = await repository.end_links(connection, now)
    await repository.discard_mails(connection, _LINKS_AND_CODES, now)
    await repository.discard_jobs(connection, _LINK_JOBS)
    revoked, suspended, voided = await _keys_and_codes(connection, changes, now)
    report = Report(
        reason,
        changes is not None,
        sum(sessions.values()),
        links,
        sum(revoked.values()),
        sum(suspended.values()),
        sum(map(len, voided.values())),
        len(disabled),
        _listed(changes or (), disabled),
    )
    await _notify(connection, sessions, revoked, suspended, voided)
    detail = {name: getattr(report, name) for name in report.__slots__}
    await record_operator_event(connection, "backup_restored", detail)
    _log.warning("a restored database was detected: sessions, links and codes have ended", **detail)
    return report


async def _keys_and_codes(
    connection: Connection, changes: Sequence[Change] | None, now: datetime
) -> tuple[dict[uuid.UUID, int], dict[uuid.UUID, int], dict[uuid.UUID, list[uuid.UUID]]]:
    """Return revoked and suspended keys by account, and the users whose codes are void by account."""
    if changes is None:
        return {}, await repository.suspend_api_keys(connection, now), await repository.void_recovery_codes(connection)
    await repository.use_recovery_codes(connection, _subjects(changes, ChangeKind.RECOVERY_CODE_USED), now)
    return await repository.revoke_api_keys(connection, _subjects(changes, ChangeKind.API_KEY_REVOKED), now), {}, {}


async def _notify(
    connection: Connection,
    sessions: dict[uuid.UUID, int],
    revoked: dict[uuid.UUID, int],
    suspended: dict[uuid.UUID, int],
    voided: dict[uuid.UUID, list[uuid.UUID]],
) -> None:
    """Enqueue one job for each account in which something ended."""
    restore_id = uuid.uuid4()
    payloads = [
        {
            "restore_id": str(restore_id),
            "account_id": str(account_id),
            "sessions": sessions.get(account_id, 0),
            "revoked": revoked.get(account_id, 0),
            "suspended": suspended.get(account_id, 0),
            "voided_of": [str(user_id) for user_id in voided.get(account_id, [])],
        }
        for account_id in sorted({*sessions, *revoked, *suspended, *voided})
    ]
    await enqueue_many(connection, NOTIFY_JOB, payloads)


def _to_disable(changes: Sequence[Change]) -> set[uuid.UUID]:
    """Return the users who were disabled or removed since the backup, and not enabled later."""
    disabled: set[uuid.UUID] = set()
    for change in changes:
        if change.kind in {ChangeKind.USER_DISABLED, ChangeKind.MEMBER_REMOVED}:
            disabled.add(change.subject_id)
        elif change.kind == ChangeKind.USER_ENABLED:
            disabled.discard(change.subject_id)
    return disabled


def _listed(changes: Sequence[Change], disabled: Sequence[uuid.UUID]) -> dict[str, list[str]]:
    """Return the ids that an operator must look at, by kind, at most a thousand of each."""
    found = {kind.value: _subjects(changes, kind) for kind in _TO_CHECK}
    found["user_disabled"] = list(disabled)
    return {kind: [str(each) for each in ids[:_MOST_REPORTED]] for kind, ids in found.items() if ids}


def _subjects(changes: Sequence[Change], kind: ChangeKind) -> list[uuid.UUID]:
    return list(dict.fromkeys(change.subject_id for change in changes if change.kind == kind))
