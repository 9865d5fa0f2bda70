"""The second step of a login: time-based codes, emailed codes, recovery codes (spec §4, Login)."""

import re
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from datetime import timedelta
from enum import StrEnum

from breachlight.audit.events import record_event
from breachlight.auth.models import User
from breachlight.auth.subject import Client
from breachlight.config import get_key_ring
from breachlight.database.session import transaction
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import BadCredentialsError, MfaRequiredError, ValidationError
from breachlight.kit.messages import say
from breachlight.kit.metrics import FailedLogin
from breachlight.mail.models import MailKind
from breachlight.rate_limits.limiter import Attempts, RateLimit, RateLimits
from breachlight.sessions.mfa import device_codes, mailed_codes, mfa_challenge, recovery_codes, repository
from breachlight.sessions.models import CodePurpose
from breachlight.sessions.security_mails import send_security_mail

WRONG_CODE = say("Incorrect verification code.")

# Six ASCII digits: \d would take those of other scripts, and $ a line end (hostile-inputs A17).
_CODE = re.compile(r"[0-9]{6}")

_per_user = RateLimits(
    (
        RateLimit("code", 5, timedelta(minutes=5)),
        RateLimit("code-hour", 20, timedelta(hours=1)),
        RateLimit("code-day", 50, timedelta(days=1)),
    )
)
_per_network = RateLimits(
    (RateLimit("code-address", 10, timedelta(minutes=5)), RateLimit("code-address-hour", 50, timedelta(hours=1)))
)


class MfaMethod(StrEnum):
    """A second factor."""

    EMAIL = "email"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class GivenCodes:
    """The codes given at a login; at most one is set."""

    device_verification_code: str | None = None
    email_verification_code: str | None = None
    recovery_code: str | None = None

    def chosen(self) -> tuple[str, str] | None:
        """Return the name and text of the given code, or None; an empty field counts as absent.

        Raises:
            ValidationError: several were given.
        """
        given = [(field.name, text) for field in fields(self) if (text := getattr(self, field.name))]
        if len(given) > 1:
            raise ValidationError({name: [say("Enter only one code.")] for name, _ in given})
        return given[0] if given else None


def methods_of(user: User) -> list[MfaMethod]:
    """Return the second factors that are on, the stronger one first."""
    on = {MfaMethod.DEVICE: user.is_mfa_device_enabled, MfaMethod.EMAIL: user.is_mfa_email_enabled}
    return [method for method, is_on in on.items() if is_on]


def is_code(text: str) -> bool:
    """Return whether a text has the form of a code of an app or an email."""
    return _CODE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class CodeAttempt:
    """A code that is being checked, counted for its user and for the network it comes from."""

    of_user: Attempts
    of_network: Attempts

    async def uncount(self) -> None:
        """Uncount this code: it was right, or not a guess. Earlier attempts stay counted."""
        await self.of_user.uncount()
        await self.of_network.uncount()

    async def reset(self) -> None:
        """Uncount this code and the user's earlier ones; many users share a network, so its failures stay counted."""
        await self.of_user.reset()
        await self.of_network.uncount()


@asynccontextmanager
async def code_attempt(user_id: uuid.UUID, client: Client) -> AsyncIterator[CodeAttempt]:
    """Count a code before it is checked; login and turning a method on share one limit (A16).

    Raises:
        ThrottledError: too many wrong codes for this user, or from this network.
    """
    async with (
        _per_user.attempt(str(user_id)) as of_user,
        _per_network.attempt(network_of(client.address)) as of_network,
    ):
        yield CodeAttempt(of_user, of_network)


async def require(
    user: User, account_id: uuid.UUID, given: tuple[str, str] | None, client: Client, *, is_after_link: bool = False
) -> bool:
    """Require the second factor, if one is on, of a user whose password or link was right, and end the challenge.

    Returns whether one was given that a mailbox alone doesn't have: passwords are reset by email too.

    Raises:
        MfaRequiredError: a second factor is on and no code was given.
        BadCredentialsError, ThrottledError: as ``check_code``.
    """
    methods = methods_of(user)
    if not methods:
        return False
    if given is None:
        email_token = await mfa_challenge.create_challenge(user, account_id, is_after_link=is_after_link)
        raise MfaRequiredError([method.value for method in methods], email_token)
    await check_code(user, account_id, given, client)
    async with transaction():
        await mfa_challenge.end_challenge(user.id, account_id)
    return given[0] != "email_verification_code"


async def check_code(user: User, account_id: uuid.UUID, given: tuple[str, str], client: Client) -> None:
    """Check the code of a login against the factor that it was given for, and mark it as used.

    Raises:
        BadCredentialsError: it is wrong, used or expired, or its method is not on.
        ThrottledError: as ``code_attempt``.
    """
    name, text = given
    async with code_attempt(user.id, client) as attempt:
        if not await _accept(user, account_id, name, text, client):
            if _was_used(user, name, text):
                await attempt.uncount()
            await record_wrong_code(user.id, account_id, name, client)
            raise BadCredentialsError(WRONG_CODE)
        # Only at login: turning on a method does not mean that the user made the earlier attempts.
        await attempt.reset()
    await mailed_codes.reset_mails(user.id)


async def record_wrong_code(user_id: uuid.UUID, account_id: uuid.UUID, name: str, client: Client) -> None:
    """Record a wrong code in the audit log; ``name`` is the field or method that it was given for."""
    FailedLogin.CODE.add()
    await record_event(
        account_id,
        user_id,
        "mfa_code_failed",
        address=client.address,
        user_agent=client.user_agent,
        detail={"method": name.partition("_")[0]},
    )


async def _accept(user: User, account_id: uuid.UUID, name: str, text: str, client: Client) -> bool:
    ring, methods = get_key_ring(), methods_of(user)
    if name == "recovery_code":
        return bool(methods) and await _accept_recovery_code(user, account_id, text, client)
    if not is_code(text):
        return False
    if name == "device_verification_code":
        return MfaMethod.DEVICE in methods and await device_codes.accept_code(ring, user, text)
    return MfaMethod.EMAIL in methods and await mailed_codes.accept_code(
        ring, user, account_id, CodePurpose.LOGIN, text
    )


def _was_used(user: User, name: str, text: str) -> bool:
    """Return whether a refused code is one that the app shows: entering it twice is not guessing."""
    is_for_app = name == "device_verification_code" and MfaMethod.DEVICE in methods_of(user)
    return is_for_app and is_code(text) and device_codes.is_shown(get_key_ring(), user, text)


async def _accept_recovery_code(user: User, account_id: uuid.UUID, text: str, client: Client) -> bool:
    async with transaction() as connection:
        if not await recovery_codes.accept_code(get_key_ring(), account_id, user.id, text):
            return False
        await record_event(
            account_id, user.id, "recovery_code_used", address=client.address, user_agent=client.user_agent
        )
        left = await repository.count_recovery_codes(account_id, user.id)
        kind = MailKind.RECOVERY_CODE_USED
        await send_security_mail(connection, kind, user, account_id, client, remaining=str(left))
    return True
