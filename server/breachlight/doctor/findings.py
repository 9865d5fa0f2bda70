"""Findings: what a check has found, and what to do."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"
    FAILING = "failing"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; ``remedy`` is one sentence that says what to do, empty if nothing."""

    check: str
    level: Level
    text: str
    remedy: str = ""


def ok(check: str, text: str) -> Finding:
    """Return a finding that needs nothing."""
    return Finding(check, Level.OK, text)


def warning(check: str, text: str, remedy: str) -> Finding:
    """Return a finding that should be looked at."""
    return Finding(check, Level.WARNING, text, remedy)


def failing(check: str, text: str, remedy: str) -> Finding:
    """Return a finding that keeps something from working."""
    return Finding(check, Level.FAILING, text, remedy)


def skipped(check: str, text: str) -> Finding:
    """Return that a check couldn't be made."""
    return Finding(check, Level.SKIPPED, text)
