"""The summary of an ingest command: per file and in total, as text and as JSON."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from breachlight.kit.plurals import counted
from breachlight.leaks.counts import Counts
from breachlight.leaks.formats.decoding import StreamEncoding
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.batches import Segment
from breachlight.leaks.records import SAMPLE_OFFSETS

if TYPE_CHECKING:  # it loads compiled code
    from breachlight.leaks.ingest.assessment import Hold


_SHOWN_PLACES: Final = 3


class FileState(StrEnum):
    """The outcome of a file."""

    INGESTED = "ingested"
    ALREADY_INGESTED = "already_ingested"
    REFUSED = "refused"
    SKIPPED = "skipped"
    STOPPED = "stopped"
    HELD = "held"


@dataclass(slots=True)
class FileReport:
    """One file: ``reason`` and ``message`` say why it was refused or skipped.

    ``encoding`` is that of the whole file if it isn't UTF-8. Counts are of this run alone, or of the whole file if other processes ingested it too.

    ``members`` are those of an archive, whichever run read them. ``rejected_places`` are the members of the first rejected
    lines, with the offsets in their decoded text (bytes).
    """

    name: str
    state: FileState
    size: int = 0
    kind: str | None = None
    encoding: str | None = None
    resumed_at: int = 0
    seconds: float = 0.0
    reason: str | None = None
    message: str | None = None
    counts: Counts = field(default_factory=Counts)
    members: MemberTally | None = None
    hold: "Hold | None" = None
    rejected_places: list[tuple[str, int]] = field(default_factory=list)

    @property
    def is_ingested(self) -> bool:
        """Whether all of the file is ingested, now or before."""
        return self.state in {FileState.INGESTED, FileState.ALREADY_INGESTED}

    def note_encoding(self, encoding: StreamEncoding) -> None:
        """Set the encoding unless it is UTF-8; of what isn't, each record is counted (``decode_fallbacks``)."""
        self.encoding = None if encoding is StreamEncoding.BYTES else encoding.value

    def end(self, state: FileState, reason: str, message: str) -> None:
        """Set the outcome and its reason."""
        self.state, self.reason, self.message = state, reason, message

    def end_as_known(self) -> None:
        """Set the outcome of a file that has been ingested before."""
        self.counts = Counts()
        self.end(FileState.ALREADY_INGESTED, "already_ingested", "already ingested; nothing to do")

    def stop(self) -> None:
        """Set the outcome of a file that the operator stopped."""
        self.end(FileState.STOPPED, "stopped", "stopped; run the same command to continue")

    def add_samples(self, offsets: Sequence[int], segments: Sequence[Segment]) -> None:
        """Keep the first of these offsets of rejected lines (bytes), never their contents; the segments are the chunk's."""
        self.counts.rejected_offsets = [*self.counts.rejected_offsets, *offsets][:SAMPLE_OFFSETS]
        places = (
            (segment.member, offset - segment.member_start)
            for offset in offsets
            for segment in segments
            if segment.member and segment.start <= offset < segment.end
        )
        self.rejected_places = [*self.rejected_places, *places][:SAMPLE_OFFSETS]

    def as_dict(self) -> dict[str, object]:
        """Return the file for JSON."""
        shown: dict[str, object] = {
            "name": self.name,
            "state": self.state.value,
            "bytes": self.size,
            "kind": self.kind,
            "resumed_at": self.resumed_at,
            "seconds": round(self.seconds, 3),
            "lines_per_second": _rate(self.counts.lines, self.seconds),
            **self.counts.as_dict(),
            "rejected_offsets": self.counts.rejected_offsets,
        }
        if self.encoding is not None:
            shown["encoding"] = self.encoding
        if self.rejected_places:
            shown["rejected_in"] = [{"name": name, "offset": offset} for name, offset in self.rejected_places]
        if self.members is not None:
            shown["members"] = self.members.as_dict()
        if self.reason is not None:
            shown |= {"reason": self.reason, "message": self.message}
        if self.hold is not None:
            shown["hold"] = asdict(self.hold)
        return shown


