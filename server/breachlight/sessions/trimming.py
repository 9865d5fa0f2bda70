"""Deleting what throttles counted in windows that are over."""

from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.throttling import LONGEST_WINDOW
from breachlight.sessions.models import ThrottleCounter


@scheduled("throttles.trim", "*/10 * * * *")
async def trim_throttles() -> None:
    """Delete counters of past windows: anybody who sends wrong passwords makes new ones."""
    await ThrottleCounter.filter(window_start__lt=clock.now() - 2 * LONGEST_WINDOW).delete()
