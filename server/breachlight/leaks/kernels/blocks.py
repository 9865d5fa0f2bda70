"""Label blocks: which lines make up a record (leak-formats §4).

A rule, a blank line (where the file writes so), a credential line behind a password, a limit or the end of the file ends a
block. Within a block, a label that is there already starts another record: from the last label that the file usually writes
before the one in front of it. So a block with a missing label takes none from its neighbour, and without such a conflict
labels may have any order.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import CLASSES, SEPARATOR, SPACE
from breachlight.leaks.kernels.labels import (
    BLANK,
    END,
    LABEL,
    OFFSET,
    OFFSET_END,
    OTHER,
    RULE,
    START,
)
from breachlight.leaks.kernels.loose_lines import NO_CREDENTIAL, read_loose_line
from breachlight.leaks.kernels.runtime import compiled_leaf

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

# Kinds of labels, in the order of ``formats.labels.LabelKind``.
URL: Final = 0
LOGIN: Final = 1
PASSWORD: Final = 2
SOFTWARE: Final = 3
PROFILE: Final = 4

# Owners of lines that are in no record; LOOSE ones were read by themselves.
SKIPPED_BLANK: Final = -1
SKIPPED_BANNER: Final = -2
SKIPPED_RULE: Final = -3
SKIPPED_LABEL: Final = -4
REJECTED_NO_LOGIN: Final = -5
REJECTED_AMBIGUOUS: Final = -6
LOOSE: Final = -7
OWNERS: Final = 8

# Counters of ``count_alone``, behind those of the owners.
COUNT_LEGACY: Final = OWNERS
COUNT_CUT: Final = OWNERS + 1
COUNTERS: Final = OWNERS + 2

MAXIMUM_BLOCK_LINES: Final = 256
MAXIMUM_BLOCK_BYTES: Final = 1 << 20
"""A block whose lines span more than this is ended, so that no file can keep one open for ever."""


@compiled_leaf
def _may_continue(text: Bytes, start: int, end: int) -> bool:
    """Whether a line can continue a password, which only those of Android apps do: it has no separator and no ``@``."""
    for index in range(start, end):
        byte = int(text[index])
        if byte == 0x40 or int(CLASSES[byte]) & (SEPARATOR | SPACE) != 0:
            return False
    return True


@compiled_leaf
def _conflicts(lines: Positions, pending: Integers, count: int, kinds: Bytes, label: int) -> tuple[bool, bool]:
    """Whether the open block has this label already, and whether it has one that can't be in the same record."""
    kind = kinds[label]
    url = password = software = behind_password = -1
    repeats = False
    for index in range(count):
        present = lines[pending[index], LABEL]
        if present < 0:
            continue
        repeats |= present == label
        if password >= 0 and kinds[present] <= LOGIN:
            behind_password = index
        if kinds[present] == URL:
            url = index
        elif kinds[present] == PASSWORD:
            password = index
        elif kinds[present] == SOFTWARE:
            software = index
    return repeats, (
        (kind == URL and 0 <= url < password)
        or (kind == PASSWORD and 0 <= password < behind_password)
        or (kind == SOFTWARE and software >= 0 and password >= 0)
    )


@compiled_leaf
def _records_lines(lines: Positions, pending: Integers, count: int, kinds: Bytes, ranks: Integers, label: int) -> int:
    """Return how many lines of the open block make up a record that ends before this label; 0 if none does."""
    repeats, conflicts = _conflicts(lines, pending, count, kinds, label)
    if not repeats and not conflicts:
        return 0
    following, rank = count, ranks[label]
    for index in range(count - 1, -1, -1):
        present = lines[pending[index], LABEL]
        if present < 0:
            continue
        if rank < ranks[present]:
            return following
        following, rank = index, ranks[present]
    return count if repeats else 0


