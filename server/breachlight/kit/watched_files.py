"""Files that operators edit: looked at again with every question, so that an edit needs no restart."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import structlog

from breachlight.kit.documents import DocumentError

Read = TypeVar("Read")
_Signature = tuple[int, int, int]

_log = structlog.get_logger(__name__)


class WatchedFile(Generic[Read]):
    """The last valid content of a file."""

    def __init__(self, file: Path, read: Callable[[Path], Read]) -> None:
        self._file = file
        self._read = read
        self._seen: _Signature | None = None
        self._is_missed = False
        self._good: Read | None = None

    def look(self) -> Read | None:
        """Return the file's content, its last valid content if it is broken, or None if it never existed."""
        try:
            found = self._file.stat()
        except OSError:
            self._miss()
            return self._good
        signature = (found.st_mtime_ns, found.st_size, found.st_ino)
        if signature != self._seen:
            # An edit that is not done yet is looked at again when it is: its time or its size then differs.
            self._seen = signature
            self._take()
        self._is_missed = False
        return self._good

    def _take(self) -> None:
        try:
            self._good = self._read(self._file)
        except DocumentError as error:
            _warn(str(error), kept=self._good is not None)
        except OSError as error:
            _warn(f"{self._file}: it cannot be read: {error.strerror}", kept=self._good is not None)

    def _miss(self) -> None:
        # Editors put a new file in the place of the old one; between the two there is none.
        if self._good is not None and not self._is_missed:
            _warn(f"{self._file}: it is missing; restore it, or restart without it", kept=True)
        self._is_missed = True


def _warn(reason: str, *, kept: bool) -> None:
    _log.warning(
        "a document of the content service is invalid",
        reason=reason,
        shown="the last valid version" if kept else "nothing",
    )
