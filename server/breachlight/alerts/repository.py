"""Reads of alerts: a page by page number, a page in the order of raising, single ones, and totals."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from breachlight.alerts.bookkeeping_repository import CHANGED, FORMER, LARGEST_NUMBER, LAST, after_changing
from breachlight.alerts.directory_repository import fetch_audiences, fetch_member_names
from breachlight.alerts.query.anchor_repository import is_present, past_rows
from breachlight.alerts.query.anchors import Past
from breachlight.alerts.query.filters import ORDERINGS
from breachlight.alerts.query.where import Selection, Shape
from breachlight.alerts.views import COLUMNS, ROW_KEYS, AlertView, assignees_of, completed, concerns_of
from breachlight.database.session import Connection

LARGEST_COUNT: Final = 100_000
"""Rows that are counted when the database does not keep the number; beyond, a total says that it is not exact."""

_NULLABLE: Final = ("domain_name",)
JOINS: Final = """JOIN leaks AS l ON l.id = a.leak_id
LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
LEFT JOIN incidents AS i ON i.account_id = a.account_id AND i.id = a.incident_id
LEFT JOIN leaks AS il ON il.id = i.leak_id"""


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored counter of a selection's base list, and the last number of the account when it was read."""

    alerts: int
    last: int


async def fetch_kept(connection: Connection, selection: Selection) -> Kept:
    """Read the counter of a selection's base list, which has at least as many alerts as the selection."""
    conditions = ["account_id = $1"]
    for column, wanted in (
        ("has_domain", selection.has_domain),
        ("is_read", selection.is_read),
        ("is_closed", selection.is_closed),
    ):
        if wanted is not None:
            conditions.append(f"{column} = {str(wanted).lower()}")
    row = await connection.fetchrow(
        f"SELECT coalesce(sum(alerts), 0)::bigint AS alerts, {LAST} AS last FROM alert_counters"
        f" WHERE {' AND '.join(conditions)}",
        selection.account_id,
    )
    assert row is not None
    return Kept(row["alerts"], row["last"])


async def count_rows(connection: Connection, selection: Selection) -> int:
    """Count the alerts of a selection, up to one more than ``LARGEST_COUNT``."""
    rows = f"SELECT 1 FROM {selection.source} AS a WHERE {selection.where()} LIMIT {LARGEST_COUNT + 1}"
    count: int = await connection.fetchval(f"SELECT count(*) FROM ({rows}) AS found", *selection.arguments)
    return count


async def fetch_page(
    connection: Connection,
    selection: Selection,
    *,
    columns: str,
    ordering: str,
    limit: int,
    offset: int,
    past: Past | None = None,
) -> list[AlertView]:
    """Return at most ``limit`` rows after the first ``offset``, in the order of an ordering key; as they were with ``past``.

    Those of a selection that ``has_candidates`` have the number of all its alerts as ``total``, without ``past``.
    """
    selection = selection.copy()
    if selection.has_candidates and past is None:
        columns += ", chosen.total"
    statement = page_statement(selection, columns, ordering, limit, offset, past)
    return await read_alerts(connection, selection.account_id, statement, *selection.arguments)


async def fetch_written(
    connection: Connection, selection: Selection, json: str, ordering: str, limit: int
) -> tuple[list[str | None], list[str | None], list[str | None]]:
    """Return the first rows of a selection as ``json`` writes them, the identifiers of those that it can't write, and the assignees.

    They are three arrays of one row: as rows of their own, a hundred cost a twentieth more of the processor for the whole request.
    """
    [found] = await connection.fetch(_written_statement(selection.shape, json, ordering, limit), *selection.arguments)
    texts, unwritten, assignees = found
    return texts or [], unwritten or [], assignees or []


@lru_cache(256)
def _written_statement(shape: Shape, json: str, ordering: str, limit: int) -> str:
    page = page_statement(Selection.of_shape(shape), f"{ROW_KEYS}, {json} AS json", ordering, limit, 0)
    columns = "array_agg(json), array_agg(CASE WHEN json IS NULL THEN id END), array_agg(assignee_id)"
    return f"SELECT {columns} FROM ({page}) AS page"


