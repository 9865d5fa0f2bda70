"""What is new for a member: read each time from what happened, never stored (decision 67)."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import asyncpg

from breachlight.alerts.bookkeeping_repository import fetch_last
from breachlight.alerts.directory_repository import fetch_member_names
from breachlight.alerts.incidents.repository import fetch_by_ids
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.models import AlertList
from breachlight.alerts.query.cursors import encode_cursor
from breachlight.alerts.severity import SeverityLevel
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading, transaction
from breachlight.kit import clock
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say
from breachlight.notifications import repository
from breachlight.reports.months import Month

MOST_SHOWN: Final = repository.MOST
"""Notifications in the list, the newest."""
LONGEST_KEPT: Final = timedelta(days=30)
"""How long something is new."""


class NotificationKind(StrEnum):
    """What happened."""

    INCIDENT_OPENED = "incident_opened"
    INCIDENT_REOPENED = "incident_reopened"
    ACCEPTANCE_ENDED = "acceptance_ended"
    INCIDENTS_ASSIGNED = "incidents_assigned"
    DETECTIONS_ASSIGNED = "detections_assigned"
    MENTIONED = "mentioned"
    DOMAIN_RECORD_MISSING = "domain_record_missing"
    DOMAIN_LOST = "domain_lost"
    BACKFILL_FINISHED = "backfill_finished"
    REPORT_READY = "report_ready"


_OF_INCIDENTS: Final = {
    NotificationKind.INCIDENT_OPENED,
    NotificationKind.INCIDENT_REOPENED,
    NotificationKind.ACCEPTANCE_ENDED,
}
_HAPPENS_AGAIN: Final = {*_OF_INCIDENTS, NotificationKind.DOMAIN_RECORD_MISSING, NotificationKind.REPORT_READY}
"""Kinds with several notifications of one source."""


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that is new for a member.

    ``actor`` is the member who did it, None for a former one. ``target`` is what it is about: the title of an incident, a login, a domain,
    what was scanned, or a month; None if it is about several. ``count`` are the detections of an incident, or how many were assigned or
    scanned; ``found`` are the detections of a scan.
    """

    id: str
    kind: NotificationKind
    happened_at: datetime
    is_seen: bool
    actor: str | None
    target: str | None
    count: int
    found: int
    severity: SeverityLevel | None
    incident_id: str | None
    leak_title: str | None
    alert_id: str | None
    alert_kind: AlertList | None


@dataclass(frozen=True, slots=True)
class Notifications:
    """The newest notifications, the newest first; live feeds that begin at the cursor miss nothing."""

    results: list[Notification]
    unseen: int
    cursor: str


async def list_notifications(subject: Subject) -> Notifications:
    """Return what is new for a member: of the last 30 days and since they are one, at most 50.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    account_id, now = subject.account_id, clock.now()
    running = Month.of(now.date())
    async with reading() as connection:
        cursor = encode_cursor(account_id, await fetch_last(connection, account_id))
        member = await repository.fetch_member(connection, account_id, subject.user_id)
        if member is None:
            return Notifications([], 0, cursor)
        since, seen = max(member[0], now - LONGEST_KEPT), member[1]
        rows = _newest(
            [
                *await repository.fetch_of_detections(connection, account_id, subject.user_id, since),
                *await repository.fetch_of_account(
                    connection, account_id, since, running.plus(-1).first_day, running.begins
                ),
            ]
        )
        incident_ids = dict.fromkeys(row["incident_id"] for row in rows if row["incident_id"])
        views = await fetch_by_ids(connection, account_id, reader_of(subject), list(incident_ids))
        names = await fetch_member_names(connection, account_id, {row["user_id"] for row in rows} - {None})
    incidents = {view.id: view for view in views}
    results = [_notification(row, seen, names, incidents) for row in rows]
    return Notifications(results, sum(not each.is_seen for each in results), cursor)


async def mark_seen(subject: Subject, ids: Sequence[str]) -> Notifications:
    """Mark notifications of the subject as seen, and return what is new now; unknown ones are ignored.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: more than 50.
    """
    subject.require(Permission.READ)
    if len(ids) > MOST_SHOWN:
        raise ValidationError({"ids": [say("Pass at most {most} ids.", most=MOST_SHOWN)]})
    known = dict.fromkeys(found for found in map(parse_id, ids) if found is not None)
    if known:
        async with transaction() as connection:
            await repository.mark_seen(connection, subject.account_id, subject.user_id, list(known))
    return await list_notifications(subject)


def _newest(rows: Iterable[asyncpg.Record]) -> list[asyncpg.Record]:
    """Return the newest entries: incidents, which may be many, take at most half of the list from the others."""
    ordered = sorted(rows, key=lambda row: row["happened_at"], reverse=True)
    incidents = [row for row in ordered if row["kind"] in _OF_INCIDENTS]
    others = [row for row in ordered if row["kind"] not in _OF_INCIDENTS]
    others = others[: MOST_SHOWN - min(len(incidents), MOST_SHOWN // 2)]
    shown = [*incidents[: MOST_SHOWN - len(others)], *others]
    return sorted(shown, key=lambda row: row["happened_at"], reverse=True)


def _notification(
    row: asyncpg.Record, seen: set[uuid.UUID], names: dict[str, str], incidents: dict[str, IncidentView]
) -> Notification:
    kind = NotificationKind(row["kind"])
    identifier: uuid.UUID = row["source_id"]
    if kind in _HAPPENS_AGAIN:
        identifier = uuid.uuid5(identifier, f"{kind.value} {row['happened_at'].isoformat()}")
    view = incidents.get(str(row["incident_id"]))
    has_domain = row["has_domain"]
    return Notification(
        str(identifier),
        kind,
        row["happened_at"],
        identifier in seen,
        names.get(str(row["user_id"])),
        row["target"] if view is None else view.title,
        row["number"],
        row["found"],
        None if view is None else view.severity.level,
        None if view is None else view.id,
        None if view is None or view.leak is None else view.leak.title,
        None if row["alert_id"] is None else str(row["alert_id"]),
        None if has_domain is None else AlertList.PORTALS if has_domain else AlertList.WORKFORCE,
    )
