"""The list of members of a zip archive: usual ones are read here, all others by the library.

The library takes 20 µs for an entry, and stealer archives have hundreds of thousands.
"""

import struct
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from pyzipper import AESZipFile

from breachlight.leaks.ingest.archives.files import RandomFile
from breachlight.leaks.kernels.zip_entries import (
    ATTRIBUTES,
    COLUMNS,
    ENTRY_BYTES,
    FLAGS,
    METHOD,
    NAME,
    NAME_END,
    OFFSET,
    PACKED,
    find_entries,
)

ENCRYPTED: Final = 0x0001
"""The flag of an entry whose content is encrypted."""

_END: Final = struct.Struct("<4s8xLLH")
_END_MARK: Final = b"PK\x05\x06"
# Zip64: archives with more than 65,535 members have a longer record at their end, and in front of the other one where that is.
_LOCATOR: Final = struct.Struct("<4sLQL")
_LOCATOR_MARK: Final = b"PK\x06\x07"
_END_64: Final = struct.Struct("<4s36xQQ")
_END_64_MARK: Final = b"PK\x06\x06"
_MOST_COMMENT_BYTES: Final = 1 << 16
_UTF_8_NAME: Final = 0x0800
_STRONGLY: Final = 0x0040
# A hostile list states sizes and positions of up to 64 bits, and negative ones: these can be computed with.
_FAR: Final = 1 << 61


class ZipEntry(NamedTuple):
    """An entry of the list: sizes and offset in bytes, flags as in the archive."""

    name_bytes: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    offset: int


@dataclass(frozen=True, slots=True)
class ZipDirectory:
    """The members of an archive by their number: names, and a row of ``entries`` (``kernels.zip_entries``) for each.

    ``listed`` has the bytes of the names. ``start`` is where the list begins in the archive.
    """

    names: list[str]
    listed: bytes
    entries: npt.NDArray[np.int64]
    start: int
    comment: bytes

    def entry(self, number: int) -> ZipEntry:
        """Return what the list says about a member."""
        return self.entries_of([number])[0]

    def entries_of(self, numbers: Sequence[int]) -> list[ZipEntry]:
        """Return what the list says about members."""
        rows = self.entries[list(numbers)].tolist()
        return [ZipEntry(self.listed[name:name_end], *others) for name, name_end, *others, _ in rows]

    def has_attributes(self, mask: int, value: int) -> npt.NDArray[np.bool_]:
        """Return of each member whether its attributes on Unix, as far as the mask goes, have this value."""
        found: npt.NDArray[np.bool_] = (self.entries[:, ATTRIBUTES] >> 16) & mask == value
        return found

    def is_encrypted(self) -> npt.NDArray[np.bool_]:
        """Return of each member whether its content is encrypted."""
        found: npt.NDArray[np.bool_] = self.entries[:, FLAGS] & ENCRYPTED != 0
        return found

    def is_readable(self, methods: Collection[int]) -> npt.NDArray[np.bool_]:
        """Return of each member whether one of these methods packs it, and it isn't encrypted as nobody but PKWARE does."""
        is_known = np.isin(self.entries[:, METHOD], list(methods))
        found: npt.NDArray[np.bool_] = is_known & (self.entries[:, FLAGS] & _STRONGLY == 0)
        return found

    def reaches_into_next(self, header_bytes: int) -> npt.NDArray[np.bool_]:
        """Return of each member whether it reaches into the next one, or into the list; a header has at least so many bytes."""
        starts = self.entries[:, OFFSET]
        names = np.fromiter(map(len, self.names), np.int64, len(self.names))
        order = np.argsort(starts, kind="stable")
        following = np.append(starts[order][1:], _within_reach(self.start))
        found = np.empty(len(starts), np.bool_)
        found[order] = (starts + header_bytes + names + self.entries[:, PACKED])[order] > following
        return found


def read_directory(file: RandomFile) -> ZipDirectory | None:
    """Return the list of an archive, None if it is damaged or anything about it is unusual: then the library reads it."""
    tail_start = max(file.size - _MOST_COMMENT_BYTES - _END.size, 0)
    tail = file.read_at(tail_start, file.size - tail_start)
    # As in the library, a mark at the very end wins over one in front of it.
    at = len(tail) - _END.size
    if at < 0 or not (tail.startswith(_END_MARK, at) and tail.endswith(b"\0\0")):
        at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        return None
    _, size, stated_start, comment_size = _END.unpack_from(tail, at)
    end = tail_start + at
    comment = tail[at + _END.size : at + _END.size + comment_size]
    locator = file.read_at(end - _LOCATOR.size, _LOCATOR.size) if end >= _LOCATOR.size else b""
    if locator.startswith(_LOCATOR_MARK):
        end -= _LOCATOR.size + _END_64.size
        last = file.read_at(end, _END_64.size) if end >= 0 else b""
        if _LOCATOR.unpack(locator)[1::2] != (0, 1) or not last.startswith(_END_64_MARK):
            return None
        _, size, stated_start = _END_64.unpack(last)
    start = end - size
    listed = file.read_at(start, size) if start >= 0 else b""
    if start < 0 or len(listed) < size:
        return None
    entries = np.empty((size // ENTRY_BYTES + 1, COLUMNS), np.int64)
    count = find_entries(np.frombuffer(listed, np.uint8), entries)
    names = None if count < 0 else _names(listed, entries[:count])
    if names is None:
        return None
    # Offsets are those within an archive that another file may precede.
    moved = entries[:count, OFFSET] + max(-2 * _FAR, min(start - stated_start, 2 * _FAR))
    entries[:count, OFFSET] = moved.clip(-_FAR, _FAR)
    return ZipDirectory(names, listed, entries[:count], start, comment)


def directory_of(archive: AESZipFile) -> ZipDirectory:
    """Return the list that the library has read."""
    names: list[bytes] = []
    rows: list[tuple[int, ...]] = []
    place = 0
    for entry in archive.filelist:
        name = entry.orig_filename.encode("utf-8" if entry.is_utf_filename else "cp437")
        says = (entry.flag_bits, entry.compress_type, entry.CRC, entry.compress_size, entry.file_size)
        numbers = (place, place + len(name), *says, entry.header_offset, entry.external_attr)
        rows.append(tuple(map(_within_reach, numbers)))
        names.append(name)
        place += len(name)
    entries = np.array(rows, np.int64).reshape(-1, COLUMNS)
    shown = [str(entry.filename) for entry in archive.filelist]
    return ZipDirectory(shown, b"".join(names), entries, archive.start_dir, archive.comment)


def _names(listed: bytes, entries: npt.NDArray[np.int64]) -> list[str] | None:
    """Return the names of entries; None if one is no UTF-8 although its entry says so."""
    names: list[str] = []
    for start, end, flags in entries[:, [NAME, NAME_END, FLAGS]].tolist():
        name = listed[start:end]
        try:
            # Both encodings have ASCII in them, and that of cp437 is slow.
            names.append(name.decode("utf-8" if flags & _UTF_8_NAME or name.isascii() else "cp437"))
        except UnicodeDecodeError:
            return None
    return names


def _within_reach(position: int) -> int:
    return max(-_FAR, min(position, _FAR))
