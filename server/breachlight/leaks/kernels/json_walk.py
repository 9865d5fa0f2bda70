"""One entry of a JSON file, a value with everything in it: checked, and its wanted values collected (leak-formats §13)."""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.json_keys import find_last_part, path_hash, path_hash_of_index
from breachlight.leaks.kernels.json_text import string_end
from breachlight.leaks.kernels.runtime import compiled_leaf

_Bytes = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

MOST_LEVELS = 64
"""Containers within containers that an entry may have."""

OK = 0
BROKEN = 1
INCOMPLETE = 2
TOO_DEEP = 3
FULL = 4

# Columns of values: found by a known key, linked backwards within their node.
V_NODE = 0
V_KEY = 1
V_START = 2
V_END = 3
V_IS_ODD = 4
V_PREVIOUS = 5
V_FLAGS = 6
VALUE_COLUMNS = 7

# Columns of nodes, the objects of an entry and the entry itself.
N_PARENT = 0
N_IN_ARRAY = 1
N_START = 2
N_LAST = 3
N_GIVES = 4
N_CHILD = 5
N_SIBLING = 6
N_SCOPE = 7
N_EMITS = 8
NODE_COLUMNS = 9

# Numbers on the stack for an open container: is array, key, node, index and path.
_FRAME = 5
STACK_NUMBERS = _FRAME * MOST_LEVELS

_SEEN_MASK = 63
SEEN_NUMBERS = 3 * (_SEEN_MASK + 1)
_INHERITED = -2

_EXPECT_KEY = 0
_EXPECT_VALUE = 1
_EXPECT_END = 2

R_INHERITED = 0
"""The role of a key such as ``value``: its value is that of the container's key."""


@compiled_leaf
def skip_space(data: _Bytes, position: int, end: int) -> int:
    """Return the position of the next byte that is no white space, NUL or part of a byte order mark."""
    while position < end:
        byte = int(data[position])
        if byte == 0x20 or byte == 0x0A or byte == 0x0D or byte == 0x09 or byte == 0:
            position += 1
        elif byte == 0xEF and position + 2 < end and data[position + 1] == 0xBB and data[position + 2] == 0xBF:
            position += 3
        else:
            break
    return position


@compiled_leaf
def bare_end(data: _Bytes, position: int, end: int) -> int:
    """Return where a number, a word or a call such as ``ObjectId("…")`` ends; ``position`` if there is none.

    -1: a call doesn't end, -2: its line ends first.
    """
    start = position
    while position < end:
        byte = int(data[position]) | 0x20
        is_word = 0x61 <= byte <= 0x7A or 0x30 <= byte <= 0x39 or data[position] == 0x5F
        if not is_word and data[position] != 0x2B and data[position] != 0x2D and data[position] != 0x2E:
            break
        position += 1
    if position == start or position == end or data[position] != 0x28 or int(data[start]) < 0x41:
        return position
    position += 1
    while position < end and data[position] != 0x29:
        if data[position] == 0x22:
            position, _ = string_end(data, position + 1, end)
            if position < 0:
                return position
        elif data[position] == 0x0A:
            return -2
        position += 1
    return position + 1 if position < end else -1


@compiled_leaf
def _bare_value(data: _Bytes, start: int, end: int) -> tuple[int, int]:
    """Return the inside of a call, nothing of a word such as ``null``, else the number itself."""
    if data[end - 1] == 0x29:
        while start < end and data[start] != 0x28:
            start += 1
        start, end = start + 1, end - 1
        if end - start >= 2 and data[start] == 0x22 and data[end - 1] == 0x22:
            start, end = start + 1, end - 1
        return start, end
    first = int(data[start])
    return (start, end) if first < 0x3A else (start, start)


