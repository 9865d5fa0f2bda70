"""Email invitations to an account: 256 random bits, stored as a digest, single-use, valid for a week, one per address."""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog

from breachlight.accounts.validators import any_address, collected, normal, text_problems
from breachlight.audit.events import record_event, record_event_of
from breachlight.auth import one_time_tokens
from breachlight.auth.models import Account, MembershipRole, User
from breachlight.auth.password_hashing import hash_password
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import (
    account_of_user,
    find_member,
    find_user_by_email,
    get_account,
    get_user,
    lock_account,
    lock_user,
)
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.jobs import enqueue, scheduled
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import BadCredentialsError, NotFoundError, ProblemError, ValidationError
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.members import repository
from breachlight.members.models import Invitation
from breachlight.members.service import lock_account_of_member, require_manager
from breachlight.passwords.rules import confirmation_problems, password_problems
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.revocation import FIRST_VERIFICATION, end_sessions
from breachlight.site.service import is_language
from breachlight.watchlist.service import monitor_email

LIFETIME: Final = timedelta(days=7)
MOST_MEMBERS: Final = 100
"""Members and open invitations of one account together."""
INVALID: Final = say("This invitation is invalid or expired. Ask the person who invited you for a new one.")
HAS_LOG_IN: Final = say(
    "This address already has a Breachlight login, and a login belongs to one account. Ask for an "
    "invitation to another address, or delete that account in Settings > Account and open this link "
    "again."
)

CLOSE_UNVERIFIED_JOB: Final = "accounts.close_unverified"
"""Deletes the account of a user whose address was never verified and now is another's (``lifecycle.purge``)."""

_TOKEN_BYTES: Final = 32
_TOKEN_LENGTH: Final = 43  # of 32 bytes in Base64 without padding
_KEPT: Final = timedelta(days=30)

_per_account = RateLimit("invitations", limit=50, window=timedelta(hours=1))
_per_recipient = RateLimit("invitation-recipient", limit=5, window=timedelta(days=1))
_per_address = RateLimit("invitation-address", limit=60, window=timedelta(minutes=5))
_log = structlog.get_logger("breachlight.accounts")


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation as shown to the holder of its link."""

    email: str
    role: MembershipRole
    organization: str
    invited_by: str
    has_log_in: bool


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The data of an invited person."""

    token: str
    first_name: str
    last_name: str
    password: str
    verify_password: str
    language: str | None = None


async def list_invitations(subject: Subject) -> list[Invitation]:
    """Return the invitations that nobody has accepted yet, the expired ones too, by address.

    Raises:
        ForbiddenError: the subject may not manage members.
    """
    subject.require(Permission.MANAGE_MEMBERS)
    return await repository.list_invitations(subject.account_id)


async def invite(subject: Subject, email: str, role: MembershipRole, client: Client) -> Invitation:
    """Email an invitation. Inviting an address again makes its earlier link void, and may change the role.

    The answer does not tell whether the address has a login.

    Raises:
        ForbiddenError: the subject may not manage members, or the account is no organization.
        ReauthenticationRequiredError: the login is too old.
        ValidationError: field ``email``: no address, a member's, or one too many.
        ThrottledError: too many invitations from this account, or to this address.
    """
    await require_manager(subject)
    address = any_address(email)
    key = email_key(address) or ""
    async with transaction() as connection:
        account, roles = await lock_account_of_member(subject)
        if await repository.is_address_of_member(subject.account_id, key):
            raise ValidationError({"email": [say("This person is already a member.")]})
        others = await repository.count_other_invitations(subject.account_id, key)
        if len(roles) + others >= MOST_MEMBERS:
            raise ValidationError(
                {"email": [say("An account can have at most {most} members and invitations.", most=MOST_MEMBERS)]}
            )
        await _count_mail(subject, key)
        token, now = secrets.token_urlsafe(_TOKEN_BYTES), clock.now()
        invitation = Invitation(
            account_id=subject.account_id,
            email=address,
            email_key=key,
            role=role,
            digest=_digest(token),
            invited_by=subject.user_id,
            created_at=now,
            expires_at=now + LIFETIME,
        )
        await repository.replace_invitation(invitation)
        await _mail(connection, account, invitation, token)
        await record_event_of(subject, "member_invited", client, {"role": role.value})
    return invitation


