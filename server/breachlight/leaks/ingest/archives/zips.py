"""Zip archives, with ZipCrypto and AES."""

import io
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from functools import partial
from lzma import LZMAError
from typing import Any, Final, Self, cast

import numpy as np
from isal import isal_zlib
from pyzipper import BadZipFile
from pyzipper.zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED

from breachlight.leaks.ingest.archives import zip_methods
from breachlight.leaks.ingest.archives.compressed import DEFLATE_ERROR
from breachlight.leaks.ingest.archives.files import Content, Prefixed, RandomFile, buffered, read_up_to
from breachlight.leaks.ingest.archives.members import (
    ByteStream,
    Member,
    MemberError,
    MemberInfo,
    MemberProblem,
)
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.zip_directory import ENCRYPTED, ZipEntry, directory_of, read_directory
from breachlight.leaks.ingest.archives.zip_encryption import ZipLibrary
from breachlight.leaks.kernels.zip_entries import PACKED, SIZE

_METHODS: Final = {ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA, *zip_methods.METHODS}
_LOCAL_HEADER_BYTES: Final = 30
_LOCAL_HEADER: Final = b"PK\x03\x04"
_EXTRA_BYTES: Final = 64
_SIZES: Final = struct.Struct("<HH")
_SMALL_BYTES: Final = 1 << 20
_WINDOW_BYTES: Final = 1 << 18
_TOGETHER_BYTES: Final = 1 << 21
_TOGETHER: Final = 256
_GROUPS_AHEAD: Final = 2
# How well it was compressed, whether its sizes follow it, whether its name is UTF-8.
_HARMLESS_FLAGS: Final = 0x0006 | 0x0008 | 0x0800
_TRIED_BYTES: Final = 1 << 16
# The decompressors of these methods can't be asked for less output: what they get at a time bounds it.
_STEPS: Final = {ZIP_BZIP2: 1 << 12, ZIP_LZMA: 1 << 12}
_LINK: Final = 0o120000
_FORMAT: Final = 0o170000
_FAULTS: Final = (BadZipFile, zlib.error, EOFError, LZMAError, OSError, ValueError, struct.error, UnicodeError)


