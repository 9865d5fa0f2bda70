"""Queries of saved views; each finds the user's own ones alone."""

import uuid

from tortoise.functions import Lower

from breachlight.alerts.models import AlertList, SavedView
from breachlight.auth.subject import Subject
from breachlight.kit import clock


async def fetch_views(subject: Subject, list_name: AlertList, limit: int) -> list[SavedView]:
    """Return at most ``limit`` views of a list, by name."""
    mine = SavedView.filter(account_id=subject.account_id, user_id=subject.user_id, list=list_name)
    return await mine.annotate(key=Lower("name")).order_by("key", "id").limit(limit)


async def fetch_view(subject: Subject, view_id: uuid.UUID | None) -> SavedView | None:
    """Return a view, None where there is no such view."""
    return await SavedView.get_or_none(account_id=subject.account_id, user_id=subject.user_id, id=view_id)


async def add_view(subject: Subject, list_name: AlertList, name: str, query: str) -> SavedView:
    """Add a view of the subject."""
    return await SavedView.create(
        account_id=subject.account_id,
        user_id=subject.user_id,
        list=list_name,
        name=name,
        query=query,
        created_at=clock.now(),
    )


async def change_view(view: SavedView, name: str, query: str) -> None:
    """Store another name and query of a view."""
    view.name, view.query = name, query
    await view.save(update_fields=("name", "query"))


async def remove_view(view: SavedView) -> None:
    """Delete a view."""
    await view.delete()
