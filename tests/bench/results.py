"""What a benchmark measured, as a table and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Result:
    """One comparison: ``ratio`` is ours over the peer's; ``goal`` says what it should be."""

    name: str
    ours: float
    unit: str
    peer_name: str
    peer: float
    goal: str
    is_met: bool

    @property
    def ratio(self) -> float:
        """Ours in units of the peer's."""
        return self.ours / self.peer if self.peer else float("inf")


def show(results: Sequence[Result], file: Path) -> None:
    """Print the table and write the JSON."""
    table = Table(title="Benchmarks (one run, one machine; compare ratios)")
    for heading in ("What", "Ours", "Peer", "Ratio", "Goal", ""):
        table.add_column(heading, justify="left" if heading in {"What", "Goal"} else "right")
    for result in results:
        table.add_row(
            result.name,
            f"{result.ours:,.4g} {result.unit}",
            f"{result.peer:,.4g} ({result.peer_name})",
            f"{result.ratio:.3f}",
            result.goal,
            "met" if result.is_met else "not met",
        )
    Console(width=160).print(table)
    rows = [{**asdict(result), "ratio": result.ratio} for result in results]
    file.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
