"""The installation's generation outside the database: in the data folder of each host, and in the lake, which all reach.

Two files in a folder ``restore-detection``. ``generation.json`` is small and written often; ``changes.json`` lists changes that a
restore can repeat, by ids only. It is written first, so a generation never promises changes that are not there.
"""

import json
import os
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeVar

import structlog

from breachlight.config import Settings
from breachlight.kit.file_births import birth_of
from breachlight.restores.changes import Change

FOLDER: Final = "restore-detection"
_GENERATION: Final = "generation.json"
_CHANGES: Final = "changes.json"
_LONGEST_SKEW: Final = 20 * 60
"""Seconds; object stores refuse requests whose clock differs by more than 15 minutes."""

_T = TypeVar("_T")

_log = structlog.get_logger("breachlight.restores")


class RecordError(Exception):
    """The files can't be read or written now; the message names the kind of failure only."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is known outside the database; ``last_change`` is the id of the last listed change that it includes.

    ``is_copied`` says whether its folder or object was made after it was written, so that it may be old; None is unknown.
    """

    installation_id: uuid.UUID
    generation: int
    last_change: int
    system_identifier: str | None
    timeline: int | None
    is_copied: bool | None = None


@dataclass(frozen=True, slots=True)
class ChangeList:
    """Listed changes; none after generation ``since`` was dropped."""

    since: int
    changes: Sequence[Change]

    @property
    def last(self) -> int:
        """The id of the last change, 0 if there is none."""
        return max((each.id for each in self.changes), default=0)


class Files(Protocol):
    """A folder for the files; any failure is an ``OSError``."""

    def read(self, name: str) -> str | None:
        """Return the content of a file, or None if there is none."""

    def write(self, name: str, content: str) -> None:
        """Replace a file as a whole."""

    def mark(self) -> int | None:
        """Return what ``is_copy`` compares; it is written into the file. None where unknown."""

    def is_copy(self, name: str, mark: int) -> bool | None:
        """Return whether a file was copied here after it was written; None where unknown."""


class LocalFiles:
    """The files in a folder of this machine, or of one that is mounted here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def read(self, name: str) -> str | None:
        """Return the content of a file, or None if there is none."""
        try:
            return (self._folder / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def write(self, name: str, content: str) -> None:
        """Replace a file as a whole; a crash of the machine leaves the old or the new one."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self._folder / f".{name}.{os.getpid()}"
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._folder / name)
        finally:
            draft.unlink(missing_ok=True)

    def mark(self) -> int | None:
        """Return when the folder was created; makes it if there is none."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return birth_of(self._folder)

    def is_copy(self, name: str, mark: int) -> bool | None:  # noqa: ARG002 -- the folder is copied as a whole
        """Return whether the folder was created again since."""
        here = self.mark()
        return None if here is None else here != mark


class StoreFiles:
    """The files in the object store of the lake."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = f"{settings.lake_path.rstrip('/')}/{FOLDER}"

    def read(self, name: str) -> str | None:
        """Return the content of an object, or None if there is none."""
        found = self._read(name)
        return None if found is None else found[0]

    def write(self, name: str, content: str) -> None:
        """Replace an object as a whole."""
        from breachlight.leaks.lake.ducklake import write_object

        write_object(self._settings, f"{self._folder}/{name}", content)

    def mark(self) -> int | None:
        """Return the time in seconds."""
        return int(time.time())

    def is_copy(self, name: str, mark: int) -> bool | None:
        """Return whether the object was stored long after it was written, as one of a restored bucket."""
        _, stored = self._read(name) or (None, None)
        return None if stored is None else stored - mark > _LONGEST_SKEW

    def _read(self, name: str) -> tuple[str, float | None] | None:
        from breachlight.leaks.lake.ducklake import read_object  # DuckDB, which most processes do without

        return read_object(self._settings, f"{self._folder}/{name}")


class Records:
    """The files at one location. Every method blocks: call it in a thread."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def read(self) -> Record | None:
        """Return the record, or None if there is none or it is damaged.

        Raises:
            RecordError: it can't be read now.
        """
        raw = self._read(_GENERATION)
        try:
            return None if raw is None else self._record(raw)
        except (ValueError, KeyError, TypeError, AttributeError):
            _log.warning("a damaged record for the detection of restores is ignored", file=_GENERATION)
            return None

    def read_changes(self) -> ChangeList | None:
        """Return the listed changes, or None if there are none or the file is damaged.

        Raises:
            RecordError: they can't be read now.
        """
        raw = self._read(_CHANGES)
        try:
            return None if raw is None else _change_list(raw)
        except (ValueError, KeyError, TypeError, AttributeError):
            _log.warning("a damaged record for the detection of restores is ignored", file=_CHANGES)
            return None

    def write(self, record: Record, changes: ChangeList | None) -> None:
        """Write a record, after its changes if they are given.

        Raises:
            RecordError: it can't be written now.
        """
        if changes is not None:
            rows = [[each.id, each.kind, str(each.subject_id), each.generation] for each in changes.changes]
            self._write(_CHANGES, {"since": changes.since, "changes": rows})
        self._write(
            _GENERATION,
            {
                "installation": str(record.installation_id),
                "generation": record.generation,
                "lastChange": record.last_change,
                "systemIdentifier": record.system_identifier,
                "timeline": record.timeline,
                "folder": self._guarded(self._files.mark),
            },
        )

    def _record(self, content: str) -> Record:
        raw = json.loads(content)
        mark = raw["folder"]
        return Record(
            uuid.UUID(raw["installation"]),
            int(raw["generation"]),
            int(raw["lastChange"]),
            raw["systemIdentifier"],
            raw["timeline"],
            None if mark is None else self._guarded(lambda: self._files.is_copy(_GENERATION, int(mark))),
        )

    def _read(self, name: str) -> str | None:
        return self._guarded(lambda: self._files.read(name))

    def _write(self, name: str, content: object) -> None:
        self._guarded(lambda: self._files.write(name, json.dumps(content, separators=(",", ":"))))

    @staticmethod
    def _guarded(work: Callable[[], _T]) -> _T:
        try:
            return work()
        except OSError as error:
            raise RecordError(type(error).__name__) from error


def _change_list(content: str) -> ChangeList:
    raw = json.loads(content)
    changes = [Change(int(each), str(kind), uuid.UUID(subject), int(at)) for each, kind, subject, at in raw["changes"]]
    return ChangeList(int(raw["since"]), changes)


def local_records(settings: Settings) -> Records:
    """Return the records in the data folder of this host."""
    return Records(LocalFiles(settings.data_folder))


def lake_records(settings: Settings) -> Records:
    """Return the records in the lake."""
    if "://" in settings.lake_path:
        return Records(StoreFiles(settings))
    return Records(LocalFiles(Path(settings.lake_path)))
