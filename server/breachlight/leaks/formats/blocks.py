"""Parts of files of label blocks or of bare triplets, read by compiled code (leak-formats §4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import orjson

from breachlight.leaks.formats.dialects import BlockDialect
from breachlight.leaks.formats.labels import LABEL_KINDS, LABEL_WORDS, LabelKind, label_ranks
from breachlight.leaks.formats.machines import UNKNOWN_FAMILY
from breachlight.leaks.kernels import blocks, codes, labels
from breachlight.leaks.kernels.block_fields import read_blocks
from breachlight.leaks.kernels.line_batches import count_line_ends
from breachlight.leaks.kernels.triplets import GROUP_LINES, LOGIN_LINE, SECRET_LINE, URL_LINE, group_triplets
from breachlight.leaks.parsed import (
    JUDGE_BY_SHAPE,
    REJECT_REASONS,
    Bytes,
    Integers,
    ParsedPart,
    Positions,
    RawFields,
    Rejections,
    finish,
    names_table,
)
from breachlight.leaks.records import RejectReason, SkipReason, Tally

_ROOM: Final = 1 << 12
_TAIL_BYTES: Final = 1 << 14
_LABELS: Final = labels.table_of_labels(LABEL_WORDS)
_KIND_NUMBERS: Final = {kind: number for number, kind in enumerate(LabelKind)}
_KINDS: Final = np.array([_KIND_NUMBERS[kind] for kind in LABEL_KINDS], np.uint8)
_TRIPLET_KINDS: Final = np.zeros(4, np.uint8)
_TRIPLET_KINDS[[URL_LINE, LOGIN_LINE, SECRET_LINE]] = blocks.URL, blocks.LOGIN, blocks.PASSWORD
_SKIPPED: Final = {
    blocks.SKIPPED_BLANK: SkipReason.BLANK,
    blocks.SKIPPED_BANNER: SkipReason.BANNER,
    blocks.SKIPPED_RULE: SkipReason.SEPARATOR,
    blocks.SKIPPED_LABEL: SkipReason.UNKNOWN_LABEL,
}
_REJECTED: Final = {
    blocks.REJECTED_NO_LOGIN: RejectReason.NO_LOGIN,
    blocks.REJECTED_AMBIGUOUS: RejectReason.AMBIGUOUS,
}


@dataclass(slots=True)
class Scan:
    """The lines of a part: ``lines`` has a row for each (``kernels.labels``), whose spans point into ``text``."""

    text: Bytes
    size: int
    lines: Positions
    flags: Integers


@dataclass(frozen=True, slots=True)
class BlockFile:
    """A file, or a part of one: its bytes, their offset in the decoded stream, and the JSON of its infected device."""

    start: int
    data: bytes | memoryview
    machine: str | None


@dataclass(slots=True)
class _Groups:
    """The owners of lines, the number of records, and the credential lines between them with their fields."""

    owners: Integers
    records: int
    first_open: int
    loose: Integers
    loose_fields: Integers
    loose_flags: Integers


@dataclass(frozen=True, slots=True)
class _Places:
    """Where files begin that were joined, and what takes a position there to the decoded stream."""

    starts: Positions
    moves: Positions

    def owners(self, positions: Positions) -> Positions:
        """Return the number of the file that is at each position."""
        return np.searchsorted(self.starts, positions, side="right") - 1

    def move(self, positions: Positions) -> None:
        """Make positions those in the decoded stream."""
        positions += self.moves[self.owners(positions)]


def scan(pieces: Sequence[bytes | memoryview], *, has_labels: bool) -> Scan:
    """Find the lines of a part, given in pieces, and their labels."""
    size = sum(map(len, pieces))
    text = np.empty(size + size // 8 + _ROOM, np.uint8)
    end = 0
    for piece in pieces:
        text[end : end + len(piece)] = np.frombuffer(piece, np.uint8)
        end += len(piece)
    most = count_line_ends(text, size) + 1
    lines, flags = np.empty((most, labels.COLUMNS), np.int64), np.empty(most, np.int32)
    text, size, count = labels.scan_lines(text, size, _LABELS, has_labels, lines, flags)
    return Scan(text, size, lines[:count], flags[:count])


@lru_cache(maxsize=256)
def _ranks(order: tuple[str, ...]) -> Integers:
    return np.array(label_ranks(order), np.int32)


def _group(scanned: Scan, dialect: BlockDialect, *, is_final: bool) -> _Groups:
    lines = scanned.lines
    owners, loose, loose_fields, loose_flags = _places(lines)
    separator, is_email_last = ord(dialect.between.separator), dialect.between.is_email_last
    if dialect.is_unlabelled:
        records, read, first_open = group_triplets(
            names_table(),
            scanned.text,
            lines,
            dialect.blank_separates,
            separator,
            is_email_last,
            is_final,
            np.empty(len(lines), np.int32),
            np.empty(GROUP_LINES, np.int32),
            owners,
            loose,
            loose_fields,
            loose_flags,
        )
    else:
        records, read, first_open = blocks.group_blocks(
            names_table(),
            scanned.text,
            lines,
            _KINDS,
            _ranks(dialect.order),
            dialect.blank_separates,
            dialect.is_spaced,
            separator,
            is_email_last,
            is_final,
            np.empty(blocks.MAXIMUM_BLOCK_LINES + 1, np.int32),
            owners,
            loose,
            loose_fields,
            loose_flags,
        )
    return _Groups(owners, records, first_open, loose[:read], loose_fields[:read], loose_flags[:read])


def _places(lines: Positions) -> tuple[Integers, Integers, Integers, Integers]:
    """Return arrays for the owners of lines, and for lines between blocks with their fields and flags."""
    most = len(lines) + 1  # memory is taken where it is written to, and counting takes longer
    loose, loose_fields, loose_flags = (np.empty((most, *shape), np.int32) for shape in ((), (8, 2), ()))
    return np.empty(len(lines), np.int32), loose, loose_fields, loose_flags


def split_blocks(data: bytes, dialect: BlockDialect) -> int:
    """Return where the last record begins that may go on behind the data, which ends with a whole line.

    Most files show it in their last lines; the others are read from the start.
    """
    tail = 0 if dialect.is_unlabelled else data.find(b"\n", max(len(data) - _TAIL_BYTES, 0)) + 1
    if tail:
        lines = scan([data[tail:]], has_labels=True).lines
        boundary = labels.last_boundary(lines, _ranks(dialect.order), dialect.blank_separates)
        if boundary:
            return tail + int(lines[boundary, labels.OFFSET])
    scanned = scan([data], has_labels=not dialect.is_unlabelled)
    groups = _group(scanned, dialect, is_final=False)
    if groups.first_open == len(scanned.lines):
        return len(data)
    return int(scanned.lines[groups.first_open, labels.OFFSET])


def parse_blocks(data: bytes, start_offset: int, dialect: BlockDialect, machine: str | None = None) -> ParsedPart:
    """Read whole blocks that begin at an offset of the decoded stream (bytes).

    ``machine`` is the JSON of the infected device; without a family it gets that of the dialect. Without a device, the
    records of blocks have that family alone, and those of lines between them nothing.
    """
    return parse_files([BlockFile(start_offset, data, machine)], dialect)


def parse_files(files: Sequence[BlockFile], dialect: BlockDialect) -> ParsedPart:
    """Read files of one dialect, in the order of their offsets, as ``parse_blocks`` reads each of them.

    Stealer logs have thousands of small files: a call for each takes longer than their records.
    """
    scanned, firsts, places = _scan_files(files, dialect)
    groups = _group_files(scanned, dialect, firsts)
    fields = np.full((groups.records, codes.RAW_FIELDS, 2), -1, np.int32)
    spans = np.zeros((groups.records, 2), np.int64)
    counts, flags = np.zeros(groups.records, np.int32), np.zeros(groups.records, np.int32)
    text, size = read_blocks(
        names_table(),
        scanned.text,
        scanned.size,
        scanned.lines,
        scanned.flags,
        _TRIPLET_KINDS if dialect.is_unlabelled else _KINDS,
        groups.owners,
        fields,
        spans,
        counts,
        flags,
    )
    tally, rejected = _tally(scanned, groups.owners)
    has_anything = (fields[:, codes.URL, 0] >= 0) | (fields[:, codes.LOGIN, 0] >= 0)
    if not has_anything.all():
        rejected.append(_rejections(spans[~has_anything], RejectReason.NO_URL_OR_LOGIN))
        lost = int(counts[~has_anything].sum())
        tally.lines += lost
        tally.rejected[RejectReason.NO_URL_OR_LOGIN] += lost
        fields, spans = fields[has_anything], spans[has_anything]
        counts, flags = counts[has_anything], flags[has_anything]
    is_loose = np.zeros(len(fields), np.bool_)
    if len(groups.loose):
        loose_spans = scanned.lines[groups.loose][:, [labels.OFFSET, labels.OFFSET_END]]
        loose_flags = groups.loose_flags | scanned.flags[groups.loose]
        order = np.argsort(np.concatenate([spans[:, 0], loose_spans[:, 0]]), kind="stable")
        fields = np.concatenate([fields, groups.loose_fields])[order]
        spans = np.concatenate([spans, loose_spans])[order]
        counts = np.concatenate([counts, np.ones(len(loose_flags), np.int32)])[order]
        flags = np.concatenate([flags, loose_flags])[order]
        is_loose = order >= len(order) - len(loose_flags)
    for part in rejected:
        places.move(part.starts)
    owners = places.owners(spans[:, 0])
    spans += places.moves[owners][:, np.newaxis]
    raw = RawFields(
        text,
        size,
        fields,
        spans[:, 0],
        (spans[:, 1] - spans[:, 0]).astype(np.int32),
        counts,
        flags,
        np.full(len(fields), JUDGE_BY_SHAPE, np.uint8),
    )
    rejections = Rejections.merged(rejected) if rejected else None
    if len(files) == 1 and (files[0].machine is not None or dialect.family is None):
        machine = None if files[0].machine is None else _with_family(files[0].machine, dialect.family)
        return finish(raw, machine=machine, rejections=rejections, tally=tally)
    machines = _machines(files, dialect.family, owners, is_loose)
    return finish(raw, machines=machines, rejections=rejections, tally=tally)


def _scan_files(files: Sequence[BlockFile], dialect: BlockDialect) -> tuple[Scan, Positions, _Places]:
    """Find the lines of all files, and of each file the first one; the count of lines is the last of these."""
    pieces: list[bytes | memoryview] = []
    starts = np.zeros(len(files), np.int64)
    size = 0
    for number, file in enumerate(files):
        starts[number] = size
        pieces.append(file.data)
        size += len(file.data)
        if number + 1 < len(files) and file.data[-1:] != b"\n":  # a file ends its last line
            pieces.append(b"\n")
            size += 1
    scanned = scan(pieces, has_labels=not dialect.is_unlabelled)
    firsts = np.empty(len(files) + 1, np.int64)
    firsts[:-1] = np.searchsorted(scanned.lines[:, labels.OFFSET], starts)
    firsts[-1] = len(scanned.lines)
    return scanned, firsts, _Places(starts, np.array([file.start for file in files]) - starts)


def _group_files(scanned: Scan, dialect: BlockDialect, firsts: Positions) -> _Groups:
    """Group the lines of each file by themselves: no block goes on in the next one."""
    if len(firsts) == 2:  # the first line of the only file, and its end
        return _group(scanned, dialect, is_final=True)
    if dialect.is_unlabelled:
        return _group_triplet_files(scanned, dialect, firsts.tolist())
    owners, loose, loose_fields, loose_flags = _places(scanned.lines)
    records, read = blocks.group_files(
        names_table(),
        scanned.text,
        scanned.lines,
        firsts,
        _KINDS,
        _ranks(dialect.order),
        dialect.blank_separates,
        dialect.is_spaced,
        ord(dialect.between.separator),
        dialect.between.is_email_last,
        np.empty(blocks.MAXIMUM_BLOCK_LINES + 1, np.int32),
        owners,
        loose,
        loose_fields,
        loose_flags,
    )
    return _Groups(owners, records, int(firsts[-1]), loose[:read], loose_fields[:read], loose_flags[:read])


def _group_triplet_files(scanned: Scan, dialect: BlockDialect, firsts: Sequence[int]) -> _Groups:
    owners, loose, loose_fields, loose_flags = [], [], [], []
    records = 0
    for first, last in pairwise(firsts):
        lines = Scan(scanned.text, scanned.size, scanned.lines[first:last], scanned.flags[first:last])
        groups = _group(lines, dialect, is_final=True)
        groups.owners[groups.owners >= 0] += records
        records += groups.records
        owners.append(groups.owners)
        if len(groups.loose):
            loose.append(groups.loose + np.int32(first))
            loose_fields.append(groups.loose_fields)
            loose_flags.append(groups.loose_flags)
    if not loose:
        return _Groups(np.concatenate(owners), records, firsts[-1], *_no_loose_lines())
    return _Groups(
        np.concatenate(owners),
        records,
        firsts[-1],
        np.concatenate(loose),
        np.concatenate(loose_fields),
        np.concatenate(loose_flags),
    )


def _no_loose_lines() -> tuple[Integers, Integers, Integers]:
    return np.empty(0, np.int32), np.empty((0, codes.RAW_FIELDS, 2), np.int32), np.empty(0, np.int32)


def _machines(
    files: Sequence[BlockFile], family: str | None, owners: Positions, is_loose: npt.NDArray[np.bool_]
) -> tuple[tuple[str, ...], Integers]:
    """Return the infected devices, and the number of that of each record, whose file is given by its number."""
    numbers: dict[str, int] = {}
    of_file = np.full(len(files), -1, np.int32)
    for number, file in enumerate(files):
        if file.machine is not None or family is not None:
            machine = _with_family(file.machine or "{}", family)
            of_file[number] = numbers.setdefault(machine, len(numbers))
    # A list may have been written between the blocks of a stealer: its lines come from no device.
    is_nobodys = is_loose & np.array([file.machine is None for file in files])[owners]
    return tuple(numbers), np.where(is_nobodys, np.int32(-1), of_file[owners])


@lru_cache(maxsize=256)
def _with_family(machine: str, family: str | None) -> str:
    """Return the JSON of a machine with the family of its password file, if its system file names none."""
    if family is None:
        return machine
    facts = orjson.loads(machine)
    if facts.get("family", UNKNOWN_FAMILY) != UNKNOWN_FAMILY:
        return machine
    return orjson.dumps({**facts, "family": family}).decode()


def _tally(scanned: Scan, owners: Integers) -> tuple[Tally, list[Rejections]]:
    """Return the counts and rejections of the lines that are in no record."""
    counters = np.zeros(blocks.COUNTERS, np.int64)
    blocks.count_alone(owners, scanned.flags, counters)
    numbers = counters.tolist()
    tally = Tally(
        lines=sum(numbers[: blocks.OWNERS]),
        legacy_encoded=numbers[blocks.COUNT_LEGACY],
        cut_lines=numbers[blocks.COUNT_CUT],
    )
    for owner, skip in _SKIPPED.items():
        if numbers[-owner]:
            tally.skipped[skip] = numbers[-owner]
    rejected: list[Rejections] = []
    for owner, reason in _REJECTED.items():
        if numbers[-owner]:
            tally.rejected[reason] = numbers[-owner]
            spans = scanned.lines[owners == owner][:, [labels.OFFSET, labels.OFFSET_END]]
            rejected.append(_rejections(spans, reason))
    return tally, rejected


def _rejections(spans: Positions, reason: RejectReason) -> Rejections:
    reasons = np.full(len(spans), REJECT_REASONS.index(reason), np.uint8)
    return Rejections(spans[:, 0].copy(), (spans[:, 1] - spans[:, 0]).astype(np.int32), reasons)
