"""What reading the tables of an SQLite database costs, by its pages (https://www.sqlite.org/fileformat2.html).

In a sound database, pages and what overflows from them are used once, so reading all tables reads no more than the file. In a
hostile one, a million rows may share one chain of overflow pages, and a page of them may be in a tree a thousand times: SQLite follows
the chain for every row, whatever comes out of it.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Final

_BUDGET: Final = 2
_SLACK: Final = 1 << 20
_HEADER: Final = 100
_INTERIOR_INDEX: Final = 2
_INTERIOR_TABLE: Final = 5
_LEAF_INDEX: Final = 10
_LEAF_TABLE: Final = 13
_SMALLEST_PAGE: Final = 512
_LARGEST_PAGE: Final = 1 << 16
_LONGEST_VARINT: Final = 9
_MORE: Final = 0x80

ReadAt = Callable[[int, int], bytes]


class PageBudget:
    """The bytes of pages that the tables of one database may be read for: twice its size."""

    def __init__(self, read_at: ReadAt, size: int) -> None:
        """Look at a database of ``size`` bytes."""
        header = read_at(0, _HEADER)
        page_size = int.from_bytes(header[16:18], "big")
        self._page_size = _LARGEST_PAGE if page_size == 1 else page_size
        self._usable = self._page_size - (header[20] if len(header) == _HEADER else 0)
        self._read_at = read_at
        self._size = size
        self._left = _BUDGET * size + _SLACK

    def covers(self, root: int) -> bool:
        """Take the cost of reading a table or index from the budget, by its root page; False: it costs more than is left."""
        if not _SMALLEST_PAGE <= self._page_size <= _LARGEST_PAGE:
            return True  # SQLite reads none of it
        left = self._left
        waiting = [root]
        while waiting:
            number = waiting.pop()
            left -= self._page_size
            if left < 0:
                return False
            start = (number - 1) * self._page_size
            if number < 1 or start >= self._size:
                continue  # damaged: SQLite ends here
            page = self._read_at(start, self._page_size)
            children, overflow = self._content(page, _HEADER if number == 1 else 0)
            left -= overflow
            # What is waiting is paid for when it is read, but must not take more memory than that.
            if left < len(children) * self._page_size:
                return False
            waiting += children
            if len(waiting) * self._page_size > left:
                return False
        self._left = left
        return True

    def _content(self, page: bytes, start: int) -> tuple[list[int], int]:
        """Return the children of a page, and how many bytes of its cells are on other pages."""
        if len(page) < start + 12:
            return [], 0
        kind = page[start]
        is_interior = kind in (_INTERIOR_INDEX, _INTERIOR_TABLE)
        if not is_interior and kind not in (_LEAF_INDEX, _LEAF_TABLE):
            return [], 0
        children = [int.from_bytes(page[start + 8 : start + 12], "big")] if is_interior else []
        overflow = 0
        for cell in _cells(page, start, 12 if is_interior else 8):
            if is_interior:
                children.append(int.from_bytes(page[cell : cell + 4], "big"))
            if kind != _INTERIOR_TABLE:
                payload = _varint(page, cell + 4 if is_interior else cell)
                overflow += self._overflow(payload, is_table=kind == _LEAF_TABLE)
        return children, overflow

    def _overflow(self, payload: int, *, is_table: bool) -> int:
        most = self._usable - 35 if is_table else (self._usable - 12) * 64 // 255 - 23
        least = (self._usable - 12) * 32 // 255 - 23
        return payload - least if payload > most else 0


def _cells(page: bytes, start: int, header: int) -> Iterator[int]:
    """Yield where the cells of a page begin."""
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    first = start + header
    count = min(count, (len(page) - first) // 2)
    yield from struct.unpack_from(f">{count}H", page, first)


def _varint(page: bytes, position: int) -> int:
    value = 0
    for number, byte in enumerate(page[position : position + _LONGEST_VARINT], 1):
        if number == _LONGEST_VARINT:
            return value << 8 | byte
        value = value << 7 | byte & ~_MORE
        if byte < _MORE:
            break
    return value
