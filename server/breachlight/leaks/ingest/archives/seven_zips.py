"""7z archives, by py7zr with writers that pass the members on."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from isal import isal_zlib
from py7zr import FILTER_PPMD, SevenZipFile, compressor
from py7zr.exceptions import PasswordRequired, UnsupportedCompressionMethodError
from py7zr.io import Py7zIO, WriterFactory

from breachlight.leaks.ingest.archives.files import RandomFile, buffered
from breachlight.leaks.ingest.archives.lzma_streams import bare_lzma, bare_lzma2
from breachlight.leaks.ingest.archives.members import (
    ByteStream,
    Member,
    MemberError,
    MemberInfo,
    MemberProblem,
)
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.pump import PASSED_ON, Sink, pumped

_MOST_MEMORY: Final = 256 << 20
_PROBED_BYTES: Final = 1 << 16
_MOST_FAILURES: Final = 20
_LZMA, _LZMA2, _PPMD = b"\x03\x01\x01", b"\x21", b"\x03\x04\x01"
# pyppmd crashes on damaged data, and so on any data after a wrong password; the list of members may be packed with it as well.
compressor.algorithm_class_map[FILTER_PPMD] = (compressor.PpmdCompressor, None)
_MOST_LZMA2_PROPERTY: Final = 40


def _lzma_decompressor(folder: compressor.SevenZipDecompressor, coders: list[dict[str, Any]], size: int) -> Any:
    """Return a faster decompressor than py7zr's of a folder that has nothing but LZMA; a cipher's padding would be taken for data."""
    faster = None
    if len(folder.methods_map) == 1:
        method, properties = coders[0]["method"], coders[0].get("properties") or b""
        if method == _LZMA:
            faster = bare_lzma(properties, size)
        elif method == _LZMA2 and len(properties) == 1:
            faster = bare_lzma2(properties)
    return faster or _py7zr_decompressor(folder, coders, size)


_py7zr_decompressor: Final = compressor.SevenZipDecompressor._get_lzma_decompressor  # noqa: SLF001 -- there is no public way
compressor.SevenZipDecompressor._get_lzma_decompressor = _lzma_decompressor  # type: ignore[assignment]  # noqa: SLF001 -- as above


class SevenZipContainer:
    """An open 7z archive."""

    comment = ""

    def __init__(self, file: RandomFile, passwords: Passwords) -> None:
        """Read the list of members; a password that opens it is found here.

        Raises:
            MemberError: the archive has no readable list.
        """
        self._file = file
        self._password, archive = _opened(file, passwords)
        self.links = 0
        self.problem: MemberProblem | None = None
        self._crcs: list[int | None] = [entry.crc32 for entry in archive.files]
        self._folders = _folder_of(archive)
        self._problems = {id(folder): _folder_problem(folder) for folder in _folders(archive)}
        self._archive = archive
        if archive.password_protected and self._password is None:
            self._password = self._probed(passwords)
        self.listing: list[MemberInfo] | None = []
        for number, entry in enumerate(archive.files):
            if entry.is_directory:
                continue
            if entry.is_symlink or entry.is_junction or entry.is_socket:
                self.links += 1
                continue
            problem = self._problems.get(id(self._folders[number]))
            if problem is None and self._is_encrypted(number) and self._password is None:
                problem = MemberProblem.WRONG_PASSWORD if passwords.known else MemberProblem.ENCRYPTED
            size = 0 if entry.emptystream else entry.uncompressed
            self.listing.append(MemberInfo(number, entry.filename, size, problem=problem))

    def members(self, wanted: Callable[[MemberInfo], bool]) -> Iterator[Member]:
        """Yield the wanted members."""
        chosen = [info for info in self.listing or () if wanted(info)]
        for info in chosen:
            if info.problem is not None:
                yield Member(info, lambda problem=info.problem: _fail(problem))  # type: ignore[misc]
        readable = [info for info in chosen if info.problem is None]
        if readable:
            yield from pumped(lambda sink: self._write(sink, readable))

    def close(self) -> None:
        """Forget the list."""
        self._archive.close()

    def _write(self, sink: Sink, chosen: list[MemberInfo]) -> None:
        for info in chosen:
            if info.size == 0:
                sink.begin(info)
        left = {info.number: info for info in chosen if info.size}
        for _ in range(_MOST_FAILURES):
            if not left:
                return
            factory = _Factory(sink, left, self._crcs)
            try:
                _extract(self._file, self._password, left, factory)
            except PASSED_ON:
                raise
            except Exception as error:
                self._give_up_folder(sink, left, factory.current, _problem(error))
            else:
                break
        for info in left.values():
            sink.begin(info)
            sink.fail(MemberProblem.DAMAGED)

    def _give_up_folder(
        self, sink: Sink, left: dict[int, MemberInfo], current: MemberInfo | None, problem: MemberProblem
    ) -> None:
        """Fail the present member, or the first, and those after it in its folder, which can't be read without it."""
        if current is not None:
            sink.fail(problem)
        broken = current or next(iter(left.values()))
        folder = self._folders[broken.number]
        left.pop(broken.number, None)
        if current is None:
            sink.begin(broken)
            sink.fail(problem)
        for number in [number for number in left if self._folders[number] is folder]:
            sink.begin(left.pop(number))
            sink.fail(problem)

    def _is_encrypted(self, number: int) -> bool:
        folder = self._folders[number]
        return folder is not None and _needs_password(folder)

    def _probed(self, passwords: Passwords) -> str | None:
        """Return the password that opens the first encrypted member."""
        first = next(
            (
                number
                for number, entry in enumerate(self._archive.files)
                if not entry.emptystream and self._is_encrypted(number)
            ),
            None,
        )
        if first is None:
            return None
        for password in passwords.known:
            probe = _Probe(self._crcs[first])
            try:
                _extract(self._file, password, [first], probe)
            except _EnoughError:
                pass
            except PASSED_ON:
                raise
            except Exception:  # noqa: S112 -- a wrong password gives garbage, on which decoders raise anything
                continue
            if probe.is_right:
                passwords.worked(password)
                return password
        return None


