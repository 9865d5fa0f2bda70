"""The folder of an infected device: what its system file says, and what else the stealer has collected (leak-formats §10)."""

from collections import Counter
from functools import cache, cached_property
from pathlib import Path
from typing import BinaryIO, Final

import orjson

from breachlight.leaks.ingest.archives.cookies import CookieCounter, CookieCounts, cookies_and_domains, is_cookie_file
from breachlight.leaks.ingest.archives.members import MemberError, MemberProblem
from breachlight.leaks.ingest.archives.session_files import session_file_kind
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.machine_facts import SYSTEM_FILE_BYTES, facts_of, with_counts
from breachlight.leaks.ingest.sources import DeviceFolder


class InfectedDevice:
    """A device by its folder; of its other files only cookies are read, and those are counted by domain."""

    def __init__(self, folder: DeviceFolder) -> None:
        self._system_file: Final = folder.system_file
        self._other_files: Final = folder.other_files

    @cached_property
    def cookies(self) -> Counter[bytes]:
        """The number of cookies by domain."""
        return self._cookie_files[0].totals()

    @cached_property
    def _cookie_files(self) -> tuple[CookieCounter, list[CookieCounts]]:
        counter, files = CookieCounter(), []
        for path in self._other_files:
            if is_cookie_file(self._within(path)):
                try:
                    with path.open("rb") as file:
                        files.append(counter.count(_Stream(file))[0])
                except OSError:
                    continue
                counter.add(files[-1])
        return counter, files

    @cached_property
    def session_files(self) -> Counter[str]:
        """The number of other session files by kind, from their names alone."""
        return Counter(filter(None, (session_file_kind(self._within(path)) for path in self._other_files)))

    @cached_property
    def facts(self) -> str | None:
        """What is known of the device, as JSON; None if its system file says nothing."""
        try:
            with self._system_file.open("rb") as file:
                facts = facts_of(self._system_file.name, file.read(SYSTEM_FILE_BYTES))
        except OSError:
            return None
        if facts is None:
            return None
        counted = with_counts(facts, *cookies_and_domains(self._cookie_files[1]), self.session_files)
        return orjson.dumps(counted).decode()

    def add_to(self, tally: MemberTally) -> None:
        """Count the device."""
        tally.machines += 1
        tally.add_cookies(self.cookies)
        tally.session_files.update(self.session_files)

    def _within(self, path: Path) -> str:
        return "/" + path.relative_to(self._system_file.parent).as_posix()


@cache
def infected_device(folder: DeviceFolder) -> InfectedDevice:
    """Return the device of a folder, whose files are read once, however many password files it has."""
    return InfectedDevice(folder)


class _Stream:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int, /) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            raise MemberError(MemberProblem.DAMAGED) from error
