"""``breachlight ingest --dry-run``: what an ingestion of files would come to, from samples; nothing is stored or asked."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from breachlight.config import Settings
from breachlight.kit.masking import masked_secret, shape
from breachlight.kit.plurals import counted
from breachlight.leaks.errors import IngestError, RefusedError
from breachlight.leaks.formats import ArchiveDialect, FileKind, Flag, StreamEncoding
from breachlight.leaks.formats.dialects import dump_dialect
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.assessment import Hold, Sample, hold_of, sample
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.readings import PlainReading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source, find_sources
from breachlight.leaks.record_schema import RECORD_SCHEMA, flags_of

SHOWN_RECORDS: Final = 10
_ALL: Final = 1.0
# The other texts of a dialect, such as names of columns, were taken from the file, and one may be a misread secret.
_NOT_FROM_FILE: Final = frozenset({"family", "format", "hash_type", "opens_with", "quote", "roles", "separator"})
_SHOWN_FLAGS: Final = (Flag.AMBIGUOUS, Flag.LEGACY_ENCODING, Flag.MOJIBAKE, Flag.LINE_CUT, Flag.MENTIONED)
_SHOWN_COLUMNS: Final = ("url", "app", "username", "other_usernames", "password", "software")


@dataclass(slots=True)
class DryRun:
    """What would become of one file: ``expected`` counts are of the whole file, ``seconds`` those of one processor core."""

    name: str
    outcome: str
    bytes: int = 0
    format: str | None = None
    encoding: str | None = None
    dialect: dict[str, Any] = field(default_factory=dict)
    members: dict[str, Any] | None = None
    columns: dict[str, str] = field(default_factory=dict)
    sampled_share: float = 0.0
    expected: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, int] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)
    lines_per_second: int = 0
    seconds: float = 0.0
    message: str | None = None
    records: list[dict[str, str]] = field(default_factory=list)
    rejected_lines: list[str] = field(default_factory=list)
    refused_members: list[str] = field(default_factory=list)

    def as_text(self) -> str:
        """Return the result for people."""
        lines = [f"{self.name}: {self.outcome}{f': {self.message}' if self.message else ''}"]
        if self.format is None:
            return lines[0]
        dialect = ", ".join(f"{name} {value!r}" for name, value in self.dialect.items() if name != "format")
        lines.append(f"  Format      {self.format}, {counted(self.bytes, 'byte')}{self._shown_encoding()}")
        lines += [f"  Dialect     {dialect or 'none'}"] if self.members is None else self._shown_members(self.members)
        if not self.expected:
            return "\n".join(lines)
        about = "" if self.sampled_share == _ALL else "about "
        lines += [
            f"  Columns     {', '.join(f'{name} {share}' for name, share in self.columns.items()) or 'none'}",
            f"  Expected    {about}{self._counts()}{_reasons(self.rejected)} ({self.sampled_share:.0%} of the file was read)",
            f"  Speed       {counted(self.lines_per_second, 'line')}/s for parsing on one core, about {self.seconds:,.1f} s",
        ]
        if self.flags:
            lines.append(f"  Flags       {', '.join(f'{flag} {number:,}' for flag, number in self.flags.items())}")
        lines += [f"  Not read    {line}" for line in self.refused_members]
        lines += [f"  Rejected    {line}" for line in self.rejected_lines]
        lines += [
            f"  Record      {', '.join(f'{name} {value}' for name, value in record.items())}" for record in self.records
        ]
        return "\n".join(lines)

    def _counts(self) -> str:
        expected = self.expected
        records = counted(expected["records"], "record")
        return f"{counted(expected['lines'], 'line')}: {records}, {expected['skipped']:,} skipped, {expected['rejected']:,} rejected"

    def _shown_encoding(self) -> str:
        if self.encoding is None:
            return ""
        if self.encoding != StreamEncoding.BYTES:
            return f", {self.encoding}"
        return ", UTF-8, other lines as Windows-1252" if Flag.LEGACY_ENCODING.value in self.flags else ", UTF-8"

    def _shown_members(self, members: dict[str, Any]) -> list[str]:
        chosen = counted(members["chosen"], "member")
        others = [
            f"{sum(members[word].values()):,} {word} ({', '.join(f'{reason} {number:,}' for reason, number in members[word].items())})"
            for word in ("skipped", "refused")
            if members[word]
        ]
        formats = ", ".join(f"{name} {number:,}" for name, number in members["formats"].items())
        lines = [
            f"  Members     {', '.join([f'{chosen} to open', *others])}",
            f"  Formats     {formats or 'none'} (of {counted(sum(members['formats'].values()), 'member')} in the sample)",
        ]
        if members["infected_devices"]:
            lines.append(f"  Devices     {members['infected_devices']:,} infected")
        return lines


async def dry_run(
    settings: Settings, paths: Sequence[str], archives: ArchiveOptions, *, as_json: bool
) -> tuple[str, bool]:
    """Return the result for the files that ``paths`` name, and whether all of them could be ingested.

    Needs no database. Standard input is spooled, sealed, until the end of the command.

    Raises:
        IngestError: there are no files, or standard input can't be spooled.
    """
    sources = find_sources(paths)
    if not sources:
        raise IngestError("No files found at the given paths.")
    results = [await asyncio.to_thread(examine_source, settings, source, archives) for source in sources]
    good = all(result.outcome in {"would be ingested", "would be skipped"} for result in results)
    if as_json:
        return json.dumps({"files": [asdict(result) for result in results]}, indent=2, ensure_ascii=False), good
    return "\n".join(result.as_text() for result in results), good


def examine_source(settings: Settings, source: Source, archives: ArchiveOptions) -> DryRun:
    """Return what an ingestion of a source would come to. Blocks: call it in a thread."""
    spool_folder = settings.data_folder / "spool"
    result = DryRun(source.name, "would be ingested", source.size)
    if source.skip is not None:
        result.outcome, result.message = "would be skipped", source.skip[1]
        return result
    try:
        opened = OpenSource(source, spool_folder, lambda: False)
        try:
            hold = _of_open(result, source, opened, archives, spool_folder)
        finally:
            opened.close()
    except RefusedError as error:
        result.outcome, result.message = "would be refused", error.message
        return result
    if hold is not None:
        result.outcome, result.message = "would be held", hold.explanation
        result.rejected_lines = hold.lines
    return result


def _of_open(
    result: DryRun, source: Source, opened: OpenSource, archives: ArchiveOptions, spool_folder: Path
) -> Hold | None:
    result.bytes = opened.size

    def note(kind: FileKind) -> None:
        result.format = kind.value

    reading = open_reading(
        source, opened, archives=archives, spool_folder=spool_folder, stopped=lambda: False, detected=note
    )
    detection = reading.detection
    is_archive = isinstance(detection.dialect, ArchiveDialect)
    # Packed files have no encoding of their own, and the digest that is an archive's dialect says nothing to a reader.
    result.encoding = detection.encoding.value if isinstance(reading, PlainReading) else None
    if detection.dialect is not None and not is_archive:
        result.dialect = _masked_dialect(dump_dialect(detection.dialect))
    sample(reading)  # compiled code is loaded by its first use, which is not the speed of the rest
    found = sample(reading)
    _describe(result, found)
    if reading.members is not None:
        result.refused_members = list(reading.members.problems())
    if is_archive and reading.members is not None:
        result.members = _members(reading.members, found)
    return hold_of(reading, found)


def _members(tally: MemberTally, found: Sample) -> dict[str, Any]:
    return {
        "chosen": tally.chosen,
        "formats": dict(Counter(found.member_formats.values()).most_common()),
        "skipped": dict(tally.skipped.most_common()),
        "refused": dict(tally.refused.most_common()),
        "infected_devices": tally.machines,
    }


def _masked_dialect(values: dict[str, Any]) -> dict[str, Any]:
    """Return a dialect with the shape of every text that was taken from the file."""
    return {name: value if name in _NOT_FROM_FILE else _masked_values(value) for name, value in values.items()}


def _masked_values(value: Any) -> Any:
    if isinstance(value, str):
        return shape(value)
    if isinstance(value, list):
        return [_masked_values(each) for each in value]
    return {shape(name): _masked_values(each) for name, each in value.items()} if isinstance(value, dict) else value


def _describe(result: DryRun, found: Sample) -> None:
    tally, share = found.tally, found.share
    result.sampled_share = share
    counts = {
        "lines": tally.lines,
        "records": tally.records,
        "skipped": tally.skipped.total(),
        "rejected": found.rejected_lines,
    }
    result.expected = {name: round(count / share) if share else 0 for name, count in counts.items()}
    result.rejected = {reason.value: number for reason, number in tally.rejected.most_common()}
    result.flags = _flags(found)
    result.lines_per_second = round(tally.lines / found.seconds) if found.seconds else 0
    result.seconds = round(found.seconds / share, 3) if share else 0.0
    result.rejected_lines = found.masked_lines
    records = sum(table.num_rows for table in found.tables)
    for name in RECORD_SCHEMA.names:
        filled = sum(table.num_rows - table[name].null_count for table in found.tables)
        if name in _SHOWN_COLUMNS and filled:
            result.columns[name] = f"{filled / records:.0%}"
    types = Counter(kind for table in found.tables for kind in table["password_type"].to_pylist() if kind)
    if types:
        result.columns["password types"] = ", ".join(kind for kind, _ in types.most_common())
    for table in found.tables:
        missing = SHOWN_RECORDS - len(result.records)
        result.records += [_masked(record) for record in table.slice(0, missing).to_pylist()]


def _flags(found: Sample) -> dict[str, int]:
    """Return how many records of the sample have each flag that an operator should know of."""
    counts = Counter(
        flag for table in found.tables for bits in table["flags"].to_pylist() if bits for flag in flags_of(bits)
    )
    return {flag.value: counts[flag] for flag in _SHOWN_FLAGS if counts[flag]}


def _masked(record: dict[str, Any]) -> dict[str, str]:
    """Return what may be shown of a record."""
    shown: dict[str, str] = {}
    for name in _SHOWN_COLUMNS:
        value = record[name]
        if not value:
            continue
        if name == "password":
            shown[name] = masked_secret(value, record["password_type"] or "none")
        else:
            shown[name] = ", ".join(shape(text) for text in value) if isinstance(value, list) else shape(value)
    return shown


def _reasons(rejected: dict[str, int]) -> str:
    return f" ({', '.join(rejected)})" if rejected else ""