async def resend_invitation(subject: Subject, invitation_id: uuid.UUID, client: Client) -> Invitation:
    """Email an invitation again: the former link is void, the new one is valid for a week.

    Raises:
        NotFoundError: accepted, revoked, or another account's.
        ForbiddenError, ReauthenticationRequiredError, ThrottledError: as ``invite``.
    """
    await require_manager(subject)
    async with transaction() as connection:
        account, _ = await lock_account_of_member(subject)
        invitation = await _own(subject, invitation_id)
        await _count_mail(subject, invitation.email_key)
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        invitation.digest, invitation.expires_at = _digest(token), clock.now() + LIFETIME
        invitation.invited_by = subject.user_id
        await repository.renew_invitation(invitation)
        await _mail(connection, account, invitation, token)
        await record_event_of(subject, "member_invited", client, {"role": invitation.role.value})
    return invitation


async def revoke_invitation(subject: Subject, invitation_id: uuid.UUID, client: Client) -> None:
    """Revoke an invitation.

    Raises:
        NotFoundError: accepted, revoked, or another account's.
        ForbiddenError: the subject may not manage members.
    """
    subject.require(Permission.MANAGE_MEMBERS)
    async with transaction():
        invitation = await _own(subject, invitation_id)
        await repository.remove_invitation(invitation)
        await record_event_of(subject, "invitation_revoked", client)


async def open_invitation(token: str, client: Client) -> OpenInvitation:
    """Return an emailed invitation without using it up.

    Raises:
        BadCredentialsError: unknown, accepted, revoked or expired.
        ThrottledError: too many tries from here.
    """
    await _per_address.hit(network_of(client.address))
    invitation = await _find(token)
    account = await get_account(invitation.account_id)
    inviter = await find_member(invitation.account_id, invitation.invited_by)
    return OpenInvitation(
        email=invitation.email,
        role=invitation.role,
        organization=account.company_name or "",
        invited_by=f"{inviter.first_name} {inviter.last_name}" if inviter else "",
        has_log_in=_is_verified(await find_user_by_email(invitation.email_key)),
    )


async def accept_invitation(acceptance: Acceptance, client: Client) -> User:
    """Make the invited person a member with a login of their own; the session is opened by the caller.

    The email verified the address: it is monitored from now on, and a backfill starts. An account that somebody opened with the
    address and never verified it is deleted.

    Raises:
        BadCredentialsError: the invitation is unknown, accepted, revoked or expired.
        ProblemError: EMAIL_TAKEN: the address has a login.
        ValidationError: fields by name, all at once.
        ThrottledError: too many tries from here.
    """
    await _per_address.hit(network_of(client.address))
    invitation = await _find(acceptance.token)
    account = await get_account(invitation.account_id)
    if _is_verified(await find_user_by_email(invitation.email_key)):
        raise _taken()
    names = [acceptance.first_name, acceptance.last_name]
    own_words = [*names, invitation.email, account.company_name or ""]
    collected(
        {
            "first_name": text_problems(acceptance.first_name),
            "last_name": text_problems(acceptance.last_name),
            "password": await password_problems(acceptance.password, own_words=own_words),
            "verify_password": confirmation_problems(acceptance.password, acceptance.verify_password),
        }
    )
    password_hash = await hash_password(acceptance.password)
    async with transaction() as connection:
        await _release_unverified(connection, invitation.email_key)
        await monitor_email(connection, invitation.account_id, invitation.email_key)
        # The account is held: of two tries one finds the invitation, and none comes in while an owner revokes it.
        await lock_account(invitation.account_id)
        accepted = await repository.find_invitation_by_digest(invitation.digest, invitation.id)
        if accepted is None or not await _is_by_owner(accepted):
            raise BadCredentialsError(INVALID)
        user = await _add_member(accepted, acceptance, password_hash)
        await repository.remove_invitation(accepted)
        for whose in (user.id, accepted.invited_by):
            await record_event(
                accepted.account_id,
                whose,
                "member_joined",
                address=client.address if whose == user.id else "",
                user_agent=client.user_agent if whose == user.id else "",
                detail={"user_id": str(user.id), "role": accepted.role.value},
            )
    return user


