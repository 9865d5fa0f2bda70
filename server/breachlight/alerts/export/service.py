"""Export of alerts by ids or by filter, with passwords only on request and through the gate (``alerts.disclosure``)."""

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.disclosure.channels import Channel, Purpose
from breachlight.alerts.disclosure.quota import QuotaExceededError
from breachlight.alerts.disclosure.service import (
    BulkDisclosureOffError,
    Disclosure,
    GradualDisclosure,
    disclose_gradually,
    require_permission,
)
from breachlight.alerts.export.formats import UNREADABLE, Row, as_csv, as_json, row_of
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.query.filters import AlertQuery
from breachlight.alerts.query.password_search import guard_password_search
from breachlight.alerts.query.selection_repository import fetch_selection
from breachlight.alerts.triage.service import MOST_IDS
from breachlight.alerts.views import disclosed
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import find_user
from breachlight.auth.streaming import Recheck, while_permitted
from breachlight.auth.subject import Client, Subject, require_mfa_setup
from breachlight.database.replica import Position, current_position, read_from_replica
from breachlight.database.session import reading, transaction
from breachlight.kit import clock
from breachlight.kit.errors import EmailNotVerifiedError, NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say
from breachlight.rate_limits.limiter import RateLimit

LARGEST_EXPORT: Final = 100_000
"""Alerts in one file; for more, export several selections or follow the cursor of the API."""
PIECE: Final = 500
"""Alerts that are read at a time."""

_quota: Final = RateLimit("alert-export", limit=60, window=timedelta(hours=1))
# Each file of several passwords emails the owners.
_secret_quota: Final = RateLimit("alert-export-passwords", limit=5, window=timedelta(hours=1))
_EVENT: Final = "alerts_exported"
_log = structlog.get_logger("breachlight.alerts")


class ExportFormat(StrEnum):
    """The kinds of file."""

    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class AlertExport:
    """A file about to be read: its content comes in pieces, in constant memory but for the alerts' identifiers.

    Call ``finish`` once nothing more is read, also of a file that was never begun: it records what was not disclosed.
    """

    count: int
    content: AsyncIterator[bytes]
    finish: Callable[[], Awaitable[None]]


async def export_alerts(
    subject: Subject,
    client: Client,
    format: ExportFormat,  # noqa: A002 -- the name of the field
    *,
    ids: Sequence[str] | None = None,
    query: AlertQuery | None = None,
    include_passwords: bool = False,
    recheck: Recheck | None = None,
) -> AlertExport:
    """Export the given alerts in their order, or all that a query selects in its order.

    An audit entry with the number of alerts, and one for each password, is committed before the first byte; of more than 1,000
    passwords, those of each part before the part. Which alerts are in the file is settled then too; one that is deleted while the
    file is read is left out. ``recheck`` returns the subject as it is now, and is asked every few seconds.

    Raises:
        ForbiddenError: the subject may not export; or not see passwords, and asked for them.
        EmailNotVerifiedError: the user's email address is not verified yet (design §4.3).
        ReauthenticationRequiredError, BulkDisclosureOffError, QuotaExceededError: with passwords, as ``disclose``.
        ThrottledError: more than 60 files an hour, or 5 with passwords.
        ValidationError: neither or both of ids and query, or too many ids.
        NotFoundError: a named alert is unknown, or another account's.
        ProblemError: TOO_MANY_ALERTS: the query chooses more than 100,000.
    """
    subject.require(Permission.EXPORT)
    if include_passwords:
        require_permission(subject)
    if (ids is None) == (query is None):
        raise ValidationError({"query": [say("Pass either ids or a query.")]})
    user = await find_user(subject.user_id)
    if user is None or user.email_verified_at is None:
        raise EmailNotVerifiedError
    # Of this moment, so that the file shows whatever was done before it was asked for.
    position = await current_position()
    # A refusal by the gate isn't counted: no file is made.
    async with (_secret_quota if include_passwords else _quota).attempt(str(subject.user_id)) as attempt:
        try:
            chosen, disclosure = await _settled(
                subject, client, format, ids, query, include_passwords=include_passwords, position=position
            )
        except (BulkDisclosureOffError, QuotaExceededError):
            await attempt.uncount()
            raise
    rows = _rows(subject, chosen, disclosure, position)
    if recheck is not None:
        rows = while_permitted(rows, recheck, partial(_require, with_passwords=include_passwords))
    if format is ExportFormat.CSV:
        content = as_csv(rows, include_passwords=include_passwords)
    else:
        content = as_json(rows, exported_at=clock.now(), count=len(chosen))
    return AlertExport(len(chosen), content, disclosure.finish if disclosure else _nothing_left)


