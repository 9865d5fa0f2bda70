"""The members of an account: list, roles and removal (spec §6).

Every account keeps an owner. Who changes members holds the account's row first, so that two owners cannot send each other away.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog

from breachlight.alerts.incidents import triage_repository as incidents
from breachlight.alerts.triage.repository import unassign_member
from breachlight.audit.events import record_event, record_event_of
from breachlight.auth.models import Account, AccountKind, MembershipRole, User
from breachlight.auth.password_hashing import password_tries, verify_password
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.auth.repository import find_member, find_user, get_account, get_user, lock_account
from breachlight.auth.subject import Client, Subject, require_fresh
from breachlight.database.session import Connection, transaction
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import (
    EmailNotVerifiedError,
    ForbiddenError,
    NotFoundError,
    UnauthenticatedError,
    ValidationError,
)
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.members import repository
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.revocation import end_sessions
from breachlight.watchlist.references import remove_unneeded_emails
from breachlight.watchlist.service import lock_watchlist

LAST_OWNER: Final = say("An account needs an owner. Make someone else an owner first.")
ONLY_ORGANIZATIONS: Final = say("Only organizations have members.")
NO_ROLE: Final = "none"
"""What an email says instead of a role to former members."""

_OF_MEMBERS: Final = (
    "saved_views",
    "api_keys",
    "alert_mail_positions",
    "notification_marks",
    "monitored_emails",
    "mailed_codes",
    "recovery_codes",
    "one_time_tokens",
    "user_images",
)
"""Tables of an account with rows that are a member's own; notes, operations and the audit log stay with the account."""

