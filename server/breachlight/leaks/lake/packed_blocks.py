"""Packed blocks: the bytes of about a thousand records, which ``kernels.packing`` writes and nothing but this module reads.

A block has the number of its records, the offset of the first, the infected devices, then column after column: distances
of the offsets, password types, flags, number of the device, and of each column of texts the lengths and then the bytes. A text that equals that of the
column before (an email key, mostly) isn't stored again, nor is a host that its URL contains. Columns that are all null or zero take one byte.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from breachlight.leaks.lake.spans import OTHER_USERNAMES, PASSWORD_TYPES, TEXT_COLUMNS
from breachlight.leaks.record_schema import RECORD_SCHEMA

_NUMBER_TYPES: Final[dict[int, Any]] = {1: np.dtype(np.uint8), 2: np.dtype("<i4"), 3: np.dtype("<i8")}
_NARROW: Final = 1
_LENGTHS_THAT_ARE_NONE: Final = {
    _NARROW: (255, 254),
    2: (-1, -2),
}  # of a null, and of a text that the column before has
_URL, _HOST = TEXT_COLUMNS.index("url"), TEXT_COLUMNS.index("host")
_IN_URL: Final = 128
"""Added to the narrow length of a host that isn't stored, because it follows ``http://`` or ``https://`` in its URL."""

_TYPES: Final = [None, *PASSWORD_TYPES[1:]]
_FEW: Final = 8  # of so many records one: from about there on it is faster to read all
_VERY_FEW: Final = 16  # so many are read faster than all, however small the block


class _Texts:
    """A column of texts as it is stored: their lengths, some of which are signs, and where they begin in the block.

    Lengths from ``in_url`` on are those of hosts that only the URL contains, with ``in_url`` added.
    """

    def __init__(self, stored: npt.NDArray[Any], width: int, begin: int, in_url: int | None) -> None:
        self.stored = stored
        self.is_null, self.is_same = _LENGTHS_THAT_ARE_NONE[width]
        self.in_url = in_url if in_url is not None and width == _NARROW else self.is_same
        self.begin = begin
        lengths = np.maximum(stored, 0) if self.is_null < 0 else np.where(stored >= self.in_url, 0, stored)
        self.bounds = np.zeros(len(stored) + 1, np.int32)
        np.cumsum(lengths, out=self.bounds[1:])
        self.end = begin + int(self.bounds[-1])


