"""Hashes of the password ranges as arrays and rows, compared with plain dictionaries."""

import hashlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.leaks.ranges.counting import password_hashes
from breachlight.leaks.ranges.hashes import Hashes
from breachlight.leaks.ranges.kinds import PREFIX_BITS, HashKind, entries_of

KINDS = st.sampled_from(list(HashKind))
# Few different bytes: equal hashes, equal beginnings and equal prefixes are frequent.
COUNTS = st.dictionaries(
    st.tuples(st.binary(min_size=3, max_size=3), st.sampled_from([b"\x00", b"\xff", b"ab"])),
    st.integers(-(2**40), 2**40).filter(bool),
    max_size=60,
)


def full(kind: HashKind, part: tuple[bytes, bytes], filler: bytes = b"\x07") -> bytes:
    start, end = part
    return start + filler * (kind.size - len(start) - len(end)) + end


def hashes(kind: HashKind, counts: Counter[bytes]) -> Hashes:
    values = np.frombuffer(b"".join(counts), np.uint8).reshape(-1, kind.size)
    return Hashes(kind, values, np.fromiter(counts.values(), np.int64, len(counts))).summed()


def plain(found: Hashes) -> dict[bytes, int]:
    return {value.tobytes(): int(count) for value, count in zip(found.values, found.counts, strict=True)}


@given(KINDS, st.lists(COUNTS, max_size=4))
@settings(deadline=None)
def test_sums_are_those_of_counters(kind: HashKind, parts: list[dict[tuple[bytes, bytes], int]]) -> None:
    counted = [Counter({full(kind, part): count for part, count in counts.items()}) for counts in parts]
    total: Counter[bytes] = Counter()
    for each in counted:
        for name, count in each.items():
            total[name] += count
    found = Hashes.sum_of(kind, [hashes(kind, each) for each in counted])
    assert plain(found) == {name: count for name, count in total.items() if count}
    assert list(plain(found)) == sorted(plain(found))
    assert plain(Hashes.sum_of(kind, [found, found.negative])) == {}


@given(KINDS, COUNTS, st.integers(0, PREFIX_BITS), st.integers(0, 2**PREFIX_BITS), st.integers(0, 2**PREFIX_BITS))
@settings(deadline=None)
def test_rows_have_what_was_put_in(
    kind: HashKind, counts: dict[tuple[bytes, bytes], int], bits: int, first: int, end: int
) -> None:
    found = hashes(kind, Counter({full(kind, part): count for part, count in counts.items()}))
    rows = list(found.rows(bits))
    assert plain(Hashes.of_rows(kind, bits, rows)) == plain(found)
    by_bucket = dict(rows)
    of_prefixes = {}
    digits, whole = kind.prefix_bits, kind.prefix_bits // 8
    for prefix in {int.from_bytes(name[:3], "big") >> (24 - digits) for name in plain(found)}:
        row = by_bucket[prefix >> (digits - bits)]
        for rest, count in entries_of(kind, bits, row, prefix):
            of_prefixes[(prefix >> (digits % 8)).to_bytes(whole, "big") + rest] = count
    assert of_prefixes == plain(found)
    expected = {
        name: count for name, count in plain(found).items() if first <= int.from_bytes(name[:3], "big") >> 4 < end
    }
    assert plain(found.between(min(first, end), end)) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (HashKind.SHA1, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"),
        (HashKind.NTLM, "8846F7EAEE8FB117AD06BDD830B7586C"),
    ],
)
def test_hashes_are_those_that_everybody_has(kind: HashKind, expected: str) -> None:
    found = plain(password_hashes(kind, {"password": 3, "пароль": 1}))
    assert found[bytes.fromhex(expected)] == 3
    if kind is HashKind.SHA1:
        assert found[hashlib.sha1("пароль".encode()).digest()] == 1
