"""Turning second factors on and off (specification section 4, MFA method)."""

from dataclasses import dataclass

from breachlight.accounts.service import AccountView
from breachlight.sessions.second_factors import MfaMethod
from breachlight.sessions.subject import Client, Subject


@dataclass(frozen=True, slots=True)
class DeviceSetup:
    """What an authenticator app needs: the otpauth address, the secret in Base32, and the address as a QR code.

    ``qr_code_path`` is SVG path data on a square grid of ``qr_code_size`` modules a side, quiet zone included (level L).
    """

    provisioning_uri: str
    secret: str
    qr_code_path: str
    qr_code_size: int


@dataclass(frozen=True, slots=True)
class MfaConfigured:
    """A method that waits for its first code, or one that is off."""

    message: str
    account: AccountView
    device: DeviceSetup | None = None


@dataclass(frozen=True, slots=True)
class MfaVerified:
    """A method that is on; recovery codes are given once, with the first method."""

    message: str
    account: AccountView
    recovery_codes: list[str]


async def configure(subject: Subject, method: MfaMethod, *, enable: bool, client: Client) -> MfaConfigured:
    """Begin to turn a method on (its first code must follow), or turn it off.

    Raises:
        ReauthenticationRequiredError: a verified method goes off, and the log-in is older than five minutes (A21).
        ForbiddenError: e-mail codes need a verified address.
        ThrottledError: too many mails.
    """
    raise NotImplementedError


async def verify(subject: Subject, method: MfaMethod, verification_code: str, client: Client) -> MfaVerified:
    """Turn a method on with its first code.

    Raises:
        BadCredentialsError: the code is wrong, used or expired.
        ThrottledError: too many codes, counted with those of log-ins (A16).
    """
    raise NotImplementedError


async def create_recovery_codes(subject: Subject, client: Client) -> list[str]:
    """Return ten new recovery codes; earlier ones are good no more.

    Raises:
        ReauthenticationRequiredError: the log-in is older than five minutes.
        ForbiddenError: no second factor is on.
    """
    raise NotImplementedError


async def count_recovery_codes(subject: Subject) -> int:
    """Return how many recovery codes are left."""
    raise NotImplementedError
