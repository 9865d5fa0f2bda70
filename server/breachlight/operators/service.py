"""Operators: who has the role, and what it requires (decision 71)."""

import uuid
from dataclasses import dataclass

import structlog

from breachlight.audit.operators import operator_name, record_operator_event
from breachlight.auth.models import User
from breachlight.auth.repository import find_user_by_email, lock_user
from breachlight.auth.subject import Subject
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import ForbiddenError, NotFoundError, ProblemError, SecondFactorRequiredError
from breachlight.kit.messages import say
from breachlight.operators import repository
from breachlight.operators.repository import OperatorRow

_log = structlog.get_logger("breachlight.operators")


@dataclass(frozen=True, slots=True)
class Change:
    """The result of granting or removing the role; ``is_changed`` is False if nothing had to change."""

    email: str
    has_second_factor: bool
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator who uses the console; ``email`` names them in the operators' audit log."""

    user_id: uuid.UUID
    email: str


async def grant(address: str) -> Change:
    """Make a user an operator.

    Raises:
        NotFoundError: no user has this address.
        ProblemError: they haven't verified it, so it may be somebody else's; or they are disabled.
    """
    async with transaction() as connection:
        user = await _locked(address)
        if user.email_verified_at is None:
            raise ProblemError(say("This user hasn't verified their email address yet."))
        if user.disabled_at is not None:
            raise ProblemError(say("This user is disabled."))
        by = operator_name()
        is_changed = await repository.add_operator(connection, user.id, clock.now(), by)
        if is_changed:
            await record_operator_event(connection, "operator_added", {"user_id": str(user.id)}, operator=by)
        return Change(user.email, _has_second_factor(user), is_changed)


async def remove(address: str) -> Change:
    """Take the role from a user, effective from their next request.

    Raises:
        NotFoundError: no user has this address.
    """
    async with transaction() as connection:
        user = await _locked(address)
        is_changed = await repository.delete_operator(connection, user.id)
        if is_changed:
            await record_operator_event(connection, "operator_removed", {"user_id": str(user.id)})
        return Change(user.email, _has_second_factor(user), is_changed)


async def list_operators() -> list[OperatorRow]:
    """Return all operators by address."""
    return await repository.operator_rows()


async def is_operator(user_id: uuid.UUID) -> bool:
    """Return whether a user has the role."""
    return await repository.find_operator_email(user_id) is not None


async def require_operator(subject: Subject) -> Operator:
    """Require an operator who gave a second factor in this session; the role is read each time, so removal takes effect at once.

    Raises:
        ForbiddenError: an API key, or a person who isn't an operator.
        SecondFactorRequiredError: no second factor was given in this session.
    """
    if subject.is_api_key:
        raise ForbiddenError(say("API keys can't do this."))
    email = await repository.find_operator_email(subject.user_id)
    if email is None:
        _log.warning("console_denied", account_id=str(subject.account_id), user_id=str(subject.user_id))
        raise ForbiddenError
    if not subject.has_second_factor:
        raise SecondFactorRequiredError
    return Operator(subject.user_id, email)


async def user_of_address(address: str) -> User:
    """Return the user who logs in with an address.

    Raises:
        NotFoundError: there is none.
    """
    user = await find_user_by_email(email_key(address) or "")
    if user is None:
        raise NotFoundError(say("No user logs in with this address."))
    return user


async def _locked(address: str) -> User:
    return await lock_user((await user_of_address(address)).id)


def _has_second_factor(user: User) -> bool:
    return user.is_mfa_device_enabled
