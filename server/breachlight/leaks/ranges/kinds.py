"""The kinds of hashes, and how entries are stored.

An entry has what is left of a hash behind the whole bytes of its row's bucket, and its count: 8 bytes, signed, big-endian. A row
has the entries of one bucket, the first ``bits`` bits of the hashes, in order. No other module knows this form.
"""

from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from struct import Struct
from typing import Final

PREFIX_BITS: Final = 20
"""The bits of the smallest buckets."""
COUNT_BYTES: Final = 8
LEAK_BYTES: Final = 4
"""Behind the SHA-1 of an address is the number of a leak."""


class HashKind(IntEnum):
    """A kind of hash; its number is stored."""

    SHA1 = 1
    NTLM = 2
    EMAIL = 3

    @property
    def size(self) -> int:
        """Bytes of a hash, for an address with those of the leak."""
        return {HashKind.SHA1: 20, HashKind.NTLM: 16, HashKind.EMAIL: 20 + LEAK_BYTES}[self]

    @property
    def prefix_bits(self) -> int:
        """Bits of the prefix that is asked for: five hexadecimal digits, or six for an address."""
        return 24 if self is HashKind.EMAIL else 20

    @property
    def label(self) -> str:
        """Its name in requests and metrics."""
        return self.name.lower()


@cache
def _reader(size: int) -> Struct:
    return Struct(f">{size}sq")


def entries_of(kind: HashKind, bits: int, row: bytes, prefix: int) -> Iterator[tuple[bytes, int]]:
    """Yield the hashes of a row that begin with a prefix, without its whole bytes, and their counts."""
    skipped = bits // 8
    found: Iterator[tuple[bytes, int]] = _reader(kind.size - skipped).iter_unpack(row)
    if bits == kind.prefix_bits:
        return found
    left = kind.prefix_bits - 8 * skipped
    wanted = prefix & ((1 << left) - 1)
    whole = (left + 7) // 8
    cut = kind.prefix_bits // 8 - skipped
    return (
        (rest[cut:], count)
        for rest, count in found
        if int.from_bytes(rest[:whole], "big") >> (8 * whole - left) == wanted
    )
