"""Alerts of an account: list, read, triage and reveal; raising is re-exported for ingestion."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, cast

import structlog
from orjson import Fragment

from breachlight.alerts import repository
from breachlight.alerts.bookkeeping_repository import LAST
from breachlight.alerts.directory_repository import fetch_member_names
from breachlight.alerts.disclosure.reveal import RevealedPassword, reveal_password, reveal_passwords
from breachlight.alerts.json_rows import with_assignee
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.query.anchor_repository import count_past, fetch_past
from breachlight.alerts.query.anchors import Past, read_anchor, write_anchor
from breachlight.alerts.query.cursors import encode_cursor, read_cursor
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.alerts.query.password_search import guard_password_search
from breachlight.alerts.query.selection_repository import fetch_selection
from breachlight.alerts.query.where import Selection
from breachlight.alerts.search.service import narrow
from breachlight.alerts.triage.service import AlertsUpdated, undo_operation, update_alerts
from breachlight.alerts.upsert.matches import Finding
from breachlight.alerts.upsert.service import Raised, raise_alerts
from breachlight.alerts.views import COLUMNS, ROW_KEYS, AlertView, disclosed
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, reading
from breachlight.kit.errors import NotFoundError, ValidationError
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
    is where a reader in the order of raising goes on; ``has_more`` says whether rows follow these at once. ``as_of`` anchors
    other pages of the same list.
    """

    results: list[AlertView]
    total: int
    total_is_exact: bool
    page: int
    page_size: int
    cursor: str
    has_more: bool
    as_of: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts of a page that the caller needs; others aren't read."""

    columns: str = COLUMNS
    totals: bool = True
    """Whether ``total``, ``total_is_exact`` or ``cursor`` are."""
    as_of: bool = True
    json: str | None = None
    """SQL of an alert's JSON (``json_rows.json_row``); those that it can write are then fragments instead of views."""

    @property
    def row(self) -> str:
        """The SELECT list of a row."""
        return self.columns if self.json is None else f"{ROW_KEYS}, {self.json} AS json"


_EVERYTHING: Final = Wanted()
_UNREAD: Final[Any] = None


async def list_alerts(
    subject: Subject,
    query: AlertQuery,
    *,
    after: str | None = None,
    as_of: str | None = None,
    wanted: Wanted = _EVERYTHING,
) -> AlertPage:
    """Return a page of the subject's alerts, by page number and ordering.

    With ``after`` (a cursor, or "" for the beginning), return the rows behind it in the order in which they were raised, and
    ignore ordering and page number. Following cursors returns every alert once, whatever is written meanwhile. The cursor of
    a page without ``after`` continues with everything raised since, and possibly with some of the rows on that page.

    With ``as_of`` of another page, alerts are filtered, ordered and counted as they were when that page was read, and shown as
    they are now; so the pages of one anchor contain every alert once.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: ``after`` is no cursor of this database, ``as_of`` is invalid or too old, or both are given.
        ThrottledError: too many searches for a password (``guard_password_search``).
    """
    subject.require(Permission.READ)
    anchor = read_anchor(subject.account_id, as_of) if as_of else None
    if anchor is not None and after is not None:
        raise ValidationError({"as_of": [say("Pass either after or as_of.")]})
    await guard_password_search(subject, query.filter)
    async with reading() as connection:
        selection = await fetch_selection(connection, subject.account_id, query.filter, reader_of(subject))
        if anchor is not None:
            # One state of the database for all statements.
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                past = await fetch_past(connection, subject.account_id, anchor)
                page = await _page_of_past(connection, selection, query, wanted, past, as_of or "")
        elif after is not None:
            page = await _page_behind(connection, selection, query, wanted, after)
        elif wanted.json is not None and _is_first(query, wanted) and not selection.is_nothing:
            return await _written_page(connection, subject, await narrow(connection, selection), query, wanted.json)
        else:
            page = await _present_page(connection, selection, query, wanted)
        if wanted.json is not None:
            return replace(page, results=await _written(connection, subject, page.results))
    return replace(page, results=disclosed(subject, page.results))


def _is_first(query: AlertQuery, wanted: Wanted) -> bool:
    """Return whether nothing but the first rows is wanted."""
    return query.page == 1 and not wanted.totals and not wanted.as_of


async def _written_page(
    connection: Connection, subject: Subject, selection: Selection, query: AlertQuery, row: str
) -> AlertPage:
    """Return the first rows as the database writes them, and views of those that it can't."""
    size = query.page_size
    texts, ids, assignees = await repository.fetch_written(connection, selection, row, query.ordering, size + 1)
    assigned = {assignee for assignee in assignees if assignee is not None}
    if assigned:
        names = await fetch_member_names(connection, subject.account_id, assigned)
        texts = [
            text if text is None or assignee is None else with_assignee(text, names.get(assignee))
            for text, assignee in zip(texts, assignees, strict=True)
        ]
    rows = await _completed(connection, subject, texts[:size], ids[:size])
    return AlertPage(rows, _UNREAD, _UNREAD, query.page, size, _UNREAD, len(texts) > size, _UNREAD)


async def _written(connection: Connection, subject: Subject, rows: Sequence[AlertView]) -> list[AlertView]:
    """Return the JSON of rows, and views of those that the database couldn't write."""
    texts = [None if row["json"] is None else _text(row) for row in rows]
    return await _completed(connection, subject, texts, [row.id for row in rows])


