"""The gate for secrets: the only service that opens leaked passwords for somebody to see (decision 48).

Every channel asks here first. A disclosure is checked, counted and recorded as a whole, in one transaction, before anything
of it leaves; a client that disconnects midway has had it all.
"""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

import structlog

from breachlight.alerts.disclosure import quota, repository
from breachlight.alerts.disclosure.channels import Purpose
from breachlight.alerts.disclosure.mails import send_bulk_mails
from breachlight.alerts.passwords import open_password
from breachlight.audit.events import record_event_of, record_events_of
from breachlight.audit.models import SUMMED_UP_EVENT
from breachlight.audit.operators import record_operator_event
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject, require_fresh
from breachlight.config import get_key_ring
from breachlight.database.session import Connection, reading, transaction
from breachlight.kit.errors import ForbiddenError, NotFoundError
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import SealError
from breachlight.kit.messages import say

CHUNK: Final = 500
"""Passwords that are read and opened at a time."""
_ENTRIES: Final = 2_000
"""Audit entries that are prepared before other work of this process has its turn."""
_MOST_NAMED: Final = 100
"""Unreadable alerts that one integrity event names."""

SINGLE_EVENT: Final = "password_revealed"
FAILED_EVENT: Final = "password_reveal_failed"

_log = structlog.get_logger("breachlight.alerts")


class BulkDisclosureOffError(ForbiddenError):
    """Several passwords were requested at once, and the owners don't allow that."""

    code = "BULK_DISCLOSURE_OFF"

    def __init__(self) -> None:
        super().__init__(
            say(
                "This would disclose several passwords at once, which is turned off for this account. Export without "
                "passwords, or ask an owner to turn on bulk disclosure in Settings > Security."
            )
        )


@dataclass(frozen=True, slots=True)
class OpenedPassword:
    """A disclosed password; None where it can't be read."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Passwords that may leave: recorded, counted, and opened in chunks by ``open_passwords``."""

    account_id: uuid.UUID
    granted: frozenset[uuid.UUID]
    unreadable: frozenset[uuid.UUID]
    without_password: frozenset[uuid.UUID] = field(default_factory=frozenset)

    async def open_passwords(self, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, OpenedPassword]:
        """Return the granted passwords among some alerts; alerts without one, and deleted ones, are left out."""
        async with reading() as connection:
            sealed = await repository.fetch_sealed(connection, self.account_id, ids)
        opened = {
            alert_id: OpenedPassword(_opened(self.account_id, alert_id, secret) if alert_id in self.granted else None)
            for alert_id, secret in sealed.items()
            if secret is not None and (alert_id in self.granted or alert_id in self.unreadable)
        }
        # Damaged since they were granted.
        if late := [name for name, password in opened.items() if password.text is None and name in self.granted]:
            async with transaction() as connection:
                await _report_damage(connection, self.account_id, late)
        return opened


async def disclose(
    subject: Subject, client: Client, alert_ids: Sequence[uuid.UUID], purpose: Purpose, *, must_exist: bool = False
) -> Disclosure:
    """Grant the passwords of the subject's alerts; without ``must_exist``, unknown ones are left out.

    In one transaction, the passwords are counted against the quotas, each gets an audit entry, which is also one of its
    alert's history, and several at once are reported to the owners by email. Passwords that can't be opened are recorded as
    failed, raise an integrity event and aren't counted.

    Raises:
        ForbiddenError: the subject may not reveal passwords.
        ReauthenticationRequiredError: the login is more than five minutes old. API keys have no login: their scope is
            granted by someone who has just confirmed theirs.
        BulkDisclosureOffError: there is more than one password, and the account's owners don't allow that.
        QuotaExceededError: the quota of the person or account doesn't suffice for all; nothing is counted.
        NotFoundError: with ``must_exist``, as ``refuse_unknown``.
    """
    require_permission(subject)
    found = await _examine(subject.account_id, alert_ids)
    if must_exist and len(found.granted) + len(found.unreadable) + len(found.without_password) < len(alert_ids):
        await refuse_unknown(subject, alert_ids)
    secrets = len(found.granted) + len(found.unreadable)
    is_bulk = secrets > 1
    async with transaction() as connection:
        is_bulk_enabled = await repository.is_bulk_enabled(connection, subject.account_id)
        if is_bulk and not is_bulk_enabled:
            raise BulkDisclosureOffError
        await quota.consume(connection, subject, len(found.granted), is_bulk_enabled=is_bulk_enabled)
        await _record(connection, subject, client, found, purpose, is_bulk=is_bulk)
        if is_bulk:
            await send_bulk_mails(connection, subject, client, purpose, len(found.granted))
    return found


