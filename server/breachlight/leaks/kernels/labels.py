"""The lines of a file of label blocks: cleaned, trimmed, and with the label that each begins with (leak-formats §4)."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.line_batches import clean_line, end_of_line, is_clean, last_shown, next_line
from breachlight.leaks.kernels.noise import is_rule
from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import find_byte, repeats, trim_end, trim_start

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]

BLANK: Final = -1
RULE: Final = -2
OTHER: Final = -3
SECTION: Final = 0
"""The label of a section line, ``["Chrome" = "Default"]``: the first one in the table of labels."""

# Columns of ``lines``. START and END are of the trimmed text, VALUE is where the value behind the label begins, LABEL a row of
# the table of labels, or BLANK, RULE or OTHER.
OFFSET: Final = 0
OFFSET_END: Final = 1
START: Final = 2
END: Final = 3
VALUE: Final = 4
LABEL: Final = 5
COLUMNS: Final = 6

_LONGEST_LABEL: Final = 24
_LONGEST_WORD: Final = 12
_LONGEST_SECTION: Final = 410
_LONGEST_CYCLE: Final = 8
_SLOTS: Final = 512
_BASE: Final = 37
_NO_SYMBOL: Final = 255
_COLON: Final = 0x3A
_QUOTE: Final = 0x22
_BLANK: Final = 0x20
_EQUALS: Final = 0x3D
_OPENING: Final = 0x5B
_CLOSING: Final = 0x5D


def _symbols() -> Bytes:
    """Return the number of each letter and digit, 0 for what doesn't matter in a label, _NO_SYMBOL for all else."""
    symbols = np.full(256, _NO_SYMBOL, np.uint8)
    for number, symbol in enumerate("abcdefghijklmnopqrstuvwxyz0123456789", 1):
        symbols[[ord(symbol), ord(symbol.upper())]] = number
    symbols[[ord(symbol) for symbol in " \t-_"]] = 0
    return symbols


_SYMBOLS: Final = _symbols()


def table_of_labels(words: Sequence[str]) -> Positions:
    """Return the hash table of the numbers of words, of letters and digits; the first one, SECTION, isn't looked up.

    A slot (row) has the word as a number of 63 bits, which twelve symbols fit into, and the number of the word.
    """
    table = np.full((_SLOTS, 2), -1, np.int64)
    for number, word in list(enumerate(words))[1:]:
        value = 0
        for symbol in word.encode("ascii"):
            value = value * _BASE + int(_SYMBOLS[symbol])
        slot = value & (_SLOTS - 1)
        while table[slot, 1] >= 0:
            slot = (slot + 1) & (_SLOTS - 1)
        table[slot] = value, number
    return table


@compiled_inline
def _label_of(text: Bytes, start: int, end: int, table: Positions) -> tuple[int, int]:
    """Return the number of the label at the start of a trimmed line and where its colon is, OTHER if it begins with none."""
    value = length = 0
    index = start
    last = min(end, start + _LONGEST_LABEL)
    while index < last and text[index] != _COLON:
        symbol = int(_SYMBOLS[text[index]])
        index += 1
        if symbol > 0:
            length += 1
            if symbol == _NO_SYMBOL or length > _LONGEST_WORD:
                return OTHER, start
            value = value * _BASE + symbol
    if index == last:
        return OTHER, start
    # Most slots are free, so the search ends.
    slot = value & (_SLOTS - 1)
    while table[slot, 1] >= 0:
        if table[slot, 0] == value:
            return int(table[slot, 1]), index
        slot = (slot + 1) & (_SLOTS - 1)
    return OTHER, start


@compiled_leaf
def section_parts(text: Bytes, start: int, end: int) -> tuple[int, int, int]:
    """Return where the first part ends and the second begins and ends in ``["first" = "second"]``; -1 if it is none."""
    size = end - start
    if size < len('[""=""]') or size > _LONGEST_SECTION or text[start] != _OPENING or text[start + 1] != _QUOTE:
        return -1, -1, -1
    if text[end - 1] != _CLOSING or text[end - 2] != _QUOTE:
        return -1, -1, -1
    first_end = find_byte(text, _QUOTE, start + 2, end - 2)
    if first_end < 0:
        return -1, -1, -1
    second = first_end + 1
    if text[second] == _BLANK:
        second += 1
    # ``second`` stays below ``end``: the text ends with a quote and a bracket, which stop it here.
    if text[second] != _EQUALS:
        return -1, -1, -1
    second += 1
    if text[second] == _BLANK:
        second += 1
    if text[second] != _QUOTE or second >= end - 2 or find_byte(text, _QUOTE, second + 1, end - 2) >= 0:
        return -1, -1, -1
    return first_end, second + 1, end - 2


