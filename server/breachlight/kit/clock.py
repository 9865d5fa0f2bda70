"""The one clock of the product, steerable in tests across processes.

SQL never asks the database for the time: statements take it as a parameter, so that a steered clock holds there too, or add
``ahead_by`` to the time of the statement.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from pathlib import Path

_OFFSET_FILE = "BREACHLIGHT_CLOCK_OFFSET_FILE"
_fixed: ContextVar[datetime | None] = ContextVar("fixed", default=None)


def now() -> datetime:
    """Return the present instant as an aware UTC datetime.

    In the test environment, the file that BREACHLIGHT_CLOCK_OFFSET_FILE names may hold a number of seconds
    that every process adds to the machine's time.
    """
    return _fixed.get() or datetime.now(UTC) + _offset()


def ahead_by() -> timedelta:
    """Return how far the clock is ahead of the machine's: nothing, unless it is steered."""
    fixed = _fixed.get()
    return _offset() if fixed is None else fixed - datetime.now(UTC)


@contextmanager
def standing_at(instant: datetime) -> Iterator[None]:
    """Stop the clock at an aware instant within this context: the demonstration ingests leaks of the past."""
    token = _fixed.set(instant.astimezone(UTC))
    try:
        yield
    finally:
        _fixed.reset(token)


def read_instant(value: object) -> datetime | None:
    """Return the aware UTC datetime that an ISO 8601 text names (UTC where it says no zone), or None if it names none."""
    try:
        instant = datetime.fromisoformat(str(value))
        return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def write_instant(instant: datetime) -> str:
    """Return an aware datetime as ISO 8601 text in UTC, which ends in ``Z``."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _offset() -> timedelta:
    path = os.environ.get(_OFFSET_FILE)
    if path is None or os.environ.get("BREACHLIGHT_ENVIRONMENT") != "test":
        return timedelta()
    try:
        return timedelta(seconds=float(Path(path).read_text(encoding="ascii")))
    except (OSError, ValueError):
        return timedelta()
