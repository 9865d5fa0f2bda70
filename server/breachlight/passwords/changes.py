"""Forgotten and changed passwords (spec §2 and §4, Password reset)."""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from breachlight.accounts.validators import EMAIL_REQUIRED, collected
from breachlight.accounts.verification import mark_verified
from breachlight.audit.events import record_event, record_event_of
from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.auth.password_hashing import hash_password, password_tries, verify_password
from breachlight.auth.repository import (
    account_of_user,
    find_account_of_user,
    find_active_user,
    find_user_by_email,
    get_account,
    get_member,
    set_password_hash,
    update_user,
)
from breachlight.auth.subject import NOBODY, Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.jobs import URGENT_LANE, enqueue, job
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import BadCredentialsError, ValidationError
from breachlight.kit.messages import Sentence, say
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.passwords import repository
from breachlight.passwords.rules import CONFIRMATION_REQUIRED, REQUIRED, password_problems
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.devices import device_of
from breachlight.sessions.revocation import end_sessions, end_unverified_access, revoke_keys
from breachlight.site.human_verification import require_human

CHECK_EMAIL = say(
    "If an account with that email exists and is verified, you’ll receive an email with instructions to reset your password."
)
LINK_INVALID = say("The reset link is invalid or has expired. Please try again or request a new reset email.")
OLD_PASSWORD_WRONG = say("Incorrect old password.")
DIFFERENT = say("New password and repeat password do not match")

_NOTHING: Mapping[str, list[Sentence]] = MappingProxyType({})
_RESET_JOB = "password_reset.mail"
_URGENT_PRIORITY = 100

_per_email = RateLimit("reset", limit=5, window=timedelta(hours=1))
_per_user = RateLimit("password-change", limit=10, window=timedelta(hours=1))
_per_address = RateLimit("reset-address", limit=30, window=timedelta(hours=1))
_per_confirmation = RateLimit("reset-confirm-address", limit=60, window=timedelta(minutes=5))


async def request_reset(email: str, *, cf_turnstile_response: str | None, client: Client) -> Sentence:
    """Email a reset link to a verified address; every other address gets the same message after the same work (A22).

    Raises:
        HumanVerificationError: as ``require_human``.
        ValidationError: no address was given.
        ThrottledError: too many requests for this address or from this network.
    """
    await _per_address.hit(network_of(client.address))
    await require_human(cf_turnstile_response, client_address=client.address)
    if not email.strip():
        raise ValidationError({"email": [EMAIL_REQUIRED]})
    key = email_key(email) or ""
    await _per_email.hit(key or email.strip().casefold())
    user = await find_user_by_email(key)
    account_id = await find_account_of_user(user.id if user else NOBODY)
    async with transaction() as connection:
        await record_event(
            account_id or NOBODY,
            user.id if user else None,
            "password_reset_requested",
            address=client.address,
            user_agent=client.user_agent,
        )
        # A job creates the token and the email, so that response times don't reveal which addresses exist.
        payload = {"user_id": str(user.id if user else NOBODY)}
        await enqueue(connection, _RESET_JOB, payload, priority=_URGENT_PRIORITY)
    return CHECK_EMAIL


@job(_RESET_JOB, lane=URGENT_LANE)
async def mail_reset_link(payload: dict[str, Any]) -> None:
    """Email a reset link to an active user with a verified address; a retry after a crash sends a newer link."""
    user = await repository.find_resettable_user(uuid.UUID(payload["user_id"]))
    if user is None:
        return
    account_id = await account_of_user(user.id)
    async with transaction() as connection:
        await send_reset_link(connection, user, account_id)


