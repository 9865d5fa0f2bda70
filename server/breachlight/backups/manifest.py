"""Manifests: what a backup has, with counts and hashes. They are written last, so a backup without one doesn't exist.

A repository is a folder: ``lake/`` has the lake's files, which never change and are shared by all backups, and ``backups/NAME/``
the dump and the manifest of each.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Self

from breachlight.backups.errors import BackupError
from breachlight.backups.lake_files import DRAFT, sync
from breachlight.kit import clock

FORMAT: Final = 1
LAKE_FOLDER: Final = "lake"
_BACKUPS: Final = "backups"
_MANIFEST: Final = "manifest.json"
_NAMES: Final = "????-??-??T??-??-??Z"
SCRATCH: Final = ".verify-"
"""Begins the names of folders in which a backup is verified."""

_READERS: Final = ".readers"
_DUMP: Final = "database.dump"
_VERIFIED: Final = "verified"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a backup; ``path`` is relative to its folder."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class TableContent:
    """The number of rows of a table, and a sum over hashes of its rows, which doesn't depend on their order."""

    rows: int
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup. ``keys`` are the digests by which a key file is recognised, by name; none of them opens anything."""

    name: str
    created_at: str
    installation_id: str | None
    version: str
    server_version: str
    migration: str | None
    keys: dict[str, str]
    key_states: dict[str, str]
    tables: dict[str, TableContent]
    dump: StoredFile
    lake_files: list[StoredFile] = field(repr=False)
    lake_rows: dict[str, int]
    format: int = FORMAT

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the manifest in the folder of a backup.

        Raises:
            BackupError: it is missing, damaged, or of a newer version.
        """
        path = folder / _MANIFEST
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
            if raw["format"] > FORMAT:
                raise BackupError(f"The backup {folder} was made by a newer Breachlight: use that version.")
            raw["tables"] = {name: TableContent(**each) for name, each in raw["tables"].items()}
            raw["dump"] = StoredFile(**raw["dump"])
            raw["lake_files"] = [StoredFile(**each) for each in raw["lake_files"]]
            return cls(**raw)
        except FileNotFoundError:
            raise BackupError(f"There is no complete backup in {folder}: choose another one.") from None
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise BackupError(
                f"The manifest {path} cannot be read ({type(error).__name__}): choose another backup."
            ) from None

    def write(self, folder: Path) -> None:
        """Write the manifest; after a crash it is whole or absent."""
        draft = folder / f".{_MANIFEST}"
        with draft.open("w", encoding="utf-8") as file:
            json.dump(asdict(self), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(folder / _MANIFEST)
        sync(folder)
        sync(folder.parent)


class Repository:
    """A folder of backups."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; ``create`` makes it."""
        self.folder = folder.absolute()
        self.lake = self.folder / LAKE_FOLDER

    def create(self) -> None:
        """Make the folders, closed to other users.

        Raises:
            BackupError: they can't be made.
        """
        try:
            for folder in (self.folder, self.lake, self.folder / _BACKUPS):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise BackupError(
                f"The folder {self.folder} cannot be written ({error.strerror}): choose another one, or correct its owner."
            ) from None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let no other backup use the folder meanwhile; a process that dies lets go.

        Raises:
            BackupError: one does, or the folder can't be made.
        """
        self.create()
        with (self.folder / ".lock").open("wb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BackupError(f"Another backup into {self.folder} is running: wait for it to end.") from None
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let nothing of the folder be deleted meanwhile; waits for a deletion. On a read-only disk nothing is deleted anyway."""
        with ExitStack() as stack:
            try:
                lock = stack.enter_context((self.folder / _READERS).open("a+b"))
            except OSError:
                yield
                return
            fcntl.flock(lock, fcntl.LOCK_SH)
            yield

    @contextmanager
    def deleting(self) -> Iterator[bool]:
        """Yield whether files may be deleted: not while a backup is verified or restored; that waits until the block ends."""
        with (self.folder / _READERS).open("a+b") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True

    def names(self) -> list[str]:
        """Return the names of the complete backups, the oldest first."""
        return sorted(path.parent.name for path in (self.folder / _BACKUPS).glob(f"*/{_MANIFEST}"))

    def backup(self, name: str) -> Path:
        """Return the folder of a backup."""
        return self.folder / _BACKUPS / name

    def dump(self, name: str) -> Path:
        """Return the dump of a backup."""
        return self.backup(name) / _DUMP

    def manifest(self, name: str | None = None) -> Manifest:
        """Return the manifest of a backup, by default the newest.

        Raises:
            BackupError: there is none.
        """
        names = self.names()
        if name is None and not names:
            raise BackupError(f"There is no backup in {self.folder}: check the path.")
        return Manifest.read(self.backup(name or names[-1]))

    def manifests(self, note: Callable[[str], None]) -> list[Manifest]:
        """Return the manifests of the complete backups, the oldest first; those that can't be read are noted and left out."""
        found = []
        for name in self.names():
            try:
                found.append(self.manifest(name))
            except BackupError as error:
                note(f"{error} It is left as it is; delete the folder if you don't need it.")
        return found

    def record_verification(self, name: str, *, is_intact: bool) -> None:
        """Remember with a backup when it was verified, or that it isn't intact anymore; not on a read-only disk."""
        mark = self.backup(name) / _VERIFIED
        with suppress(OSError):
            if is_intact:
                mark.write_text(clock.now().isoformat(), encoding="utf-8")
            else:
                mark.unlink(missing_ok=True)

    def verified_at(self, name: str) -> datetime | None:
        """Return when a backup was last verified, or None if it never was or wasn't intact."""
        try:
            return datetime.fromisoformat((self.backup(name) / _VERIFIED).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def delete(self, name: str) -> None:
        """Delete a backup; its manifest first, so that none is left without its dump."""
        folder = self.backup(name)
        (folder / _MANIFEST).unlink()
        sync(folder)
        shutil.rmtree(folder)

    def remove_leftovers(self) -> None:
        """Remove what backups and verifications left that were killed; call it while no other backup uses the folder."""
        for folder in (self.folder / _BACKUPS).glob(_NAMES):
            if not (folder / _MANIFEST).exists():
                shutil.rmtree(folder)
        for draft in self.lake.rglob(f".*{DRAFT}"):
            draft.unlink()
        with self.deleting() as may_delete:
            for scratch in self.folder.glob(f"{SCRATCH}*") if may_delete else ():
                shutil.rmtree(scratch)
