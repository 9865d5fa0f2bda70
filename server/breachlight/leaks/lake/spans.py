"""Records as spans of a text: what digests and blocks are computed from, without a Python or Arrow object per value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.leaks.records import PasswordType

if TYPE_CHECKING:
    from breachlight.leaks.parsed import ParsedPart

TEXT_COLUMNS: Final = (
    *("url", "host", "app", "username", "username_key", "email_key", "alias_key", "password", "software"),
)
"""The columns of texts, in the order of their spans."""

OTHER_USERNAMES: Final = 3
"""A record keeps at most so many further user names."""

PASSWORD_TYPES: Final = tuple(PasswordType)
"""Blocks keep the number of a type for ever: a new one goes to the end of ``PasswordType``."""

_NUMBER_OF_TYPE: Final = {kind.value: number for number, kind in enumerate(PASSWORD_TYPES)}


@dataclass(frozen=True, slots=True)
class RecordSpans:
    """Records: start and end of their texts in ``text`` (valid UTF-8), a start of -1 for null.

    ``spans`` has the shape (records, ``TEXT_COLUMNS``, 2), ``other_usernames`` (records, 3, 2). ``password_types`` are
    numbers in ``PASSWORD_TYPES``, ``flags`` the bits of ``FLAG_BITS``; ``machine_numbers`` say which of ``machines`` (JSON).
    """

    text: npt.NDArray[np.uint8]
    spans: npt.NDArray[np.int32]
    other_usernames: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    password_types: npt.NDArray[np.uint8]
    flags: npt.NDArray[np.int32]
    machines: tuple[str | None, ...]
    machine_numbers: npt.NDArray[np.int32]

    @classmethod
    def of_part(cls, part: "ParsedPart") -> Self:
        """Return the records of a part, which shares its arrays."""
        return cls(
            part.text,
            part.spans,
            part.other_usernames,
            part.offsets,
            part.password_types,
            part.flags,
            (part.machine, *part.machines),
            np.zeros(len(part), np.int32) if part.machine_rows is None else part.machine_rows + 1,
        )

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the records of several, one after the other; there is at least one."""
        if len(parts) == 1 and parts[0].machines == (None,):
            return parts[0]
        places: dict[str | None, int] = {None: 0}
        numbers = []
        for part in parts:
            own = [places.setdefault(machine, len(places)) for machine in part.machines]
            numbers.append(np.array(own, np.int32)[part.machine_numbers])
        bases = np.cumsum([0, *(len(part.text) for part in parts)])
        return cls(
            _joined([part.text for part in parts]),
            _joined([_moved(part.spans, base) for part, base in zip(parts, bases, strict=False)]),
            _joined([_moved(part.other_usernames, base) for part, base in zip(parts, bases, strict=False)]),
            _joined([part.offsets for part in parts]),
            _joined([part.password_types for part in parts]),
            _joined([part.flags for part in parts]),
            tuple(places),
            _joined(numbers),
        )

    def chosen(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Self:
        """Return some of the records, those of a mask or of row numbers in their order."""
        return replace(
            self,
            spans=self.spans[rows],
            other_usernames=self.other_usernames[rows],
            offsets=self.offsets[rows],
            password_types=self.password_types[rows],
            flags=self.flags[rows],
            machine_numbers=self.machine_numbers[rows],
        )

    def copied(self) -> Self:
        """Return the same records with their own texts alone: few of many would keep the text of all."""
        # numba is loaded by processes that write, and by no other.
        from breachlight.leaks.kernels.finishing import gather

        count = len(self.spans)
        every = np.concatenate([self.spans.reshape(-1, 2), self.other_usernames.reshape(-1, 2)])
        limits, present = np.empty(len(every) + 1, np.int32), np.empty(len(every), np.uint8)
        text = gather(self.text, every, np.arange(len(every), dtype=np.int64), limits, present)
        own = np.stack([limits[:-1], limits[1:]], axis=1)
        own[present == 0] = -1
        texts = count * len(TEXT_COLUMNS)
        used, numbers = np.unique(self.machine_numbers, return_inverse=True)
        return replace(
            self,
            text=text,
            spans=own[:texts].reshape(count, len(TEXT_COLUMNS), 2),
            other_usernames=own[texts:].reshape(count, OTHER_USERNAMES, 2),
            machines=tuple(self.machines[number] for number in used.tolist()),
            machine_numbers=numbers.astype(np.int32),
        )

    @classmethod
    def of_table(cls, records: pa.Table) -> Self:
        """Return the records of a table (``RECORD_SCHEMA``)."""
        records = records.combine_chunks()
        count = records.num_rows
        texts = _Texts()
        spans = np.empty((count, len(TEXT_COLUMNS), 2), np.int32)
        for number, name in enumerate(TEXT_COLUMNS):
            spans[:, number] = texts.add(_array(records[name]))
        other_usernames = np.full((count, OTHER_USERNAMES, 2), -1, np.int32)
        lists = _array(records["other_usernames"])
        if lists.null_count < count:
            rows = lists.to_pylist()
            for number in range(OTHER_USERNAMES):
                names = [row[number] if row and len(row) > number else None for row in rows]
                other_usernames[:, number] = texts.add(pa.array(names, pa.string()))
        kinds = _array(records["password_type"].dictionary_encode())
        numbers = np.array([_NUMBER_OF_TYPE[kind] for kind in kinds.dictionary.to_pylist()] or [0], np.uint8)
        machines = _array(records["machine"].dictionary_encode())
        return cls(
            np.frombuffer(b"".join(texts.parts), np.uint8),
            spans,
            other_usernames,
            records["offset"].to_numpy(),
            np.where(kinds.is_null(), 0, numbers[kinds.indices.fill_null(0).to_numpy()]).astype(np.uint8),
            records["flags"].to_numpy(),
            (None, *machines.dictionary.to_pylist()),
            np.where(machines.is_null(), 0, machines.indices.fill_null(0).to_numpy() + 1).astype(np.int32),
        )


def _joined(arrays: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def _moved(spans: npt.NDArray[np.int32], base: int) -> npt.NDArray[np.int32]:
    """The spans of a text that begins so many bytes later."""
    return spans if not base else np.where(spans < 0, spans, spans + np.int32(base))


class _Texts:
    """The texts of several columns, joined."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self._end = 0

    def add(self, column: Any) -> npt.NDArray[np.int32]:
        """Add a column and return the spans of its texts."""
        joined: Any = column.fill_null("")  # what is behind a null isn't ours to keep
        buffers: Any = joined.buffers()
        spans = np.empty((len(joined), 2), np.int32)
        if not len(joined):
            return spans
        limits = np.frombuffer(buffers[1], np.int32)[joined.offset : joined.offset + len(joined) + 1]
        first, last = int(limits[0]), int(limits[-1])
        if last > first:
            self.parts.append(buffers[2].to_pybytes()[first:last])
        spans[:, 0], spans[:, 1] = limits[:-1] - first + self._end, limits[1:] - first + self._end
        spans[column.is_null().to_numpy(zero_copy_only=False)] = -1
        self._end += last - first
        return spans


def _array(column: Any) -> Any:
    combined = column.combine_chunks()
    return combined if not isinstance(combined, pa.ChunkedArray) else pa.array([], column.type)


def readonly(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array that can't be written, so that compiled code meets one type of it."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view