@scheduled("invitations.trim", "40 3 * * *")
async def trim_invitations() -> None:
    """Delete invitations that expired a month ago, since they contain addresses of people who never joined."""
    await repository.remove_expired(clock.now() - _KEPT)


async def _release_unverified(connection: Connection, key: str) -> None:
    """Free an address that somebody has signed up with and never verified; their account, which can hold no data, is deleted.

    Otherwise anybody could keep a person out of an organization by signing up with their address.

    Raises:
        ProblemError: EMAIL_TAKEN: the address was verified meanwhile.
    """
    found = await find_user_by_email(key)
    if found is None:
        return
    user = await lock_user(found.id)
    if _is_verified(user):
        raise _taken()
    account_id = await account_of_user(user.id)
    await end_sessions(account_id, user.id, FIRST_VERIFICATION)
    await one_time_tokens.revoke_all(user.id)
    await repository.release_address(user.id, clock.now())
    await enqueue(connection, CLOSE_UNVERIFIED_JOB, {"account_id": str(account_id)})
    _log.info("unverified_account_released", account_id=str(account_id))


def _is_verified(user: User | None) -> bool:
    return user is not None and user.email_verified_at is not None


async def _add_member(invitation: Invitation, acceptance: Acceptance, password_hash: str) -> User:
    language = acceptance.language
    try:
        return await repository.add_member(
            invitation,
            first_name=normal(acceptance.first_name),
            last_name=normal(acceptance.last_name),
            password_hash=password_hash,
            language=language if is_language(language or "") else None,
        )
    except repository.AddressTakenError:
        raise _taken() from None


async def _find(token: str) -> Invitation:
    is_token = len(token) == _TOKEN_LENGTH and token.isascii()
    found = await repository.find_invitation_by_digest(_digest(token)) if is_token else None
    if found is None or found.expires_at <= clock.now() or not await _is_by_owner(found):
        raise BadCredentialsError(INVALID)
    return found


async def _is_by_owner(invitation: Invitation) -> bool:
    """Return whether who sent an invitation may still do so: a disabled owner's own address mustn't come in by one."""
    return await repository.is_owner(invitation.account_id, invitation.invited_by)


async def _own(subject: Subject, invitation_id: uuid.UUID) -> Invitation:
    found = await repository.find_invitation(subject.account_id, invitation_id)
    if found is None:
        _log.warning("invitation_not_found", account_id=str(subject.account_id), invitation_id=str(invitation_id))
        raise NotFoundError(say("Invitation not found."))
    return found


async def _count_mail(subject: Subject, key: str) -> None:
    await _per_account.hit(str(subject.account_id))
    await _per_recipient.hit(key)


async def _mail(connection: Connection, account: Account, invitation: Invitation, token: str) -> None:
    inviter = await get_user(invitation.invited_by)
    await send_mail(
        connection,
        MailKind.INVITATION,
        to=invitation.email,
        account_id=account.id,
        language=None,
        values={
            "organization": account.company_name or "",
            "inviter": inviter.email,
            "role": invitation.role.value,
            "link": public_link("/auth/invitation", token=token),
            "days": str(LIFETIME.days),
        },
    )


def _taken() -> ProblemError:
    return ProblemError(HAS_LOG_IN, "EMAIL_TAKEN")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("ascii")).hexdigest()
