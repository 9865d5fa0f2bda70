"""Keyed digests of the addresses, sites and domains of records, and which records may concern the watchlist.

Records are rows of ``spans``: start and end of each of the ``TEXT_COLUMNS`` in ``text``, with a start of -1 for null. A set of
digests that are looked for is a hash table and, before it, a bitmap that most of the others don't pass.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled, compiled_leaf, is_compiling
from breachlight.leaks.kernels.siphash import siphash_24, siphash_of

HOST: Final = 1
EMAIL_KEY: Final = 5
ALIAS_KEY: Final = 6

_DOT: Final = ord(".")
_AT: Final = ord("@")
_SET_BITS: Final = 8  # of the bitmap for each slot of a set's table
_KEYS_OF_A_RECORD: Final = 2
_FIRST_NODES: Final = 1 << 12
_ABOVE: Final = 0
_BLOCK: Final = 1
_COVERED: Final = 2
_SLOT: Final = 3
_NODE_FIELDS: Final = 4

Bytes = npt.NDArray[np.uint8]
Spans = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

_siphash: Any = compiled_leaf(siphash_of(np.uint64)) if is_compiling() else siphash_24


@compiled_leaf
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


@compiled_leaf
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


@compiled
def _grown_slots(slots: Words, nodes: Spans) -> Words:
    """Return a table of twice the size with the same digests, and set the slots of the nodes."""
    size = 2 * len(slots)
    grown = np.zeros((size, 2), np.uint64)
    for old in range(len(slots)):
        if slots[old, 1] != 0:
            slot = _slot(slots[old, 0], size - 1)
            while grown[slot, 1] != 0:
                slot = (slot + 1) & (size - 1)
            grown[slot, 0] = slots[old, 0]
            grown[slot, 1] = slots[old, 1]
            nodes[np.int64(slots[old, 1]) - 1, _SLOT] = slot
    return grown


@compiled_leaf
def _next_label(text: Bytes, start: int, end: int) -> int:
    """Return where the domain above a name begins, or -1 if a single label or nothing is left."""
    place = start
    while place < end and text[place] != _DOT:
        place += 1
    above = place + 1
    place = above
    while place < end and text[place] != _DOT:
        place += 1
    return above if place < end else -1


@compiled_leaf
def _has_dot(text: Bytes, start: int, end: int) -> bool:
    for place in range(start, end):
        if text[place] == _DOT:
            return True
    return False


@compiled_leaf
def _domain_start(text: Bytes, start: int, end: int) -> int:
    """Return where the domain of an address begins: behind its last ``@``."""
    place = end
    while place > start and text[place - 1] != _AT:
        place -= 1
    return place


@compiled_leaf
def _digest_rows(
    key: Words,
    text: Bytes,
    spans: Spans,
    row: int,
    block_records: int,
    table: Words,
    bitmap: Bytes,
    is_candidate: Bytes,
    slots: Words,
    nodes: Spans,
    found_digests: Words,
    found_blocks: Numbers,
    used: npt.NDArray[np.int64],
) -> int:
    """Digest the names of records from ``row`` on, and return the first row that may need more room.

    A slot has a digest and 1 + the number of its node. A node has the number of the node above, the last block that it was
    found in, whether it is covered by the set, and its slot. ``used`` counts nodes and digests found.
    """
    count, found = int(used[0]), int(used[1])
    while row < len(spans):
        size = int(spans[row, HOST, 1]) - int(spans[row, HOST, 0])
        size += int(spans[row, EMAIL_KEY, 1]) - int(spans[row, EMAIL_KEY, 0])
        # A name of n bytes has fewer labels than n, so fewer nodes, each found once.
        if count + size > len(nodes) or found + size > len(found_digests):
            break
        block = row // block_records
        for column in (HOST, EMAIL_KEY):
            start, end = int(spans[row, column, 0]), int(spans[row, column, 1])
            if start < 0:
                continue
            if column == EMAIL_KEY:
                start = _domain_start(text, start, end)
            if not _has_dot(text, start, end):
                continue
            first, below, old_count = -1, -1, count
            # From the name upwards, until a name that is known.
            while start >= 0:
                digest = _siphash(key, text, start, end)
                slot = _slot(digest, len(slots) - 1)
                while slots[slot, 1] != 0 and slots[slot, 0] != digest:
                    slot = (slot + 1) & (len(slots) - 1)
                is_known = slots[slot, 1] != 0
                node: Any = np.int64(slots[slot, 1]) - 1
                if not is_known:
                    node = count
                    count += 1
                    slots[slot, 0] = digest
                    slots[slot, 1] = count
                    nodes[node, _ABOVE] = -1
                    nodes[node, _BLOCK] = -1
                    nodes[node, _COVERED] = 1 if is_in_set(digest, table, bitmap) else 0
                    nodes[node, _SLOT] = slot
                if below < 0:
                    first = node
                else:
                    nodes[below, _ABOVE] = node
                below = node
                start = -1 if is_known else _next_label(text, start, end)
            for node in range(count - 1, old_count - 1, -1):
                above = int(nodes[node, _ABOVE])
                if above >= 0 and nodes[above, _COVERED]:
                    nodes[node, _COVERED] = 1
            if nodes[first, _COVERED]:
                is_candidate[row] = 1
            node = first
            while node >= 0 and nodes[node, _BLOCK] != block:
                nodes[node, _BLOCK] = block
                found_digests[found] = slots[nodes[node, _SLOT], 0]
                found_blocks[found] = block
                found += 1
                node = int(nodes[node, _ABOVE])
        row += 1
    used[0] = count
    used[1] = found
    return row


@compiled
def digest_domains(
    key: Words, text: Bytes, spans: Spans, block_records: int, table: Words, bitmap: Bytes, is_candidate: Bytes
) -> tuple[Words, Numbers]:
    """Digest hosts, email domains and all domains above them, down to two labels: return each digest with each block.

    Sets ``is_candidate`` of the records with a digest in the set. Every distinct name is a node that knows the one above it,
    so a name that was met before costs one digest.
    """
    size = _FIRST_NODES
    for row in range(len(spans)):  # so that the names of any one record fit
        for column in (HOST, EMAIL_KEY):
            while size < 8 * (int(spans[row, column, 1]) - int(spans[row, column, 0])):
                size *= 2
    slots = np.zeros((2 * size, 2), np.uint64)
    nodes = np.empty((size, _NODE_FIELDS), np.int32)
    found_digests = np.empty(2 * len(spans) + size, np.uint64)
    found_blocks = np.empty(2 * len(spans) + size, np.int32)
    used = np.zeros(2, np.int64)
    row = 0
    while True:
        row = _digest_rows(
            key, text, spans, row, block_records, table, bitmap, is_candidate,
            slots, nodes, found_digests, found_blocks, used,
        )  # fmt: skip
        if row == len(spans):
            break
        slots = _grown_slots(slots, nodes)
        nodes = np.concatenate((nodes, np.empty_like(nodes)))
        found_digests = np.concatenate((found_digests, np.empty_like(found_digests)))
        found_blocks = np.concatenate((found_blocks, np.empty_like(found_blocks)))
    found = int(used[1])
    return found_digests[:found].copy(), found_blocks[:found].copy()