@compiled_leaf
def group_blocks(
    names: Bytes,
    text: Bytes,
    lines: Positions,
    kinds: Bytes,
    ranks: Integers,
    blank_separates: bool,
    is_spaced: bool,
    separator: int,
    is_email_last: bool,
    is_final: bool,
    pending: Integers,
    owners: Integers,
    loose: Integers,
    loose_fields: Integers,
    loose_flags: Integers,
) -> tuple[int, int, int]:
    """Fill the ``owners`` of lines: the number of the record that a line belongs to, or what else became of it.

    ``ranks`` are the usual places of labels in a block; ``is_spaced``: the file writes white space behind the colon of
    labels. ``pending`` has room for a block, which has at most MAXIMUM_BLOCK_LINES lines: what is older has ended it.
    Credential lines between blocks are put into ``loose`` (their lines) with fields and flags; there is one more row
    than there are lines without label. Returns the numbers of records and of loose lines, and the first open line: if more
    data follows (not ``is_final``), the lines from there on have to be read again with it.
    """
    count = records = 0
    read = int(np.int64(0))  # not the literal 0, for which everything below would be compiled once more
    password = -1  # the last one in ``pending``
    # Where data may be cut: what is in front of it is read in the same way without what follows. The label that starts a
    # record behind others has to be in front of the next cut, because without it those others would be one record.
    cut, trigger = 0, -1
    for line in range(len(lines)):
        label = lines[line, LABEL]
        if count > 0:
            first = pending[0]
            size = lines[line, OFFSET_END] - lines[first, OFFSET]
            if line - first >= MAXIMUM_BLOCK_LINES or size > MAXIMUM_BLOCK_BYTES:
                records = _end_record(owners, pending, count, records)
                count, password = 0, -1
        ends = False
        if label == BLANK:
            owners[line] = SKIPPED_BLANK
            ends = blank_separates
        elif label == RULE:
            owners[line] = SKIPPED_RULE
            ends = True
        elif label == OTHER:
            start, end = int(lines[line, START]), int(lines[line, END])
            may_continue = _may_continue(text, start, end)
            is_behind_password = password >= 0 and (password == count - 1 or lines[pending[count - 1], LABEL] == OTHER)
            if is_behind_password and may_continue:
                pending[count] = line
                count += 1
                continue
            takes_names = is_spaced and (count == 0 or password >= 0)
            loose_flags[read] = 0
            outcome = read_loose_line(
                names, text, start, end, separator, is_email_last, takes_names, loose_fields, loose_flags, read
            )
            if outcome == 0:
                owners[line] = LOOSE
                loose[read] = line
                read += 1
                ends = password >= 0
            elif outcome != NO_CREDENTIAL:
                owners[line] = REJECTED_AMBIGUOUS
            else:
                owners[line] = SKIPPED_BANNER if count == 0 or may_continue else SKIPPED_LABEL
        else:
            while count > 0:
                split = _records_lines(lines, pending, count, kinds, ranks, label)
                if split == 0:
                    break
                following = pending[split] if split < count else line
                if trigger < following:
                    cut = following
                trigger = line
                records = _end_record(owners, pending, split, records)
                password = -1
                for index in range(split, count):
                    pending[index - split] = pending[index]
                    present = lines[pending[index], LABEL]
                    if present >= 0 and kinds[present] == PASSWORD:
                        password = index - split
                count -= split
            if count == 0 and trigger < line:
                cut = line
            if kinds[label] == PASSWORD:
                password = count
            pending[count] = line
            count += 1
        if ends and count > 0:
            records = _end_record(owners, pending, count, records)
            count, password = 0, -1
    if count == 0:
        return records, read, len(lines)
    if is_final:
        records = _end_record(owners, pending, count, records)
    return records, read, int(cut)


@compiled_leaf
def _end_record(owners: Integers, pending: Integers, count: int, record: int) -> int:
    """Give the first lines of the block to a record; return the number of the next one."""
    for index in range(count):
        owners[pending[index]] = record
    return record + 1


@compiled_leaf
def group_files(
    names: Bytes,
    text: Bytes,
    lines: Positions,
    firsts: Positions,
    kinds: Bytes,
    ranks: Integers,
    blank_separates: bool,
    is_spaced: bool,
    separator: int,
    is_email_last: bool,
    pending: Integers,
    owners: Integers,
    loose: Integers,
    loose_fields: Integers,
    loose_flags: Integers,
) -> tuple[int, int]:
    """Fill the ``owners`` of the lines of several files as ``group_blocks`` does: no block goes on in the next file.

    ``firsts`` has the first line of each file, and the end of the last one. Returns the numbers of records and of loose lines.
    """
    records = read = 0
    for file in range(len(firsts) - 1):
        first, last = firsts[file], firsts[file + 1]
        found, found_loose, _ = group_blocks(
            names,
            text,
            lines[first:last],
            kinds,
            ranks,
            blank_separates,
            is_spaced,
            separator,
            is_email_last,
            True,
            pending,
            owners[first:last],
            loose[read:],
            loose_fields[read:],
            loose_flags[read:],
        )
        for line in range(first, last):
            if owners[line] >= 0:
                owners[line] += records
        for row in range(read, read + found_loose):
            loose[row] += first
        records += found
        read += found_loose
    return records, read


@compiled_leaf
def count_alone(owners: Integers, flags: Integers, counters: Positions) -> None:
    """Count the lines that are in no record by their owners, without the sign, and by two of their flags."""
    for line in range(len(owners)):
        owner = int(owners[line])
        if owner < 0 and owner != LOOSE:
            counters[-owner] += 1
            counters[COUNT_LEGACY] += flags[line] & codes.LEGACY_ENCODING != 0
            counters[COUNT_CUT] += flags[line] & codes.LINE_CUT != 0
