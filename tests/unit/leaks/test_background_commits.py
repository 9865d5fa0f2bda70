"""When batches that wait for others are committed."""

import asyncio
import time

import pytest

from breachlight.leaks.ingest.background_commits import BackgroundCommits

AT_ONCE = 0.5
LONGEST = 5.0
"""Seconds, in which a busy machine has time enough."""


class Committed:
    """The transactions that were made, and when the last one began."""

    def __init__(self) -> None:
        self.transactions: list[list[int]] = []
        self.begun = time.monotonic()

    async def commit(self, stored: object) -> None:
        assert isinstance(stored, list)
        self.transactions.append(stored)
        self.begun = time.monotonic()
        await asyncio.sleep(0)


async def test_batches_are_committed_together_once_enough_are_there() -> None:
    committed, begun = Committed(), time.monotonic()
    async with BackgroundCommits(committed.commit) as commits:
        for number in range(0, 6, 2):
            await commits.add([number, number + 1])
        while not committed.transactions:
            await asyncio.sleep(0.001)
        assert committed.begun - begun < AT_ONCE
    assert committed.transactions == [[0, 1, 2, 3, 4, 5]]


async def test_a_batch_waits_a_little_for_others() -> None:
    committed, begun = Committed(), time.monotonic()
    async with BackgroundCommits(committed.commit) as commits:
        await commits.add([1])
        await commits.add([2])
        while not committed.transactions:
            await asyncio.sleep(0.001)
        assert committed.begun - begun < LONGEST
        assert committed.transactions == [[1, 2]]
        begun = time.monotonic()
        await commits.add([3])
        while len(committed.transactions) < 2:
            await asyncio.sleep(0.001)
        assert AT_ONCE < committed.begun - begun < LONGEST


async def test_the_last_batches_wait_for_no_others() -> None:
    committed, begun = Committed(), time.monotonic()
    async with BackgroundCommits(committed.commit) as commits:
        await commits.add([1])
        commits.hurry()
        await commits.add([2])
        await commits.finish()
        assert time.monotonic() - begun < AT_ONCE
    assert [number for transaction in committed.transactions for number in transaction] == [1, 2]


async def test_more_than_a_transaction_takes_is_divided_in_its_order() -> None:
    committed = Committed()
    async with BackgroundCommits(committed.commit) as commits:
        await commits.add(list(range(20)))
    assert committed.transactions == [list(range(6)), list(range(6, 12)), list(range(12, 18)), [18, 19]]


async def test_after_an_error_nothing_that_waits_is_committed() -> None:
    committed, begun = Committed(), time.monotonic()

    async def interrupted() -> None:
        async with BackgroundCommits(committed.commit) as commits:
            await commits.add([1])
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await interrupted()
    assert committed.transactions == []
    assert time.monotonic() - begun < AT_ONCE


async def test_an_error_of_a_commit_is_raised() -> None:
    async def commit(stored: object) -> None:
        raise ValueError(f"not stored: {stored}")

    with pytest.raises(ValueError, match=r"not stored: \[1\]"):
        async with BackgroundCommits(commit) as commits:
            await commits.add([1])