async def _completed(
    connection: Connection, subject: Subject, texts: Sequence[str | None], ids: Sequence[str | None]
) -> list[AlertView]:
    """Return each text as a fragment, and a view in place of a missing one; what is gone by then is left out."""
    left = [uuid.UUID(identifier) for text, identifier in zip(texts, ids, strict=True) if text is None]
    found = await repository.fetch_by_ids(connection, subject.account_id, left) if left else []
    views: dict[str | None, AlertView] = {view.id: view for view in disclosed(subject, found)}
    written = [
        views.get(identifier) if text is None else Fragment(text) for text, identifier in zip(texts, ids, strict=True)
    ]
    return [cast("AlertView", row) for row in written if row is not None]


def _text(row: AlertView) -> str:
    text: str = row["json"]
    return text if row["assignee_id"] is None else with_assignee(text, row["assignee_name"])


async def _present_page(connection: Connection, selection: Selection, query: AlertQuery, wanted: Wanted) -> AlertPage:
    offset, limit = (query.page - 1) * query.page_size, query.page_size + 1
    columns = f"{wanted.row}, {LAST} AS last" if wanted.as_of else wanted.row
    fetch = partial(
        repository.fetch_page, connection, columns=columns, ordering=query.ordering, limit=limit, offset=offset
    )
    if _is_first(query, wanted) and not selection.is_nothing:
        return _page(query, await fetch(await narrow(connection, selection)), _UNREAD, _UNREAD, _UNREAD)
    # Read the number before the rows: a reader who follows the cursor may get a row twice, but misses none.
    kept = await repository.fetch_kept(connection, selection)
    selection = await narrow(connection, selection, kept.alerts)
    rows = await fetch(selection) if not selection.is_nothing and offset < kept.alerts else []
    total = _known_total(selection, kept, offset, limit, len(rows))
    if total is None:
        is_counted = rows and selection.has_candidates
        total = rows[0]["total"] if is_counted else await repository.count_rows(connection, selection)
    # Other pages belong to the state that this page's rows were read in, not to that of the statement before.
    last = rows[0]["last"] if rows and wanted.as_of else kept.last
    anchor = write_anchor(selection.account_id, last) if wanted.as_of else _UNREAD
    return _counted(query, selection, rows, total, kept.last, anchor)


async def _page_of_past(  # noqa: PLR0917 -- a page of a past
    connection: Connection, selection: Selection, query: AlertQuery, wanted: Wanted, past: Past, as_of: str
) -> AlertPage:
    offset, limit = (query.page - 1) * query.page_size, query.page_size + 1
    kept = await repository.fetch_kept(connection, selection)
    selection = await narrow(connection, selection, kept.alerts)
    rows = []
    if not selection.is_nothing and offset < kept.alerts + len(past.versions):
        rows = await repository.fetch_page(
            connection,
            selection,
            columns=wanted.row,
            ordering=query.ordering,
            limit=limit,
            offset=offset,
            past=past if past.absent else None,
        )
    total = 0
    if not selection.is_nothing:
        present = kept.alerts if selection.is_kept else None
        total = await count_past(connection, selection, past, present, repository.LARGEST_COUNT)
    return _counted(query, selection, rows, total, kept.last, as_of)


async def _page_behind(
    connection: Connection, selection: Selection, query: AlertQuery, wanted: Wanted, after: str
) -> AlertPage:
    limit = query.page_size + 1
    kept = await repository.fetch_kept(connection, selection)
    position = await read_cursor(connection, selection.account_id, after, kept.last)
    selection = await narrow(connection, selection, kept.alerts)
    rows = []
    if not selection.is_nothing:
        rows = await repository.fetch_after(connection, selection, wanted.row, position, limit)
    total = _known_total(selection, kept, None, limit, len(rows))
    if total is None:
        total = await repository.count_rows(connection, selection)
    shown = rows[: query.page_size]
    last = shown[-1].position if shown else position
    # The rows were read later than the number, so they may be beyond it.
    cursor = last if len(rows) > query.page_size else max(last, kept.last)
    anchor = write_anchor(selection.account_id, kept.last) if wanted.as_of else _UNREAD
    return _counted(query, selection, rows, total, cursor, anchor)


def _counted(  # noqa: PLR0917 -- the parts of a page
    query: AlertQuery, selection: Selection, rows: list[AlertView], total: int, position: int, as_of: str
) -> AlertPage:
    """Make a page whose total may be larger than what is counted."""
    is_exact = selection.is_kept or total <= repository.LARGEST_COUNT
    cursor = encode_cursor(selection.account_id, position)
    return _page(query, rows, total if is_exact else repository.LARGEST_COUNT, is_exact, cursor, as_of)


def _page(  # noqa: PLR0917 -- the parts of a page
    query: AlertQuery, rows: list[AlertView], total: int, total_is_exact: bool, cursor: str, as_of: str = _UNREAD
) -> AlertPage:
    """Make a page of its rows and the one after them, if there is one."""
    return AlertPage(
        rows[: query.page_size],
        total,
        total_is_exact,
        query.page,
        query.page_size,
        cursor,
        len(rows) > query.page_size,
        as_of,
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