async def _nothing_left() -> None:
    """A file without passwords has no figures to correct."""


async def _settled(
    subject: Subject,
    client: Client,
    format: ExportFormat,  # noqa: A002 -- as above
    ids: Sequence[str] | None,
    query: AlertQuery | None,
    *,
    include_passwords: bool,
    position: Position | None,
) -> tuple[list[uuid.UUID], Disclosure | GradualDisclosure | None]:
    """Choose the alerts of a file, and record it and its passwords."""
    if query is not None:
        chosen = await _chosen_by(subject, query, position)
    else:
        chosen = await _named(subject, ids or ())
    detail: dict[str, object] = {
        "format": format.value,
        "alerts": len(chosen),
        "includes_passwords": include_passwords,
    }
    if include_passwords:
        conditions = None if query is None else query.filter
        purpose = Purpose(Channel.EXPORT, conditions, event=_EVENT, facts=detail)
        return chosen, await disclose_gradually(subject, client, chosen, purpose)
    async with transaction():
        await record_event_of(subject, _EVENT, client, detail)
    return chosen, None


async def _chosen_by(subject: Subject, query: AlertQuery, position: Position | None) -> list[uuid.UUID]:
    await guard_password_search(subject, query.filter)
    async with reading() as connection:
        selection = await fetch_selection(connection, subject.account_id, query.filter, reader_of(subject))
    if selection.is_nothing:
        return []
    read = partial(repository.fetch_ids, selection=selection, ordering=query.ordering, limit=LARGEST_EXPORT + 1)
    chosen = await read_from_replica(read, position)
    if len(chosen) > LARGEST_EXPORT:
        raise ProblemError(
            say("More than {most} detections match. Choose a shorter period or add a filter.", most=LARGEST_EXPORT),
            "TOO_MANY_ALERTS",
        )
    return chosen


async def _named(subject: Subject, ids: Sequence[str]) -> list[uuid.UUID]:
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValidationError({"ids": [say("Pass 1 to {most} ids, or a query.", most=MOST_IDS)]})
    identifiers = list(dict.fromkeys(parse_id(text) for text in ids))
    named = [identifier for identifier in identifiers if identifier is not None]
    async with reading() as connection:
        rows = await repository.fetch_by_ids(connection, subject.account_id, named)
    if len(rows) != len(identifiers):
        _log.warning("alerts_not_found", account_id=str(subject.account_id), alert_ids=[str(i) for i in identifiers])
        raise NotFoundError(say("Detection not found."))
    return named


async def _rows(
    subject: Subject,
    chosen: Sequence[uuid.UUID],
    disclosure: Disclosure | GradualDisclosure | None,
    position: Position | None,
) -> AsyncIterator[list[Row]]:
    """Read the alerts in chunks; no connection is used while the caller processes one."""
    for start in range(0, len(chosen), PIECE):
        part = chosen[start : start + PIECE]
        read = partial(repository.fetch_by_ids, account_id=subject.account_id, ids=part)
        alerts = await read_from_replica(read, position)
        rows = [row_of(alert) for alert in disclosed(subject, alerts)]
        if disclosure is not None:
            opened = await disclosure.open_passwords(part)
            for row in rows:
                password = opened.get(uuid.UUID(row["id"]))
                row["password"] = password.text if password else None
                row["password_error"] = UNREADABLE if password and password.text is None else None
        if rows:
            yield rows


def _require(subject: Subject, *, with_passwords: bool) -> None:
    require_mfa_setup(subject)
    subject.require(Permission.EXPORT)
    if with_passwords:
        subject.require(Permission.REVEAL)
