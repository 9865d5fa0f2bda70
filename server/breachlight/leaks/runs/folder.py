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
from breachlight.leaks.ingest.file_roles import is_password_file, is_system_file
from breachlight.leaks.ingest.sources import Source, find_sources
from breachlight.leaks.runs.found import add_found, found_run
from breachlight.leaks.runs.models import RunSource

SETTLED_SECONDS: Final = 10.0
"""How long a file must be unchanged before it is ingested: it may still be copied."""

_log = structlog.get_logger("breachlight.leaks.runs")


@dataclass(frozen=True, slots=True)
class Found:
    """A file, the version it has, the leak that its place names, and the files that are read with it.

    Those are the parts of an archive in several files, or the other files of an infected device.
    """

    path: Path
    version: str
    size: int
    leak: str
    others: tuple[Path, ...] = ()

    def state(self) -> str:
        """Return what changes when one of the files does. Blocks."""
        return " ".join((self.version, *(version_of(path) or "gone" for path in self.others)))


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
        now, settled = time.monotonic(), list[Found]()
        since_when: dict[Path, tuple[str, float]] = {}
        known: set[tuple[Path, str]] = set()
        for found in files_in(self._folder):
            if (found.path, found.version) in self._known:
                known.add((found.path, found.version))
                continue
            state = found.state()
            before, since = self._since.get(found.path, ("", now))
            since = since if before == state else now
            since_when[found.path] = (state, since)
            if now - since >= self._settled_seconds:
                settled.append(found)
        self._since, self._known = since_when, known
        return settled


def files_in(folder: Path) -> Iterator[Found]:
    """Yield the files of the folder, named after themselves, and of its subfolders, which name the leak. Blocks.

    Left out are hidden files, links, what is neither a file nor a folder, and of an infected device what has no credentials.
    """
    # Subfolders one by one: a system file next to them says nothing about their files.
    entries = _entries(folder)
    subfolders = [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
    files = [entry.path for entry in entries if entry.is_file(follow_symlinks=False)]
    for source in find_sources(files):
        yield from _found(source, None)
    for subfolder in subfolders:
        for source in find_sources([str(subfolder)], with_hidden=False):
            yield from _found(source, subfolder)


def source_of(path: Path, root: Path | None) -> Source:
    """Return a file below ``root`` with what is read with it, as ``files_in`` found it. Blocks."""
    within = path
    for folder in path.parents if is_password_file(path.name) else ():
        if root is None or folder == root or not folder.is_relative_to(root):
            break
        if any(is_system_file(entry.name) for entry in _entries(folder)):
            within = folder
            break
    found = (
        source
        for source in find_sources([str(within)], with_hidden=False)
        if source.path == path and source.skip is None
    )
    return next(found, Source(str(path), path))


def version_of(path: Path) -> str | None:
    """Return what changes when a file does: its size (bytes) and time of change (ns); None if it isn't there. Blocks."""
    try:
        state = path.lstat()
    except OSError:
        return None
    return f"{state.st_size}-{state.st_mtime_ns}" if stat.S_ISREG(state.st_mode) else None


def _found(source: Source, subfolder: Path | None) -> Iterator[Found]:
    path = source.path
    if path is None or source.skip is not None:
        return
    version = version_of(path)
    try:
        str(path).encode()
        leak = checked_name(path.stem if subfolder is None else subfolder.name)
    except (UnicodeEncodeError, ValidationError):
        return  # no leak can be named so
    if version is None:
        if path.is_dir():
            _entries(path)  # a source only if it can't be listed: this logs why
        return
    device = source.device
    others = source.parts if device is None else (device.system_file, *device.other_files)
    yield Found(path, version, source.size, leak, others)


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