def require_permission(subject: Subject) -> None:
    """Require the permission to reveal and, of people, a recent login.

    Raises:
        ForbiddenError, ReauthenticationRequiredError: as ``disclose``.
    """
    subject.require(Permission.REVEAL)
    if not subject.is_api_key:
        require_fresh(subject)


async def refuse_unknown(subject: Subject, alert_ids: Sequence[object]) -> NoReturn:
    """Count the request of an unknown alert as one password, and refuse it.

    Raises:
        NotFoundError: an alert is unknown, or another account's.
        QuotaExceededError: nothing is left of a quota.
    """
    async with transaction() as connection:
        is_bulk_enabled = await repository.is_bulk_enabled(connection, subject.account_id)
        await quota.consume(connection, subject, 1, is_bulk_enabled=is_bulk_enabled)
    _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=", ".join(map(str, alert_ids)))
    raise NotFoundError(say("Detection not found."))


async def _examine(account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]) -> Disclosure:
    """Try every password, so that only those that open are counted and recorded as disclosed."""
    granted: list[uuid.UUID] = []
    unreadable: list[uuid.UUID] = []
    without: list[uuid.UUID] = []
    for start in range(0, len(alert_ids), CHUNK):
        async with reading() as connection:
            sealed = await repository.fetch_sealed(connection, account_id, alert_ids[start : start + CHUNK])
        for alert_id, secret in sealed.items():
            if secret is None:
                without.append(alert_id)
            elif _opened(account_id, alert_id, secret) is None:
                unreadable.append(alert_id)
            else:
                granted.append(alert_id)
    return Disclosure(account_id, frozenset(granted), frozenset(unreadable), frozenset(without))


def _opened(account_id: uuid.UUID, alert_id: uuid.UUID, sealed: bytes) -> str | None:
    try:
        return open_password(get_key_ring(), account_id, alert_id, sealed)
    except (SealError, UnicodeDecodeError):
        return None


async def _record(
    connection: Connection, subject: Subject, client: Client, found: Disclosure, purpose: Purpose, *, is_bulk: bool
) -> None:
    shared: dict[str, object] = {"channel": purpose.channel.value}
    if is_bulk:
        shared["disclosure_id"] = str(new_id())
    kind = SINGLE_EVENT if not is_bulk and purpose.event is None else SUMMED_UP_EVENT
    granted, failed = sorted(found.granted), sorted(found.unreadable)
    for start in range(0, len(granted), _ENTRIES):
        part = granted[start : start + _ENTRIES]
        await record_events_of(subject, kind, client, [{"alert_id": str(one), **shared} for one in part])
        await asyncio.sleep(0)
    await record_events_of(subject, FAILED_EVENT, client, [{"alert_id": str(one), **shared} for one in failed])
    if failed:
        await _report_damage(connection, subject.account_id, failed)
    if is_bulk or purpose.event is not None:
        figures: dict[str, object] = {**purpose.facts}
        if found.granted or found.unreadable:
            figures |= {"passwords": len(found.granted), **shared, "selection": purpose.selection.value}
        if found.unreadable:
            figures["unreadable"] = len(found.unreadable)
        if purpose.filter_text:
            figures["filter"] = purpose.filter_text
        await record_event_of(subject, purpose.event or "passwords_revealed", client, figures)


async def _report_damage(connection: Connection, account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]) -> None:
    """Record an integrity event: stored passwords were changed, moved, or sealed with a key that is missing."""
    names = [str(alert_id) for alert_id in alert_ids[:_MOST_NAMED]]
    detail: dict[str, object] = {
        "table": "alerts",
        "column": "password_sealed",
        "account_id": str(account_id),
        "rows": len(alert_ids),
        "alert_ids": names,
    }
    _log.error("integrity_failure", **detail)
    await record_operator_event(connection, "integrity_failure", detail)