def page_statement(  # noqa: PLR0917 -- a page of columns of a selection
    selection: Selection, columns: str, ordering: str, limit: int, offset: int, past: Past | None = None
) -> str:
    """Return the statement of a page of ``columns``, which are those of ``views.COLUMNS`` or some of them.

    Rows are chosen by their identifiers first: the indexes of the lists hold all that is needed for it. For the order of
    time, the choice is split so that each part is one stretch of such an index, already in order. With ``past``, alerts that
    have changed are a part of their own, and the selection gets two more arguments.
    """
    column = ORDERINGS[ordering.removeprefix("-")]
    keys = [column] if column == "id" else [column, "id"]
    order = ", ".join(f"a.{key} {'DESC' if ordering.startswith('-') else 'ASC'} NULLS LAST" for key in keys)
    if column not in _NULLABLE:
        order = order.replace(" NULLS LAST", "")  # an index in the other order of nulls would not serve
    wheres = _stretches(selection) if column == "datetime" and not selection.is_narrow else [selection.where()]
    parts = [(selection.source, where) for where in wheres]
    if past is not None:
        absent, versions = selection.place(past.absent), selection.place(past.versions)
        parts = [(table, f"{where} AND {is_present(absent)}") for table, where in parts]
        parts.append((past_rows(versions), selection.where()))
    chosen = ", ".join(f"a.{key}" for key in keys)
    if selection.has_candidates and past is None:
        chosen += ", count(*) OVER () AS total"
    # Each part says its order and its end itself: PostgreSQL merges parts that come in order, but orders none for a merge.
    source = " UNION ALL ".join(
        f"(SELECT {chosen} FROM {table} AS a WHERE {where} ORDER BY {order} LIMIT {limit + offset})"
        for table, where in parts
    )
    skipped = f" OFFSET {offset}" if offset else ""
    return (
        f"SELECT {columns} FROM (SELECT * FROM ({source}) AS a ORDER BY {order} LIMIT {limit}{skipped}) AS chosen"
        f" JOIN alerts AS a ON a.account_id = $1 AND a.id = chosen.id {JOINS} ORDER BY {order.replace('a.', 'chosen.')}"
    )


async def fetch_after(
    connection: Connection, selection: Selection, columns: str, after: int, limit: int
) -> list[AlertView]:
    """Return at most ``limit`` rows behind a number, in the order in which they were raised."""
    selection = selection.copy()
    where = selection.where(f"a.sequence > {selection.place(after)}")
    statement = f"SELECT {columns} FROM {selection.source} AS a {JOINS} WHERE {where} ORDER BY a.sequence LIMIT {limit}"
    return await read_alerts(connection, selection.account_id, statement, *selection.arguments)


async def fetch_raised(
    connection: Connection, account_id: uuid.UUID, after: int, limit: int, *, until: int = LARGEST_NUMBER
) -> list[AlertView]:
    """Return at most ``limit`` rows of ``COLUMNS`` of an account, in the order in which they were raised.

    They are those behind the number ``after``, up to ``until``.
    """
    statement = f"""SELECT {COLUMNS} FROM alerts AS a {JOINS}
        WHERE a.account_id = $1 AND a.sequence > $2 AND a.sequence <= $3 ORDER BY a.sequence LIMIT {limit}"""
    return await read_alerts(connection, account_id, statement, account_id, after, until)


async def fetch_by_ids(connection: Connection, account_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> list[AlertView]:
    """Return the rows of ``COLUMNS`` of these alerts, in the order of ``ids``; unknown ones are left out."""
    statement = f"""SELECT {COLUMNS} FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place)
        JOIN alerts AS a ON a.account_id = $1 AND a.id = wanted.id {JOINS} ORDER BY wanted.place"""
    return await read_alerts(connection, account_id, statement, account_id, ids)


async def read_alerts(
    connection: Connection, account_id: uuid.UUID, statement: str, *arguments: object
) -> list[AlertView]:
    """Read alerts of an account, then what is about members and verified addresses, for the few that have it."""
    alerts = await connection.fetch(statement, *arguments, record_class=AlertView)
    assignees, concerns = assignees_of(alerts), concerns_of(alerts)
    if not assignees and not concerns:
        return alerts
    names = await fetch_member_names(connection, account_id, assignees)
    return completed(alerts, names, await fetch_audiences(connection, concerns))


async def fetch_ids(connection: Connection, selection: Selection, ordering: str, limit: int) -> list[uuid.UUID]:
    """Return the identifiers of at most ``limit`` alerts of a selection, in the order of an ordering key."""
    statement = page_statement(selection, "a.id", ordering, limit, 0)
    return [row["id"] for row in await connection.fetch(statement, *selection.arguments)]


def _stretches(selection: Selection) -> Iterator[str]:
    """Return one WHERE for each stretch of the two list indexes that a selection touches."""
    if selection.has_domain is None and selection.is_closed is None and selection.is_read is None:
        yield selection.where()  # the index of all alerts by time
        return
    states = product(
        (True, False) if selection.has_domain is None else (selection.has_domain,),
        (True, False) if selection.is_closed is None else (selection.is_closed,),
        (True, False) if selection.is_read is None else (selection.is_read,),
    )
    for has_domain, is_closed, is_read in states:
        part = Selection(
            selection.account_id,
            has_domain=has_domain,
            is_closed=is_closed,
            is_read=is_read,
            conditions=selection.conditions,
        )
        yield part.where()


async def untie_domain(connection: Connection, account_id: uuid.UUID, domain_id: uuid.UUID, limit: int) -> int:
    """Take the identifier of a removed domain from at most ``limit`` of its alerts; return from how many."""
    count: int = await connection.fetchval(
        f"""WITH former AS MATERIALIZED (
            SELECT {FORMER} FROM alerts AS a WHERE a.account_id = $1 AND a.domain_id = $2 LIMIT {limit}
        ), changes AS (
            UPDATE alerts SET domain_id = NULL FROM former WHERE alerts.account_id = $1 AND alerts.id = former.id
            RETURNING {CHANGED}
        ), {after_changing(ends_anchors=True)}
        SELECT count(*) FROM changes""",
        account_id,
        domain_id,
    )
    return count
