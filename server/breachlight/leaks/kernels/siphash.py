"""SipHash-2-4 (Aumasson, Bernstein: SipHash: a fast short-input PRF, 2012), once for Python's integers and once for numba's.

A process that digests a few values imports ``siphash_24`` and no numba.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Key: TypeAlias = Sequence[int] | npt.NDArray[np.uint64]
"""The two words of a key, little-endian."""

_Load: TypeAlias = Callable[[Any, int], Any]
_Siphash: TypeAlias = Callable[[Key, Any, int, int], int]

_ALL_BITS: Final = (1 << 64) - 1


def _load(data: Any, position: int) -> int:
    """Return the eight bytes at a position, little-endian."""
    return int.from_bytes(data[position : position + 8], "little")


def siphash_of(word: Callable[[int], Any], load: _Load) -> _Siphash:
    """Return the function for integers of the type ``word``, of 64 bits or more; ``load`` does what ``_load`` does."""
    ones = word(_ALL_BITS)

    def siphash(key: Key, data: Any, start: int, end: int) -> int:
        """Return the digest of the bytes from ``start`` to ``end``, which must be inside ``data``."""
        v0 = word(key[0]) ^ word(0x736F6D6570736575)
        v1 = word(key[1]) ^ word(0x646F72616E646F6D)
        v2 = word(key[0]) ^ word(0x6C7967656E657261)
        v3 = word(key[1]) ^ word(0x7465646279746573)
        last = end - (end - start) % 8  # where the bytes begin that fill no word
        position = start
        rounds = 2
        while True:
            if position < last:
                m = load(data, position)
            elif position == last:
                m = word((end - start) & 0xFF) << word(56)
                if last + 8 <= len(data):
                    m |= load(data, last) & ((word(1) << word(8 * (end - last))) - word(1))
                else:
                    for place in range(last, end):
                        m |= word(data[place]) << word(8 * (place - last))
            else:
                m = word(0)
                v2 ^= word(0xFF)
                rounds = 4
            v3 ^= m
            for _ in range(rounds):
                v0 = (v0 + v1) & ones
                v1 = (v1 << word(13) | v1 >> word(51)) & ones ^ v0
                v0 = (v0 << word(32) | v0 >> word(32)) & ones
                v2 = (v2 + v3) & ones
                v3 = (v3 << word(16) | v3 >> word(48)) & ones ^ v2
                v0 = (v0 + v3) & ones
                v3 = (v3 << word(21) | v3 >> word(43)) & ones ^ v0
                v2 = (v2 + v1) & ones
                v1 = (v1 << word(17) | v1 >> word(47)) & ones ^ v2
                v2 = (v2 << word(32) | v2 >> word(32)) & ones
            v0 ^= m
            if position > last:
                digest: int = v0 ^ v1 ^ v2 ^ v3
                return digest
            position += 8

    return siphash


siphash_24: Final = siphash_of(int, _load)
"""SipHash-2-4 of ``data[start:end]`` in plain Python: 25 µs for an address."""
