"""Members of archives: streams of bytes with a name to show, and the reasons why one cannot be read."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

_SHOWN_CHARACTERS: Final = 300
UNKNOWN_SIZE: Final = -1


class MemberProblem(StrEnum):
    """Why a member, or a whole archive, cannot be read or was not read to its end."""

    DAMAGED = "damaged"
    TRUNCATED = "truncated"
    WRONG_CHECKSUM = "wrong_checksum"
    ENCRYPTED = "encrypted"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 -- a reason
    UNSUPPORTED = "unsupported_method"
    OVERLAPPING = "overlapping"
    RATIO = "compression_ratio"
    MEMBER_SIZE = "member_too_large"
    TOTAL_SIZE = "archive_too_large"
    ENTRIES = "too_many_members"
    DEPTH = "nested_too_deeply"
    MEMORY = "needs_too_much_memory"
    RAR_MISSING = "rar_not_installed"
    MISSING_PART = "missing_part"
    UNCLEAR = "unclear"


SENTENCES: Final = {
    MemberProblem.DAMAGED: "it is damaged",
    MemberProblem.TRUNCATED: "it is truncated",
    MemberProblem.WRONG_CHECKSUM: "its checksum is wrong",
    MemberProblem.ENCRYPTED: "it is encrypted: give its password with --archive-password-file or --archive-password",
    MemberProblem.WRONG_PASSWORD: "it is encrypted, and none of the given passwords opens it",
    MemberProblem.UNSUPPORTED: "its compression or encryption method is not supported: unpack it and ingest its folder",
    MemberProblem.OVERLAPPING: "it overlaps another member, as in a decompression bomb",
    MemberProblem.RATIO: "it expands too much, as a decompression bomb does",
    MemberProblem.MEMBER_SIZE: "it is larger than a member may be",
    MemberProblem.TOTAL_SIZE: "the archive is larger unpacked than an archive may be",
    MemberProblem.ENTRIES: "the archive has too many members: unpack it and ingest its folder",
    MemberProblem.DEPTH: "archives are nested too deeply: unpack the outer one and ingest its folder",
    MemberProblem.MEMORY: "unpacking it takes too much memory: unpack it and ingest its folder",
    MemberProblem.RAR_MISSING: "reading RAR needs the optional package unrar2-cffi: run pip install 'breachlight[rar]'",
    MemberProblem.MISSING_PART: "a part of this archive is missing: put all parts into one folder",
    MemberProblem.UNCLEAR: "it is unclear what in it is login and secret",
}


class MemberError(Exception):
    """A member cannot be read, or not to its end; what was read before counts.

    ``info`` is set where an archive ends within a member that nobody reads.
    """

    def __init__(self, problem: MemberProblem, info: "MemberInfo | None" = None) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.info = info


class ByteStream(Protocol):
    """Bytes that can be read once, in order."""

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes, fewer at any time, none only at the end.

        Raises:
            MemberError: the rest cannot be read.
        """


class MemberInfo(NamedTuple):
    """A member that is a file. ``number`` counts the entries of its archive from 0 on; sizes are in bytes.

    ``size`` is unpacked and as declared, ``packed`` as stored; ``UNKNOWN_SIZE`` if the archive doesn't
    say. ``problem`` is known before it is opened.
    """

    number: int
    name: str
    size: int = UNKNOWN_SIZE
    packed: int = UNKNOWN_SIZE
    problem: MemberProblem | None = None


class Member(NamedTuple):
    """A member whose bytes can be read until the next one is asked for."""

    info: MemberInfo
    open: Callable[[], ByteStream]


class Address(NamedTuple):
    """A member's position and name in each archive around it, the outermost first; the outermost archive has none."""

    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def of(self, info: MemberInfo) -> "Address":
        """Return the address of a member of this archive."""
        return Address((*self.numbers, info.number), (*self.names, info.name))

    def at(self, error: MemberError) -> "Address":
        """Return the address of what an error within this archive is about."""
        return self if error.info is None else self.of(error.info)

    @property
    def name(self) -> str:
        """The names, fit to be shown."""
        return "/".join(map(shown, self.names))


class Container(Protocol):
    """An open archive.

    ``listing`` has its files, or is None if they are known only by reading all of it. ``links`` counts the entries that are
    links or devices. ``problem`` says why the list or the archive ends early.
    """

    comment: str
    listing: list[MemberInfo] | None
    links: int
    problem: MemberProblem | None

    def members(self, wanted: Callable[[MemberInfo], bool]) -> Iterable[Member]:
        """Yield the wanted members in the order of the archive.

        Raises:
            MemberError: the archive cannot be read further.
        """

    def close(self) -> None:
        """Release everything but the file that the archive was read from."""


def shown(name: str) -> str:
    """Return a member's name fit for one line of a terminal: without control characters, and cut."""
    text = (
        name
        if name.isprintable()
        else "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name)
    )
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "\N{HORIZONTAL ELLIPSIS}"
