"""Alerts of an account: list, read, triage and reveal; raising is re-exported for ingestion."""

from dataclasses import dataclass
from typing import Any, Final

import structlog

from breachlight.alerts import repository
from breachlight.alerts.disclosure.reveal import RevealedPassword, reveal_password, reveal_passwords
from breachlight.alerts.query.cursors import Cursor
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.alerts.query.password_search import guard_password_search
from breachlight.alerts.query.where import Selection, select
from breachlight.alerts.triage.service import AlertsUpdated, undo_operation, update_alerts
from breachlight.alerts.upsert.matches import Finding
from breachlight.alerts.upsert.service import Raised, raise_alerts
from breachlight.alerts.views import COLUMNS, AlertView, disclosed
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.config import get_key_ring
from breachlight.database.session import reading
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say

__all__ = [
    "AlertFilter",
    "AlertPage",
    "AlertQuery",
    "AlertView",
    "AlertsUpdated",
    "Finding",
    "Raised",
    "RevealedPassword",
    "Wanted",
    "get_alert",
    "list_alerts",
    "raise_alerts",
    "reveal_password",
    "reveal_passwords",
    "undo_operation",
    "update_alerts",
]

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class AlertPage:
    """One page of alerts.

    ``total`` is exact up to 100,000 unless the database keeps the number; beyond, ``total_is_exact`` is False. ``cursor``
    is where a reader in the order of commits goes on; ``has_more`` says whether rows follow these at once.
    """

    results: list[AlertView]
    total: int
    total_is_exact: bool
    page: int
    page_size: int
    cursor: str
    has_more: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts of a page that the caller needs; others aren't read."""

    columns: str = COLUMNS
    totals: bool = True
    """Whether ``total``, ``total_is_exact`` or ``cursor`` are."""


_EVERYTHING: Final = Wanted()
_UNREAD: Final[Any] = None


async def list_alerts(
    subject: Subject, query: AlertQuery, *, after: str | None = None, wanted: Wanted = _EVERYTHING
) -> AlertPage:
    """Return a page of the subject's alerts, by page number and ordering.

    With ``after`` (a cursor, or "" for the beginning) the rows behind it come in the order of commits instead, ordering
    and page number left aside; whoever follows the cursors meets every alert once, whatever is written meanwhile. The
    cursor of a page without ``after`` leads to all that was committed since, and perhaps to some that it shows.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: ``after`` is no cursor of this database.
        ThrottledError: too many searches for a password (``guard_password_search``).
    """
    subject.require(Permission.READ)
    place = None if after is None else Cursor.decode(after)
    await guard_password_search(subject, query.filter)
    selection = select(subject.account_id, query.filter, get_key_ring())
    offset, limit = (query.page - 1) * query.page_size, query.page_size + 1
    if place is None and offset == 0 and not wanted.totals and not selection.is_nothing:
        async with reading() as connection:
            rows = await repository.fetch_page(
                connection, selection, columns=wanted.columns, ordering=query.ordering, limit=limit, offset=0
            )
        return _page(query, disclosed(subject, rows), _UNREAD, _UNREAD, _UNREAD)
    rows = []
    async with reading() as connection:
        # The horizon comes before the rows: whoever follows the cursor may meet a row again, but misses none.
        kept = await repository.fetch_kept(connection, selection)
        if place is not None:
            place.check(kept.horizon)
        if selection.is_nothing:
            pass
        elif place is not None:
            rows = await repository.fetch_after(connection, selection, wanted.columns, place, limit)
        elif offset < kept.alerts:
            rows = await repository.fetch_page(
                connection, selection, columns=wanted.columns, ordering=query.ordering, limit=limit, offset=offset
            )
        total = _known_total(selection, kept, None if place else offset, limit, len(rows))
        if total is None:
            total = await repository.count_rows(connection, selection)
    cursor = Cursor.before(kept.horizon)
    if place is not None:
        shown = rows[: query.page_size]
        last = shown[-1].position if shown else place
        # The rows were read later than the horizon, so they may lie beyond it.
        cursor = last if len(rows) > query.page_size else max(last, cursor)
    is_exact = selection.is_kept or total <= repository.LARGEST_COUNT
    return _page(
        query, disclosed(subject, rows), total if is_exact else repository.LARGEST_COUNT, is_exact, cursor.encode()
    )


def _page(query: AlertQuery, rows: list[AlertView], total: int, total_is_exact: bool, cursor: str) -> AlertPage:
    """Make a page of its rows and the one after them, if there is one."""
    return AlertPage(
        rows[: query.page_size],
        total,
        total_is_exact,
        query.page,
        query.page_size,
        cursor,
        len(rows) > query.page_size,
    )


def _known_total(selection: Selection, kept: repository.Kept, offset: int | None, limit: int, rows: int) -> int | None:
    """Return the total if it needs no counting: zero, a stored counter, or a page with the last row."""
    if selection.is_nothing:
        return 0
    if selection.is_kept or kept.alerts == 0:
        return kept.alerts
    if offset is not None and rows < limit and (rows or offset == 0):
        return offset + rows
    return None


async def get_alert(subject: Subject, alert_id: str) -> AlertView:
    """Return one alert of the subject's account.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: unknown, or another account's.
    """
    subject.require(Permission.READ)
    identifier = parse_id(alert_id)
    async with reading() as connection:
        rows = await repository.fetch_by_ids(connection, subject.account_id, [identifier] if identifier else [])
    if not rows:
        _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=str(identifier))
        raise NotFoundError(say("Detection not found."))
    return disclosed(subject, rows)[0]
