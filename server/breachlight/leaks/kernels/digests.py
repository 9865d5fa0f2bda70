"""Keyed digests of the addresses, sites and domains of records, and which records may concern the watchlist.

Records are rows of ``spans``: start and end of each of the ``TEXT_COLUMNS`` in ``text``, with a start of -1 for null. A set of
digests that are looked for is a hash table and, before it, a bitmap that most of the others don't pass.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled, compiled_inline, compiled_leaf, is_compiling
from breachlight.leaks.kernels.siphash import siphash_24, siphash_of
from breachlight.leaks.kernels.vectors import WIDTH, bits_below, first_bit, load_word, mask_of

HOST: Final = 1
EMAIL_KEY: Final = 5
ALIAS_KEY: Final = 6

_DOT: Final = ord(".")
_AT: Final = ord("@")
_SET_BITS: Final = 8  # of the bitmap for each slot of a set's table
_KEYS_OF_A_RECORD: Final = 2
_FIRST_ROOM: Final = 1 << 12
_FIRST_SLOTS: Final = 1 << 12
_NOTHING: Final = np.uint64(0)
_ONE: Final = np.uint64(1)

# Entries of remembered names: three words of the name, its size, and these.
_ENTRIES: Final = 1 << 11
_ENTRY_WORDS: Final = 8  # a line of the processor's cache
_DIGEST: Final = 4
_PLACE: Final = 5
"""The last place of the digest among all; if it is in the current block, the name is known there."""
_IS_WATCHED: Final = 6
_WORD_BYTES: Final = 8
_LONGEST_NAME: Final = 3 * _WORD_BYTES

Bytes = npt.NDArray[np.uint8]
Spans = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

_dots = mask_of((_DOT, _DOT))
_at_signs = mask_of((_AT, _AT))

_siphash: Any = compiled_inline(siphash_of(np.uint64, load_word)) if is_compiling() else siphash_24


@compiled_inline
def _slot(digest: Any, mask: int) -> np.int64:
    """Return where the search for a digest begins in a table of ``mask + 1`` slots."""
    return np.int64(digest & np.uint64(mask))


@compiled
def digest_texts(key: Words, data: Bytes, offsets: Numbers) -> Words:
    """Return the digests of texts that follow each other in ``data``; ``offsets`` has one more entry than there are texts."""
    digests = np.empty(len(offsets) - 1, np.uint64)
    for number in range(len(digests)):
        digests[number] = _siphash(key, data, int(offsets[number]), int(offsets[number + 1]))
    return digests


@compiled
def set_of(digests: Words) -> tuple[Words, Bytes]:
    """Return a set as the table and the bitmap that ``is_in_set`` takes."""
    size = 64
    while size < 2 * len(digests):
        size *= 2
    table = np.zeros(size, np.uint64)
    bitmap = np.zeros(size * _SET_BITS // 8, np.uint8)
    for digest in digests:
        if digest == 0:  # a free slot; the other digest that this one finds is a candidate too many
            digest = np.uint64(1)  # noqa: PLW2901
        bit = np.int64(digest >> np.uint64(32)) & (size * _SET_BITS - 1)
        bitmap[bit >> 3] |= np.uint8(1 << (bit & 7))
        slot = _slot(digest, size - 1)
        while table[slot] != 0 and table[slot] != digest:
            slot = (slot + 1) & (size - 1)
        table[slot] = digest
    return table, bitmap


@compiled_inline
def is_in_set(digest: Any, table: Words, bitmap: Bytes) -> bool:
    """Return whether a digest is in a set. Half of the table is free, so a search ends."""
    if digest == 0:
        digest = np.uint64(1)
    bit = np.int64(digest >> np.uint64(32)) & (8 * len(bitmap) - 1)
    if not (int(bitmap[bit >> 3]) >> (bit & 7)) & 1:
        return False
    slot = _slot(digest, len(table) - 1)
    while table[slot] != 0:
        if table[slot] == digest:
            return True
        slot = (slot + 1) & (len(table) - 1)
    return False


@compiled
def digest_emails(
    key: Words, text: Bytes, spans: Spans, block_records: int, table: Words, bitmap: Bytes, is_candidate: Bytes
) -> tuple[Words, Numbers]:
    """Digest email keys and alias keys: return each digest with each block of ``block_records`` that it is in.

    Sets ``is_candidate`` of the records with a digest in the set.
    """
    count = len(spans)
    digests = np.empty(_KEYS_OF_A_RECORD * count, np.uint64)
    blocks = np.empty(_KEYS_OF_A_RECORD * count, np.int32)
    found = 0
    size = 64
    while size < 2 * _KEYS_OF_A_RECORD * min(block_records, count):
        size *= 2
    # The digests of the current block, as places in ``digests``: those of earlier blocks count as free slots.
    seen = np.full(size, -1, np.int32)
    first_of_block = 0
    for row in range(count):
        if row % block_records == 0:
            first_of_block = found
        for column in (EMAIL_KEY, ALIAS_KEY):
            start = int(spans[row, column, 0])
            if start < 0:
                continue
            digest = _siphash(key, text, start, int(spans[row, column, 1]))
            if is_in_set(digest, table, bitmap):
                is_candidate[row] = 1
            slot = _slot(digest, size - 1)
            while seen[slot] >= first_of_block and digests[seen[slot]] != digest:
                slot = (slot + 1) & (size - 1)
            if seen[slot] < first_of_block:
                seen[slot] = found
                digests[found] = digest
                blocks[found] = row // block_records
                found += 1
    return digests[:found].copy(), blocks[:found].copy()


@compiled_inline
def _next_label(text: Bytes, start: int, end: int) -> int:
    """Return where the domain above a name begins, or -1 if a single label or nothing is left."""
    if start + WIDTH <= len(text):
        dots = _dots(text, start) & bits_below(end - start)
        if dots & (dots - 1) != 0:
            return start + first_bit(dots) + 1
        if end - start <= WIDTH:
            return -1
    place = start
    while place < end and text[place] != _DOT:
        place += 1
    above = place + 1
    place = above
    while place < end and text[place] != _DOT:
        place += 1
    return above if place < end else -1


@compiled_inline
def _has_dot(text: Bytes, start: int, end: int) -> bool:
    if start + WIDTH <= len(text) and _dots(text, start) & bits_below(end - start) != 0:
        return True
    for place in range(start, end):
        if text[place] == _DOT:
            return True
    return False


@compiled_inline
def _domain_start(text: Bytes, start: int, end: int) -> int:
    """Return where the domain of an address begins: behind its last ``@``."""
    if end - start <= WIDTH and start + WIDTH <= len(text):
        ats = _at_signs(text, start) & bits_below(end - start)
        if ats != 0 and ats & (ats - 1) == 0:
            return start + first_bit(ats) + 1
    place = end
    while place > start and text[place - 1] != _AT:
        place -= 1
    return place


@compiled_inline
def _words_of(text: Bytes, start: int, end: int) -> Any:
    """Return a name of up to 24 bytes as three words: its first and its last eight bytes, and those in between.

    Eight bytes from ``start`` on must be inside the array. Names of one length with the same words are the same.
    """
    size = end - start
    one = load_word(text, start)
    if size < _WORD_BYTES:
        one &= (_ONE << np.uint64(8 * size)) - _ONE
    two = load_word(text, end - _WORD_BYTES) if size > _WORD_BYTES else _NOTHING
    three = load_word(text, start + _WORD_BYTES) if size > 2 * _WORD_BYTES else _NOTHING
    return one, two, three


@compiled_inline
def _entry_of(one: Any, two: Any) -> int:
    """Return where the entry of a name begins, of which another name may be the owner."""
    mixed = one ^ one >> np.uint64(25) ^ two >> np.uint64(8) ^ two << np.uint64(7)
    mixed ^= mixed >> np.uint64(34) ^ mixed >> np.uint64(6)
    return _ENTRY_WORDS * int((mixed ^ mixed >> np.uint64(8)) & np.uint64(_ENTRIES - 1))


@compiled_inline
def _is_entry(names: Words, entry: int, one: Any, two: Any, three: Any, size: int) -> bool:
    """Return whether an entry is that of a name with these words and so many bytes."""
    if names[entry] != one or names[entry + 1] != two:
        return False
    return bool(names[entry + 2] == three and names[entry + 3] == np.uint64(size))


@compiled_inline
def _remember(
    names: Words, entry: int, one: Any, two: Any, three: Any, size: int, digest: Any, place: int, is_watched: Any
) -> None:
    """Make an entry that of a name, whose digest is at a place among all."""
    names[entry], names[entry + 1], names[entry + 2], names[entry + 3] = one, two, three, np.uint64(size)
    names[entry + _DIGEST], names[entry + _PLACE], names[entry + _IS_WATCHED] = digest, np.uint64(place), is_watched


@compiled_leaf
def _digest_rows(
    key: Words,
    text: Bytes,
    spans: Spans,
    row: int,
    last: int,
    table: Words,
    bitmap: Bytes,
    is_candidate: Bytes,
    seen: Numbers,
    first: int,
    found: int,
    digests: Words,
    is_covered: Bytes,
    names: Words,
) -> tuple[int, int]:
    """Digest the names of a block's records from ``row`` to ``last``; return the first row that needs more room, and ``found``.

    The digests of the block are those from ``first`` on; ``seen`` has the places in ``digests`` where they are, and what is
    below ``first`` counts as a free slot. Where a name is, all names above it are. ``is_covered`` says whether a name or one
    above it is in the set. ``names`` remembers some of the names met so far: most are met again and again.
    """
    mask = len(seen) - 1
    while row < last:
        labels = _most_labels(spans, row)
        if found + labels > len(digests) or 2 * (found - first + labels) > len(seen):
            break
        for column in (HOST, EMAIL_KEY):
            start, end = int(spans[row, column, 0]), int(spans[row, column, 1])
            if start < 0:
                continue
            if column == EMAIL_KEY:
                start = _domain_start(text, start, end)
            if not _has_dot(text, start, end):
                continue
            begin = found
            covered = 0
            # From the name upwards, until a name that is known.
            while start >= 0:
                size = end - start
                one = two = three = _NOTHING
                entry = -1
                if size <= _LONGEST_NAME and start + _WORD_BYTES <= len(text):
                    one, two, three = _words_of(text, start, end)
                    entry = _entry_of(one, two)
                if entry >= 0 and _is_entry(names, entry, one, two, three, size):
                    place = int(names[entry + _PLACE])
                    if place >= first:
                        covered = int(is_covered[place])
                        break
                    digest, is_watched = names[entry + _DIGEST], names[entry + _IS_WATCHED]
                else:
                    digest = _siphash(key, text, start, end)
                    is_watched = _ONE if is_in_set(digest, table, bitmap) else _NOTHING
                slot = _slot(digest, mask)
                while seen[slot] >= first and digests[seen[slot]] != digest:
                    slot = (slot + 1) & mask
                place = int(seen[slot])
                is_new = place < first
                if is_new:
                    seen[slot] = place = found
                    digests[found] = digest
                    is_covered[found] = is_watched
                    found += 1
                if entry >= 0:
                    _remember(names, entry, one, two, three, size, digest, place, is_watched)
                if not is_new:
                    covered = int(is_covered[place])
                    break
                start = _next_label(text, start, end)
            for place in range(found - 1, begin - 1, -1):
                covered |= int(is_covered[place])
                is_covered[place] = covered
            if covered != 0:
                is_candidate[row] = 1
        row += 1
    return row, found


@compiled_inline
def _most_labels(spans: Spans, row: int) -> int:
    """Return a number that the names of a record don't exceed: a name of n bytes has fewer labels than n."""
    size = int(spans[row, HOST, 1]) - int(spans[row, HOST, 0])
    return size + int(spans[row, EMAIL_KEY, 1]) - int(spans[row, EMAIL_KEY, 0])


