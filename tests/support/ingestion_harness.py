"""A bench for ingestion: accounts that watch a corpus, and ways to take files in within this process or another."""

import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from factories import AccountRow, make_account, make_domain, make_identity
from oracle import Corpus, Detection, Watched, detections

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit.keys import KeyRing
from breachlight.leaks.backfill.rounds import run_round
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.ingestion import Ingestion
from breachlight.leaks.ingest.report import FileReport
from breachlight.leaks.ingest.small_files import ingest_all
from breachlight.leaks.ingest.sources import find_sources
from breachlight.leaks.lake.store import Lake, Place

SMALL_BATCH = 4096
INGEST = Path(__file__).parent / "ingest_command.py"


class Silence:
    def enter(self, file_id: uuid.UUID) -> None:
        """Hear nothing."""

    def advance(self, read: int, lines: int) -> None:
        """Hear nothing."""

    def note(self, text: str) -> None:
        """Hear nothing."""


@dataclass
class Bench:
    settings: Settings
    ring: KeyRing
    connection: asyncpg.Connection
    lake: Lake
    folder: Path
    accounts: list[AccountRow] = field(default_factory=list)

    async def watch(self, watched: list[Watched]) -> None:
        by_id = {account.id: account for account in self.accounts}
        for entry in watched:
            if entry.kind == "domain":
                await make_domain(self.connection, by_id[entry.account_id], entry.key)
            else:
                await make_identity(self.connection, by_id[entry.account_id], entry.key)

    async def corpus(self, seed: int = 1, *, watch: bool = True) -> Corpus:
        corpus = Corpus(seed, [account.id for account in self.accounts])
        if watch:
            await self.watch(corpus.watched)
        return corpus

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    async def ingest(
        self,
        *paths: Path,
        leak: str = "Some leak",
        batch_bytes: int = SMALL_BATCH,
        stopped: Callable[[], bool] = lambda: False,
        archives: ArchiveOptions | None = None,
    ) -> list[FileReport]:
        ingestion = Ingestion(
            self.settings,
            self.ring,
            self.lake,
            LeakDescription(leak),
            stopped=stopped,
            progress=Silence(),
            batch_bytes=batch_bytes,
            archives=archives,
        )
        return [report async for report in ingest_all(ingestion, find_sources([str(path) for path in paths]))]

    async def detections(self) -> list[Detection]:
        return await detections(self.connection, self.ring)

    async def backfill(self) -> None:
        """Run every backfill that has not ended, as the worker would."""
        while await run_round(self.connection, self.lake, self.ring):
            pass

    def places(self, watched: Watched) -> list[Place]:
        return (self.lake.locate_email if watched.kind == "email" else self.lake.locate_domain)(watched.key)

    def command(self, *arguments: str, batch_bytes: int = SMALL_BATCH) -> list[str]:
        return [sys.executable, str(INGEST), str(batch_bytes), *arguments]

    def run(self, *arguments: str, batch_bytes: int = SMALL_BATCH, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run the ingest command in a process of its own."""
        command = self.command(*arguments, batch_bytes=batch_bytes)
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)

    def breachlight(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run the breachlight command as it is installed."""
        command = self.breachlight_command(*arguments)
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)

    def breachlight_command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-c", "from breachlight.cli import main; main()", *arguments]


@pytest.fixture
async def bench(
    settings: Settings, key_ring: KeyRing, connection: asyncpg.Connection, tmp_path: Path
) -> AsyncIterator[Bench]:
    """Two accounts, an empty lake, and a folder for leak files."""
    with Lake(dsn(settings), settings, key_ring) as lake:
        found = Bench(settings, key_ring, connection, lake, tmp_path / "leaks")
        found.accounts = [await make_account(connection), await make_account(connection, company_name="Borealis")]
        yield found
