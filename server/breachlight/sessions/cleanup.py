"""Deletion of expired rows: rate limit counters, codes, sessions, and events of unknown addresses."""

from datetime import timedelta
from typing import Final

from breachlight.audit.retention import delete_old_events
from breachlight.auth.subject import NOBODY
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.rate_limits.limiter import LONGEST_WINDOW
from breachlight.rate_limits.repository import delete_counters
from breachlight.sessions import repository
from breachlight.sessions.mfa import repository as mfa
from breachlight.sessions.mfa.service import PENDING_LIFETIME
from breachlight.sessions.service import KNOWN_FOR

_KEPT_CODE: Final = timedelta(days=1)
_KEPT_EVENT_OF_NOBODY: Final = timedelta(days=30)


@scheduled("throttles.trim", "*/10 * * * *")
async def trim_rate_limits() -> None:
    """Delete counters of past windows: anybody can create them with wrong passwords."""
    await delete_counters(clock.now() - LONGEST_WINDOW)


@scheduled("codes.trim", "*/10 * * * *")
async def trim_codes() -> None:
    """Delete emailed codes that expired a day ago, and secrets of devices whose first code never came (A20)."""
    await mfa.delete_mailed_codes(clock.now() - _KEPT_CODE)
    await mfa.discard_pending_secrets(clock.now() - PENDING_LIFETIME)


@scheduled("sessions.trim", "7 * * * *")
async def trim_sessions() -> None:
    """Delete sessions too old to show a network from which their user logs in."""
    await repository.delete_sessions(clock.now() - KNOWN_FOR)


@scheduled("events.trim", "37 * * * *")
async def trim_events() -> None:
    """Delete events of unknown addresses, which anybody can cause; an account's own are deleted with it."""
    await delete_old_events(NOBODY, clock.now() - _KEPT_EVENT_OF_NOBODY)