class PackedBlock:
    """The bytes of a block, read from their beginning to their end."""

    def __init__(self, plain: bytes, *, has_hosts: bool = False) -> None:
        """Read where everything is; ``has_hosts`` says that it was written with each host."""
        self._plain = plain
        self._position = 0
        self._count = self._number(4)
        self._first = self._number(8)
        self._machines = [self._machine() for _ in range(self._number(4))]
        self._offsets, self._types, self._flags, self._owners = (self._numbers() for _ in range(4))
        self._texts = [
            self._column(_IN_URL if number == _HOST and not has_hosts else None)
            for number in range(len(TEXT_COLUMNS) + OTHER_USERNAMES)
        ]

    def records(self) -> pa.Table:
        """Return the records."""
        texts: list[Any] = []
        for number, column in enumerate(self._texts):
            texts.append(self._array(column, texts[_before(number)] if number else None))
        offsets = pa.array(np.cumsum(self._offsets, dtype=np.int64) + self._first)
        types, machines = pa.array(_TYPES, pa.string()), pa.array(self._machines, pa.string())
        owners = machines.take(pa.array(self._owners))
        return _table(texts, offsets, types.take(pa.array(self._types)), pa.array(self._flags.astype(np.int32)), owners)

    def records_with(self, texts: Collection[str]) -> pa.Table:
        """Return the records that contain one of these texts, and perhaps others: a few are read much faster than all."""
        rows = self._rows_with(texts)
        if len(rows) > _VERY_FEW and len(rows) * _FEW > self._count:
            return self.records()
        columns: list[list[str | None]] = []
        for number, column in enumerate(self._texts):
            columns.append(self._values(column, rows, columns[_before(number)] if number else []))
        offsets = [int(self._offsets[: row + 1].sum(dtype=np.int64)) + self._first for row in rows]
        return _table(
            [_strings(column) for column in columns],
            pa.array(offsets, pa.int64()),
            _strings([_TYPES[self._types[row]] for row in rows]),
            pa.array(self._flags[rows].astype(np.int32)),
            _strings([self._machines[self._owners[row]] for row in rows]),
        )

    def _rows_with(self, texts: Collection[str]) -> list[int]:
        """The rows of some texts; a text that another column repeats is found where it is stored."""
        first = next((column.begin for column in self._texts if column is not None), len(self._plain))
        positions = set[int]()
        for text in texts:
            wanted = text.encode()
            position = self._plain.find(wanted, first)
            while position >= 0:
                positions.add(position)
                # What reaches from one text into the next may hide one.
                position = self._plain.find(wanted, position + 1)
        found = sorted(positions)
        rows = set[int]()
        for column in self._texts:
            if column is not None:
                inside = found[bisect_left(found, column.begin) : bisect_left(found, column.end)]
                if inside:
                    rows.update((column.bounds.searchsorted(np.array(inside) - column.begin, "right") - 1).tolist())
        return sorted(rows)

    def _number(self, size: int) -> int:
        self._position += size
        return int.from_bytes(self._plain[self._position - size : self._position], "little", signed=True)

    def _machine(self) -> str | None:
        size = self._number(4)
        if size < 0:
            return None
        self._position += size
        return self._plain[self._position - size : self._position].decode()

    def _numbers(self) -> npt.NDArray[Any]:
        stored = _NUMBER_TYPES.get(self._number(1))
        if stored is None:
            return np.zeros(self._count, np.int32)
        found: npt.NDArray[Any] = np.frombuffer(self._plain, stored, self._count, self._position)
        self._position += self._count * stored.itemsize
        return found

    def _column(self, in_url: int | None) -> _Texts | None:
        """The next column of texts, None if all are null; ``in_url`` as for ``_Texts``."""
        width = self._number(1)
        if width not in _LENGTHS_THAT_ARE_NONE:
            return None
        stored = np.frombuffer(self._plain, _NUMBER_TYPES[width], self._count, self._position)
        column = _Texts(stored, width, self._position + self._count * stored.itemsize, in_url)
        self._position = column.end
        return column

    def _array(self, column: _Texts | None, before: Any) -> Any:
        """The texts of a column; ``before`` is the one before it."""
        if column is None:
            return pa.nulls(self._count, pa.string())
        is_null, is_same = column.stored == column.is_null, column.stored == column.is_same
        is_in_url = (column.stored >= column.in_url) & (column.stored < column.is_same)
        bounds: npt.NDArray[np.int32] = column.bounds
        data: Any = self._plain[column.begin : column.end]
        if is_in_url.any():
            bounds, data = self._with_hosts(column, np.flatnonzero(is_in_url))
        texts: Any = pa.StringArray.from_buffers(self._count, pa.py_buffer(bounds.data), pa.py_buffer(data))
        if is_same.any():
            texts = pc.if_else(pa.array(is_same), before, texts)
        return pc.if_else(pa.array(is_null), pa.scalar(None, pa.string()), texts) if is_null.any() else texts

    def _with_hosts(self, column: _Texts, rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int32], Any]:
        """The bounds and bytes of the texts of a column that some rows have in their URLs."""
        begins, lengths = column.begin + column.bounds[:-1], np.diff(column.bounds)
        begins[rows] = self._begins_of_hosts(rows)
        lengths[rows] = column.stored[rows].astype(np.int32) - column.in_url
        bounds = np.zeros(self._count + 1, np.int32)
        np.cumsum(lengths, out=bounds[1:])
        places = np.repeat(begins - bounds[:-1], lengths) + np.arange(bounds[-1], dtype=np.int32)
        return bounds, np.frombuffer(self._plain, np.uint8)[places].data

    def _begins_of_hosts(self, rows: Any) -> Any:
        """Where the hosts of URLs begin, behind ``http://`` or ``https://``."""
        urls = self._texts[_URL]
        assert urls is not None
        begins = urls.begin + urls.bounds[rows]
        return begins + np.where(np.frombuffer(self._plain, np.uint8)[begins + 4] == ord(":"), 7, 8)

    def _values(self, column: _Texts | None, rows: Sequence[int], before: Sequence[str | None]) -> list[str | None]:
        """The texts of some rows of a column; ``before`` are those of the column before it."""
        if column is None:
            return [None] * len(rows)
        values: list[str | None] = []
        for number, row in enumerate(rows):
            length = column.stored[row]
            if length == column.is_null:
                values.append(None)
            elif length == column.is_same:
                values.append(before[number])
            elif column.in_url <= length < column.is_same:
                begin = int(self._begins_of_hosts(row))
                values.append(self._plain[begin : begin + int(length) - column.in_url].decode())
            else:
                begin = column.begin + int(column.bounds[row])
                values.append(self._plain[begin : begin + int(length)].decode())
        return values


def _before(number: int) -> int:
    """The number of the column whose texts a column repeats: further user names repeat the last column of texts."""
    return min(number, len(TEXT_COLUMNS)) - 1


def _strings(texts: Sequence[str | None]) -> Any:
    is_any = any(text is not None for text in texts)
    return pa.array(texts, pa.string()) if is_any else pa.nulls(len(texts), pa.string())


def _table(texts: list[Any], offsets: Any, types: Any, flags: Any, machines: Any) -> pa.Table:
    columns: dict[str, Any] = dict(zip(TEXT_COLUMNS, texts, strict=False))
    columns |= {"offset": offsets, "password_type": types, "flags": flags, "machine": machines}
    columns["other_usernames"] = _lists(texts[len(TEXT_COLUMNS) :])
    return pa.table([columns[field.name] for field in RECORD_SCHEMA], schema=RECORD_SCHEMA)


def _lists(columns: list[Any]) -> Any:
    """The texts of each row as a list without nulls; null if there are none."""
    kind = pa.list_(pa.string())
    if all(column.null_count == len(column) for column in columns):
        return pa.nulls(len(columns[0]), kind)
    rows = zip(*(column.to_pylist() for column in columns), strict=True)
    return pa.array([[name for name in row if name is not None] or None for row in rows], kind)