@compiled_leaf
def _add_value(
    values: _Integers,
    count: int,
    nodes: _Integers,
    node: int,
    key: int,
    start: int,
    end: int,
    is_odd: bool,
    in_array: bool,
) -> int:
    """Add a value, for which there is room; of a key that an object repeats the last one stays. Return the new count."""
    place = count
    if not in_array:
        previous = int(nodes[node, N_LAST])
        while previous >= 0:
            if values[previous, V_KEY] == key:
                place = previous
                break
            previous = int(values[previous, V_PREVIOUS])
    if place == count:
        values[count, V_NODE] = node
        values[count, V_KEY] = key
        values[count, V_PREVIOUS] = nodes[node, N_LAST]
        nodes[node, N_LAST] = count
        count += 1
    values[place, V_START] = start
    values[place, V_END] = end
    values[place, V_IS_ODD] = is_odd
    return count


@compiled_leaf
def _known_key(
    data: _Bytes,
    start: int,
    end: int,
    own_key: int,
    slots: _Integers,
    words: _Bytes,
    limits: _Integers,
    roles: _Integers,
    seen: _Integers,
    ordinal: int,
) -> int:
    """Return the number of a key, which is often that of the same place in the entry before (``seen``)."""
    place = (ordinal & _SEEN_MASK) * 3
    first = int(seen[place])
    length = end - start
    if length == seen[place + 1]:
        index = 0
        while index < length and data[first + index] == data[start + index]:
            index += 1
        if index == length:
            key = int(seen[place + 2])
            return own_key if key == _INHERITED else key
    if length > 0 and data[start] == 0x24:  # extended JSON
        key = _INHERITED
    else:
        key = find_last_part(data, start, end, slots, words, limits)
        if key >= 0 and roles[key] == R_INHERITED:
            key = _INHERITED
    seen[place] = start
    seen[place + 1] = length
    seen[place + 2] = key
    return own_key if key == _INHERITED else key


@compiled_leaf
def _path_key(path: int, paths: _Longs, path_keys: _Integers) -> int:
    for index in range(len(paths)):
        if paths[index] == path:
            return int(path_keys[index])
    return -1


