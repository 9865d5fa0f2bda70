"""The rows of a segment, made of its alerts' texts."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.alerts.query.where import SEPARATOR
from breachlight.alerts.search.trigrams import BITMAP_BYTES, LONGEST_TEXT, Built

_ENDING: Final = SEPARATOR * 2
_MOST_CHARACTERS: Final = 4_000_000
"""Characters of a segment that are indexed, some 250 for each alert: they bound the memory, to about 150 MB."""

_Codes = npt.NDArray[np.uint16]
_Numbers = npt.NDArray[np.uint64]


def build(texts: Sequence[tuple[int, str]]) -> Built:
    """Index texts in lower case, given with the offsets of their alerts."""
    chosen, others, room = [], [], _MOST_CHARACTERS
    for offset, text in texts:
        if len(text) > min(LONGEST_TEXT, room):
            others.append(offset)
        elif text:
            chosen.append((offset, text))
            room -= len(text)
    unindexed = _bitmap(np.array(others, np.uint16)) if others else None
    return Built(list(_rows(_occurrences(chosen))) if chosen else [], unindexed)


def _occurrences(texts: Sequence[tuple[int, str]]) -> _Numbers:
    """Return the pairs of trigram and alert, ascending: 16 bits for each character and for the offset."""
    codes = np.frombuffer("".join(text + _ENDING for _, text in texts).encode("utf-32-le"), np.uint32)
    symbols: _Numbers = np.where(codes < 0x10000, codes, 0xD800 | (codes & 0x7FF)).astype(np.uint64)
    offsets = np.repeat(
        np.array([offset for offset, _ in texts], np.uint64), [len(text) + len(_ENDING) for _, text in texts]
    )
    places: _Numbers = np.array([48, 32, 16], np.uint64)
    found: _Numbers = symbols[:-2] << places[0] | symbols[1:-1] << places[1] | symbols[2:] << places[2] | offsets[:-2]
    found.sort()
    return found[_begins(found)]


def _begins(numbers: _Numbers) -> npt.NDArray[np.bool_]:
    """Return where another number begins, in a sorted array."""
    return np.concatenate(([True], numbers[1:] != numbers[:-1]))


def _rows(occurrences: _Numbers) -> Iterator[tuple[int, bytes]]:
    offsets = occurrences.astype(np.uint16)
    trigrams: _Numbers = occurrences >> np.uint64(16)
    begins = np.flatnonzero(_begins(trigrams))
    ends = np.append(begins[1:], len(trigrams))
    trigrams = trigrams[begins]
    thirds, pairs = trigrams.astype(np.uint16), trigrams >> np.uint64(16)
    first = np.flatnonzero(_begins(pairs))
    for start, end in zip(first, np.append(first[1:], len(pairs)), strict=True):
        lists = np.split(offsets[begins[start] : ends[end - 1]], begins[start + 1 : end] - begins[start])
        yield int(pairs[start]), _row(thirds[start:end], lists)


def _row(thirds: _Codes, lists: Sequence[_Codes]) -> bytes:
    stored = [_bitmap(each) if each.nbytes >= BITMAP_BYTES else each.tobytes() for each in lists]
    ends = np.cumsum([len(each) for each in stored]).astype(np.uint32)
    return b"".join([len(lists).to_bytes(4, "little"), thirds.tobytes(), ends.tobytes(), *stored])


def _bitmap(offsets: _Codes) -> bytes:
    bits = np.zeros(BITMAP_BYTES * 8, np.uint8)
    bits[offsets] = 1
    return np.packbits(bits, bitorder="little").tobytes()
