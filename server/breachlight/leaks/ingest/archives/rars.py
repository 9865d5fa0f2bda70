"""RAR archives, by the optional package unrar2-cffi; UnRAR reads a path, members are passed on from memory."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, Self

from breachlight.leaks.ingest.archives.files import RandomFile
from breachlight.leaks.ingest.archives.members import (
    ByteStream,
    Member,
    MemberError,
    MemberInfo,
    MemberProblem,
)
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.pump import AbandonedError, Sink, pumped

try:
    from unrar.cffi import unrarlib
    from unrar.cffi._unrarlib import ffi, lib
except ImportError:
    unrarlib = ffi = lib = None

_LIST, _EXTRACT = 0, 1
_SKIP, _TEST = 0, 1
_END, _NO_MEMORY, _BAD_DATA, _UNKNOWN_FORMAT, _CANNOT_OPEN, _READ_ERROR = 10, 11, 12, 14, 15, 18
_MISSING_PASSWORD, _BAD_PASSWORD, _LARGE_DICTIONARY = 22, 24, 25
_PROBLEMS: Final = {
    _NO_MEMORY: MemberProblem.MEMORY,
    _LARGE_DICTIONARY: MemberProblem.MEMORY,
    _BAD_DATA: MemberProblem.WRONG_CHECKSUM,
    _UNKNOWN_FORMAT: MemberProblem.UNSUPPORTED,
    _CANNOT_OPEN: MemberProblem.MISSING_PART,
    _READ_ERROR: MemberProblem.TRUNCATED,
    _MISSING_PASSWORD: MemberProblem.ENCRYPTED,
    _BAD_PASSWORD: MemberProblem.WRONG_PASSWORD,
}
_SPLIT_BEFORE, _ENCRYPTED, _DIRECTORY = 0x01, 0x04, 0x20
_HEADERS_ENCRYPTED: Final = 0x80
_UNIX, _LINK, _FORMAT = 3, 0o120000, 0o170000
_LARGEST_DICTIONARY_KB: Final = 256 << 10
_MOST_MEMORY_BYTES: Final = 256 << 20
_PROBED_BYTES: Final = 1 << 20
_MOST_FAILURES: Final = 100
_COPIED_BYTES: Final = 1 << 20
_CONTINUE, _CANCEL = 1, -1
_VOLUME_MISSING: Final = 0


class RarContainer:
    """An open RAR archive, with all of its parts."""

    def __init__(self, file: RandomFile, path: str | None, passwords: Passwords) -> None:
        """Read the list of members; a password that opens it is found here.

        ``path`` is the file's, or None if it has none: then it is copied into memory.

        Raises:
            MemberError: the package is missing, or the archive has no readable list.
        """
        if unrarlib is None:
            raise MemberError(MemberProblem.RAR_MISSING)
        self._memory = -1
        if path is None:
            self._memory = _in_memory(file)
            path = f"/proc/self/fd/{self._memory}"
        self._path = path
        self._password: str | None = None
        self.links = 0
        self.problem: MemberProblem | None = None
        try:
            with _Archive(path, _LIST, None) as archive:
                self.comment = archive.comment
                are_names_encrypted = archive.are_headers_encrypted
            passwords.add_comment(self.comment)
            if are_names_encrypted:
                self._password = self._that_lists(passwords)
            self._headers = self._listed()
            if self._password is None and any(header.is_encrypted for header in self._headers):
                self._password = self._that_unpacks(passwords)
        except BaseException:
            self.close()
            raise
        self.listing: list[MemberInfo] | None = []
        for header in self._headers:
            if header.is_folder:
                continue
            if header.is_link:
                self.links += 1
                continue
            problem = header.problem
            if problem is None and header.is_encrypted and self._password is None:
                problem = MemberProblem.WRONG_PASSWORD if passwords.known else MemberProblem.ENCRYPTED
            self.listing.append(MemberInfo(header.number, header.name, header.size, header.packed, problem))

    def members(self, wanted: Callable[[MemberInfo], bool]) -> Iterator[Member]:
        """Yield the wanted members."""
        chosen = [info for info in self.listing or () if wanted(info)]
        for info in chosen:
            if info.problem is not None:
                yield Member(info, lambda problem=info.problem: _fail(problem))  # type: ignore[misc]
        readable = {info.number: info for info in chosen if info.problem is None}
        if readable:
            yield from pumped(lambda sink: self._write(sink, readable))

    def close(self) -> None:
        """Give the memory back."""
        if self._memory >= 0:
            os.close(self._memory)
            self._memory = -1

    def _write(self, sink: Sink, readable: dict[int, MemberInfo]) -> None:
        left = dict(readable)
        # After a damaged entry UnRAR finds no further ones: another pass goes on behind it.
        for _ in range(_MOST_FAILURES):
            if not left or not self._write_some(sink, left):
                break
        for info in left.values():
            sink.begin(info)
            sink.fail(MemberProblem.DAMAGED)

    def _write_some(self, sink: Sink, left: dict[int, MemberInfo]) -> bool:
        """Write members that are left until one fails; say whether one was begun at all."""
        is_begun = False
        with _Archive(self._path, _EXTRACT, self._password) as archive:
            for header in archive.headers():
                info = left.pop(header.number, None)
                if info is None:
                    if archive.process(_SKIP, None):
                        break
                    continue
                is_begun = True
                sink.begin(info)
                failures: list[BaseException] = []
                result = archive.process(_TEST, _passing_on(sink, failures))
                if failures:
                    raise failures[0]
                if result:
                    sink.fail(_PROBLEMS.get(result, MemberProblem.DAMAGED))
                    break
                if not left:
                    break
        return is_begun

    def _listed(self) -> "list[_Header]":
        headers: list[_Header] = []
        with _Archive(self._path, _LIST, self._password) as archive:
            for header in archive.headers():
                headers.append(header)
                result = archive.process(_SKIP, None)
                if result:
                    self.problem = _PROBLEMS.get(result, MemberProblem.DAMAGED)
                    break
            if archive.result != _END and self.problem is None:
                self.problem = _PROBLEMS.get(archive.result, MemberProblem.DAMAGED)
        if not headers and self.problem is not None:
            raise MemberError(self.problem)
        return headers

    def _that_lists(self, passwords: Passwords) -> str:
        for password in passwords.known:
            with _Archive(self._path, _LIST, password) as archive:
                next(archive.headers(), None)
                if archive.result in (0, _END):
                    passwords.worked(password)
                    return password
        raise MemberError(MemberProblem.WRONG_PASSWORD if passwords.known else MemberProblem.ENCRYPTED)

    def _that_unpacks(self, passwords: Passwords) -> str | None:
        for password in passwords.known:
            with _Archive(self._path, _EXTRACT, password) as archive:
                for header in archive.headers():
                    if not header.is_encrypted or header.problem is not None or not header.size:
                        archive.process(_SKIP, None)
                        continue
                    probe = _Probe()
                    if archive.process(_TEST, probe) == 0 or probe.size > _PROBED_BYTES:
                        passwords.worked(password)
                        return password
                    break
        return None


class _Header:
    """What a header says about one entry."""

    def __init__(self, number: int, data: Any) -> None:
        self.number = number
        self.name = str(ffi.string(data.FileNameW)).encode("utf-8", "replace").decode()
        self.size = int(data.UnpSize) + (int(data.UnpSizeHigh) << 32)
        self.packed = int(data.PackSize) + (int(data.PackSizeHigh) << 32)
        self.is_encrypted = bool(data.Flags & _ENCRYPTED)
        self.is_folder = bool(data.Flags & _DIRECTORY)
        self.is_link = bool(data.RedirType) or (data.HostOS == _UNIX and (data.FileAttr & _FORMAT) == _LINK)
        self.problem: MemberProblem | None = None
        if data.Flags & _SPLIT_BEFORE:
            self.problem = MemberProblem.MISSING_PART
        elif data.DictSize > _LARGEST_DICTIONARY_KB:
            self.problem = MemberProblem.MEMORY


class _Archive:
    """One pass over the entries; ``result`` is UnRAR's code for the last header."""

    def __init__(self, path: str, mode: int, password: str | None) -> None:
        self.result = 0
        self._password = password
        self._receive: Callable[[bytes], bool] | None = None
        data = unrarlib.RAROpenArchiveDataEx(path, mode)
        self._kept = data
        self._handle = unrarlib.RAROpenArchiveEx(data.value)
        code = data.value.OpenResult
        if code or not self._handle:
            if self._handle:
                unrarlib.RARCloseArchive(self._handle)
            raise MemberError(_PROBLEMS.get(code, MemberProblem.DAMAGED))
        self.comment = str(ffi.string(data.cmtBufW))
        self.are_headers_encrypted = bool(data.value.Flags & _HEADERS_ENCRYPTED)
        self._user_data = ffi.new_handle(self._called)
        unrarlib.RARSetCallbackPtr(self._handle, unrarlib.PyUNRARCALLBACKStub, self._user_data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        unrarlib.RARCloseArchive(self._handle)

    def headers(self) -> Iterator[_Header]:
        """Yield each header; the caller processes the entry before the next one."""
        number = 0
        while True:
            data = unrarlib.RARHeaderDataEx()
            self.result = int(unrarlib.RARReadHeaderEx(self._handle, data))
            if self.result:
                return
            yield _Header(number, data)
            number += 1

    def process(self, operation: int, receive: Callable[[bytes], bool] | None) -> int:
        """Skip the entry, or unpack it for ``receive``, which says whether to go on; return UnRAR's code."""
        self._receive = receive
        return int(unrarlib.RARProcessFileW(self._handle, operation, ffi.NULL, ffi.NULL))

    def _called(self, message: int, first: int, second: int) -> int:
        if message == lib.UCM_PROCESSDATA:
            if self._receive is None:
                return _CONTINUE
            return _CONTINUE if self._receive(bytes(ffi.buffer(ffi.cast("char *", first), second))) else _CANCEL
        if message == lib.UCM_NEEDPASSWORDW and self._password is not None and len(self._password) < second:
            target = ffi.cast("wchar_t *", first)
            for index, character in enumerate(self._password + "\0"):
                target[index] = character
            return _CONTINUE
        if message == lib.UCM_CHANGEVOLUMEW and second != _VOLUME_MISSING:
            return _CONTINUE
        return 0 if message in (lib.UCM_CHANGEVOLUME, lib.UCM_NEEDPASSWORD) else _CANCEL


class _Probe:
    def __init__(self) -> None:
        self.size = 0

    def __call__(self, data: bytes) -> bool:
        self.size += len(data)
        return self.size <= _PROBED_BYTES


def _passing_on(sink: Sink, failures: list[BaseException]) -> Callable[[bytes], bool]:
    def receive(data: bytes) -> bool:
        try:
            sink.write(data)
        except AbandonedError as error:
            failures.append(error)
            return False
        return True

    return receive


def _fail(problem: MemberProblem) -> ByteStream:
    raise MemberError(problem)


def _in_memory(file: RandomFile) -> int:
    """Copy an archive that has no path into anonymous memory, because UnRAR reads paths alone."""
    if file.size > _MOST_MEMORY_BYTES:
        raise MemberError(MemberProblem.MEMORY)
    memory = os.memfd_create("archive", os.MFD_CLOEXEC)
    try:
        file.seek(0)
        while data := file.read(_COPIED_BYTES):
            os.write(memory, data)
    except BaseException:
        with suppress(OSError):
            os.close(memory)
        raise
    return memory
