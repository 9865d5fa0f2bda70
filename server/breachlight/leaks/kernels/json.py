"""Entries of JSON files: found one after the other, even behind a broken one (leak-formats §13).

``stream`` reads any JSON: the entries are the values at one depth, and what surrounds them is passed over. ``lines`` reads
files in which each entry starts a line of its own: nothing that starts so is inside another entry, so a broken one can't
affect the next. A raw quote or line end is never inside a valid string, which is what makes both safe.
"""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.codes import RAW_FIELDS
from breachlight.leaks.kernels.json_keys import key_hash
from breachlight.leaks.kernels.json_rows import (
    FACT_COLUMNS,
    META_COLUMNS,
    NO_FACTS,
    NO_ROWS,
    NO_SCOPES,
    NO_TEXT,
    TOO_MANY,
    emit,
)
from breachlight.leaks.kernels.json_scopes import SCOPE_COLUMNS
from breachlight.leaks.kernels.json_text import LONGEST_VALUE, string_end
from breachlight.leaks.kernels.json_walk import (
    FULL,
    INCOMPLETE,
    NODE_COLUMNS,
    OK,
    SEEN_NUMBERS,
    STACK_NUMBERS,
    TOO_DEEP,
    VALUE_COLUMNS,
    bare_end,
    deep_end,
    skip_space,
    walk,
)
from breachlight.leaks.kernels.runtime import compiled, compiled_leaf
from breachlight.leaks.kernels.text import with_room

_Bytes = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

ROW_COLUMNS = 2 * RAW_FIELDS + META_COLUMNS

# Reasons of stretches that are no records.
STRETCH_BROKEN = 0
STRETCH_TOO_DEEP = 1
STRETCH_TOO_MANY = 2
STRETCH_COLUMNS = 3

ANY_KEY = -1
"""No key starts most entries."""

MAXIMUM_ENTRY_BYTES = 8 << 20
"""Of a longer entry only what looks like entries inside it is read."""

_WORK = 65_536
_STRETCHES_OF_A_STEP = 3

# What a scan needs to go on with, besides what ``emit`` has no room for.
DONE = -1
NEEDS_VALUES = -2
NEEDS_STRETCHES = -3

# Where a scan is.
POSITION = 0
LIMIT = 1
LEVEL = 2
JUNK = 3
CUT = 4
FRONTIER = 5
WORK = 6
ROWS = 7
TEXT = 8
FACTS = 9
MACHINES = 10
STRETCHES = 11
SKIPPED = 12
STATE_NUMBERS = 13


@compiled_leaf
def _starts_with_key(data: _Bytes, position: int, end: int, first_key: int) -> bool:
    """Return whether the bracket at ``position`` is followed by a string, in an object by the entries' first key."""
    start = skip_space(data, position + 1, end)
    if start >= end or data[start] != 0x22:
        return False
    if first_key == ANY_KEY or data[position] == 0x5B:
        return True
    stop, _ = string_end(data, start + 1, end)
    return stop >= 0 and key_hash(data, start + 1, stop) == first_key


@compiled_leaf
def _next_entry(data: _Bytes, position: int, end: int, first_key: int, is_top: bool) -> int:
    """Return where the next entry may start behind a broken one: a bracket that only an entry's neighbour precedes."""
    last = 0
    before_last = 0
    has_line_end = False
    while position < end:
        byte = int(data[position])
        if byte == 0x0A:
            has_line_end = True
        elif byte != 0x20 and byte != 0x09 and byte != 0x0D and byte != 0:
            if byte == 0x7B or byte == 0x5B:
                closing = byte + 2
                follows = last == closing or (is_top and has_line_end)
                follows = follows or (last == 0x2C and (before_last == closing or first_key != ANY_KEY))
                if follows and _starts_with_key(data, position, end, first_key):
                    return position
            before_last = last
            last = byte
            has_line_end = False
        position += 1
    return end


@compiled_leaf
def _is_followed(data: _Bytes, position: int, end: int) -> bool:
    """Return whether what follows an entry may follow one: if not, its closing bracket may be part of a secret."""
    while position < end and data[position] != 0x0A:
        byte = int(data[position])
        if byte != 0x20 and byte != 0x09 and byte != 0x0D and byte != 0:
            return byte == 0x2C or byte == 0x7D or byte == 0x5D or byte == 0x7B or byte == 0x5B or byte == 0xEF
        position += 1
    return True


@compiled_leaf
def _add_stretch(stretches: _Integers, count: int, start: int, length: int, reason: int) -> int:
    """Add a stretch, for which there is room; return how many there are."""
    stretches[count, 0] = start
    stretches[count, 1] = length
    stretches[count, 2] = reason
    return count + 1


