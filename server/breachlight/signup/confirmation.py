"""Confirmation of the email address by the emailed link (spec §4, Email verification)."""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from breachlight.accounts.verification import ALREADY_VERIFIED, mark_verified
from breachlight.auth import one_time_tokens
from breachlight.auth.models import OneTimeToken, TokenPurpose, User
from breachlight.auth.password_hashing import unusable_hash
from breachlight.auth.repository import find_active_user, update_user
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import Sentence, say
from breachlight.mail.models import MailKind
from breachlight.passwords.changes import send_reset_link
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.repository import lock_open_session
from breachlight.sessions.revocation import end_unverified_access

VERIFIED = say("Email Verified Successfully!")
FAILED = say("Email Verification Failed! Please try again or contact support.")

_per_address = RateLimit("verify-email-address", limit=60, window=timedelta(minutes=5))


class EarlierAccess(StrEnum):
    """The fate of the sessions, API keys and second factors from before the verification.

    KEPT: the address was verified already. OTHERS_ENDED: all but the session of the request ended. ALL_ENDED: the password no longer
    works either; a link that sets a new one was emailed.
    """

    KEPT = "kept"
    OTHERS_ENDED = "others_ended"
    ALL_ENDED = "all_ended"


@dataclass(frozen=True, slots=True)
class VerifiedEmail:
    """A verified address. ``user`` may be logged in by it (first use, without a session); None if not."""

    message: Sentence
    user: User | None
    earlier_access: EarlierAccess


async def confirm_email(uid: str, token: str, client: Client, *, subject: Subject | None = None) -> VerifiedEmail:
    """Verify the address of a link, monitor it from now on and start its retroactive scan.

    Somebody else may have signed up with the address, so what opened the account before ends. A session of the user, given as
    ``subject``, is what the person who confirms has signed up or logged in with: it stays, and so does the password. Without one
    the password stops working until one is set by an emailed link.

    A repeated click on a used link returns ALREADY_VERIFIED and changes nothing.

    Raises:
        BadCredentialsError: the link is invalid or expired.
        ThrottledError: too many attempts from this network.
    """
    await _per_address.hit(network_of(client.address))
    async with transaction() as connection:
        spent = await one_time_tokens.spend(TokenPurpose.VERIFY_EMAIL, token, uid=uid)
        known = spent or await one_time_tokens.recognise(TokenPurpose.VERIFY_EMAIL, token, uid=uid)
        user = await _user_of(known) if known else None
        if known is None or user is None:
            raise BadCredentialsError(FAILED)
        if user.email_verified_at is not None:
            return VerifiedEmail(ALREADY_VERIFIED, None, EarlierAccess.KEPT)
        if spent is None:
            raise BadCredentialsError(FAILED)
        kept_id = await _own_session(user, known, subject)
        await end_unverified_access(user, known.account_id, client, keep_session_id=kept_id)
        await mark_verified(connection, user, known.account_id, known.email_key, client)
        if kept_id is not None:
            return VerifiedEmail(VERIFIED, None, EarlierAccess.OTHERS_ENDED)
        await _end_password(connection, user, known.account_id)
    return VerifiedEmail(VERIFIED, user, EarlierAccess.ALL_ENDED)


async def _own_session(user: User, token: OneTimeToken, subject: Subject | None) -> uuid.UUID | None:
    """Return the session of the request if it is one of the user and still open."""
    if subject is None or subject.is_api_key or subject.user_id != user.id:
        return None
    session = await lock_open_session(token.account_id, user.id, subject.session_id)
    return session.id if session else None


async def _end_password(connection: Connection, user: User, account_id: uuid.UUID) -> None:
    """Let no password fit until a new one is set, and email the link for that."""
    user.password_hash, user.password_changed_at = unusable_hash(), clock.now()
    # Logins that have checked the old password and not opened their session yet are refused by the changed time.
    await update_user(user.id, password_hash=user.password_hash, password_changed_at=user.password_changed_at)
    await send_reset_link(connection, user, account_id, kind=MailKind.PASSWORD_NEEDED)


async def _user_of(token: OneTimeToken) -> User | None:
    """Return the active user of a token if the address is still the one that it was sent to."""
    user = await find_active_user(token.user_id)
    return user if user is not None and email_key(user.email) == token.email_key else None
