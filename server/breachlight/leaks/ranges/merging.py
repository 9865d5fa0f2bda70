"""Merging of runs, so that a lookup reads a few rows however often the index was changed.

Runs never change, so a merge needs no lock: it reads them range by range, and each range is one transaction with its position. The
merged run replaces its sources in one statement.
"""

from collections.abc import Sequence
from typing import Final

from breachlight.database.session import Connection
from breachlight.leaks.ranges import repository
from breachlight.leaks.ranges.definitions import RangeIndex
from breachlight.leaks.ranges.hashes import Hashes, bits_of
from breachlight.leaks.ranges.kinds import PREFIX_BITS
from breachlight.leaks.ranges.repository import Run

_MOST_RUNS: Final = 8
_KEPT_RUNS: Final = 4
_HASHES_AT_ONCE: Final = 500_000
_END: Final = 1 << PREFIX_BITS


async def merge_some(connection: Connection, index: RangeIndex) -> bool:
    """Do a part of a merge; False if there is nothing to merge."""
    run = await repository.unfinished_merge(connection, index)
    if run is None:
        return await _begin(connection, index)
    sources = await repository.runs_of(connection, index, run.sources)
    end = min(_END, run.position + _width(run, sources))
    parts = [
        Hashes.of_rows(run.kind, source.bits, rows).between(run.position, end)
        for source in sources
        if (rows := await repository.read_entries(connection, index, source, run.position, end))
    ]
    if await repository.advance_merge(connection, index, run, Hashes.sum_of(run.kind, parts), end) and end == _END:
        await repository.finish_merge(connection, index, run)
        await repository.delete_replaced_runs(connection, index)
    return True


async def _begin(connection: Connection, index: RangeIndex) -> bool:
    await repository.delete_replaced_runs(connection, index)
    for kind in index.kinds:
        chosen = _chosen(await repository.live_runs(connection, index, kind))
        if chosen:
            hashes = sum(run.hashes for run in chosen)
            bits = max(bits_of(hashes), *(run.bits for run in chosen))
            await repository.begin_merge(connection, index, chosen, bits)
            return True
    return False


def _chosen(runs: Sequence[Run]) -> Sequence[Run]:
    """Return the small ones of too many runs, and larger ones as long as they don't double the work."""
    if len(runs) <= _MOST_RUNS:
        return []
    hashes = number = 0
    for number, run in enumerate(runs):
        if number >= len(runs) - _KEPT_RUNS and run.hashes > hashes:
            return runs[:number]
        hashes += run.hashes
    return runs


def _width(run: Run, sources: Sequence[Run]) -> int:
    """Return how many prefixes are merged at once: whole rows of the merged run."""
    hashes = sum(source.hashes for source in sources)
    ranges = max(1, -(-hashes // _HASHES_AT_ONCE))
    least = 1 << (PREFIX_BITS - run.bits)
    width = 1 << max(0, (_END // ranges).bit_length() - 1)
    return max(least, width)
