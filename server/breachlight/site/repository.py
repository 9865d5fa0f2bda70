"""Queries of the public settings, one row that the migrations create."""

from typing import Any

from breachlight.site.models import SiteSettings


async def get_settings() -> SiteSettings:
    """Return the public settings."""
    return await SiteSettings.get(id=1)


async def lock_settings() -> SiteSettings:
    """Return the public settings in the caller's transaction, which others wait for before they change them."""
    return await SiteSettings.filter(id=1).select_for_update().get()


async def change_settings(changes: dict[str, Any]) -> None:
    """Store some public settings by name."""
    await SiteSettings.filter(id=1).update(**changes)
