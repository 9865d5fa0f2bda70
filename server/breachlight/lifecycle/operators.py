"""Operators' actions on users and accounts: end sessions, disable, enable, resend the verification, delete.

A command names a user by address, the console by id; ``by`` is the person in the console.
"""

import uuid
from dataclasses import dataclass

import structlog

from breachlight.accounts.verification import per_user as verification_mails
from breachlight.accounts.verification import send_verification
from breachlight.audit.events import record_event
from breachlight.auth.models import User
from breachlight.auth.repository import account_of_user, find_user, lock_user, update_user
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.errors import ForbiddenError, NotFoundError, UnauthenticatedError
from breachlight.kit.messages import say
from breachlight.lifecycle import repository
from breachlight.lifecycle.deletion import mail_deletion
from breachlight.lifecycle.purge import close_account
from breachlight.operators.recording import record
from breachlight.operators.service import Operator, is_operator, user_of_address
from breachlight.sessions.revocation import end_sessions

_log = structlog.get_logger("breachlight.accounts")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action on a user; ``is_changed`` is False if nothing had to change."""

    email: str
    sessions: int
    is_changed: bool = True


async def sign_out(target: str | uuid.UUID, by: Operator | None = None) -> Outcome:
    """End all sessions of a user; their API keys stay valid.

    Raises:
        NotFoundError: there is no such user.
        ForbiddenError: an operator is changed in the console.
    """
    async with transaction() as connection:
        user = await _locked(target, by)
        return Outcome(user.email, await _end_sessions(connection, user, "signed_out_by_operator", by))


async def disable(target: str | uuid.UUID, by: Operator | None = None) -> Outcome:
    """End all sessions of a user and refuse their logins, links and API keys until they are enabled again.

    Raises:
        NotFoundError: there is no such user.
        ForbiddenError: an operator is changed in the console.
    """
    async with transaction() as connection:
        user = await _locked(target, by)
        is_changed = user.disabled_at is None
        if is_changed:
            await update_user(user.id, disabled_at=clock.now())
        return Outcome(user.email, await _end_sessions(connection, user, "disabled_by_operator", by), is_changed)


async def enable(target: str | uuid.UUID, by: Operator | None = None) -> Outcome:
    """Let a disabled user log in again, with their API keys as before.

    Raises:
        NotFoundError: there is no such user.
        ForbiddenError: an operator is changed in the console.
    """
    async with transaction() as connection:
        user = await _locked(target, by)
        if user.disabled_at is None:
            return Outcome(user.email, 0, is_changed=False)
        await update_user(user.id, disabled_at=None)
        await _record(connection, user, await account_of_user(user.id), "enabled_by_operator", by, sessions=0)
        return Outcome(user.email, 0)


async def resend_verification(user_id: uuid.UUID, by: Operator) -> Outcome:
    """Email a user a new link that verifies their address; ``is_changed`` is False if it is verified.

    Raises:
        NotFoundError: there is no such user.
        ThrottledError: too many emails to them.
    """
    user = await find_user(user_id)
    if user is None:
        raise _unknown()
    if user.email_verified_at is not None:
        return Outcome(user.email, 0, is_changed=False)
    await verification_mails.hit(str(user.id))
    async with transaction() as connection:
        account_id = await account_of_user(user.id)
        await send_verification(user, account_id)
        await record_event(account_id, user.id, "email_verification_sent")
        await record(connection, by, "console_verification_resent", {"user_id": str(user.id)})
    return Outcome(user.email, 0)


async def delete_account(account_id: uuid.UUID, by: Operator) -> None:
    """Delete an account with everything in it, as its owner could, and email its members.

    Raises:
        NotFoundError: there is no such account, or it was deleted meanwhile.
        ForbiddenError: an operator is a member.
    """
    async with transaction() as connection:
        members = await repository.members(account_id)
        for member in members:
            await _require_no_operator(member.id)
        try:
            await close_account(connection, account_id)
        except UnauthenticatedError:
            raise NotFoundError(say("There's no such account.")) from None
        await mail_deletion(connection, members)
        await record(
            connection, by, "console_account_deleted", {"account_id": str(account_id), "members": len(members)}
        )
    _log.info("account_deleted", account_id=str(account_id))


async def _locked(target: str | uuid.UUID, by: Operator | None) -> User:
    user = await user_of_address(target) if isinstance(target, str) else await find_user(target)
    if user is None:
        raise _unknown()
    if by is not None:
        await _require_no_operator(user.id)
    return await lock_user(user.id)


async def _require_no_operator(user_id: uuid.UUID) -> None:
    """Refuse changes of operators in the console: a stolen session must not lock the others out."""
    if await is_operator(user_id):
        raise ForbiddenError(say("This person is an operator. Use the command line."))


def _unknown() -> NotFoundError:
    return NotFoundError(say("There's no such user."))


async def _end_sessions(connection: Connection, user: User, kind: str, by: Operator | None) -> int:
    account_id = await account_of_user(user.id)
    ended = await end_sessions(account_id, user.id, kind)
    await _record(connection, user, account_id, kind, by, sessions=ended)
    return ended


async def _record(
    connection: Connection, user: User, account_id: uuid.UUID, kind: str, by: Operator | None, *, sessions: int
) -> None:
    await record_event(account_id, user.id, kind)
    await record(connection, by, f"user_{kind}", {"user_id": str(user.id), "sessions": sessions})
