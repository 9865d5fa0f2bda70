"""Saved views: a list's filters, order and columns that a user keeps under a name (the query of the list's address)."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from breachlight.alerts.models import AlertList, SavedView
from breachlight.alerts.saved_views import repository
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_user
from breachlight.auth.subject import Subject
from breachlight.database.session import transaction
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say

MOST_VIEWS: Final = 50
"""Views of one list that a user may keep."""
LONGEST_NAME: Final = 60
LONGEST_QUERY: Final = 4_000
_IS_SECRET: Final = re.compile("password", re.IGNORECASE)  # a filter that no list's address has
_TAKEN: Final = say("You already have a view with this name.")


async def list_views(subject: Subject, list_name: AlertList) -> list[SavedView]:
    """Return the user's own views of a list, by name.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    return await repository.fetch_views(subject, list_name, MOST_VIEWS)


async def save_view(
    subject: Subject, list_name: AlertList, name: str, query: str, *, view_id: str | None = None
) -> SavedView:
    """Save a query under a name; with ``view_id``, replace that view's name and query.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: the name has not 1 to 60 characters or is another view's, or the query is too long.
        NotFoundError: the view is unknown, or somebody else's.
        ProblemError: TOO_MANY_VIEWS: the list has 50.
    """
    subject.require(Permission.READ)
    checked_name, checked_query = _checked_name(name), _checked_query(query)
    async with transaction():
        await lock_user(subject.user_id)
        if view_id is not None:
            return await _change(subject, await _require(subject, view_id), checked_name, checked_query)
        others = await repository.fetch_views(subject, list_name, MOST_VIEWS)
        if len(others) >= MOST_VIEWS:
            raise ProblemError(
                say("A list can have at most {most} views. Delete one first.", most=MOST_VIEWS), "TOO_MANY_VIEWS"
            )
        _require_free(others, checked_name)
        return await repository.add_view(subject, list_name, checked_name, checked_query)


async def rename_view(subject: Subject, view_id: str, name: str) -> SavedView:
    """Give a view another name.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: the name has not 1 to 60 characters, or is another view's.
        NotFoundError: the view is unknown, or somebody else's.
    """
    subject.require(Permission.READ)
    checked_name = _checked_name(name)
    async with transaction():
        await lock_user(subject.user_id)
        view = await _require(subject, view_id)
        return await _change(subject, view, checked_name, view.query)


async def delete_view(subject: Subject, view_id: str) -> None:
    """Delete a view.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: the view is unknown, or somebody else's.
    """
    subject.require(Permission.READ)
    async with transaction():
        await repository.remove_view(await _require(subject, view_id))


async def _require(subject: Subject, view_id: str) -> SavedView:
    view = await repository.fetch_view(subject, parse_id(view_id))
    if view is None:
        raise NotFoundError(say("View not found."))
    return view


async def _change(subject: Subject, view: SavedView, name: str, query: str) -> SavedView:
    others = await repository.fetch_views(subject, view.list, MOST_VIEWS)
    _require_free([other for other in others if other.id != view.id], name)
    await repository.change_view(view, name, query)
    return view


def _require_free(others: Sequence[SavedView], name: str) -> None:
    if name.casefold() in {view.name.casefold() for view in others}:
        raise ValidationError({"name": [_TAKEN]})


def _checked_name(name: str) -> str:
    plain = " ".join(name.encode("utf-8", "replace").decode("utf-8").split())
    if not 1 <= len(plain) <= LONGEST_NAME or "\0" in plain:
        raise ValidationError({"name": [say("The name must have 1 to {most} characters.", most=LONGEST_NAME)]})
    return plain


def _checked_query(query: str) -> str:
    if len(query) > LONGEST_QUERY or not query.isprintable():
        raise ValidationError(
            {"query": [say("The query must be printable text of at most {most} characters.", most=LONGEST_QUERY)]}
        )
    if any(_IS_SECRET.search(name) for name, _ in parse_qsl(query, keep_blank_values=True)):
        raise ValidationError({"query": [say("A view can't contain a password. Remove it from the filters.")]})
    return query