@compiled_leaf
def walk(
    data: _Bytes,
    position: int,
    end: int,
    slots: _Integers,
    words: _Bytes,
    limits: _Integers,
    roles: _Integers,
    paths: _Longs,
    path_keys: _Integers,
    stack: _Longs,
    values: _Integers,
    nodes: _Integers,
    sizes: _Integers,
    seen: _Integers,
    collects: bool,
) -> tuple[int, int]:
    """Read the entry that starts with the bracket at ``position``, within ``end``.

    Returns a status, and where the entry ends or what is wrong; ``sizes`` gets the counts of values and nodes. A value with
    text is collected if its key is known; with ``collects`` False none is, which is faster. FULL: the tables are too small.
    Works in linear time.
    """
    has_paths = len(paths) > 0
    count = 0
    node_count = 1
    most_values = len(values)
    most_nodes = len(nodes)
    nodes[0, N_PARENT] = -1
    nodes[0, N_IN_ARRAY] = 0
    nodes[0, N_START] = position
    nodes[0, N_LAST] = -1
    # Of the innermost container; those of the others are on the stack, ``_FRAME`` numbers each.
    is_array = data[position] == 0x5B
    own_key = -1
    node = 0
    index = 0
    own_path = 0
    depth = 0
    ordinal = 0
    expected = _EXPECT_VALUE if is_array else _EXPECT_KEY
    key = -1
    path = 0
    position += 1
    status = INCOMPLETE
    while position < end:
        byte = int(data[position])
        if byte == 0x20 or byte == 0x0A or byte == 0x0D or byte == 0x09 or byte == 0:
            position += 1
            continue
        if (byte == 0x7D and not is_array and expected != _EXPECT_VALUE) or (byte == 0x5D and is_array):
            position += 1
            if depth == 0:
                status = OK
                break
            depth -= 1
            frame = depth * _FRAME
            is_array = stack[frame] != 0
            own_key = int(stack[frame + 1])
            node = int(stack[frame + 2])
            index = int(stack[frame + 3])
            own_path = int(stack[frame + 4])
            expected = _EXPECT_END
        elif expected == _EXPECT_END:
            if byte != 0x2C:
                status = BROKEN
                break
            position += 1
            index += 1
            expected = _EXPECT_VALUE if is_array else _EXPECT_KEY
        elif expected == _EXPECT_KEY:
            if byte != 0x22:
                status = BROKEN
                break
            key_start = position + 1
            key_end, _ = string_end(data, key_start, end)
            if key_end < 0:
                status = INCOMPLETE if key_end == -1 else BROKEN
                break
            position = key_end + 1
            if position < end and data[position] != 0x3A:
                position = skip_space(data, position, end)
            if position >= end:
                break
            if data[position] != 0x3A:
                status = BROKEN
                break
            position += 1
            if collects:
                key = _known_key(data, key_start, key_end, own_key, slots, words, limits, roles, seen, ordinal)
                ordinal += 1
                if has_paths:
                    path = path_hash(own_path, data, key_start, key_end)
                    found = _path_key(path, paths, path_keys)
                    key = found if found >= 0 else key
            # Most members are "key": "text", read here at once.
            if position + 1 < end and data[position] == 0x20:
                position += 1
            if position < end and data[position] == 0x22:
                start = position + 1
                stop, is_odd = string_end(data, start, end)
                if stop < 0:
                    status = INCOMPLETE if stop == -1 else BROKEN
                    break
                if key >= 0 and stop > start and collects:
                    if count == most_values:
                        status = FULL
                        break
                    count = _add_value(values, count, nodes, node, key, start, stop, is_odd, in_array=False)
                position = stop + 1
                if position + 1 < end and data[position] == 0x2C:
                    position += 2 if data[position + 1] == 0x20 else 1
                else:
                    expected = _EXPECT_END
                continue
            expected = _EXPECT_VALUE
        elif byte == 0x7B or byte == 0x5B:
            if depth + 1 == MOST_LEVELS:
                status = TOO_DEEP
                break
            frame = depth * _FRAME
            stack[frame] = is_array
            stack[frame + 1] = own_key
            stack[frame + 2] = node
            stack[frame + 3] = index
            stack[frame + 4] = own_path
            depth += 1
            if not is_array:
                own_key = key
                own_path = path
            if byte == 0x7B and collects:
                if node_count == most_nodes:
                    status = FULL
                    break
                nodes[node_count, N_PARENT] = node
                nodes[node_count, N_IN_ARRAY] = is_array
                nodes[node_count, N_START] = position
                nodes[node_count, N_LAST] = -1
                node = node_count
                node_count += 1
            is_array = byte == 0x5B
            index = 0
            expected = _EXPECT_VALUE if is_array else _EXPECT_KEY
            position += 1
        else:
            start = position
            is_odd = False
            if byte == 0x22:
                start = position + 1
                stop, is_odd = string_end(data, start, end)
                if stop < 0:
                    status = INCOMPLETE if stop == -1 else BROKEN
                    break
                position = stop + 1
            else:
                stop = bare_end(data, start, end)
                if stop == start or stop < -1:
                    status = BROKEN
                    break
                if stop == -1 or stop == end:
                    break
                position = stop
                start, stop = _bare_value(data, start, stop)
            if collects and stop > start:
                if is_array:
                    key = own_key
                    if has_paths:
                        found = _path_key(path_hash_of_index(own_path, index), paths, path_keys)
                        key = found if found >= 0 else key
                if key >= 0:
                    if count == most_values:
                        status = FULL
                        break
                    count = _add_value(values, count, nodes, node, key, start, stop, is_odd, is_array)
            expected = _EXPECT_END
    sizes[0] = count
    sizes[1] = node_count
    return status, position


@compiled_leaf
def deep_end(data: _Bytes, position: int, end: int) -> int:
    """Return where the entry that starts at ``position`` ends by its brackets and strings alone, -1 if it doesn't."""
    level = 0
    while position < end:
        byte = int(data[position])
        if byte == 0x22:
            position, _ = string_end(data, position + 1, end)
            if position < 0:
                return -1
        elif byte == 0x7B or byte == 0x5B:
            level += 1
        elif byte == 0x7D or byte == 0x5D:
            level -= 1
            if level == 0:
                return position + 1
        position += 1
    return -1
