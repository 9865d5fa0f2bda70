"""Operators' actions on users: end sessions, disable, enable."""

import uuid
from dataclasses import dataclass

from breachlight.audit.events import record_event
from breachlight.audit.operators import record_operator_event
from breachlight.auth.models import User
from breachlight.auth.repository import account_of_user, find_user_by_email, lock_user, update_user
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say
from breachlight.sessions.revocation import end_sessions


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action on a user; ``is_changed`` is False if nothing had to change."""

    email: str
    sessions: int
    is_changed: bool = True


async def sign_out(address: str) -> Outcome:
    """End all sessions of a user; their API keys stay valid.

    Raises:
        NotFoundError: no user has this address.
    """
    async with transaction() as connection:
        user = await _locked(address)
        return Outcome(user.email, await _end_sessions(connection, user, "signed_out_by_operator"))


async def disable(address: str) -> Outcome:
    """End all sessions of a user and refuse their logins, links and API keys until they are enabled again.

    Raises:
        NotFoundError: no user has this address.
    """
    async with transaction() as connection:
        user = await _locked(address)
        is_changed = user.disabled_at is None
        if is_changed:
            await update_user(user.id, disabled_at=clock.now())
        return Outcome(user.email, await _end_sessions(connection, user, "disabled_by_operator"), is_changed)


async def enable(address: str) -> Outcome:
    """Let a disabled user log in again, with their API keys as before.

    Raises:
        NotFoundError: no user has this address.
    """
    async with transaction() as connection:
        user = await _locked(address)
        if user.disabled_at is None:
            return Outcome(user.email, 0, is_changed=False)
        await update_user(user.id, disabled_at=None)
        await _record(connection, user, await account_of_user(user.id), "enabled_by_operator", sessions=0)
        return Outcome(user.email, 0)


async def _locked(address: str) -> User:
    user = await find_user_by_email(email_key(address) or "")
    if user is None:
        raise NotFoundError(say("No user logs in with this address."))
    return await lock_user(user.id)


async def _end_sessions(connection: Connection, user: User, kind: str) -> int:
    account_id = await account_of_user(user.id)
    ended = await end_sessions(account_id, user.id, kind)
    await _record(connection, user, account_id, kind, sessions=ended)
    return ended


async def _record(connection: Connection, user: User, account_id: uuid.UUID, kind: str, *, sessions: int) -> None:
    await record_event(account_id, user.id, kind)
    await record_operator_event(connection, f"user_{kind}", {"user_id": str(user.id), "sessions": sessions})
