"""Checks of the counts of a file or batch."""

from breachlight.leaks.records import Tally


def is_balanced(tally: Tally) -> bool:
    """Return whether every line is in a record, skipped or rejected."""
    return tally.lines == tally.record_lines + tally.skipped.total() + tally.rejected.total()