@compiled
def _grown_slots(seen: Numbers, digests: Words, first: int, found: int) -> Numbers:
    """Return a table of twice the size with the digests from ``first`` on."""
    mask = 2 * len(seen) - 1
    grown = np.full(2 * len(seen), -1, np.int32)
    for place in range(first, found):
        slot = _slot(digests[place], mask)
        while grown[slot] >= 0:
            slot = (slot + 1) & mask
        grown[slot] = place
    return grown


@compiled
def digest_domains(
    key: Words, text: Bytes, spans: Spans, block_records: int, table: Words, bitmap: Bytes, is_candidate: Bytes
) -> tuple[Words, Numbers]:
    """Digest hosts, email domains and all domains above them, down to two labels: return each digest with each block.

    Sets ``is_candidate`` of the records with a digest in the set. What a block has is small enough for the processor's
    nearest cache, which is faster than to remember the names of all blocks.
    """
    room = 2 * len(spans) + _FIRST_ROOM
    digests, blocks = np.empty(room, np.uint64), np.empty(room, np.int32)
    is_covered = np.empty(room, np.uint8)
    seen = np.full(_FIRST_SLOTS, -1, np.int32)
    names = np.zeros(_ENTRIES * _ENTRY_WORDS, np.uint64)
    found = 0
    for start in range(0, len(spans), block_records):
        first, row, last = found, start, min(start + block_records, len(spans))
        while True:
            row, found = _digest_rows(
                key, text, spans, row, last, table, bitmap, is_candidate, seen, first, found, digests, is_covered, names
            )
            if row == last:
                break
            labels = _most_labels(spans, row)
            if 2 * (found - first + labels) > len(seen):
                seen = _grown_slots(seen, digests, first, found)
            if found + labels > len(digests):
                room = 2 * len(digests) + labels
                more_digests, more_blocks = np.empty(room, np.uint64), np.empty(room, np.int32)
                more_covered = np.empty(room, np.uint8)
                more_digests[:found] = digests[:found]
                more_blocks[:first] = blocks[:first]
                more_covered[:found] = is_covered[:found]
                digests, blocks, is_covered = more_digests, more_blocks, more_covered
        blocks[first:found] = start // block_records
    return digests[:found].copy(), blocks[:found].copy()
