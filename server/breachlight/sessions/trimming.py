"""Deleting what no log-in needs any more: counters of windows that are over, codes that have expired."""

from datetime import timedelta

from breachlight.accounts.models import User
from breachlight.jobs import scheduled
from breachlight.kit import clock
from breachlight.kit.throttling import LONGEST_WINDOW
from breachlight.sessions.mfa import PENDING_LIFETIME
from breachlight.sessions.models import MailedCode, ThrottleCounter

_KEPT_CODE = timedelta(days=1)


@scheduled("throttles.trim", "*/10 * * * *")
async def trim_throttles() -> None:
    """Delete counters of past windows: anybody who sends wrong passwords makes new ones."""
    await ThrottleCounter.filter(window_start__lt=clock.now() - LONGEST_WINDOW).delete()


@scheduled("codes.trim", "*/10 * * * *")
async def trim_codes() -> None:
    """Delete mailed codes that expired a day ago, and secrets of devices whose first code never came (A20)."""
    await MailedCode.filter(expires_at__lt=clock.now() - _KEPT_CODE).delete()
    await User.filter(mfa_device_pending_at__lt=clock.now() - PENDING_LIFETIME).update(
        mfa_device_pending_sealed=None, mfa_device_pending_at=None
    )
