"""What members did with incidents, the latest first, to look at and to undo."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from breachlight.alerts.incidents import history_repository as repository
from breachlight.alerts.incidents import repository as incidents
from breachlight.alerts.incidents.history import IncidentEventKind
from breachlight.alerts.incidents.models import IncidentResolution
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.query.cursors import INVALID
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.errors import ValidationError
from breachlight.kit.pagination import page_problems

DEFAULT_PAGE: Final = 25
LARGEST_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class IncidentOperation:
    """An assignment or a change of state.

    ``by`` and ``undone_by`` are members' names, None where they have left the account. ``detections`` counts those that it closed or
    reopened. ``incident`` is its incident, if it changed one only. It can be undone unless it was (``undone_at``).
    """

    id: str
    kind: IncidentEventKind
    at: datetime
    by: str | None
    is_own: bool
    incidents: int
    detections: int
    incident: IncidentView | None
    assignee: str | None
    resolution: IncidentResolution | None
    accepted_until: date | None
    undone_at: datetime | None
    undone_by: str | None


@dataclass(frozen=True, slots=True)
class IncidentOperationPage:
    """Some operations; ``cursor`` is the position of the last one, empty on an empty page."""

    results: list[IncidentOperation]
    has_more: bool
    cursor: str


async def list_operations(
    subject: Subject, first: int = DEFAULT_PAGE, after: str | None = None
) -> IncidentOperationPage:
    """List what members of the account did with incidents, at most 100 operations behind a cursor.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a page size below 1, or a cursor that this list never returned.
    """
    subject.require(Permission.READ)
    if problems := page_problems(1, first):
        raise ValidationError({"first": problems["page_size"]})
    first = min(first, LARGEST_PAGE)
    position = _read_cursor(after) if after else None
    async with reading() as connection:
        rows = await repository.fetch_operations(connection, subject.account_id, first + 1, position)
        ids = [row["incident_id"] for row in rows[:first] if row["updated"] == 1 and row["incident_id"]]
        views = await incidents.fetch_by_ids(connection, subject.account_id, reader_of(subject), ids)
    by_id = {view.id: view for view in views}
    shown = [_operation(subject, row, by_id) for row in rows[:first]]
    return IncidentOperationPage(
        shown, len(rows) > first, cursor=f"{shown[-1].at.isoformat()}~{shown[-1].id}" if shown else ""
    )


def _operation(subject: Subject, row: Mapping[str, Any], views: Mapping[str, IncidentView]) -> IncidentOperation:
    state, resolution = row["state"], row["resolution"]
    return IncidentOperation(
        id=str(row["id"]),
        kind=IncidentEventKind.ASSIGNED if state is None else IncidentEventKind(state),
        at=row["created_at"],
        by=row["author"],
        is_own=row["user_id"] == subject.user_id,
        incidents=row["updated"],
        detections=row["detections"],
        incident=views.get(str(row["incident_id"])) if row["updated"] == 1 else None,
        assignee=row["assignee"],
        resolution=resolution and IncidentResolution(resolution),
        accepted_until=row["accepted_until"],
        undone_at=row["undone_at"],
        undone_by=row["undone_author"],
    )


def _read_cursor(text: str) -> tuple[datetime, uuid.UUID]:
    try:
        at, name = text.split("~")
        position = datetime.fromisoformat(at), uuid.UUID(name)
    except ValueError:
        raise ValidationError({"after": [INVALID]}) from None
    if position[0].tzinfo is None:
        raise ValidationError({"after": [INVALID]})
    return position