@dataclass(slots=True)
class IngestReport:
    """All files of one command, in order; ``devices`` are the infected devices whose folders are among them."""

    leak: str
    files: list[FileReport] = field(default_factory=list)
    seconds: float = 0.0
    devices: MemberTally = field(default_factory=MemberTally)

    def number(self, state: FileState) -> int:
        """Return how many files ended in ``state``."""
        return sum(file.state is state for file in self.files)

    @property
    def skip_reasons(self) -> Counter[str]:
        """How many files were skipped, by reason."""
        return Counter(file.reason or "" for file in self.files if file.state is FileState.SKIPPED)

    @property
    def has_refused_members(self) -> bool:
        """Whether a member of an archive could not be read, or not to its end."""
        return any(file.members is not None and file.members.refused for file in self.files)

    @property
    def total(self) -> Counts:
        """The counts of all files."""
        total = Counts()
        for file in self.files:
            total.add(file.counts)
        return total

    def as_dict(self) -> dict[str, object]:
        """Return everything for JSON."""
        total = self.total
        return {
            "leak": self.leak,
            "files": [file.as_dict() for file in self.files],
            "total": {
                "files": {state.value: self.number(state) for state in FileState},
                "skipped_files": dict(sorted(self.skip_reasons.items())),
                "seconds": round(self.seconds, 3),
                "lines_per_second": _rate(total.lines, self.seconds),
                **total.as_dict(),
            },
            **({"devices": self.devices.devices_as_dict()} if self.devices.machines else {}),
        }

    def _encodings(self) -> str:
        files = Counter(file.encoding for file in self.files if file.encoding is not None)
        members: Counter[str] = sum((file.members.encodings for file in self.files if file.members), Counter())
        return ", ".join(
            f"{encoding} ({counted(number, word)})"
            for counts, word in ((files, "file"), (members, "member"))
            for encoding, number in sorted(counts.items())
        )

    def as_text(self) -> str:
        """Return the summary for people."""
        total = self.total
        lines = [
            f"{file.name}: {file.message}"
            for file in self.files
            if file.state in {FileState.REFUSED, FileState.STOPPED, FileState.HELD} and file.message
        ]
        lines += [
            f"{file.name}: {sentence}" for file in self.files if file.members for sentence in file.members.problems()
        ]
        lines += [f"  {line}" for file in self.files if file.hold is not None for line in file.hold.lines]
        lines += [
            f"{file.name}: rejected input in {name} at byte {offset:,} of its text"
            for file in self.files
            for name, offset in file.rejected_places[:_SHOWN_PLACES]
        ]
        states = [
            f"{self.number(state)} {words}"
            for state, words in (
                (FileState.INGESTED, "ingested"),
                (FileState.ALREADY_INGESTED, "already ingested"),
                (FileState.REFUSED, "refused"),
                (FileState.HELD, "held"),
                (FileState.SKIPPED, f"skipped ({_reasons(self.skip_reasons)})"),
                (FileState.STOPPED, "stopped before the end"),
            )
            if self.number(state)
        ]
        lines += [
            f"Leak        {self.leak}",
            f"Files       {', '.join(states) or 'none'}",
            *_members([file.members for file in self.files if file.members is not None], self.devices),
            f"Lines       {total.lines:,} in {self.seconds:,.1f} s ({counted(_rate(total.lines, self.seconds), 'line')}/s)",
            f"Records     {total.records:,}",
            f"Skipped     {_sum_and_reasons(total.skipped)}",
            f"Rejected    {_sum_and_reasons(total.rejected)}",
        ]
        if encodings := self._encodings():
            lines.append(f"Encoding    {encodings}")
        if total.decode_fallbacks:
            lines.append(f"Not UTF-8   {counted(total.decode_fallbacks, 'record')}, read as Windows-1252 or Latin-1")
        if total.cut_lines:
            dropped = counted(total.dropped_bytes, "byte")
            lines.append(f"Cut         {counted(total.cut_lines, 'line')} over 64 kB ({dropped} dropped)")
        lines.append(f"Detections  {total.alerts:,} new, {counted(total.sightings, 'more sighting')}")
        return "\n".join(lines)


def _rate(lines: int, seconds: float) -> int:
    return round(lines / seconds) if seconds > 0 else 0


def _sum_and_reasons(counts: Counter[str]) -> str:
    return f"{counts.total():,} ({_reasons(counts)})" if counts else "0"


def _members(archives: Sequence[MemberTally], devices: MemberTally) -> list[str]:
    """Return the lines about the members of archives, and about infected devices."""
    tallies = [*archives, devices]
    skipped: Counter[str] = sum((tally.skipped for tally in tallies), Counter())
    refused: Counter[str] = sum((tally.refused for tally in tallies), Counter())
    read, machines = sum(tally.read for tally in tallies), sum(tally.machines for tally in tallies)
    cookies: Counter[bytes] = sum((tally.cookies for tally in tallies), Counter())
    words = [f"{read:,} read"]
    words += [
        f"{counts.total():,} {word} ({_reasons(counts)})"
        for word, counts in (("skipped", skipped), ("refused", refused))
        if counts
    ]
    lines = [f"Members     {', '.join(words)}"] if archives else []
    files: Counter[str] = sum((tally.session_files for tally in tallies), Counter())
    if machines:
        domains = counted(len(cookies), "domain")
        lines.append(f"Devices     {machines:,} infected, {counted(cookies.total(), 'cookie')} of {domains}")
    if files:
        lines.append(f"            other session files: {_reasons(files)}")
    return lines


def _reasons(counts: Counter[str]) -> str:
    return ", ".join(f"{reason} {number:,}" for reason, number in counts.most_common())
