"""Cookies in stealer logs: counted by domain. Names and values are never kept, shown or logged."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from breachlight.leaks.ingest.archives.members import ByteStream, MemberError
from breachlight.leaks.kernels.cookies import LEAST_BYTES, LONGEST_DOMAIN, count_cookies

_READ_BYTES: Final = 1 << 20
_MOST_LINE_BYTES: Final = 1 << 16
_MOST_FILE_BYTES: Final = 256 << 20
_MOST_DOMAINS: Final = 100_000
_TABLE_SIZE: Final = 1 << 18
_MOST_ADDED_ROWS: Final = 1 << 18
_OTHERS: Final = b"other domains"
_NAMED_SO: Final = "cookie"

Numbers = npt.NDArray[np.int64]


class CookieCounts(NamedTuple):
    """The domains of some cookies, as their counter numbers them, and cookies of each.

    A domain may have several rows, unless ``is_distinct``.
    """

    domains: Numbers
    cookies: Numbers
    is_distinct: bool


class CookieCounter:
    """Counts cookies by domain (lower case, without a leading dot): by name as long as there are not too many domains."""

    def __init__(self, most_domains: int = _MOST_DOMAINS) -> None:
        # Memory is taken as names come.
        self._names = np.empty(most_domains * LONGEST_DOMAIN, np.uint8)
        self._ends = np.zeros(most_domains + 1, np.int64)
        self._table = np.zeros(_TABLE_SIZE, np.int64)
        self._totals = np.zeros(most_domains, np.int64)
        self._places = np.zeros(most_domains, np.int64)
        self._others = 0
        self._added: list[CookieCounts] = []
        self._added_rows = 0

    def count(self, stream: ByteStream) -> tuple[CookieCounts, MemberError | None]:
        """Return what is in a file, and what ended it early; nothing is added."""
        found: list[CookieCounts] = []
        rest, size, error = b"", 0, None
        while size < _MOST_FILE_BYTES:
            try:
                data = stream.read(_READ_BYTES)
            except MemberError as ended:
                data, error = b"", ended
            if not data:
                break
            size += len(data)
            data = rest + data if rest else data
            end = data.rfind(b"\n") + 1
            found.append(self._find(data, end))
            rest = data[end:] if len(data) - end <= _MOST_LINE_BYTES else b""
        if rest or not found:
            found.append(self._find(rest, len(rest)))
        return _joined(found), error

    def count_together(self, files: Sequence[bytes]) -> CookieCounts:
        """Return what is in files, each known as a whole; nothing is added."""
        # A file ends its last line.
        data = b"\n".join(files)
        return self._find(data, len(data))

    def add(self, counts: CookieCounts) -> None:
        """Add what was counted."""
        # Many at once: NumPy's calls take longer than the cookies of a device.
        self._added.append(counts)
        self._added_rows += len(counts.domains)
        if self._added_rows > _MOST_ADDED_ROWS:
            self._sum_up()

    def totals(self) -> Counter[bytes]:
        """Return the number of cookies of each domain among those added."""
        self._sum_up()
        known = int(self._ends[0])
        ends = [0, *self._ends[1 : known + 1].tolist()]
        names = self._names[: ends[-1]].tobytes()
        found: Counter[bytes] = Counter()
        for number in np.flatnonzero(self._totals).tolist():
            found[names[ends[number] : ends[number + 1]]] = int(self._totals[number])
        if self._others:
            found[_OTHERS] += self._others
        return found

    def _sum_up(self) -> None:
        added = _joined(self._added)
        self._added.clear()
        self._added_rows = 0
        is_known = added.domains >= 0
        np.add.at(self._totals, added.domains[is_known], added.cookies[is_known])
        self._others += int(added.cookies[~is_known].sum())

    def _find(self, data: bytes, end: int) -> CookieCounts:
        text = np.frombuffer(data, np.uint8, end)
        domains, cookies = np.empty((2, end // LEAST_BYTES + 1), np.int64)
        rows = count_cookies(text, self._names, self._ends, self._table, self._places, domains, cookies)
        # Only a domain without a number may have several rows, and while there is room none is without.
        has_room = int(self._ends[0]) < len(self._totals)
        return CookieCounts(domains[:rows].copy(), cookies[:rows].copy(), is_distinct=has_room)


def _joined(counts: Sequence[CookieCounts]) -> CookieCounts:
    """Return all of some counts."""
    if len(counts) == 1:
        return counts[0]
    none = np.empty(0, np.int64)
    domains = np.concatenate([none, *(one.domains for one in counts)])
    return CookieCounts(domains, np.concatenate([none, *(one.cookies for one in counts)]), is_distinct=False)


def is_cookie_file(path: str) -> bool:
    """Say whether a file of a machine's folder may hold cookies, by its path."""
    return _NAMED_SO in path.lower()


def cookies_and_domains(files: Sequence[CookieCounts]) -> tuple[int, int]:
    """Return the number of cookies, and of their different domains."""
    counts = _joined(files)
    domains = counts.domains if counts.is_distinct else np.unique(counts.domains)
    return int(counts.cookies.sum()), len(domains)