async def send_reset_link(
    connection: Connection, user: User, account_id: uuid.UUID, *, kind: MailKind = MailKind.RESET_PASSWORD
) -> None:
    """Issue a token and email the link that sets a new password, in the caller's transaction; ``kind`` explains why."""
    purpose = TokenPurpose.RESET_PASSWORD
    issued = await one_time_tokens.issue(user, account_id, purpose)
    await send_mail(
        connection,
        kind,
        to=user.email,
        account_id=account_id,
        language=user.language,
        values={
            "name": user.first_name,
            "link": public_link("/auth/reset-password/confirm", uid=issued.uid, token=issued.token),
            "minutes": str(one_time_tokens.LIFETIMES[purpose] // timedelta(minutes=1)),
        },
    )


async def confirm_reset(
    *,
    email: str,
    uid: str,
    token: str,
    new_password: str,
    client: Client,
    unreadable: Mapping[str, list[Sentence]] = _NOTHING,
) -> None:
    """Set a new password with an emailed token, end every session of the user, revoke their API keys, and email the user.

    If the address was unverified, verify it and end its second factors too, which another person may have set up.

    Raises:
        BadCredentialsError: the link is invalid for this address, used or expired.
        ValidationError: the new password is refused.
        ThrottledError: too many attempts.
    """
    await _per_confirmation.hit(network_of(client.address))
    missing = {"email": [] if email.strip() else [EMAIL_REQUIRED], **unreadable}
    if any(missing.values()) or not new_password:
        # The user, whose own words are refused, is known only from a valid link.
        collected({"new_password": await password_problems(new_password, own_words=[email]), **missing})
    found = await one_time_tokens.find(TokenPurpose.RESET_PASSWORD, token, uid=uid)
    if found is None or email_key(email) != found.email_key:
        raise BadCredentialsError(LINK_INVALID)
    user = await find_active_user(found.user_id)
    if user is None or email_key(user.email) != found.email_key:
        raise BadCredentialsError(LINK_INVALID)
    collected({"new_password": await _problems(new_password, user, found.account_id)})
    password_hash = await hash_password(new_password)
    async with transaction() as connection:
        # Of two forms sent at once, the one that uses the token sets the password.
        if await one_time_tokens.spend(TokenPurpose.RESET_PASSWORD, token, uid=uid) is None:
            raise BadCredentialsError(LINK_INVALID)
        await update_user(user.id, password_hash=password_hash, password_changed_at=clock.now())
        if user.email_verified_at is None:
            # Somebody else may have signed up with this address; only now is its owner known.
            await end_unverified_access(user, found.account_id, client)
            await mark_verified(connection, user, found.account_id, found.email_key, client)
        else:
            await end_sessions(found.account_id, user.id, "password_reset")
            # If the password was stolen, API keys may have been stolen or created too.
            await revoke_keys(found.account_id, user.id, client)
        await _after_change(connection, user, found.account_id, "password_reset", client)


async def change_password(
    subject: Subject,
    *,
    old_password: str,
    new_password: str,
    verify_new_password: str,
    client: Client,
    unreadable: Mapping[str, list[Sentence]] = _NOTHING,
) -> None:
    """Change the password of a signed-in user, end all other sessions and email the user.

    ``unreadable`` are problems of fields whose values had the wrong type; they are reported together with all others.

    Raises:
        ValidationError: the old password is wrong, the new one refused, or the two differ, each under its field.
        ThrottledError: too many attempts, or changes: each one emails the user.
    """
    async with password_tries.attempt(str(subject.user_id)) as attempt:
        user = await get_member(subject.account_id, subject.user_id)
        is_right = await verify_password(old_password, user.password_hash)
        if is_right:
            await attempt.reset()
        else:
            await record_event_of(subject, "reauthentication_failed", client)
    wrong = OLD_PASSWORD_WRONG if old_password else REQUIRED
    collected(
        {
            "old_password": [] if is_right else [wrong],
            "new_password": await _problems(new_password, user, subject.account_id),
            "verify_new_password": _repetition_problems(new_password, verify_new_password),
            **unreadable,
        }
    )
    await _per_user.hit(str(user.id))
    password_hash = await hash_password(new_password)
    async with transaction() as connection:
        # The old password may have been changed elsewhere since it was checked.
        if not await set_password_hash(user, password_hash, password_changed_at=clock.now()):
            raise ValidationError({"old_password": [OLD_PASSWORD_WRONG]})
        await end_sessions(subject.account_id, user.id, "password_changed", except_id=subject.session_id)
        await _after_change(connection, user, subject.account_id, "password_changed", client)


def _repetition_problems(password: str, again: str) -> list[Sentence]:
    if not again:
        return [CONFIRMATION_REQUIRED]
    return [] if again == password else [DIFFERENT]


async def _problems(password: str, user: User, account_id: uuid.UUID) -> list[Sentence]:
    account = await get_account(account_id)
    own_words = [user.first_name, user.last_name, user.email, account.company_name or ""]
    return await password_problems(password, own_words=own_words)


async def _after_change(connection: Connection, user: User, account_id: uuid.UUID, event: str, client: Client) -> None:
    """Revoke the emailed links, record the event and email the user."""
    await one_time_tokens.revoke_all(
        user.id, TokenPurpose.RESET_PASSWORD, TokenPurpose.MAGIC_LINK, TokenPurpose.SEND_LOGIN_CODE
    )
    await record_event(account_id, user.id, event, address=client.address, user_agent=client.user_agent)
    await send_mail(
        connection,
        MailKind.PASSWORD_CHANGED,
        to=user.email,
        account_id=account_id,
        language=user.language,
        values={"name": user.first_name, "device": device_of(client.user_agent), "address": client.address},
    )
