"""What became of the lines of a batch: records, skips and rejections."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from breachlight.leaks.formats import Tally


@dataclass(slots=True)
class Counts:
    """Sums of batches; ``skipped`` and ``rejected`` count lines by reason, ``dropped_bytes`` are of endless lines.

    ``erased`` records were read but aren't in the lake.
    """

    lines: int = 0
    records: int = 0
    alerts: int = 0
    sightings: int = 0
    decode_fallbacks: int = 0
    cut_lines: int = 0
    dropped_bytes: int = 0
    erased: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    rejected_offsets: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Return what ``as_dict`` has returned as counts again."""
        values = dict(stored)
        for name in ("skipped", "rejected"):
            values[name] = Counter(values.get(name, {}))
        return cls(**values)

    def add(self, other: "Counts") -> None:
        """Add the counts of another batch or file; samples of offsets make sense within one file and stay there."""
        self.lines += other.lines
        self.records += other.records
        self.alerts += other.alerts
        self.sightings += other.sightings
        self.decode_fallbacks += other.decode_fallbacks
        self.cut_lines += other.cut_lines
        self.dropped_bytes += other.dropped_bytes
        self.erased += other.erased
        self.skipped.update(other.skipped)
        self.rejected.update(other.rejected)

    def as_dict(self) -> dict[str, object]:
        """Return the counts for JSON."""
        return {
            "lines": self.lines,
            "records": self.records,
            "skipped": dict(sorted(self.skipped.items())),
            "rejected": dict(sorted(self.rejected.items())),
            "decode_fallbacks": self.decode_fallbacks,
            "cut_lines": self.cut_lines,
            "dropped_bytes": self.dropped_bytes,
            "alerts": self.alerts,
            "sightings": self.sightings,
            **({"erased": self.erased} if self.erased else {}),
        }


def counts_of(tally: Tally, dropped_bytes: int) -> Counts:
    """Return what a parser counted, as counts of a batch."""
    return Counts(
        lines=tally.lines,
        records=tally.records,
        decode_fallbacks=tally.legacy_encoded,
        cut_lines=tally.cut_lines,
        dropped_bytes=dropped_bytes,
        erased=tally.erased,
        skipped=Counter({reason.value: number for reason, number in tally.skipped.items()}),
        rejected=Counter({reason.value: number for reason, number in tally.rejected.items()}),
        rejected_offsets=list(tally.rejected_offsets),
    )
