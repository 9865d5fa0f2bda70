"""The answer for a prefix: what is left of the hash of each address, with the public leaks that it is in."""

from dataclasses import dataclass
from typing import Final

from breachlight.config import get_key_ring
from breachlight.database.session import reading
from breachlight.leaks.email_ranges.lookup_repository import find, public_names
from breachlight.leaks.opt_outs.digests import OptOutDigester
from breachlight.leaks.opt_outs.repository import opted_out
from breachlight.leaks.ranges.kinds import LEAK_BYTES, HashKind, entries_of

PREFIX_DIGITS: Final = HashKind.EMAIL.prefix_bits // 4


class NotBuiltError(Exception):
    """The index is being built: an answer would say of leaked addresses that they aren't."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address: the digits of its hash behind the prefix, and the names of leaks in order."""

    suffix: str
    leaks: list[str]


async def find_addresses(prefix: str) -> list[Address]:
    """Return the addresses whose SHA-1 begins with six hexadecimal digits, in the order of their hashes.

    Raises:
        NotBuiltError: the index isn't complete yet.
    """
    number = int(prefix, 16)
    found = await find(number)
    if found.built_at is None:
        raise NotBuiltError
    counts: dict[bytes, int] = {}
    for bits, row in found.rows:
        for rest, count in entries_of(HashKind.EMAIL, bits, row, number):
            counts[rest] = counts.get(rest, 0) + count
    numbers: dict[bytes, list[int]] = {}
    for rest in sorted(rest for rest, count in counts.items() if count > 0):
        numbers.setdefault(rest[:-LEAK_BYTES], []).append(int.from_bytes(rest[-LEAK_BYTES:], "big"))
    await _leave_out(numbers, number.to_bytes(PREFIX_DIGITS // 2, "big"))
    names = await public_names({number for every in numbers.values() for number in every})
    addresses = [
        # Merged leaks have several numbers.
        Address(suffix.hex().upper(), sorted({names[number] for number in every if number in names}, key=str.lower))
        for suffix, every in numbers.items()
    ]
    return [address for address in addresses if address.leaks]


async def _leave_out(numbers: dict[bytes, list[int]], prefix: bytes) -> None:
    """Remove the addresses that have an opt-out; all are digested, so the time doesn't depend on one of them."""
    digester = OptOutDigester(get_key_ring())
    suffixes = {digester.of_hash(prefix + suffix): suffix for suffix in numbers}
    async with reading() as connection:
        hidden = await opted_out(connection, suffixes)
    for digest in hidden:
        del numbers[suffixes[digest]]
