"""Deletion of unused rows: counters of past windows, codes and sessions that ended long ago."""

from datetime import timedelta

from breachlight.audit.models import SecurityEvent
from breachlight.auth.models import User
from breachlight.auth.subject import NOBODY
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.rate_limits.limiter import LONGEST_WINDOW
from breachlight.rate_limits.models import ThrottleCounter
from breachlight.sessions.mfa.service import PENDING_LIFETIME
from breachlight.sessions.models import MailedCode, Session
from breachlight.sessions.service import KNOWN_FOR

_KEPT_CODE = timedelta(days=1)
_KEPT_EVENT_OF_NOBODY = timedelta(days=30)


@scheduled("throttles.trim", "*/10 * * * *")
async def trim_rate_limits() -> None:
    """Delete counters of past windows: anybody who sends wrong passwords makes new ones."""
    await ThrottleCounter.filter(window_start__lt=clock.now() - LONGEST_WINDOW).delete()


@scheduled("codes.trim", "*/10 * * * *")
async def trim_codes() -> None:
    """Delete emailed codes that expired a day ago, and secrets of devices whose first code never came (A20)."""
    await MailedCode.filter(expires_at__lt=clock.now() - _KEPT_CODE).delete()
    await User.filter(mfa_device_pending_at__lt=clock.now() - PENDING_LIFETIME).update(
        mfa_device_pending_sealed=None, mfa_device_pending_at=None
    )


@scheduled("sessions.trim", "7 * * * *")
async def trim_sessions() -> None:
    """Delete sessions so old that they no longer show an address at which their user is known."""
    await Session.filter(refresh_expires_at__lt=clock.now() - KNOWN_FOR).delete()


@scheduled("events.trim", "37 * * * *")
async def trim_events() -> None:
    """Delete events of addresses that nobody has, which anybody can cause; an account's own stay as long as it."""
    await SecurityEvent.filter(account_id=NOBODY, happened_at__lt=clock.now() - _KEPT_EVENT_OF_NOBODY).delete()