class _Factory(WriterFactory):
    def __init__(self, sink: Sink, left: dict[int, MemberInfo], crcs: list[int | None]) -> None:
        self._sink = sink
        self._left = left
        self._crcs = crcs
        self.current: MemberInfo | None = None

    def create(self, filename: str) -> Py7zIO:
        info = self._left.pop(int(filename))
        self.current = info
        self._sink.begin(info)
        return _Writer(self, self._sink, self._crcs[info.number])


class _Writer(Py7zIO):
    """Passes a member on and compares its checksum: py7zr would end with the first wrong one."""

    def __init__(self, factory: _Factory, sink: Sink, crc: int | None) -> None:
        self._factory = factory
        self._sink = sink
        self._expected = crc
        self._crc = self._size = 0

    def write(self, s: bytes | bytearray) -> int:
        self._crc = isal_zlib.crc32(s, self._crc)
        self._size += len(s)
        self._sink.write(bytes(s))
        return len(s)

    def read(self, size: int | None = None) -> bytes:  # noqa: ARG002
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:  # noqa: ARG002
        return 0

    def flush(self) -> None:
        """Do nothing."""

    def size(self) -> int:
        return self._size

    def close(self) -> None:
        self._factory.current = None
        if self._expected is not None and self._crc != self._expected:
            self._sink.fail(MemberProblem.WRONG_CHECKSUM)


class _EnoughError(Exception):
    """A probe has seen enough."""


class _Probe(WriterFactory, Py7zIO):
    """Says whether a password is right: by the checksum of a small member, by the first bytes of a large one."""

    def __init__(self, crc: int | None) -> None:
        self._expected = crc
        self._crc = self._size = 0
        self.is_right = False

    def create(self, filename: str) -> Py7zIO:  # noqa: ARG002
        return self

    def write(self, s: bytes | bytearray) -> int:
        self._crc = isal_zlib.crc32(s, self._crc)
        self._size += len(s)
        if self._size > _PROBED_BYTES:
            self.is_right = True
            raise _EnoughError
        return len(s)

    def read(self, size: int | None = None) -> bytes:  # noqa: ARG002
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:  # noqa: ARG002
        return 0

    def flush(self) -> None:
        """Do nothing."""

    def size(self) -> int:
        return self._size

    def close(self) -> None:
        self.is_right = self._expected is None or self._crc == self._expected


def _fail(problem: MemberProblem) -> ByteStream:
    raise MemberError(problem)


def _opened(file: RandomFile, passwords: Passwords) -> tuple[str | None, SevenZipFile]:
    problem = MemberProblem.ENCRYPTED
    for password in (None, *passwords.known):
        file.seek(0)
        try:
            archive = SevenZipFile(buffered(file), password=password)
        except PasswordRequired:
            continue
        except PASSED_ON:
            raise
        except UnsupportedCompressionMethodError as error:
            raise MemberError(MemberProblem.UNSUPPORTED) from error
        except Exception as error:
            if password is None:
                raise MemberError(MemberProblem.DAMAGED) from error
            problem = MemberProblem.WRONG_PASSWORD
            continue
        if password is not None:
            passwords.worked(password)
        return password, archive
    raise MemberError(problem)


def _extract(
    file: RandomFile, password: str | None, numbers: "list[int] | dict[int, MemberInfo]", factory: WriterFactory
) -> None:
    """Unpack members under their numbers: their names never reach code that makes paths of them."""
    file.seek(0)
    with SevenZipFile(buffered(file), password=password) as archive:
        for number, entry in enumerate(archive.files.files_list):
            entry["filename"] = str(number)
            entry.pop("digest", None)
        for folder in _folders(archive):
            folder.digestdefined, folder.crc = False, None
        archive.extract(targets={str(number) for number in numbers}, factory=factory)


def _folders(archive: SevenZipFile) -> list[Any]:
    streams = getattr(archive.header, "main_streams", None)
    return [] if streams is None else list(streams.unpackinfo.folders)


def _folder_of(archive: SevenZipFile) -> list[Any]:
    return [None if entry.emptystream else entry.folder for entry in archive.files]


def _needs_password(folder: Any) -> bool:
    return any(coder["method"].startswith(b"\x06\xf1") for coder in folder.coders)


def _folder_problem(folder: Any) -> MemberProblem | None:
    for coder in folder.coders:
        method, properties = coder["method"], coder.get("properties") or b""
        if method == _PPMD:
            return MemberProblem.UNSUPPORTED
        memory = 0
        if method == _LZMA and len(properties) >= 5:
            memory = int.from_bytes(properties[1:5], "little")
        elif method == _LZMA2 and properties:
            size = min(properties[0], _MOST_LZMA2_PROPERTY)
            memory = (2 | (size & 1)) << (size // 2 + 11)
        if memory > _MOST_MEMORY:
            return MemberProblem.MEMORY
    return None


def _problem(error: Exception) -> MemberProblem:
    if isinstance(error, UnsupportedCompressionMethodError):
        return MemberProblem.UNSUPPORTED
    return MemberProblem.DAMAGED
