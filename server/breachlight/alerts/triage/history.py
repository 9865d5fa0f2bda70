"""The history of an alert, newest first: raised, seen again, triaged, annotated, password revealed or exported."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import structlog

from breachlight.alerts.leak_audience import HIDDEN_TITLE, may_see
from breachlight.alerts.triage import history_repository as repository
from breachlight.alerts.triage.history_repository import MOST_EVENTS
from breachlight.alerts.triage.notes import NoteView, note_of
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say


class AlertEventKind(StrEnum):
    """Kinds of events in an alert's history."""

    RAISED = "raised"
    SIGHTED = "sighted"
    READ = "read"
    UNREAD = "unread"
    CLOSED = "close"
    REOPENED = "reopen"
    ASSIGNED = "assign"
    UNDONE = "undone"
    NOTED = "noted"
    PASSWORD_REVEALED = "password_revealed"  # noqa: S105 -- a kind of event
    PASSWORD_EXPORTED = "password_exported"  # noqa: S105 -- a kind of event


@dataclass(frozen=True, slots=True)
class AlertEvent:
    """One event. ``by`` is the member's name, None where nobody did it or who did has left the account.

    ``leak`` is the title of the leak that the alert was raised from or seen in, ``leak_name`` its name, None if hidden, and ``seen_at`` when that leak saw the login;
    ``assignee`` is whom it was given to (None: nobody), and ``undone`` the action that was taken back. CLOSED by nobody: as a
    duplicate of a closed one, when it was raised (design §3, Close duplicates).
    """

    kind: AlertEventKind
    at: datetime
    by: str | None = None
    leak: str | None = None
    seen_at: datetime | None = None
    assignee: str | None = None
    undone: AlertEventKind | None = None
    note: NoteView | None = None
    leak_name: str | None = None


@dataclass(frozen=True, slots=True)
class AlertHistory:
    """The newest events of an alert; ``has_more`` says that there are earlier ones."""

    events: list[AlertEvent]
    has_more: bool


_log = structlog.get_logger("breachlight.alerts")


async def get_history(subject: Subject, alert_id: str) -> AlertHistory:
    """Return the newest events of an alert, at most 100.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: the alert is unknown, or another account's.
    """
    subject.require(Permission.READ)
    identifier = parse_id(alert_id)
    async with reading() as connection:
        rows = await repository.fetch_events(connection, subject.account_id, identifier) if identifier else []
    if not rows:
        _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=str(identifier))
        raise NotFoundError(say("Detection not found."))
    events = [
        AlertEvent(
            AlertEventKind(row["kind"]),
            row["at"],
            row["author"],
            row["leak"] if seen else HIDDEN_TITLE,
            row["seen_at"],
            row["assignee"],
            AlertEventKind(row["undone"]) if row["undone"] else None,
            note_of(row, subject) if row["id"] else None,
            row["leak_name"] if seen else None,
        )
        for row in rows[:MOST_EVENTS]
        for seen in [may_see(subject, row["leak_audience"])]
    ]
    return AlertHistory(events, len(rows) > MOST_EVENTS)
