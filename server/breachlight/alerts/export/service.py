"""Export of alerts by ids or by filter, with passwords only on request."""

import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.export.formats import Row, as_csv, as_json, row_of
from breachlight.alerts.passwords import open_password
from breachlight.alerts.query.filters import AlertQuery
from breachlight.alerts.query.where import select
from breachlight.alerts.reveal import guard_password_search
from breachlight.alerts.triage.service import MOST_IDS
from breachlight.alerts.views import disclosed
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import find_user
from breachlight.auth.subject import Client, Subject, require_fresh
from breachlight.config import get_key_ring
from breachlight.database.session import Connection, reading, transaction
from breachlight.kit import clock
from breachlight.kit.errors import EmailNotVerifiedError, NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say
from breachlight.rate_limits.limiter import RateLimit

LARGEST_EXPORT: Final = 100_000
"""Alerts of one file; whoever needs more takes them in parts, or follows the cursor of the API."""
PIECE: Final = 500
"""Alerts that are read at a time."""

_quota: Final = RateLimit("alert-export", limit=60, window=timedelta(hours=1))
_secret_quota: Final = RateLimit("alert-export-passwords", limit=5, window=timedelta(hours=1))
_log = structlog.get_logger("breachlight.alerts")


class ExportFormat(StrEnum):
    """The kinds of file."""

    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class AlertExport:
    """A file about to be read: its content comes in pieces, in constant memory but for the alerts' identifiers."""

    count: int
    content: AsyncIterator[bytes]


async def export_alerts(
    subject: Subject,
    client: Client,
    format: ExportFormat,  # noqa: A002 -- the name of the field
    *,
    ids: Sequence[str] | None = None,
    query: AlertQuery | None = None,
    include_passwords: bool = False,
) -> AlertExport:
    """Export the given alerts in their order, or all that a query selects in its order.

    An audit line with the number of alerts is committed before the first byte. Which alerts are in the file is settled
    then too; an alert that is deleted while the file is read is left out.

    Raises:
        ForbiddenError: the subject may not export; or not see passwords, and asked for them.
        EmailNotVerifiedError: the user's email address is not verified yet (design §4.3).
        ReauthenticationRequiredError: passwords are asked for, and the login is more than five minutes old.
        ThrottledError: more than 60 files an hour, or 5 with passwords.
        ValidationError: neither or both of ids and query, or too many ids.
        NotFoundError: a named alert is unknown, or another account's.
        ProblemError: TOO_MANY_ALERTS: the query chooses more than 100,000.
    """
    subject.require(Permission.EXPORT)
    if include_passwords:
        subject.require(Permission.REVEAL)
        # A key was given this scope on purpose, by somebody who had just confirmed the password.
        if not subject.is_api_key:
            require_fresh(subject)
    if (ids is None) == (query is None):
        raise ValidationError({"query": [say("Pass either ids or a query.")]})
    user = await find_user(subject.user_id)
    if user is None or user.email_verified_at is None:
        raise EmailNotVerifiedError
    await (_secret_quota if include_passwords else _quota).hit(str(subject.user_id))
    async with reading() as connection:
        if query is not None:
            chosen = await _chosen_by(connection, subject, query)
        else:
            chosen = await _named(connection, subject, ids or ())
    async with transaction():
        detail: dict[str, object] = {
            "format": format.value,
            "alerts": len(chosen),
            "includes_passwords": include_passwords,
        }
        await record_event_of(subject, "alerts_exported", client, detail)
    rows = _rows(subject, chosen, include_passwords=include_passwords)
    if format is ExportFormat.CSV:
        return AlertExport(len(chosen), as_csv(rows, include_passwords=include_passwords))
    return AlertExport(len(chosen), as_json(rows, exported_at=clock.now(), count=len(chosen)))


async def _chosen_by(connection: Connection, subject: Subject, query: AlertQuery) -> list[uuid.UUID]:
    await guard_password_search(subject, query.filter)
    selection = select(subject.account_id, query.filter, get_key_ring())
    if selection.is_nothing:
        return []
    chosen = await repository.fetch_ids(connection, selection, query.ordering, LARGEST_EXPORT + 1)
    if len(chosen) > LARGEST_EXPORT:
        raise ProblemError(
            say("More than {most} detections match. Choose a shorter period or add a filter.", most=LARGEST_EXPORT),
            "TOO_MANY_ALERTS",
        )
    return chosen


async def _named(connection: Connection, subject: Subject, ids: Sequence[str]) -> list[uuid.UUID]:
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValidationError({"ids": [say("Pass 1 to {most} ids, or a query.", most=MOST_IDS)]})
    identifiers = list(dict.fromkeys(parse_id(text) for text in ids))
    named = [identifier for identifier in identifiers if identifier is not None]
    rows = await repository.fetch_by_ids(connection, subject.account_id, named)
    if len(rows) != len(identifiers):
        _log.warning("alerts_not_found", account_id=str(subject.account_id), alert_ids=[str(i) for i in identifiers])
        raise NotFoundError(say("Detection not found."))
    return named


async def _rows(subject: Subject, chosen: Sequence[uuid.UUID], *, include_passwords: bool) -> AsyncIterator[list[Row]]:
    """Read the alerts in chunks; no connection is used while the caller processes one."""
    account_id = subject.account_id
    for start in range(0, len(chosen), PIECE):
        async with reading() as connection:
            alerts = await repository.fetch_by_ids(connection, account_id, chosen[start : start + PIECE])
            sealed = {}
            if include_passwords:
                sealed = await repository.fetch_sealed(connection, account_id, chosen[start : start + PIECE])
        rows = [row_of(alert) for alert in disclosed(subject, alerts)]
        if include_passwords:
            ring = get_key_ring()
            for row in rows:
                secret = sealed.get(uuid.UUID(row["id"]))
                opened = None if secret is None else open_password(ring, account_id, uuid.UUID(row["id"]), secret)
                row["password"] = opened
        if rows:
            yield rows