@compiled_leaf
def _read_entries(
    data: _Bytes,
    entry_level: int,
    first_key: int,
    by_line: bool,
    indent: _Bytes,
    slots: _Integers,
    words: _Bytes,
    limits: _Integers,
    roles: _Integers,
    ranks: _Integers,
    types: _Integers,
    paths: _Longs,
    path_keys: _Integers,
    collects: bool,
    state: _Longs,
    stack: _Longs,
    sizes: _Integers,
    seen: _Integers,
    values: _Integers,
    nodes: _Integers,
    scopes: _Integers,
    rows: _Integers,
    facts: _Integers,
    stretches: _Integers,
    extra: _Bytes,
) -> int:
    """Read entries from where ``state`` says; return DONE, or which array needs more room to go on.

    The arrays stay what they are, so no references to them are counted: that would take a third of the time.
    """
    end = len(data)
    position, limit, level, junk = int(state[POSITION]), int(state[LIMIT]), int(state[LEVEL]), int(state[JUNK])
    cut, frontier, work = int(state[CUT]), int(state[FRONTIER]), int(state[WORK])
    row_count, size, fact_count = int(state[ROWS]), int(state[TEXT]), int(state[FACTS])
    machines, stretch_count, skipped = int(state[MACHINES]), int(state[STRETCHES]), int(state[SKIPPED])
    needed = DONE
    while True:
        if stretch_count + _STRETCHES_OF_A_STEP > len(stretches):
            needed = NEEDS_STRETCHES
            break
        if position >= limit:
            if junk >= 0:
                stretch_count = _add_stretch(stretches, stretch_count, junk, limit - junk, STRETCH_BROKEN)
                junk = -1
            if limit >= end:
                break
            position = limit
            limit = _line_entry(data, position + 1, end, indent)
        byte = int(data[position])
        is_entry = False
        if byte == 0x7B or byte == 0x5B:
            is_entry = by_line or level == entry_level
            if not is_entry and level < entry_level and first_key != ANY_KEY and byte == 0x7B:
                is_entry = _starts_with_key(data, position, limit, first_key)
            if not is_entry:
                level += 1
                position += 1
        elif byte == 0x7D or byte == 0x5D:
            level = max(level - 1, 0)
            position += 1
        elif byte == 0x2C:
            position += 1
        else:
            start = skip_space(data, position, limit)
            if start == position:
                stop = string_end(data, start + 1, limit)[0] if byte == 0x22 else bare_end(data, start, limit)
                if stop == -1 and not collects and (cut > 0 or end - start < MAXIMUM_ENTRY_BYTES):
                    break  # it may end in what follows, and has no entries then
                if byte == 0x22:
                    stop += 1
                if stop <= 0:  # unfinished: what was read in vain often enough isn't read again
                    work += limit - start
                    stop = start + 1 if work <= 8 * start + _WORK else limit
                if entry_level == 0 and junk < 0:
                    junk = start
                start = max(stop, start + 1)
            position = start
        if not is_entry:
            continue
        if junk >= 0:
            stretch_count = _add_stretch(stretches, stretch_count, junk, position - junk, STRETCH_BROKEN)
            junk = -1
        level = entry_level
        status, stop = walk(
            data, position, limit, slots, words, limits, roles, paths, path_keys, stack, values, nodes, sizes, seen, collects
        )  # fmt: skip
        if status == FULL:
            needed = NEEDS_VALUES
            break
        reason = STRETCH_BROKEN
        is_whole = status == OK
        if status == TOO_DEEP:
            reason = STRETCH_TOO_DEEP
            stop = deep_end(data, position, limit)
            is_whole = stop >= 0
            if not is_whole:
                status, stop = INCOMPLETE, limit
        if status == INCOMPLETE and not collects and (cut > 0 or end - position < MAXIMUM_ENTRY_BYTES):
            break
        if is_whole and _is_followed(data, stop, limit):
            if status == TOO_DEEP:
                stretch_count = _add_stretch(stretches, stretch_count, position, stop - position, reason)
            elif collects:
                outcome, now_rows, now_size, now_facts, now_machines = emit(
                    data, stop, values, sizes[0], nodes, sizes[1], slots, words, limits, roles, ranks, types,
                    scopes, rows, row_count, extra, size, facts, fact_count, machines,
                )  # fmt: skip
                if outcome > TOO_MANY:
                    needed = outcome
                    break
                if outcome == TOO_MANY:
                    stretch_count = _add_stretch(stretches, stretch_count, position, stop - position, STRETCH_TOO_MANY)
                elif now_rows == row_count:
                    skipped += 1
                row_count, size, fact_count, machines = now_rows, now_size, now_facts, now_machines
            position = stop
            following = skip_space(data, stop, end)
            if following < end and (entry_level == 0 or data[following] == 0x2C):
                cut = stop
            continue
        start = position
        if by_line:
            position = limit
        else:
            # Work is bounded: what was read twice often enough is not searched for entries again.
            work += stop - start
            frontier = max(frontier, stop)
            search = start + 1 if work <= 8 * stop + _WORK else max(frontier, start + 1)
            position = _next_entry(data, search, end, first_key, entry_level == 0)
        stretch_count = _add_stretch(stretches, stretch_count, start, position - start, reason)
    state[POSITION], state[LIMIT], state[LEVEL], state[JUNK] = position, limit, level, junk
    state[CUT], state[FRONTIER], state[WORK] = cut, frontier, work
    state[ROWS], state[TEXT], state[FACTS] = row_count, size, fact_count
    state[MACHINES], state[STRETCHES], state[SKIPPED] = machines, stretch_count, skipped
    return needed


