"""The watched folder: files that operators put there are ingested, each version once. Nothing there is changed or deleted."""

import asyncio
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from breachlight.database.session import Connection
from breachlight.kit.errors import ValidationError
from breachlight.leaks.catalogue import checked_name
from breachlight.leaks.runs.found import add_found, found_run
from breachlight.leaks.runs.models import RunSource

SETTLED_SECONDS: Final = 10.0
"""How long a file must be unchanged before it is ingested: it may still be copied."""

_log = structlog.get_logger("breachlight.leaks.runs")


@dataclass(frozen=True, slots=True)
class Found:
    """A file, the version it has, and the leak that its place names."""

    path: Path
    version: str
    size: int
    leak: str


class WatchedFolder:
    """The folder, as this worker has seen it so far."""

    def __init__(self, folder: Path, settled_seconds: float = SETTLED_SECONDS) -> None:
        self._folder = folder
        self._settled_seconds = settled_seconds
        self._since: dict[Path, tuple[str, float]] = {}
        self._known: set[tuple[Path, str]] = set()

    async def look(self, connection: Connection) -> bool:
        """Add a run for each file that is new and no longer changes; return whether there is one."""
        added = False
        for found in await asyncio.to_thread(self._settled):
            added = await _add(connection, found) or added
            self._known.add((found.path, found.version))
        return added

    def _settled(self) -> list[Found]:
        now, present, settled = time.monotonic(), dict[Path, tuple[str, float]](), list[Found]()
        for found in files_in(self._folder):
            version, since = self._since.get(found.path, ("", now))
            since = since if version == found.version else now
            present[found.path] = (found.version, since)
            if now - since >= self._settled_seconds and (found.path, found.version) not in self._known:
                settled.append(found)
        self._since = present
        self._known = {(path, version) for path, version in self._known if path in present}
        return settled


def files_in(folder: Path) -> Iterator[Found]:
    """Yield the files of the folder, named after themselves, and of its subfolders, which name the leak. Blocks.

    Hidden files, links, and what is neither a file nor a folder are left out.
    """
    for entry in _entries(folder):
        if entry.is_dir(follow_symlinks=False):
            for path in _walk(Path(entry.path)):
                yield from _found(path, entry.name)
        else:
            yield from _found(Path(entry.path), Path(entry.name).stem)


def version_of(path: Path) -> str | None:
    """Return what changes when a file does: its size (bytes) and time of change (ns); None if it isn't there. Blocks."""
    try:
        state = path.lstat()
    except OSError:
        return None
    return f"{state.st_size}-{state.st_mtime_ns}" if stat.S_ISREG(state.st_mode) else None


def _found(path: Path, name: str) -> Iterator[Found]:
    version = version_of(path)
    try:
        str(path).encode()
        leak = checked_name(name)
    except (UnicodeEncodeError, ValidationError):
        return  # no leak can be named so
    if version is not None:
        yield Found(path, version, int(version.partition("-")[0]), leak)


def _walk(folder: Path) -> Iterator[Path]:
    for entry in _entries(folder):
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path))
        else:
            yield Path(entry.path)


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            return sorted((one for one in entries if not one.name.startswith(".")), key=lambda one: one.name)
    except OSError as error:
        _log.warning("a watched folder can't be read", error=type(error).__name__)
        return []


async def _add(connection: Connection, found: Found) -> bool:
    run = found_run(RunSource.FOLDER, str(found.path), found.version, leak=found.leak, size=found.size)
    async with connection.transaction():
        return await add_found(connection, run)
