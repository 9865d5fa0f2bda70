"""Incidents in groups: by infected device, leak or person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from breachlight.alerts.incidents import groups_repository as repository
from breachlight.alerts.incidents import repository as incidents
from breachlight.alerts.incidents.filters import IncidentFilter, IncidentGrouping, IncidentOrder
from breachlight.alerts.incidents.group_names import SEVERAL
from breachlight.alerts.incidents.selection_repository import fetch_selection
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.severity import SeverityLevel, level_of
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, reading
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence
from breachlight.kit.pagination import page_problems

GROUPS_PER_PAGE: Final = 10
LARGEST_PAGE: Final = 25
FIRST_INCIDENTS: Final = 10
"""Incidents of a group that come with it; a list filtered by the group has all."""


@dataclass(frozen=True, slots=True)
class IncidentGroup:
    """Incidents that share a device, a leak or a person, named by the fields that begin so.

    ``key`` filters lists. ``has_several`` says that they have more than one person each; without it and a name, they have none.
    """

    key: str
    computer: str | None
    user_name: str | None
    leak_name: str | None
    leak_title: str | Sentence | None
    person_id: str | None
    person_email: str | None
    has_several: bool
    incidents: int
    detections: int
    open_detections: int
    level: SeverityLevel
    last_detected_at: datetime
    results: list[IncidentView]


@dataclass(frozen=True, slots=True)
class IncidentGroupPage:
    """A page of groups, and how many there are."""

    results: list[IncidentGroup]
    total: int
    page: int
    page_size: int


async def list_groups(  # noqa: PLR0917 -- a list
    subject: Subject,
    grouping: IncidentGrouping,
    conditions: IncidentFilter,
    order: IncidentOrder = IncidentOrder.SEVERITY,
    page: int = 1,
    page_size: int = GROUPS_PER_PAGE,
) -> IncidentGroupPage:
    """Divide the first 10,000 incidents of a list into groups; the group of the list's first incident comes first.

    Incidents that belong to nothing come last.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a page or page size below 1.
    """
    subject.require(Permission.READ)
    if problems := page_problems(page, page_size):
        raise ValidationError(problems)
    page_size = min(page_size, LARGEST_PAGE)
    async with reading() as connection:
        selection = await fetch_selection(connection, subject, conditions)
        if selection is None:
            return IncidentGroupPage([], 0, page, page_size)
        rows = await repository.fetch_groups(connection, selection, grouping, order, page_size, (page - 1) * page_size)
        ids = [identifier for row in rows for text in row["ids"] if (identifier := parse_id(text))]
        views = await incidents.fetch_by_ids(connection, subject.account_id, reader_of(subject), ids)
        by_id = {view.id: view for view in views}
        names = await _names(connection, subject, grouping, [row["name"] for row in rows])
    groups = [
        _group(grouping, row, [by_id[each] for each in row["ids"] if each in by_id], names.get(row["name"], {}))
        for row in rows
    ]
    return IncidentGroupPage(groups, rows[0]["total"] if rows else 0, page, page_size)


async def _names(
    connection: Connection, subject: Subject, grouping: IncidentGrouping, names: list[str]
) -> dict[str, Mapping[str, Any]]:
    ids = [name for name in names if parse_id(name)]
    if grouping is IncidentGrouping.LEAK:
        return dict(await repository.fetch_leaks(connection, ids))
    if grouping is IncidentGrouping.PERSON:
        emails = await repository.fetch_emails(connection, subject.account_id, ids)
        return {name: {"id": name, "email": email} for name, email in emails.items()}
    return {}


def _group(
    grouping: IncidentGrouping, row: Mapping[str, Any], views: list[IncidentView], names: Mapping[str, Any]
) -> IncidentGroup:
    by_leak, by_person = grouping is IncidentGrouping.LEAK, grouping is IncidentGrouping.PERSON
    # The leak of an incident has the name that its reader may see.
    leak = next((view.leak for view in views if view.leak), None) if by_leak else None
    device = views[0].device if views and grouping is IncidentGrouping.DEVICE else None
    return IncidentGroup(
        key=f"{grouping}:{row['name']}",
        computer=device.computer if device else None,
        user_name=device.user_name if device else None,
        leak_name=leak.name if leak else names.get("name") if by_leak else None,
        leak_title=leak.title if leak else names.get("title") if by_leak else None,
        person_id=names.get("id") if by_person else None,
        person_email=names.get("email") if by_person else None,
        has_several=row["name"] == SEVERAL,
        incidents=row["incidents"],
        detections=int(row["detections"]),
        open_detections=int(row["open_detections"]),
        level=level_of(row["score"]),
        last_detected_at=row["last_detected_at"],
        results=views,
    )
