"""``python -m tests.bench [NAME[:LINES]...]``: run the named benchmarks, or all, one after the other.

``LINES`` is the size of the files of a benchmark of ingestion, such as ``ingestion:1000000`` for a quick look.
"""

import asyncio
import sys
from pathlib import Path

from tests.bench import alert_page, browser, costs, growth, homepage, sessions, slow_clients, stats, subscriptions
from tests.bench.leaks import (
    backfills,
    formats,
    fuzzing,
    ingestion,
    lake_growth,
    lookups,
    password_ranges,
    shared_ingestion,
)
from tests.bench.results import Result, show

_BENCHMARKS = {
    "ingestion": ingestion.run,
    "shared-ingestion": shared_ingestion.run,
    "leak-formats": formats.run,
    "lake-growth": lake_growth.run,
    "lookups": lookups.run,
    "password-ranges": password_ranges.run,
    "backfill": backfills.run,
    "fuzzing": fuzzing.run,
    "alert-page": alert_page.run,
    "sessions": sessions.run,
    "subscriptions": subscriptions.run,
    "slow-clients": slow_clients.run,
    "stats": stats.run,
    "growth": growth.run,
    "costs": costs.run,
    "browser": browser.run,
    "homepage": homepage.run,
}


def main() -> None:
    """Run and show."""
    names = sys.argv[1:] or list(_BENCHMARKS)
    unknown = sorted({name.partition(":")[0] for name in names} - set(_BENCHMARKS))
    if unknown:
        sys.exit(f"Unknown benchmark {', '.join(unknown)}; there are {', '.join(_BENCHMARKS)}.")
    results: list[Result] = []
    for name in names:
        print(f"{name} ...", flush=True)
        benchmark, _, lines = name.partition(":")
        results += asyncio.run(_BENCHMARKS[benchmark](*([int(lines)] if lines else [])))
    show(results, Path("bench-results.json"))


if __name__ == "__main__":
    main()