@compiled
def _grown(table: _Integers, used: int) -> _Integers:
    """Return the ``used`` rows of a table in one with room for at least twice as many."""
    larger = np.empty((2 * len(table) + 64, table.shape[1]), np.int32)
    larger[:used] = table[:used]
    return larger


@compiled
def scan(
    data: _Bytes,
    entry_level: int,
    first_key: int,
    by_line: bool,
    indent: _Bytes,
    slots: _Integers,
    words: _Bytes,
    limits: _Integers,
    roles: _Integers,
    ranks: _Integers,
    types: _Integers,
    paths: _Longs,
    path_keys: _Integers,
    collects: bool,
) -> tuple[_Integers, _Bytes, _Integers, _Integers, int, int]:
    """Read the entries of a part: their rows, text that isn't in the data, facts of devices and rejected stretches.

    The number of entries without credentials follows, and where the part may be cut: behind the last whole entry, 0 if
    there is none. With ``collects`` False only that is found. A part that starts with a comma starts between entries.
    """
    end = len(data)
    values = np.empty((64, VALUE_COLUMNS), np.int32)
    nodes = np.empty((64, NODE_COLUMNS), np.int32)
    stack = np.empty(STACK_NUMBERS, np.int64)
    sizes = np.empty(2, np.int32)
    seen = np.full(SEEN_NUMBERS, -1, np.int32)
    scopes = np.empty((64, SCOPE_COLUMNS), np.int32)
    rows = np.empty((end // 128 + 16 if collects else 1, ROW_COLUMNS), np.int32)
    facts = np.empty((16, FACT_COLUMNS), np.int32)
    stretches = np.empty((16, STRETCH_COLUMNS), np.int32)
    extra = np.empty(4096, np.uint8)
    state = np.zeros(STATE_NUMBERS, np.int64)
    state[JUNK] = -1
    position = skip_space(data, 0, end)
    state[LEVEL] = entry_level if position < end and data[position] == 0x2C else 0
    state[LIMIT] = end
    if by_line:
        state[LEVEL] = entry_level
        position = _line_entry(data, 0, end, indent)
        if entry_level == 0 and position > skip_space(data, 0, end):
            state[STRETCHES] = _add_stretch(stretches, 0, 0, position, STRETCH_BROKEN)
        state[LIMIT] = _line_entry(data, position + 1, end, indent)
    state[POSITION] = position
    while True:
        needed = _read_entries(
            data, entry_level, first_key, by_line, indent, slots, words, limits, roles, ranks, types, paths, path_keys,
            collects, state, stack, sizes, seen, values, nodes, scopes, rows, facts, stretches, extra,
        )  # fmt: skip
        if needed == DONE:
            break
        if needed == NEEDS_VALUES:
            values = np.empty((4 * len(values), VALUE_COLUMNS), np.int32)
            nodes = np.empty((4 * len(nodes), NODE_COLUMNS), np.int32)
        elif needed == NO_SCOPES:
            scopes = np.empty((2 * len(nodes), SCOPE_COLUMNS), np.int32)
        elif needed == NO_ROWS:
            rows = _grown(rows, int(state[ROWS]))
        elif needed == NO_FACTS:
            facts = _grown(facts, int(state[FACTS]))
        elif needed == NO_TEXT:
            extra = with_room(extra, int(state[TEXT]), 2 * len(extra) + 4 * LONGEST_VALUE)
        else:
            stretches = _grown(stretches, int(state[STRETCHES]))
    return (
        rows[: state[ROWS]],
        extra[: state[TEXT]],
        facts[: state[FACTS]],
        stretches[: state[STRETCHES]],
        int(state[SKIPPED]),
        int(state[CUT]),
    )


@compiled_leaf
def _line_entry(data: _Bytes, position: int, end: int, indent: _Bytes) -> int:
    """Return where the next line starts that has a brace behind exactly this indentation; the end if none does."""
    while position < end:
        at_start = position == 0 or data[position - 1] == 0x0A
        start = position
        if position == 0 and end >= 3 and data[0] == 0xEF and data[1] == 0xBB and data[2] == 0xBF:
            start = 3
        if at_start and start + len(indent) < end and data[start + len(indent)] == 0x7B:
            matches = True
            for index in range(len(indent)):
                matches = matches and data[start + index] == indent[index]
            if matches:
                return position
        while position < end and data[position] != 0x0A:
            position += 1
        position += 1
    return end
