"""The gate for secrets: the only service that opens leaked passwords for somebody to see (decision 48).

Every channel asks here first. A disclosure is checked, counted and recorded as a whole, in one transaction, before anything
of it leaves; a client that disconnects midway has had it all. A file of more than ``AT_ONCE`` passwords is counted as a whole
and recorded part by part.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

import structlog

from breachlight.alerts.disclosure import quota, repository
from breachlight.alerts.disclosure.channels import Purpose
from breachlight.alerts.disclosure.mails import send_bulk_mails
from breachlight.alerts.disclosure.quota import Consumed
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
AT_ONCE: Final = 1_000
"""Passwords that are counted, recorded and opened in one transaction."""
_MOST_NAMED: Final = 100
"""Unreadable alerts that one integrity event names."""

SINGLE_EVENT: Final = "password_revealed"
FAILED_EVENT: Final = "password_reveal_failed"
INCOMPLETE_EVENT: Final = "alerts_export_incomplete"

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
    """Passwords that may leave: counted, recorded and opened. One transaction did that before anything leaves."""

    opened: Mapping[uuid.UUID, OpenedPassword]
    without_password: frozenset[uuid.UUID] = frozenset()

    async def open_passwords(self, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, OpenedPassword]:
        """Return the passwords of some alerts; alerts without one, and unknown ones, are left out."""
        return {alert_id: self.opened[alert_id] for alert_id in ids if alert_id in self.opened}

    async def finish(self) -> None:
        """Nothing is left to do."""


@dataclass(slots=True)
class GradualDisclosure:
    """Many passwords that may leave: counted as a whole; each part is recorded before it leaves.

    No transaction is longer than a part takes, so disclosures of others and the audit log of the account don't wait. What is
    cut off leaves exact entries: those of the parts that were opened.
    """

    subject: Subject
    client: Client
    purpose: Purpose
    counted: int
    consumed: Consumed
    shared: dict[str, object]
    disclosed: int = 0
    unreadable: int = 0

    async def open_passwords(self, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, OpenedPassword]:
        """Open and record the passwords of some alerts; alerts without one, and unknown ones, are left out."""
        found = await _examine(self.subject.account_id, ids)
        granted, failed = _sorted(found.opened)
        # Alerts whose password was added since aren't counted.
        granted = granted[: self.counted - self.disclosed]
        async with transaction() as connection:
            if not await repository.is_bulk_enabled(connection, self.subject.account_id):
                raise BulkDisclosureOffError
            await _record_each(connection, self.subject, self.client, granted, failed, SUMMED_UP_EVENT, self.shared)
        self.disclosed += len(granted)
        self.unreadable += len(failed)
        return {alert_id: found.opened[alert_id] for alert_id in (*granted, *failed)}

    async def finish(self) -> None:
        """Return what was counted and not disclosed, and record the difference; also where the client left."""
        if self.disclosed == self.counted:
            return
        figures: dict[str, object] = {"passwords": self.disclosed, "requested": self.counted, **self.shared}
        if self.unreadable:
            figures["unreadable"] = self.unreadable
        async with transaction() as connection:
            await quota.give_back(connection, self.consumed, self.counted - self.disclosed)
            await record_event_of(self.subject, INCOMPLETE_EVENT, self.client, figures)


async def disclose(
    subject: Subject, client: Client, alert_ids: Sequence[uuid.UUID], purpose: Purpose, *, must_exist: bool = False
) -> Disclosure:
    """Open the passwords of the subject's alerts; without ``must_exist``, unknown ones are left out.

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
    if must_exist and len(found.opened) + len(found.without_password) < len(alert_ids):
        await refuse_unknown(subject, alert_ids)
    granted, failed = _sorted(found.opened)
    is_bulk = len(found.opened) > 1
    async with transaction() as connection:
        is_bulk_enabled = await repository.is_bulk_enabled(connection, subject.account_id)
        if is_bulk and not is_bulk_enabled:
            raise BulkDisclosureOffError
        await quota.consume(connection, subject, len(granted), is_bulk_enabled=is_bulk_enabled)
        shared = _shared(purpose, is_bulk=is_bulk)
        kind = SINGLE_EVENT if not is_bulk and purpose.event is None else SUMMED_UP_EVENT
        await _record_each(connection, subject, client, granted, failed, kind, shared)
        if is_bulk or purpose.event is not None:
            await _sum_up(subject, client, purpose, len(granted), len(failed), shared)
        if is_bulk:
            await send_bulk_mails(connection, subject, client, purpose, len(granted))
    return found


