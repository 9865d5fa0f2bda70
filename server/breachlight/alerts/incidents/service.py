"""Incidents read: lists by tab, single ones, and how many each tab has."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.alerts.incidents import repository
from breachlight.alerts.incidents.filters import LARGEST_PAGE, DeviceOrder, IncidentFilter, IncidentOrder, IncidentTab
from breachlight.alerts.incidents.repository import Position, Totals
from breachlight.alerts.incidents.selection_repository import fetch_selection
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.incidents.where import select
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.query.cursors import INVALID
from breachlight.alerts.repository import LARGEST_COUNT
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say
from breachlight.kit.pagination import page_problems

DEFAULT_PAGE: Final = 25
MOST_CHANGED: Final = 10_000
"""Incidents that one operation changes."""


@dataclass(frozen=True, slots=True)
class IncidentPage:
    """Some incidents of a list; ``cursor`` is the position of the last one, empty on an empty page."""

    results: list[IncidentView]
    total: int
    total_is_exact: bool
    has_more: bool
    cursor: str


@dataclass(frozen=True, slots=True)
class IncidentCounts:
    """How many incidents each tab has, counted up to 100,000."""

    new: int
    mine: int
    waiting: int
    closed: int


async def list_incidents(  # noqa: PLR0917 -- a list
    subject: Subject,
    conditions: IncidentFilter,
    order: IncidentOrder | DeviceOrder = IncidentOrder.SEVERITY,
    first: int = DEFAULT_PAGE,
    after: str | None = None,
    page: int = 1,
    *,
    is_reversed: bool = False,
) -> IncidentPage:
    """List incidents, at most 100, behind a cursor or on a page of that size.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a page or page size below 1, a page behind a cursor, or a cursor that this list never returned.
    """
    subject.require(Permission.READ)
    if problems := page_problems(page, first):
        raise ValidationError({{"page_size": "first"}.get(name, name): said for name, said in problems.items()})
    if after and page != 1:
        raise ValidationError({"page": [say("Pass a cursor or a page, not both.")]})
    first = min(first, LARGEST_PAGE)
    position = _read_cursor(after, order) if after else (page - 1) * first
    async with reading() as connection:
        selection = await fetch_selection(connection, subject, conditions)
        if selection is None:
            return IncidentPage([], 0, total_is_exact=True, has_more=False, cursor="")
        rows = await repository.fetch_page(connection, selection, order, first + 1, position, is_reversed=is_reversed)
        is_complete = position == 0 and len(rows) <= first
        [total] = [len(rows)] if is_complete else await repository.count(connection, selection)
    shown = rows[:first]
    return IncidentPage(
        shown,
        min(total, LARGEST_COUNT),
        total_is_exact=total <= LARGEST_COUNT,
        has_more=len(rows) > first,
        cursor=_write_cursor(shown[-1], order) if shown else "",
    )


async def get_incident(subject: Subject, incident_id: str) -> IncidentView:
    """Return one incident of the subject's account.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: unknown, or another account's.
    """
    subject.require(Permission.READ)
    identifier = parse_id(incident_id)
    async with reading() as connection:
        found = await repository.fetch_by_ids(
            connection, subject.account_id, reader_of(subject), [identifier] if identifier else []
        )
    if not found:
        raise NotFoundError(say("Incident not found."))
    return found[0]


async def count_incidents(subject: Subject) -> IncidentCounts:
    """Count the incidents of each tab.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    selections = {tab.value: select(subject, IncidentFilter(tab=tab)) for tab in IncidentTab}
    async with reading() as connection:
        counts = await repository.count(connection, *filter(None, selections.values()))
    return IncidentCounts(**{tab: min(number, LARGEST_COUNT) for tab, number in zip(selections, counts, strict=True)})


async def sum_up(subject: Subject, conditions: IncidentFilter) -> Totals:
    """Count the incidents of a list and their detections, as many as one operation changes and one more.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        selection = await fetch_selection(connection, subject, conditions)
        if selection is None:
            return Totals(0, 0, 0)
        return await repository.sum_up(connection, selection, MOST_CHANGED + 1)


def _write_cursor(view: IncidentView, order: str) -> str:
    position = Position.of(view, order)
    return "~".join([*map(str, position.numbers), position.at.isoformat(), str(position.id)])


def _read_cursor(text: str, order: str) -> Position:
    *numbers, at, name = text.split("~") if "~" in text else ("", "")
    try:
        position = Position(tuple(map(int, numbers)), datetime.fromisoformat(at), uuid.UUID(name))
    except ValueError:
        raise ValidationError({"after": [INVALID]}) from None
    if position.at.tzinfo is None or not position.fits(order):
        raise ValidationError({"after": [INVALID]})
    return position
