"""Hourly maintenance of the lake: merge small files, delete unused ones."""

import asyncio

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import dsn
from breachlight.jobs import scheduled
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.store import Lake


@scheduled("lake_upkeep", "23 * * * *")
async def keep_up() -> None:
    """Run the maintenance; batches wait meanwhile, lookups don't."""
    await asyncio.to_thread(_keep_up, get_settings(), get_key_ring())


def _keep_up(settings: Settings, ring: KeyRing) -> None:
    with Lake(dsn(settings), settings, ring) as lake:
        lake.upkeep()
