"""Stored lists of alerts: what is in all of them, and the offsets of a set."""

import random

import pytest

from breachlight.alerts.search.trigrams import BITMAP_BYTES, intersection, offsets

_ALERTS = BITMAP_BYTES * 8


def stored(numbers: set[int]) -> memoryview:
    """Return a list as it is stored: offsets of 16 bits each, or a bitmap if that is shorter."""
    if 2 * len(numbers) < BITMAP_BYTES:
        return memoryview(b"".join(number.to_bytes(2, "little") for number in sorted(numbers)))
    return memoryview(sum(1 << number for number in numbers).to_bytes(BITMAP_BYTES, "little"))


@pytest.mark.parametrize("seed", range(20))
def test_alerts_of_all_lists_are_found(seed: int) -> None:
    chance = random.Random(seed)
    for sizes in ([3, 5000], [300, 900, 12_000], [900], [2000, 9000, 16_384], [0, 700], [150, 160, 170, 9000], [1]):
        # Neighbours, so that lists have something in common.
        lists = [{chance.randrange(min(_ALERTS, 2 * size)) for _ in range(size)} for size in sizes]
        chance.shuffle(lists)
        found = intersection(map(stored, lists))
        assert list(offsets(found)) == sorted(set.intersection(*lists))
