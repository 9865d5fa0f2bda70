"""``python -m tests.bench.cost_table``: measure the costs on an idle machine, and write them to the table of docs/scale.md."""

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Final

from tests.bench.costs import Costs, measure

PAGE: Final = Path(__file__).parents[2] / "docs" / "scale.md"
MOST_LOAD: Final = 0.5
"""The load average of a minute above which a machine isn't idle."""
_ROWS: Final = re.compile(r"(?<=\n\|---\|---\|---\|\n)(?:\|.*\n)+")


def rows(costs: Costs) -> str:
    """Return the rows of the table."""
    stored, raised, per_alerts = costs.stored, costs.raised, 1e6 / costs.alerts
    what = f"{costs.lines:,} generated combolist and url:login:password lines"
    raising = (
        f"{raised.processor_seconds * per_alerts:.0f} s of processor time in the ingestion, and "
        f"{costs.server_seconds * per_alerts:.0f} s in PostgreSQL; {raised.seconds * per_alerts:.0f} s elapsed on {os.cpu_count()} cores"
    )
    per_lines = 1e6 / costs.lines
    table = (
        (
            "lines in the lake",
            f"{costs.lake * per_lines / 1e6:.0f} MB, {100 * costs.lake / costs.text:.0f} % of the text they came from ({costs.text * per_lines / 1e6:.0f} MB)",
            what,
        ),
        (
            "the same in PostgreSQL",
            f"{costs.database * per_lines / 1e6:.1f} MB, with the batches, the catalogue and the few detections among them",
            "the same",
        ),
        (
            "processor time of an ingestion",
            f"{stored.processor_seconds * per_lines:.1f} s, start included; {stored.seconds * per_lines:.1f} s elapsed",
            "the same; larger files: first rows of the benchmarks",
        ),
        (
            "its memory",
            f"{stored.memory_mib:.0f} MiB; the limit for any size is 1 GiB",
            'the same; larger files: row "peak memory" of the benchmarks',
        ),
        (
            "detections in PostgreSQL",
            f"{costs.tables * per_alerts / 1e9:.1f} GB, with all indexes and one sighting each",
            f"{costs.alerts:,} detections of one account, each with an address and a site",
        ),
        ("raising them", raising, "the same"),
    )
    return "".join(f"| {' | '.join(cells)} |\n" for cells in table)


def main() -> None:
    """Measure and write."""
    load = os.getloadavg()[0]
    if load > MOST_LOAD:
        sys.exit(f"This machine isn't idle: its load average is {load:.1f}.")
    table = rows(asyncio.run(measure()))
    text, count = _ROWS.subn(lambda _: table, PAGE.read_text(), count=1)
    if not count:
        sys.exit(f"{PAGE} has no table of costs.")
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
