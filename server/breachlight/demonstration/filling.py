"""The demonstration's leaks, ingested as if each on its day: ``python -m breachlight.demonstration.filling``."""

import asyncio
import os
import sys
import tempfile
import threading
import uuid
from datetime import timedelta
from pathlib import Path

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import server
from breachlight.demonstration.leaks import LEAKS
from breachlight.demonstration.people import World
from breachlight.kit import clock
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.ingest.ingestion import Ingestion
from breachlight.leaks.ingest.sources import find_sources
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.models import LeakKind

_SEED = 20_261_120


async def fill(settings: Settings) -> None:
    """Ingest each leak through the same pipeline as any other file; an interrupted filling continues."""
    world, today, ring = World(_SEED), clock.now(), get_key_ring()
    async with server(settings) as address:
        with Lake(address, settings, ring) as lake:
            for leak in LEAKS:
                at = today - timedelta(days=leak.days_ago, minutes=world.number(5, 600))
                with tempfile.TemporaryDirectory(prefix="breachlight-demonstration-") as folder, clock.standing_at(at):
                    leak.write(world, Path(folder), at)
                    # The logs of infected devices are collected from one day to the next.
                    age = timedelta(days=world.number(3, 60))
                    breach_date = (at - (timedelta(days=1) if leak.kind is LeakKind.STEALER_LOG else age)).date()
                    description = LeakDescription(leak.name, leak.title, leak.domain, breach_date, leak.kind)
                    ingestion = Ingestion(settings, ring, lake, description, stopped=lambda: False, progress=_Silence())
                    for source in find_sources([folder]):
                        await ingestion.ingest(source)


class _Silence:
    """Nobody watches the progress of the demonstration."""

    def enter(self, file_id: uuid.UUID) -> None:
        """Report nothing."""

    def advance(self, read: int, lines: int) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""


def _end_with_parent() -> None:
    """Wait until the process that started this one is gone; the next start continues, wherever this one was."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asyncio.run(fill(get_settings()))