async def disclose_gradually(
    subject: Subject, client: Client, alert_ids: Sequence[uuid.UUID], purpose: Purpose
) -> Disclosure | GradualDisclosure:
    """Open the passwords of alerts as ``disclose``, or, where they are more than ``AT_ONCE``, part by part.

    Then all of them are counted, summed up and reported to the owners first; the caller opens the parts and calls ``finish``.

    Raises:
        ForbiddenError, ReauthenticationRequiredError, BulkDisclosureOffError, QuotaExceededError: as ``disclose``.
    """
    if len(alert_ids) <= AT_ONCE:
        return await disclose(subject, client, alert_ids, purpose)
    require_permission(subject)
    async with reading() as connection:
        count = await repository.count_with_password(connection, subject.account_id, alert_ids)
    async with transaction() as connection:
        is_bulk_enabled = await repository.is_bulk_enabled(connection, subject.account_id)
        if count > 1 and not is_bulk_enabled:
            raise BulkDisclosureOffError
        consumed = await quota.consume(connection, subject, count, is_bulk_enabled=is_bulk_enabled)
        shared = _shared(purpose, is_bulk=True)
        await _sum_up(subject, client, purpose, count, 0, shared)
        if count > 1:
            await send_bulk_mails(connection, subject, client, purpose, count)
    return GradualDisclosure(subject, client, purpose, count, consumed, shared)


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
    """Open every password, so that only those that open are counted and recorded as disclosed."""
    opened: dict[uuid.UUID, OpenedPassword] = {}
    without: list[uuid.UUID] = []
    for start in range(0, len(alert_ids), CHUNK):
        async with reading() as connection:
            sealed = await repository.fetch_sealed(connection, account_id, alert_ids[start : start + CHUNK])
        for alert_id, secret in sealed.items():
            if secret is None:
                without.append(alert_id)
            else:
                opened[alert_id] = OpenedPassword(_opened(account_id, alert_id, secret))
    return Disclosure(opened, frozenset(without))


def _sorted(opened: Mapping[uuid.UUID, OpenedPassword]) -> tuple[list[uuid.UUID], list[uuid.UUID]]:
    """Return the alerts whose password opened, and those whose didn't."""
    names = sorted(opened)
    return [name for name in names if opened[name].text is not None], [
        name for name in names if opened[name].text is None
    ]


def _opened(account_id: uuid.UUID, alert_id: uuid.UUID, sealed: bytes) -> str | None:
    try:
        return open_password(get_key_ring(), account_id, alert_id, sealed)
    except (SealError, UnicodeDecodeError):
        return None


def _shared(purpose: Purpose, *, is_bulk: bool) -> dict[str, object]:
    shared: dict[str, object] = {"channel": purpose.channel.value}
    return {**shared, "disclosure_id": str(new_id())} if is_bulk else shared


async def _record_each(  # noqa: PLR0917 -- the entries of a disclosure
    connection: Connection,
    subject: Subject,
    client: Client,
    granted: Sequence[uuid.UUID],
    failed: Sequence[uuid.UUID],
    kind: str,
    shared: Mapping[str, object],
) -> None:
    await record_events_of(subject, kind, client, [{"alert_id": str(one), **shared} for one in granted])
    await record_events_of(subject, FAILED_EVENT, client, [{"alert_id": str(one), **shared} for one in failed])
    if failed:
        await _report_damage(connection, subject.account_id, failed)


async def _sum_up(  # noqa: PLR0917 -- the figures of a disclosure
    subject: Subject, client: Client, purpose: Purpose, granted: int, failed: int, shared: Mapping[str, object]
) -> None:
    figures: dict[str, object] = {**purpose.facts}
    if granted or failed:
        figures |= {"passwords": granted, **shared, "selection": purpose.selection.value}
    if failed:
        figures["unreadable"] = failed
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
