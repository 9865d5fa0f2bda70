"""Archives as one decoded stream: the credential members one after the other, with the dialect and device of each."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import (
    ArchiveDialect,
    Detection,
    FileKind,
    ReadOptions,
)
from breachlight.leaks.ingest.archives.files import RandomFile
from breachlight.leaks.ingest.archives.limits import ArchiveLimits, Budget
from breachlight.leaks.ingest.archives.members import SENTENCES, MemberError
from breachlight.leaks.ingest.archives.opening import Origin, Workshop
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.survey import PlanReader, Survey
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.assembly import ChunkAssembler
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.member_texts import MemberTexts
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.models import LeakKind

_READ_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class ArchiveOptions:
    """The operator's choices for archives; ``read`` is how their members and all other files are read."""

    passwords: tuple[str, ...] = field(default=(), repr=False)
    limits: ArchiveLimits = field(default_factory=ArchiveLimits)
    read: ReadOptions = field(default_factory=ReadOptions)


class ArchiveReading:
    """An archive; ``members`` is what happened to its members so far.

    The decoded stream has the same members in every run, so the key of its row is the digest of the file together with the
    members that stayed locked: given a password later, the archive is another file.
    """

    def __init__(
        self,
        opened: OpenSource,
        name: str,
        path: Path | None,
        *,
        archives: ArchiveOptions,
        spool_folder: Path,
        stopped: Callable[[], bool],
    ) -> None:
        """Survey the archive. Blocks: call it in a thread.

        Raises:
            RefusedError: nothing in it can be read.
            StoppedError: ``stopped`` became true.
        """
        self.size = opened.size
        self.leak_kind = LeakKind.MIXED
        self._opened = opened
        self._name = name
        self._path = path
        self._limits = archives.limits
        self._options = archives.read
        self._is_surveying = True
        self._stopped = stopped
        self._workshop = Workshop(spool_folder, Passwords(archives.passwords), self._check_stopped)
        survey = Survey(self._workshop, Budget(archives.limits, opened.size))
        try:
            self._plan = survey.plan(self._origin())
        except MemberError as error:
            raise RefusedError(
                error.problem.value, f"this archive cannot be read: {SENTENCES[error.problem]}"
            ) from error
        self._is_surveying = False
        if survey.tally.machines:
            self.leak_kind = LeakKind.STEALER_LOG
        self._surveyed = survey.tally
        self.members: MemberTally | None = survey.tally
        if self._plan.is_empty:
            raise _nothing_to_read(survey.tally)
        self.detection = Detection(FileKind.ARCHIVE, dialect=ArchiveDialect(survey.digest))
        locked = "".join(map(repr, survey.locked))
        self.digest = hashlib.sha256(opened.digest + locked.encode()).digest() if locked else opened.digest

    def chunks(self, registered: Detection, start: int, size: int, cuts: Cuts | None = None) -> Iterator[Chunk]:
        """Yield the chunks of the decoded stream.

        Raises:
            RefusedError: an earlier version chose other members of this archive, and did not read all of them.
        """
        if registered.dialect != self.detection.dialect:
            raise RefusedError(
                "read_differently",
                "an earlier version of Breachlight stopped within this archive and read other members of it: ingest it "
                "into a leak of another name",
            )
        tally = self.members = self._surveyed.copy()
        assembler = ChunkAssembler(start, size, cuts)
        texts = MemberTexts(self._options, tally)
        origin = self._origin()
        reader = PlanReader(self._workshop, Budget(self._limits, self.size), tally)
        for member, stream in reader.members(origin, self._plan):
            for text in texts.of(member, stream):
                assembler.append(text.data, text.dropped, text.dialect, member.machine, text.owner, member=text.name)
                yield from assembler.full_chunks(0 if origin.file is None else origin.file.reached)
        yield from assembler.rest(self.size)

    def check_unchanged(self) -> None:
        """Make sure that the ingested bytes are those of the digest."""
        self._opened.check_unchanged()

    def _origin(self) -> Origin:
        file = RandomFile(self._read_at, self.size)
        return Origin(self._name, self._opened.head, file, file, self._path)

    def _read_at(self, offset: int, length: int) -> bytes:
        if self._is_surveying:
            self._check_stopped()
        return self._opened.read_at(offset, length)

    def _check_stopped(self) -> None:
        if self._is_surveying and self._stopped():
            raise StoppedError


def _nothing_to_read(tally: MemberTally) -> RefusedError:
    if tally.examples:
        name, problem, sentence = tally.examples[0]
        return RefusedError(
            problem.value, f"no member of this archive can be read; {name or 'the archive'}: {sentence}"
        )
    return RefusedError("no_credentials", "no member of this archive holds credentials")
