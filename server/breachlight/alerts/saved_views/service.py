"""Saved views: a list's filters, order and columns that a user keeps under a name (the query of the list's address)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import asyncpg

from breachlight.alerts.models import AlertList
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, reading, transaction
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import say

MOST_VIEWS: Final = 50
"""Views of one list that a user may keep."""
LONGEST_NAME: Final = 60
LONGEST_QUERY: Final = 4_000
_TAKEN: Final = say("You have a view of this name already.")

# One writer for each user at a time, so that neither the number nor the names can be overrun.
_LOCK_USER = "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE"
_LIST = """
SELECT id::text, name, query FROM saved_views WHERE account_id = $1 AND user_id = $2 AND list = $3
ORDER BY lower(name), id LIMIT 50
"""
_ADD = """
INSERT INTO saved_views (id, account_id, user_id, list, name, query, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_MINE = "account_id = $1 AND user_id = $2 AND id = $3"


@dataclass(frozen=True, slots=True)
class SavedView:
    """One saved view."""

    id: str
    name: str
    query: str


async def list_views(subject: Subject, list_name: AlertList) -> list[SavedView]:
    """Return the user's own views of a list, by name.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        rows = await connection.fetch(_LIST, subject.account_id, subject.user_id, list_name.value)
    return [_view(row) for row in rows]


async def save_view(
    subject: Subject, list_name: AlertList, name: str, query: str, *, view_id: str | None = None
) -> SavedView:
    """Keep a query under a name; with ``view_id``, in place of what that view has kept and been called so far.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: the name has not 1 to 60 characters or is another view's, or the query is too long.
        NotFoundError: the view is unknown, or somebody else's.
        ProblemError: TOO_MANY_VIEWS: the list has 50.
    """
    subject.require(Permission.READ)
    checked_name, checked_query = _checked_name(name), _checked_query(query)
    async with transaction() as connection:
        await connection.execute(_LOCK_USER, subject.user_id)
        if view_id is not None:
            known = await _require(connection, subject, view_id)
            await _change(connection, subject, known, checked_name, checked_query)
            return SavedView(known["id"], checked_name, checked_query)
        others = await connection.fetch(_LIST, subject.account_id, subject.user_id, list_name.value)
        if len(others) >= MOST_VIEWS:
            raise ProblemError(
                say("A list takes {most} views at most. Delete one first.", most=MOST_VIEWS), "TOO_MANY_VIEWS"
            )
        _require_free(others, checked_name)
        identifier = new_id()
        await connection.execute(
            _ADD,
            identifier,
            subject.account_id,
            subject.user_id,
            list_name.value,
            checked_name,
            checked_query,
            clock.now(),
        )
    return SavedView(str(identifier), checked_name, checked_query)


async def rename_view(subject: Subject, view_id: str, name: str) -> SavedView:
    """Give a view another name.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: the name has not 1 to 60 characters, or is another view's.
        NotFoundError: the view is unknown, or somebody else's.
    """
    subject.require(Permission.READ)
    checked_name = _checked_name(name)
    async with transaction() as connection:
        await connection.execute(_LOCK_USER, subject.user_id)
        known = await _require(connection, subject, view_id)
        await _change(connection, subject, known, checked_name, known["query"])
    return SavedView(known["id"], checked_name, known["query"])


async def delete_view(subject: Subject, view_id: str) -> None:
    """Delete a view.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: the view is unknown, or somebody else's.
    """
    subject.require(Permission.READ)
    async with transaction() as connection:
        known = await _require(connection, subject, view_id)
        await connection.execute(
            f"DELETE FROM saved_views WHERE {_MINE}", subject.account_id, subject.user_id, uuid.UUID(known["id"])
        )


async def _require(connection: Connection, subject: Subject, view_id: str) -> asyncpg.Record:
    row = await connection.fetchrow(
        f"SELECT id::text, list, name, query FROM saved_views WHERE {_MINE}",
        subject.account_id,
        subject.user_id,
        parse_id(view_id),
    )
    if row is None:
        raise NotFoundError(say("There is no such view of yours."))
    return row


async def _change(connection: Connection, subject: Subject, known: asyncpg.Record, name: str, query: str) -> None:
    others = await connection.fetch(_LIST, subject.account_id, subject.user_id, known["list"])
    _require_free([row for row in others if row["id"] != known["id"]], name)
    await connection.execute(
        f"UPDATE saved_views SET name = $4, query = $5 WHERE {_MINE}",
        subject.account_id,
        subject.user_id,
        uuid.UUID(known["id"]),
        name,
        query,
    )


def _require_free(others: Sequence[asyncpg.Record], name: str) -> None:
    if name.casefold() in {row["name"].casefold() for row in others}:
        raise ValidationError({"name": [_TAKEN]})


def _checked_name(name: str) -> str:
    plain = " ".join(name.encode("utf-8", "replace").decode("utf-8").split())
    if not 1 <= len(plain) <= LONGEST_NAME or "\0" in plain:
        raise ValidationError({"name": [say("The name must have 1 to {most} characters.", most=LONGEST_NAME)]})
    return plain


def _checked_query(query: str) -> str:
    if len(query) > LONGEST_QUERY or not query.isprintable():
        raise ValidationError(
            {"query": [say("The query must be printable and have {most} characters at most.", most=LONGEST_QUERY)]}
        )
    return query


def _view(row: asyncpg.Record) -> SavedView:
    return SavedView(row["id"], row["name"], row["query"])
