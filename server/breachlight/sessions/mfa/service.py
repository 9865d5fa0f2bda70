"""Turning second factors on and off (spec §4, MFA method)."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from breachlight.accounts.service import AccountView, get_account
from breachlight.audit.events import record_event_of
from breachlight.auth.models import User
from breachlight.auth.repository import get_account as get_account_row
from breachlight.auth.repository import get_user, lock_user, update_user
from breachlight.auth.subject import Client, Subject, require_fresh
from breachlight.config import get_key_ring
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.errors import (
    BadCredentialsError,
    EmailNotVerifiedError,
    ForbiddenError,
    ReauthenticationRequiredError,
)
from breachlight.kit.messages import Sentence, say
from breachlight.mail.models import MailKind
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.mfa import device_codes, mailed_codes, recovery_codes, repository
from breachlight.sessions.mfa.second_factors import (
    WRONG_CODE,
    MfaMethod,
    code_attempt,
    is_code,
    methods_of,
    record_wrong_code,
)
from breachlight.sessions.models import CodePurpose
from breachlight.sessions.repository import require_reauthentication
from breachlight.sessions.security_mails import send_security_mail

PENDING_LIFETIME = timedelta(minutes=30)
"""How long a secret waits for its first code."""

_ON = {
    MfaMethod.DEVICE: say("Device verification is on."),
    MfaMethod.EMAIL: say("Email verification is on."),
}
_ON_ALREADY = {
    MfaMethod.DEVICE: say("Device verification is already on."),
    MfaMethod.EMAIL: say("Email verification is already on."),
}
_OFF = {
    MfaMethod.DEVICE: say("Device verification is off."),
    MfaMethod.EMAIL: say("Email verification is off."),
}
_QUIET_ZONE = 4  # modules; ISO/IEC 18004 asks for it

_setups = RateLimit("device-setup", limit=20, window=timedelta(hours=1))
_code_sets = RateLimit("recovery-code-set", limit=10, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class DeviceSetup:
    """Setup of an authenticator app: the otpauth URI, the secret in Base32, and the URI as a QR code.

    ``qr_code_path`` is SVG path data on a square grid of ``qr_code_size`` modules a side, quiet zone included (level L).
    """

    provisioning_uri: str
    secret: str
    qr_code_path: str
    qr_code_size: int


@dataclass(frozen=True, slots=True)
class MfaConfigured:
    """A method that waits for its first code, or one that is off."""

    message: Sentence
    account: AccountView
    device: DeviceSetup | None = None


@dataclass(frozen=True, slots=True)
class MfaVerified:
    """A method that is on; recovery codes are given once, with the first method."""

    message: Sentence
    account: AccountView
    recovery_codes: list[str]


async def configure(subject: Subject, method: MfaMethod, *, enable: bool, client: Client) -> MfaConfigured:
    """Offer a method, which its first code turns on, or turn a method off.

    A method that is already on stays as it is. Turning off an offered method discards the offer.

    Raises:
        ReauthenticationRequiredError: a method is to go on, or one that is on is to go off, and the login is older than five
            minutes (A21): a thief of a session shall neither open the account further nor lock its owner out.
        ForbiddenError: it is the only method that is on, and the organization requires one.
        EmailNotVerifiedError: email codes need a verified address.
        ThrottledError: too many emails, or secrets.
    """
    user = await get_user(subject.user_id)
    if not enable:
        message, device = await _turn_off(subject, method, client), None
    elif method in methods_of(user):
        message, device = _ON_ALREADY[method], None
    else:
        require_fresh(subject)
        message, device = await (_offer_device(user) if method == MfaMethod.DEVICE else _offer_email(subject, user))
    return MfaConfigured(message, await get_account(subject.account_id, subject.user_id), device)


async def verify(subject: Subject, method: MfaMethod, verification_code: str, client: Client) -> MfaVerified:
    """Turn a method on with its first code.

    Raises:
        ReauthenticationRequiredError: another method was turned on since this one was offered, and the login is too old (A21).
        BadCredentialsError: the code is wrong, used or expired.
        ThrottledError: too many codes, counted with those of logins (A16).
    """
    async with code_attempt(subject.user_id, client) as attempt:
        try:
            codes = await _turn_on(subject, method, verification_code, client)
        except ReauthenticationRequiredError:
            await attempt.uncount()
            raise
        if codes is None:
            await record_wrong_code(subject.user_id, subject.account_id, method.value, client)
            raise BadCredentialsError(WRONG_CODE)
        await attempt.uncount()
    view = await get_account(subject.account_id, subject.user_id)
    return MfaVerified(_ON[method], view, codes)


async def create_recovery_codes(subject: Subject, client: Client) -> list[str]:
    """Return ten new recovery codes; earlier ones are void.

    Raises:
        ReauthenticationRequiredError: the login is older than five minutes.
        ForbiddenError: no second factor is on.
        ThrottledError: more than ten sets in an hour; each one emails the user.
    """
    require_fresh(subject)
    await _code_sets.hit(str(subject.user_id))
    async with transaction() as connection:
        user = await lock_user(subject.user_id)
        if not methods_of(user):
            raise ForbiddenError(say("Turn on two-factor authentication first."))
        codes = await recovery_codes.replace_codes(get_key_ring(), subject.account_id, user.id)
        await record_event_of(subject, "recovery_codes_created", client)
        await send_security_mail(connection, MailKind.RECOVERY_CODES_CREATED, user, subject.account_id, client)
    return codes


async def count_recovery_codes(subject: Subject) -> int:
    """Return the number of unused recovery codes."""
    return await repository.count_recovery_codes(subject.account_id, subject.user_id)


def draw_qr_code(text: str) -> tuple[str, int]:
    """Return a QR code of error correction level L as SVG path data, one rectangle a run of dark modules, and its side."""
    import qrcode  # loads Pillow, which most processes do without

    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=_QUIET_ZONE)
    code.add_data(text)
    matrix = code.get_matrix()
    path: list[str] = []
    for y, row in enumerate(matrix):
        x = 0
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                path.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(path), len(matrix)


async def _offer_device(user: User) -> tuple[Sentence, DeviceSetup]:
    """Store a new secret, which logins ignore until its first code is verified (A20)."""
    await _setups.hit(str(user.id))
    secret = device_codes.new_secret()
    sealed = device_codes.seal_secret(get_key_ring(), user.id, secret, device_codes.PENDING)
    await update_user(user.id, mfa_device_pending_sealed=sealed, mfa_device_pending_at=clock.now())
    address = device_codes.provisioning_uri(secret, user.email)
    path, size = await asyncio.to_thread(draw_qr_code, address)
    message = say("Scan the QR code with your authenticator app, then enter the code it shows.")
    return message, DeviceSetup(address, secret, path, size)


async def _offer_email(subject: Subject, user: User) -> tuple[Sentence, None]:
    if user.email_verified_at is None:
        raise EmailNotVerifiedError
    await mailed_codes.count_mail(user.id)
    async with transaction() as connection:
        await mailed_codes.send_code(connection, get_key_ring(), user, subject.account_id, CodePurpose.ENABLE)
    return say("Verification code sent to email"), None


async def _turn_on(subject: Subject, method: MfaMethod, code: str, client: Client) -> list[str] | None:
    """Turn a method on; return the recovery codes that come with the first one, or None if the code is wrong."""
    codes: list[str] = []
    async with transaction() as connection:
        user = await lock_user(subject.user_id)
        methods = methods_of(user)
        if methods:
            require_fresh(subject)
        if method in methods or not await _accept_first_code(subject, user, method, code):
            return None
        if not methods:
            codes = await recovery_codes.replace_codes(get_key_ring(), subject.account_id, user.id)
            # Their logins needed no second factor.
            await require_reauthentication(subject.account_id, user.id, except_id=subject.session_id)
        await _notify(connection, subject, user, method, client, is_on=True)
    return codes


async def _turn_off(subject: Subject, method: MfaMethod, client: Client) -> Sentence:
    async with transaction() as connection:
        user = await lock_user(subject.user_id)
        methods = methods_of(user)
        was_on = method in methods
        if was_on:
            require_fresh(subject)
        if methods == [method] and (await get_account_row(subject.account_id)).is_mfa_required:
            raise ForbiddenError(
                say("Your organization requires two-factor authentication. Turn on the other method first.")
            )
        if method == MfaMethod.DEVICE:
            user.is_mfa_device_enabled = False
            user.mfa_device_secret_sealed = user.mfa_device_counter = None
            user.mfa_device_pending_sealed = user.mfa_device_pending_at = None
        else:
            user.is_mfa_email_enabled = False
            for purpose in CodePurpose:
                await repository.delete_mailed_code(subject.account_id, user.id, purpose)
        await repository.store_second_factors(user)
        if was_on:
            if not methods_of(user):
                await repository.delete_recovery_codes(subject.account_id, user.id)
            await _notify(connection, subject, user, method, client, is_on=False)
    return _OFF[method]


async def _accept_first_code(subject: Subject, user: User, method: MfaMethod, code: str) -> bool:
    """Turn a method of a locked user on if the code is right; return whether it was."""
    ring = get_key_ring()
    if not is_code(code):
        return False
    if method == MfaMethod.EMAIL:
        if not await mailed_codes.accept_code(ring, user, subject.account_id, CodePurpose.ENABLE, code):
            return False
        user.is_mfa_email_enabled = True
    else:
        pending, since = user.mfa_device_pending_sealed, user.mfa_device_pending_at
        if pending is None or since is None or clock.now() - since > PENDING_LIFETIME:
            return False
        secret = device_codes.open_secret(ring, user.id, bytes(pending), device_codes.PENDING)
        step = device_codes.find_step(secret, code)
        if step is None:
            return False
        user.is_mfa_device_enabled = True
        user.mfa_device_secret_sealed = device_codes.seal_secret(ring, user.id, secret, device_codes.SECRET)
        # The first code is used by this and not valid for a login.
        user.mfa_device_counter = step
        user.mfa_device_pending_sealed = user.mfa_device_pending_at = None
    await repository.store_second_factors(user)
    return True


async def _notify(
    connection: Connection, subject: Subject, user: User, method: MfaMethod, client: Client, *, is_on: bool
) -> None:
    await record_event_of(subject, "mfa_enabled" if is_on else "mfa_disabled", client, {"method": method.value})
    kind = MailKind.MFA_ENABLED if is_on else MailKind.MFA_DISABLED
    await send_security_mail(connection, kind, user, subject.account_id, client, method=method.value)
