"""Limits on what an archive may unpack to (hostile-inputs I06)."""

from dataclasses import dataclass, field

from breachlight.leaks.ingest.archives.files import Content
from breachlight.leaks.ingest.archives.members import (
    UNKNOWN_SIZE,
    ByteStream,
    MemberError,
    MemberInfo,
    MemberProblem,
)


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """The most that is read of one archive with everything nested in it.

    ``ratio`` is unpacked to packed bytes and counts only above ``ratio_floor`` unpacked bytes: small files of one repeated
    line compress a thousandfold.
    """

    depth: int = 3
    entries: int = 1_000_000
    member_bytes: int = 1 << 38
    total_bytes: int = 1 << 40
    ratio: int = 200
    ratio_floor: int = 64 << 20


@dataclass(slots=True)
class Budget:
    """What is left of the limits while an archive is read; ``packed`` is the size of the outermost file in bytes."""

    limits: ArchiveLimits
    packed: int
    entries: int = 0
    unpacked: int = 0
    exhausted: MemberProblem | None = field(default=None)

    def count_entries(self, number: int) -> None:
        """Count entries of an archive.

        Raises:
            MemberError: there are too many.
        """
        self.entries += number
        if self.entries > self.limits.entries:
            self.exhausted = MemberProblem.ENTRIES
            raise MemberError(MemberProblem.ENTRIES)

    def declared_problem(self, info: MemberInfo) -> MemberProblem | None:
        """Say what is wrong with a member by the sizes that its archive declares."""
        if self.exhausted is not None:
            return self.exhausted
        if info.size > self.limits.member_bytes:
            return MemberProblem.MEMBER_SIZE
        return MemberProblem.RATIO if self._is_bomb(info.size, info.packed) else None

    def limited(self, stream: ByteStream, info: MemberInfo) -> ByteStream:
        """Return the stream of a member, which ends with an error at the first limit it reaches.

        That of a member whose content is known is ``LimitedContent``.
        """
        return LimitedContent(self, stream, info) if isinstance(stream, Content) else _Limited(self, stream, info)

    def spend(self, size: int, member_size: int, packed: int) -> None:
        """Count unpacked bytes of a member that has ``member_size`` bytes so far.

        Raises:
            MemberError: a limit is reached.
        """
        self.unpacked += size
        if member_size > self.limits.member_bytes:
            raise MemberError(MemberProblem.MEMBER_SIZE)
        if self._is_bomb(member_size, packed):
            raise MemberError(MemberProblem.RATIO)
        if self.unpacked > self.limits.total_bytes:
            self.exhausted = MemberProblem.TOTAL_SIZE
        elif self._is_bomb(self.unpacked, self.packed):
            self.exhausted = MemberProblem.RATIO
        if self.exhausted is not None:
            raise MemberError(self.exhausted)

    def _is_bomb(self, unpacked: int, packed: int) -> bool:
        return packed != UNKNOWN_SIZE and unpacked > self.limits.ratio_floor and unpacked > packed * self.limits.ratio


class _Limited:
    def __init__(self, budget: Budget, stream: ByteStream, info: MemberInfo) -> None:
        self._budget = budget
        self._stream = stream
        self._packed = info.packed
        self._size = 0

    def read(self, size: int, /) -> bytes:
        data = self._stream.read(size)
        self._spend(data)
        return data

    def _spend(self, data: bytes) -> None:
        self._size += len(data)
        self._budget.spend(len(data), self._size, self._packed)


class LimitedContent(_Limited):
    """The content of a small member: a call for each of its parts would take longer than its records."""

    def __init__(self, budget: Budget, content: Content, info: MemberInfo) -> None:
        super().__init__(budget, content, info)
        self._content = content

    def take(self) -> bytes:
        """Return all bytes that are left.

        Raises:
            MemberError: a limit is reached.
        """
        data = self._content.take()
        self._spend(data)
        return data
