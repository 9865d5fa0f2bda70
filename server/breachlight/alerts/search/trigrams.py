"""Trigrams of alerts' texts and the lists of alerts that contain them, in the form in which they are stored.

A segment of an account has the alerts with ``1 << SEGMENT_BITS`` consecutive numbers. For each pair of characters that its texts
contain, one row lists the characters that follow the pair and, for each of these, the alerts: their offsets in the segment, or a
bitmap of ``BITMAP_BYTES`` if that is shorter. A row consists of the number of following characters (32 bits), these (16 bits each,
ascending), the ends of their lists in bytes (32 bits each), and the lists.

Texts end in two separators, so every character and every pair of a text begins a trigram.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import compress, count
from operator import and_, or_
from typing import Final

SEGMENT_BITS: Final = 14
BITMAP_BYTES: Final = (1 << SEGMENT_BITS) // 8
LONGEST_TEXT: Final = 2_048
"""Characters; longer texts aren't indexed, so their alerts may contain anything."""
LARGEST_PAIR: Final = (1 << 32) - 1

_BASIC_PLANE: Final = 0x10000
_SURROGATES: Final = 0xD800
_MOST_TRIGRAMS: Final = 24
_FEW: Final = 100
"""Alerts of a segment that are found sooner one by one than by reading all bits."""
_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


def _symbol(code: int) -> int:
    """Return the 16 bits of a character; those beyond the basic plane share the 2,048 of surrogates, which no text has."""
    return code if code < _BASIC_PLANE else _SURROGATES | (code & 0x7FF)


@dataclass(frozen=True, slots=True)
class Lookup:
    """What to look up: alerts in all of ``pairs``, with the characters that must follow each, or in any pair of a range."""

    pairs: Mapping[int, frozenset[int]]
    first: int = 1
    last: int = 0


def lookup(text: str) -> Lookup:
    """Return what to look up for a text in lower case, of one or more characters; of long ones some trigrams are enough."""
    codes = [_symbol(ord(character)) for character in text]
    if len(codes) == 1:
        return Lookup({}, codes[0] << 16, codes[0] << 16 | 0xFFFF)
    if len(codes) == 2:
        pair = codes[0] << 16 | codes[1]
        return Lookup({}, pair, pair)
    pairs: dict[int, frozenset[int]] = {}
    for start in range(0, len(codes) - 2, -(-(len(codes) - 2) // _MOST_TRIGRAMS)):
        pair = codes[start] << 16 | codes[start + 1]
        pairs[pair] = pairs.get(pair, frozenset()) | {codes[start + 2]}
    return Lookup(pairs)


@dataclass(frozen=True, slots=True)
class Built:
    """What is stored of a segment: its rows by pair, and a bitmap of alerts that may contain anything, None for none."""

    rows: Sequence[tuple[int, bytes]]
    unindexed: bytes | None


class Postings:
    """A stored row."""

    def __init__(self, data: bytes) -> None:
        view = memoryview(data)
        [count] = view[:4].cast("I")
        self._thirds = view[4 : 4 + 2 * count].cast("H")
        self._ends = view[4 + 2 * count : 4 + 6 * count].cast("I")
        self._lists = view[4 + 6 * count :]

    def alerts(self, third: int) -> memoryview:
        """Return the stored list of the alerts in which a character follows the pair; an empty one if there are none."""
        place = bisect_left(self._thirds, third)
        if place == len(self._thirds) or self._thirds[place] != third:
            return self._lists[:0]
        return self._list(place)

    def all(self) -> int:
        """Return all alerts that contain the pair: a bit for each, by its offset."""
        return reduce(or_, (_bits_of_list(self._list(place)) for place in range(len(self._thirds))))

    def _list(self, place: int) -> memoryview:
        return self._lists[self._ends[place - 1] if place else 0 : self._ends[place]]


def intersection(lists: Iterable[memoryview]) -> int:
    """Return the alerts that are in all of some stored lists, one or more: a bit for each, by its offset.

    From the shortest list on, few alerts are left to look up in the others.
    """
    first, *others = sorted(lists, key=len)
    if len(first) >= BITMAP_BYTES:
        return reduce(and_, map(_bits_of_list, (first, *others)))
    found = set(first.cast("H"))
    while found and others and len(others[0]) < BITMAP_BYTES:
        found.intersection_update(others.pop(0).cast("H"))
    if len(found) > _FEW:
        return reduce(and_, map(_bits_of_list, others), _bits(found))
    return _bits(offset for offset in found if all(other[offset >> 3] >> (offset & 7) & 1 for other in others))


def _bits_of_list(stored: memoryview) -> int:
    return int.from_bytes(stored, "little") if len(stored) >= BITMAP_BYTES else _bits(stored.cast("H"))


def _bits(found: Iterable[int]) -> int:
    bits = bytearray(BITMAP_BYTES)
    for offset in found:
        bits[offset >> 3] |= 1 << (offset & 7)
    return int.from_bytes(bits, "little")


def offsets(bits: int) -> Iterable[int]:
    """Return the offsets of a set of alerts, ascending."""
    if bits.bit_count() > _FEW:
        return compress(count(), f"{bits:b}"[::-1].encode().translate(_DIGITS))
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