class ZipContainer:
    """An open zip archive."""

    def __init__(self, file: RandomFile, passwords: Passwords) -> None:
        """Read the list of members.

        Raises:
            MemberError: the archive has no readable list.
        """
        self._file = file
        self._passwords = passwords
        self._opened: ZipLibrary | None = None
        self._window_start, self._window = 0, b""
        self.problem: MemberProblem | None = None
        self._directory = directory = read_directory(file) or directory_of(self._library)
        self.comment = _text(directory.comment)
        passwords.add_comment(self.comment)
        is_folder = np.fromiter((name.endswith("/") for name in directory.names), np.bool_, len(directory.names))
        is_link = directory.has_attributes(_FORMAT, _LINK) & ~is_folder
        self.links = int(is_link.sum())
        is_chosen = ~is_folder & ~is_link
        is_refused = is_chosen & ~directory.is_readable(_METHODS)
        self._refused = dict.fromkeys(np.flatnonzero(is_refused).tolist(), MemberProblem.UNSUPPORTED)
        is_refused = is_chosen & directory.reaches_into_next(_LOCAL_HEADER_BYTES)
        self._refused |= dict.fromkeys(np.flatnonzero(is_refused).tolist(), MemberProblem.OVERLAPPING)
        self._refuse_locked(np.flatnonzero(is_chosen & directory.is_encrypted()).tolist())
        chosen = np.flatnonzero(is_chosen)
        sizes = directory.entries[chosen][:, [SIZE, PACKED]].tolist()
        names, refused = directory.names, self._refused
        self.listing: list[MemberInfo] | None = [
            MemberInfo(number, names[number], size, packed, refused.get(number))
            for number, (size, packed) in zip(chosen.tolist(), sizes, strict=True)
        ]

    def over(self, file: RandomFile) -> Self:
        """Return the container of the same bytes in another file, without reading the list again."""
        other = copy(self)
        other._file, other._opened = file, None  # noqa: SLF001 -- of the same class
        return other

    def members(self, wanted: Callable[[MemberInfo], bool]) -> Iterator[Member]:
        """Yield the wanted members; a thread inflates small ones while the caller works on those in front of them."""
        groups = _groups(info for info in self.listing or () if wanted(info))
        coming: deque[tuple[Sequence[MemberInfo], Future[list[bytes | None]]]] = deque()
        with ThreadPoolExecutor(1, "inflate") as pool:
            while True:
                while len(coming) < _GROUPS_AHEAD and (group := next(groups, None)):
                    coming.append((group, pool.submit(self._contents, group)))
                if not coming:
                    return
                infos, contents = coming.popleft()
                for info, content in zip(infos, contents.result(), strict=True):
                    yield Member(info, partial(self._open, info, content))

    def close(self) -> None:
        """Forget the list."""
        if self._opened is not None:
            self._opened.close()
        self._window = b""

    @property
    def _library(self) -> ZipLibrary:
        """The archive as the library reads it."""
        if self._opened is None:
            try:
                self._opened = ZipLibrary(buffered(self._file))
            except NotImplementedError as error:
                raise MemberError(MemberProblem.UNSUPPORTED) from error
            except _FAULTS as error:
                raise MemberError(MemberProblem.DAMAGED) from error
        return self._opened

    def _info(self, number: int) -> MemberInfo:
        entry = self._directory.entry(number)
        return MemberInfo(number, self._directory.names[number], entry.size, entry.packed, self._refused.get(number))

    def _refuse_locked(self, encrypted: list[int]) -> None:
        """Refuse the members that no password opens: tried with the first one, with all others only if that is locked."""
        tried = [number for number in encrypted if number not in self._refused]
        if not self._passwords.known:
            self._refused.update(dict.fromkeys(tried, MemberProblem.ENCRYPTED))
            return
        for position, number in enumerate(tried):
            try:
                self._open(self._info(number))
            except MemberError as error:
                if error.problem is MemberProblem.WRONG_PASSWORD:
                    self._refused[number] = error.problem
            else:
                if position == 0:
                    return

    def _open(self, info: MemberInfo, content: bytes | None = None) -> ByteStream:
        if info.problem is not None:
            raise MemberError(info.problem)
        if content is not None:
            return Content(content)
        if not self._directory.entry(info.number).flags & ENCRYPTED:
            return self._stream(info.number, None)
        problem = MemberProblem.WRONG_PASSWORD
        for password in self._passwords.known:
            for encoded in _encodings(password):
                # One password in 256 passes the check of ZipCrypto: the contents decide, small ones with their checksum.
                try:
                    stream = self._stream(info.number, encoded)
                    first, error = read_up_to(stream, _TRIED_BYTES)
                except MemberError as refused:
                    first, error = b"", refused
                if error is None:
                    self._passwords.worked(password)
                    return Prefixed(first, stream)
                if error.problem is not MemberProblem.ENCRYPTED:
                    problem = error.problem
        raise MemberError(problem)

    def _stream(self, number: int, password: bytes | None) -> ByteStream:
        return _stream(self._library, self._library.filelist[number], password)

    def _contents(self, infos: Sequence[MemberInfo]) -> list[bytes | None]:
        entries = self._directory.entries_of([info.number for info in infos])
        return [
            None if info.problem is not None else self._small(entry) for info, entry in zip(infos, entries, strict=True)
        ]

    def _small(self, entry: ZipEntry) -> bytes | None:
        """Return what a small member holds, None if it is large or anything about it is unusual: then the library reads it.

        The library takes as long to open a member as it takes to read a thousand lines.
        """
        is_usual = entry.method in (ZIP_STORED, ZIP_DEFLATED) and not entry.flags & ~_HARMLESS_FLAGS
        if not is_usual or max(entry.size, entry.packed) > _SMALL_BYTES or entry.offset < 0:
            return None
        name_size = len(entry.name_bytes)
        record = self._near(entry.offset, _LOCAL_HEADER_BYTES + name_size + _EXTRA_BYTES + entry.packed)
        name_end = _LOCAL_HEADER_BYTES + name_size
        if len(record) < name_end or not record.startswith(_LOCAL_HEADER):
            return None
        stated_size, extra_size = _SIZES.unpack_from(record, _LOCAL_HEADER_BYTES - _SIZES.size)
        if stated_size != name_size or record[_LOCAL_HEADER_BYTES:name_end] != entry.name_bytes:
            return None
        packed = record[name_end + extra_size : name_end + extra_size + entry.packed]
        if len(packed) < entry.packed:
            return None
        content = packed if entry.method == ZIP_STORED else _inflated(packed, entry.size)
        is_whole = content is not None and len(content) == entry.size and isal_zlib.crc32(content) == entry.checksum
        return content if is_whole else None

    def _near(self, offset: int, length: int) -> bytes:
        """Return bytes of the file, of which many are read at once: small members follow each other."""
        start = offset - self._window_start
        if start < 0 or start + length > len(self._window):
            self._window_start, self._window = offset, self._file.read_at(offset, max(length, _WINDOW_BYTES))
            start = 0
        return self._window[start : start + length]


