"""Deletion of versions of alerts that no anchor is old enough for."""

from datetime import timedelta
from typing import Final

from breachlight.alerts.query.anchor_repository import delete_versions
from breachlight.database.session import transaction
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.anchors import LIFETIME

_MARGIN: Final = timedelta(hours=2)
"""For lists that are being read, and for clocks that differ."""
_CHUNK: Final = 10_000


@scheduled("alerts.trim_versions", "47 * * * *")
async def trim_versions() -> None:
    """Delete the versions of alerts from before the oldest valid anchor."""
    deleted = _CHUNK
    while deleted == _CHUNK:
        async with transaction() as connection:
            deleted = await delete_versions(connection, clock.now() - LIFETIME - _MARGIN, _CHUNK)