@compiled_inline
def _put_line(
    text: Bytes, first: int, shown: int, labels: Positions, has_labels: bool, lines: Positions, count: int, cycle: int
) -> int:
    """Fill the row of a line with its label and value.

    ``cycle`` is how many lines ago one like it may be, 0 if that isn't known; returns it for the next line.
    """
    first = trim_start(text, first, shown)
    shown = trim_end(text, first, shown)
    label, value = OTHER, first
    if first == shown:
        label = BLANK
    elif _is_like(text, first, shown, lines, count, cycle):
        # Most files repeat the same labels and rules in the same order.
        like = count - cycle
        label = int(lines[like, LABEL])
        if label >= 0:
            value = trim_start(text, first + int(lines[like, VALUE]) - int(lines[like, START]), shown)
    else:
        if has_labels:
            label, colon = _label_of(text, first, shown, labels)
            if label >= 0:
                value = trim_start(text, colon + 1, shown)
            elif text[first] == _OPENING and section_parts(text, first, shown)[0] >= 0:
                label = SECTION
        if label == OTHER and is_rule(text, first, shown):
            label = RULE
        if label >= 0 or label == RULE:
            cycle = _cycle_of(lines, count, label)
    lines[count, START], lines[count, END] = first, shown
    lines[count, VALUE], lines[count, LABEL] = value, label
    return cycle


@compiled_inline
def _is_like(text: Bytes, first: int, shown: int, lines: Positions, count: int, cycle: int) -> bool:
    """Return whether a line has the label of the one ``cycle`` lines ago, as it is written there, or is the same rule."""
    if cycle == 0 or count < cycle:
        return False
    like = count - cycle
    start = int(lines[like, START])
    if int(lines[like, LABEL]) == RULE:
        size = int(lines[like, END]) - start
        return size == shown - first and repeats(text, first, start, size)
    # That of a section, which is none, begins where the line does. Up to the value there is the colon.
    size = int(lines[like, VALUE]) - start
    return size > 0 and size <= shown - first and repeats(text, first, start, size)


@compiled_inline
def _cycle_of(lines: Positions, count: int, label: int) -> int:
    """Return how many lines ago there was one with a label or a rule, 0 if that is long ago."""
    for cycle in range(1, min(count, _LONGEST_CYCLE) + 1):
        if lines[count - cycle, LABEL] == label:
            return cycle
    return 0


@compiled_leaf
def _scan_clean_lines(
    text: Bytes,
    start: int,
    end: int,
    labels: Positions,
    has_labels: bool,
    lines: Positions,
    flags: Integers,
    count: int,
) -> tuple[int, int]:
    """Find lines from ``start`` on; return where one begins that must be cleaned, else the end, and the count of lines."""
    cycle = 0
    while start < end:
        last, is_high, has_nul = end_of_line(text, start, end)
        shown = last_shown(text, start, last)
        if has_nul or (is_high and not is_clean(text, start, shown)):
            break
        lines[count, OFFSET], lines[count, OFFSET_END] = start, last
        flags[count] = codes.LINE_CUT if shown < last else 0
        cycle = _put_line(text, start, shown, labels, has_labels, lines, count, cycle)
        start = next_line(text, last, end)
        count += 1
    return start, count


@compiled
def scan_lines(
    text: Bytes,
    size: int,
    labels: Positions,
    has_labels: bool,
    lines: Positions,
    flags: Integers,
) -> tuple[Bytes, int, int]:
    """Find the lines of ``size`` bytes and fill ``lines`` (rows, COLUMNS) and ``flags``, with one row for each at least.

    Without ``has_labels`` no label is looked for. Returns the text with cleaned lines at its end, its size, and the count of
    lines.
    """
    end = size
    # A loop that may replace the text counts references for each line, which takes as long as the line.
    start, count = _scan_clean_lines(text, 0, end, labels, has_labels, lines, flags, 0)
    while start < end:
        last, _, _ = end_of_line(text, start, end)
        shown = last_shown(text, start, last)
        lines[count, OFFSET], lines[count, OFFSET_END] = start, last
        flags[count] = codes.LINE_CUT if shown < last else 0
        text, first, size = clean_line(text, size, start, shown, flags, count)
        _put_line(text, first, size, labels, has_labels, lines, count, 0)
        start = next_line(text, last, end)
        start, count = _scan_clean_lines(text, start, end, labels, has_labels, lines, flags, count + 1)
    return text, size, count


@compiled_leaf
def last_boundary(lines: Positions, ranks: Integers, blank_separates: bool) -> int:
    """Return the last line that begins a record whatever is in front of these lines, 0 if none surely does.

    That is a line behind a separator, or the third time that a label comes after neighbours with the same other labels, in
    their usual order (``ranks``): however the first cycle was read, the second one is a record of its own.
    """
    for line in range(len(lines) - 1, 0, -1):
        before = lines[line - 1, LABEL]
        if before == RULE or (before == BLANK and blank_separates):
            return line
        label = lines[line, LABEL]
        if label < 0:
            continue
        size = 1
        while line - size > 0 and size < _LONGEST_CYCLE and lines[line - size, LABEL] != label:
            size += 1
        if line - 2 * size < 0 or lines[line - size, LABEL] != label or size == 1:
            continue
        is_cycle = True
        for index in range(line - size, line):
            present = lines[index, LABEL]
            is_cycle &= present >= 0 and present == lines[index - size, LABEL]
            is_cycle &= index + 1 == line or (
                lines[index + 1, LABEL] >= 0 and ranks[present] < ranks[lines[index + 1, LABEL]]
            )
        if is_cycle:
            return line
    return 0