def _groups(infos: Iterable[MemberInfo]) -> Iterator[list[MemberInfo]]:
    """Divide members into those that are inflated at once: a thread for each would take longer than its text."""
    group: list[MemberInfo] = []
    size = 0
    for info in infos:
        group.append(info)
        size += info.size
        if size >= _TOGETHER_BYTES or len(group) == _TOGETHER:
            yield group
            group, size = [], 0
    if group:
        yield group


def _stream(archive: ZipLibrary, entry: Any, password: bytes | None) -> ByteStream:
    if entry.compress_type not in zip_methods.METHODS:
        return _ZipStream(archive, entry, password)
    # The library decrypts what it is told is stored.
    packed = copy(entry)
    packed.compress_type, packed.file_size = ZIP_STORED, entry.compress_size
    # AES has a checksum of its own instead.
    checksum = None if entry.is_encrypted and not entry.CRC else entry.CRC
    stored = _ZipStream(archive, packed, password, is_checked=False)
    return zip_methods.Unpacked(stored, entry.compress_type, entry.file_size, checksum)


class _ZipStream:
    def __init__(self, archive: ZipLibrary, entry: Any, password: bytes | None, *, is_checked: bool = True) -> None:
        self._step = _STEPS.get(entry.compress_type)
        try:
            self._file: io.BufferedIOBase = archive.open(entry, pwd=password)
        except NotImplementedError as error:
            raise MemberError(MemberProblem.UNSUPPORTED) from error
        except RuntimeError as error:  # a missing or wrong password
            raise MemberError(MemberProblem.ENCRYPTED) from error
        except _FAULTS as error:
            raise MemberError(MemberProblem.DAMAGED) from error
        if not is_checked:  # the library has no name for it; ZipCrypto needs the checksum for its password
            cast("Any", self._file)._expected_crc = None  # noqa: SLF001

    def read(self, size: int, /) -> bytes:
        try:
            return self._file.read1(min(size, self._step) if self._step else size)
        except BadZipFile as error:
            is_checksum = str(error).startswith(("Bad CRC", "Bad HMAC"))
            raise MemberError(MemberProblem.WRONG_CHECKSUM if is_checksum else MemberProblem.DAMAGED) from error
        except EOFError as error:
            raise MemberError(MemberProblem.TRUNCATED) from error
        except _FAULTS as error:
            raise MemberError(MemberProblem.DAMAGED) from error


def _inflated(packed: bytes, size: int) -> bytes | None:
    """Return a deflated text of ``size`` bytes or one more; None if it is damaged."""
    decompressor = isal_zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = decompressor.decompress(packed, size + 1)
    except DEFLATE_ERROR:
        return None
    return content if decompressor.eof else None


def _encodings(password: str) -> list[bytes]:
    encoded = [password.encode()]
    if not password.isascii():
        for legacy in ("cp1251", "cp866", "cp437"):
            try:
                encoded.append(password.encode(legacy))
            except UnicodeEncodeError:
                continue
    return encoded


def _text(comment: bytes) -> str:
    try:
        return comment.decode()
    except UnicodeDecodeError:
        return comment.decode("cp1251", "replace")
