"""The second step of a log-in: time-based codes, mailed codes, recovery codes (specification section 4, Login)."""

from dataclasses import dataclass
from enum import StrEnum


class MfaMethod(StrEnum):
    """A second factor."""

    EMAIL = "email"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class GivenCodes:
    """The codes that came with a log-in; at most one is set."""

    device_verification_code: str | None = None
    email_verification_code: str | None = None
    recovery_code: str | None = None
