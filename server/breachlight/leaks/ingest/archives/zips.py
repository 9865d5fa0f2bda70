"""Zip archives, with ZipCrypto and AES."""

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from lzma import LZMAError
from typing import Any, Final, cast

import numpy as np
from pyzipper import AESZipFile, BadZipFile
from pyzipper.zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED

from breachlight.leaks.ingest.archives import zip_methods
from breachlight.leaks.ingest.archives.files import Prefixed, RandomFile, buffered, read_up_to
from breachlight.leaks.ingest.archives.members import (
    ByteStream,
    Member,
    MemberError,
    MemberInfo,
    MemberProblem,
)
from breachlight.leaks.ingest.archives.passwords import Passwords

_METHODS: Final = {ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA, *zip_methods.METHODS}
_LOCAL_HEADER_BYTES: Final = 30
_LOCAL_HEADER: Final = b"PK\x03\x04"
_EXTRA_BYTES: Final = 64
_SMALL_BYTES: Final = 1 << 20
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
        self.links = 0
        self.problem: MemberProblem | None = None
        try:
            self._zip = AESZipFile(buffered(file))
        except NotImplementedError as error:
            raise MemberError(MemberProblem.UNSUPPORTED) from error
        except _FAULTS as error:
            raise MemberError(MemberProblem.DAMAGED) from error
        self.comment = _text(self._zip.comment)
        passwords.add_comment(self.comment)
        overlapping = self._overlapping()
        self._refused: dict[int, MemberProblem] = {}
        chosen: list[int] = []
        for number, entry in enumerate(self._zip.filelist):
            if str(entry.filename).endswith("/"):  # ``is_dir`` fails on an empty name
                continue
            if (entry.external_attr >> 16) & _FORMAT == _LINK:
                self.links += 1
                continue
            chosen.append(number)
            if number in overlapping:
                self._refused[number] = MemberProblem.OVERLAPPING
            elif entry.compress_type not in _METHODS or entry.is_strong_encryption:
                self._refused[number] = MemberProblem.UNSUPPORTED
        self._refuse_locked([number for number in chosen if self._zip.filelist[number].is_encrypted])
        self.listing: list[MemberInfo] | None = [self._info(number) for number in chosen]

    def members(self, wanted: Callable[[MemberInfo], bool]) -> Iterator[Member]:
        """Yield the wanted members."""
        for info in self.listing or ():
            if wanted(info):
                yield Member(info, lambda info=info: self._open(info))  # type: ignore[misc]  # the default is the value

    def close(self) -> None:
        """Forget the list."""
        self._zip.close()

    def _info(self, number: int) -> MemberInfo:
        entry = self._zip.filelist[number]
        name = str(entry.filename)
        return MemberInfo(number, name, entry.file_size, entry.compress_size, self._refused.get(number))

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

    def _open(self, info: MemberInfo) -> ByteStream:
        if info.problem is not None:
            raise MemberError(info.problem)
        entry = self._zip.filelist[info.number]
        if not entry.is_encrypted:
            content = self._small(entry)
            return _stream(self._zip, entry, None) if content is None else io.BytesIO(content)
        problem = MemberProblem.WRONG_PASSWORD
        for password in self._passwords.known:
            for encoded in _encodings(password):
                # One password in 256 passes the check of ZipCrypto: the contents decide, small ones with their checksum.
                try:
                    stream = _stream(self._zip, entry, encoded)
                    first, error = read_up_to(stream, _TRIED_BYTES)
                except MemberError as refused:
                    first, error = b"", refused
                if error is None:
                    self._passwords.worked(password)
                    return Prefixed(first, stream)
                if error.problem is not MemberProblem.ENCRYPTED:
                    problem = error.problem
        raise MemberError(problem)

    def _small(self, entry: Any) -> bytes | None:
        """Return what a small member holds, None if it is large or anything about it is unusual: then the library reads it.

        The library takes as long to open a member as it takes to read a thousand lines.
        """
        is_usual = entry.compress_type in (ZIP_STORED, ZIP_DEFLATED) and not entry.flag_bits & ~_HARMLESS_FLAGS
        if not is_usual or max(entry.file_size, entry.compress_size) > _SMALL_BYTES:
            return None
        least = _LOCAL_HEADER_BYTES + entry.compress_size
        record = self._file.read_at(entry.header_offset, least + len(entry.orig_filename) + _EXTRA_BYTES)
        if len(record) < least or not record.startswith(_LOCAL_HEADER):
            return None
        name_size, extra_size = struct.unpack_from("<HH", record, _LOCAL_HEADER_BYTES - 4)
        name_end = _LOCAL_HEADER_BYTES + name_size
        name = record[_LOCAL_HEADER_BYTES:name_end].decode("utf-8" if entry.is_utf_filename else "cp437", "replace")
        packed = record[name_end + extra_size : name_end + extra_size + entry.compress_size]
        if len(packed) < entry.compress_size or name != entry.orig_filename:
            return None
        content = packed if entry.compress_type == ZIP_STORED else _inflated(packed, entry.file_size)
        is_whole = content is not None and len(content) == entry.file_size and zlib.crc32(content) == entry.CRC
        return content if is_whole else None

    def _overlapping(self) -> set[int]:
        entries = self._zip.filelist
        starts = np.array([entry.header_offset for entry in entries], np.int64)
        least = [_LOCAL_HEADER_BYTES + len(entry.orig_filename) + entry.compress_size for entry in entries]
        order = np.argsort(starts, kind="stable")
        following = np.append(starts[order][1:], self._zip.start_dir)
        ends = starts[order] + np.array(least, np.int64)[order]
        return set(order[ends > following].tolist())


def _stream(archive: AESZipFile, entry: Any, password: bytes | None) -> ByteStream:
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
    def __init__(self, archive: AESZipFile, entry: Any, password: bytes | None, *, is_checked: bool = True) -> None:
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
    decompressor = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = decompressor.decompress(packed, size + 1)
    except zlib.error:
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
