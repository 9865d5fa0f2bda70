"""``python -m tests.bench [NAME...]``: run the named benchmarks, or all, one after the other."""

import asyncio
import sys
from pathlib import Path

from tests.bench import alert_page, browser, growth, homepage, sessions, slow_clients, stats
from tests.bench.leaks import backfills, formats, fuzzing, ingestion, lookups
from tests.bench.results import Result, show

_BENCHMARKS = {
    "ingestion": ingestion.run,
    "leak-formats": formats.run,
    "lookups": lookups.run,
    "backfill": backfills.run,
    "fuzzing": fuzzing.run,
    "alert-page": alert_page.run,
    "sessions": sessions.run,
    "slow-clients": slow_clients.run,
    "stats": stats.run,
    "growth": growth.run,
    "browser": browser.run,
    "homepage": homepage.run,
}


def main() -> None:
    """Run and show."""
    names = sys.argv[1:] or list(_BENCHMARKS)
    unknown = sorted(set(names) - set(_BENCHMARKS))
    if unknown:
        sys.exit(f"Unknown benchmark {', '.join(unknown)}; there are {', '.join(_BENCHMARKS)}.")
    results: list[Result] = []
    for name in names:
        print(f"{name} ...", flush=True)
        results += asyncio.run(_BENCHMARKS[name]())
    show(results, Path("bench-results.json"))


if __name__ == "__main__":
    main()
