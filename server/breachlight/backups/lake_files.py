"""The lake's files, in a folder or an object store, as bytes. Every function blocks: call it in a thread."""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final, Protocol

from breachlight.backups.errors import BackupError
from breachlight.config import Settings

DRAFT: Final = ".part"
"""Ends the names of files that are being copied."""

_CHUNK_BYTES: Final = 1 << 20


class LakeFiles(Protocol):
    """The files of a lake by their paths in it."""

    def fetch(self, path: str, target: Path) -> None:
        """Copy a file of the lake to a new file."""

    def put(self, source: Path, path: str) -> None:
        """Copy a file into the lake."""

    def present(self) -> set[str]:
        """Return the paths of the files that are there."""


class FolderFiles:
    """The files of a lake in a folder; with ``links`` files are linked where the disk is the same."""

    def __init__(self, folder: Path, *, links: bool = False) -> None:
        self._folder = folder
        self._links = links

    def fetch(self, path: str, target: Path) -> None:
        """Copy a file of the lake to a new file."""
        shutil.copyfile(self._folder / path, target)

    def put(self, source: Path, path: str) -> None:
        """Copy a file into the lake; after a crash it is whole or absent."""
        target = self._folder / path
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._links:
            try:
                target.hardlink_to(source)
            except OSError:  # another disk, or one without links
                pass
            else:
                return
        draft = draft_of(target)
        copy(source, draft)
        draft.replace(target)

    def present(self) -> set[str]:
        """Return the paths of the files that are there."""
        return {str(path.relative_to(self._folder)) for path in self._folder.rglob("*.parquet")}


def files_of(settings: Settings) -> LakeFiles:
    """Return the files of the lake that the settings name."""
    if "://" in settings.lake_path:
        from breachlight.backups.object_files import ObjectFiles

        return ObjectFiles(settings)
    return FolderFiles(Path(settings.lake_path))


def draft_of(target: Path) -> Path:
    """Return the name of a file while it is being copied."""
    return target.with_name(f".{target.name}{DRAFT}")


def copy(source: Path, target: Path) -> str:
    """Copy a file, wait until it is on the disk, and return its SHA-256."""
    digest = hashlib.sha256()
    with source.open("rb") as reading, target.open("wb") as writing:
        while chunk := reading.read(_CHUNK_BYTES):
            digest.update(chunk)
            writing.write(chunk)
        writing.flush()
        os.fsync(writing.fileno())
    return digest.hexdigest()


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def require_space(folder: Path, size: int) -> None:
    """Make sure that so many bytes fit.

    Raises:
        BackupError: they don't.
    """
    free = shutil.disk_usage(folder).free
    if free < size:
        missing = (size - free) / 2**20
        raise BackupError(f"The disk of {folder} lacks {missing:.0f} MiB: free some space, or choose another folder.")