_changes = RateLimit("member-changes", limit=60, window=timedelta(hours=1))
_log = structlog.get_logger("breachlight.accounts")


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an account, as the others see them."""

    user_id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: MembershipRole
    joined_at: datetime


async def list_members(subject: Subject) -> list[Member]:
    """Return the members of the account, by name.

    Raises:
        ForbiddenError: an API key without the scope to read.
    """
    subject.require(Permission.READ)
    members = [
        Member(
            row["user_id"],
            row["user__first_name"],
            row["user__last_name"],
            row["user__email"],
            MembershipRole(row["role"]),
            row["created_at"],
        )
        for row in await repository.member_rows(subject.account_id)
    ]
    return sorted(members, key=lambda member: (member.first_name.casefold(), member.last_name.casefold(), member.email))


async def change_role(subject: Subject, user_id: uuid.UUID, role: MembershipRole, client: Client) -> None:
    """Change a member's role, effective from the next request, and email them.

    Raises:
        ForbiddenError: the subject may not manage members.
        ReauthenticationRequiredError: the login is too old.
        NotFoundError: there is no such member.
        ValidationError: field ``role``: the account would have no owner.
        ThrottledError: too many changes.
    """
    await require_manager(subject)
    async with transaction() as connection:
        account, roles = await lock_account_of_member(subject)
        if user_id not in roles:
            raise _no_such_member(subject, user_id)
        if roles[user_id] == role:
            return
        if role != MembershipRole.OWNER and _is_last_owner(roles, user_id):
            raise ValidationError({"role": [LAST_OWNER]})
        await repository.set_role(subject.account_id, user_id, role)
        if role != MembershipRole.OWNER:
            # Otherwise a former owner could come back through an invitation to an address of their own.
            await repository.remove_invitations_of(subject.account_id, user_id)
        await _record(subject, user_id, "member_role_changed", client, role.value)
        user = await get_user(user_id)
        if user_id != subject.user_id:
            await _mail_change(connection, account, user, role.value, subject.account_id)


async def remove_member(subject: Subject, user_id: uuid.UUID, client: Client) -> None:
    """Take a member out of the account: sessions and API keys end at once, and the address is free again. They are emailed.

    Raises:
        ForbiddenError: the subject may not manage members.
        ReauthenticationRequiredError: the login is too old.
        NotFoundError: there is no such member.
        ValidationError: field ``member``: it is the subject, who leaves instead.
        ThrottledError: too many changes.
    """
    await require_manager(subject)
    if user_id == subject.user_id:
        raise ValidationError({"member": [say("You can't remove yourself. Leave the account instead.")]})
    async with transaction() as connection:
        await _remove(connection, subject, user_id, client, "member_removed")


async def leave_account(subject: Subject, password: str, client: Client) -> None:
    """Remove the subject from the account; everything else stays.

    Raises:
        ReauthenticationRequiredError: the login is too old.
        ValidationError: field ``password``: it is wrong; field ``member``: the account would have no owner.
        ThrottledError: too many tries.
    """
    await require_password(subject, password, client)
    async with transaction() as connection:
        await _remove(connection, subject, subject.user_id, client, "member_left")


async def require_password(subject: Subject, password: str, client: Client) -> User:
    """Return the subject's user, once the login is fresh and the password was given again.

    Raises:
        ReauthenticationRequiredError: the login is too old.
        ValidationError: field ``password``: it is wrong.
        ThrottledError: too many tries.
    """
    require_fresh(subject)
    if not password:
        raise ValidationError({"password": [say("Password is required")]})
    async with password_tries.attempt(str(subject.user_id)) as attempt:
        user = await find_user(subject.user_id)
        if user is None:
            raise UnauthenticatedError
        if not await verify_password(password, user.password_hash):
            await record_event_of(subject, "reauthentication_failed", client)
            raise ValidationError({"password": [say("Incorrect password.")]})
        await attempt.reset()
    return user


async def require_manager(subject: Subject) -> None:
    """Refuse who may not change the members of the account now.

    Raises:
        ForbiddenError: the role, the kind of the account, or an email address that is not verified.
        ReauthenticationRequiredError: the login is too old.
        ThrottledError: too many changes.
    """
    subject.require(Permission.MANAGE_MEMBERS)
    account = await get_account(subject.account_id)
    if account.kind != AccountKind.ORGANIZATION:
        raise ForbiddenError(ONLY_ORGANIZATIONS)
    user = await get_user(subject.user_id)
    if user.email_verified_at is None:
        raise EmailNotVerifiedError
    require_fresh(subject)
    await _changes.hit(str(subject.account_id))


async def lock_account_of_member(subject: Subject) -> tuple[Account, dict[uuid.UUID, MembershipRole]]:
    """Hold the account's row in the caller's transaction; return it with the roles of its members, as they are now.

    Raises:
        UnauthenticatedError: the account, or the subject's place in it, is gone since the request began.
    """
    account = await lock_account(subject.account_id)
    roles = await repository.roles_of_members(subject.account_id)
    if subject.user_id not in roles:
        raise UnauthenticatedError
    return account, roles


async def _remove(connection: Connection, subject: Subject, user_id: uuid.UUID, client: Client, kind: str) -> None:
    """Locks are taken in the order in which everybody takes them: the user, the epoch of the identities, the account."""
    await repository.lock_user(connection, user_id)
    user = await find_member(subject.account_id, user_id)
    if user is None:
        raise _no_such_member(subject, user_id)
    await lock_watchlist(connection)
    monitored = await repository.remove_monitored_emails(connection, subject.account_id, user_id)
    keys = {email_key(user.email) or "", *monitored}
    await remove_unneeded_emails(connection, subject.account_id, keys, without=user_id)
    account, roles = await lock_account_of_member(subject)
    if kind == "member_removed" and Permission.MANAGE_MEMBERS not in PERMISSIONS_OF[roles[subject.user_id]]:
        raise ForbiddenError
    if _is_last_owner(roles, user_id):
        raise ValidationError({"member": [LAST_OWNER]})
    await end_sessions(subject.account_id, user_id, kind)
    await _record(subject, user_id, kind, client, NO_ROLE)
    # A removed member may not be trustworthy: their open invitations go as well.
    await unassign_member(connection, subject.account_id, user_id)
    await incidents.unassign_member(connection, subject.account_id, user_id)
    await repository.remove_member(connection, subject.account_id, user_id, _OF_MEMBERS)
    await _mail_change(connection, account, user, NO_ROLE, None)


def _is_last_owner(roles: dict[uuid.UUID, MembershipRole], user_id: uuid.UUID) -> bool:
    return [other for other, role in roles.items() if role == MembershipRole.OWNER] == [user_id]


def _no_such_member(subject: Subject, user_id: uuid.UUID) -> NotFoundError:
    _log.warning("member_not_found", account_id=str(subject.account_id), user_id=str(user_id))
    return NotFoundError(say("Member not found."))


async def _record(subject: Subject, user_id: uuid.UUID, kind: str, client: Client, role: str) -> None:
    """Write an event to the log of the actor and of the person concerned."""
    detail: dict[str, object] = {"user_id": str(user_id), "role": role}
    await record_event_of(subject, kind, client, detail)
    if user_id != subject.user_id:
        await record_event(subject.account_id, user_id, kind, detail=detail)


async def _mail_change(
    connection: Connection, account: Account, user: User, role: str, account_id: uuid.UUID | None
) -> None:
    await send_mail(
        connection,
        MailKind.MEMBER_CHANGED,
        to=user.email,
        account_id=account_id,
        language=user.language,
        values={"name": user.first_name, "organization": account.company_name or "", "role": role},
    )
