"""The list of members of a zip archive: usual ones are read here, all others by the library.

The library takes 20 µs for an entry, and stealer archives have hundreds of thousands.
"""

import struct
from typing import Final, NamedTuple

from pyzipper import AESZipFile

from breachlight.leaks.ingest.archives.files import RandomFile

_END: Final = struct.Struct("<4s8xLLH")
_END_MARK: Final = b"PK\x05\x06"
# Zip64: archives with more than 65,535 members have a longer record at their end, and in front of the other one where that is.
_LOCATOR: Final = struct.Struct("<4sLQL")
_LOCATOR_MARK: Final = b"PK\x06\x07"
_END_64: Final = struct.Struct("<4s36xQQ")
_END_64_MARK: Final = b"PK\x06\x06"
_MOST_COMMENT_BYTES: Final = 1 << 16
_ENTRY: Final = struct.Struct("<4s2xBxHH4xLLLHHH4xLL")
_ENTRY_MARK: Final = b"PK\x01\x02"
_EXTRA: Final = struct.Struct("<HH")
_LARGEST_VERSION: Final = 63
_UTF_8_NAME: Final = 0x0800
# Zip64 and AES change what an entry says.
_TELLING_EXTRAS: Final = frozenset((0x0001, 0x9901))


class ZipEntry(NamedTuple):
    """An entry of the list: sizes and offset in bytes, flags and attributes as in the archive."""

    name: str
    name_bytes: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    offset: int
    attributes: int

    @property
    def is_encrypted(self) -> bool:
        """Whether its content is encrypted."""
        return bool(self.flags & 0x0001)

    @property
    def is_strongly_encrypted(self) -> bool:
        """Whether it is encrypted as nobody but PKWARE does."""
        return bool(self.flags & 0x0040)


class ZipDirectory(NamedTuple):
    """The entries of an archive, where the list of them begins, and the archive's comment."""

    entries: list[ZipEntry]
    start: int
    comment: bytes


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
    # Offsets are those within an archive that another file may precede.
    entries = _entries(listed, start - stated_start)
    return None if entries is None else ZipDirectory(entries, start, comment)


def directory_of(archive: AESZipFile) -> ZipDirectory:
    """Return the list that the library has read."""
    entries = [
        ZipEntry(
            str(entry.filename),
            entry.orig_filename.encode("utf-8" if entry.is_utf_filename else "cp437"),
            entry.flag_bits,
            entry.compress_type,
            entry.CRC,
            entry.compress_size,
            entry.file_size,
            entry.header_offset,
            entry.external_attr,
        )
        for entry in archive.filelist
    ]
    return ZipDirectory(entries, archive.start_dir, archive.comment)


def _entries(listed: bytes, moved: int) -> list[ZipEntry] | None:
    """Return the entries of a list; ``moved`` is added to their offsets."""
    entries: list[ZipEntry] = []
    position, end = 0, len(listed)
    while position < end:
        if end - position < _ENTRY.size:
            return None
        (
            mark,
            version,
            flags,
            method,
            checksum,
            packed,
            size,
            name_size,
            extra_size,
            comment_size,
            attributes,
            offset,
        ) = _ENTRY.unpack_from(listed, position)
        name_end = position + _ENTRY.size + name_size
        name_bytes = listed[position + _ENTRY.size : name_end]
        position = name_end + extra_size + comment_size
        if mark != _ENTRY_MARK or version > _LARGEST_VERSION or position > end or b"\0" in name_bytes:
            return None
        if extra_size and not _is_usual(listed[name_end : name_end + extra_size]):
            return None
        try:
            # Both encodings have ASCII in them, and that of cp437 is slow.
            name = name_bytes.decode("utf-8" if flags & _UTF_8_NAME or name_bytes.isascii() else "cp437")
        except UnicodeDecodeError:
            return None
        entries.append(ZipEntry(name, name_bytes, flags, method, checksum, packed, size, offset + moved, attributes))
    return entries


def _is_usual(extra: bytes) -> bool:
    """Return whether the extra fields of an entry, such as times, don't matter."""
    position = 0
    while len(extra) - position >= _EXTRA.size:
        kind, size = _EXTRA.unpack_from(extra, position)
        position += _EXTRA.size + size
        if kind in _TELLING_EXTRAS or position > len(extra):
            return False
    return True
