"""The account of the first operator, made by the command line."""

import uuid
from dataclasses import dataclass

from breachlight.accounts.service import add_account
from breachlight.accounts.validators import text_problems
from breachlight.audit.events import record_event
from breachlight.audit.operators import record_operator_event
from breachlight.auth import one_time_tokens
from breachlight.auth.models import AccountKind, TokenPurpose, User
from breachlight.auth.password_hashing import hash_password, unusable_hash
from breachlight.auth.repository import account_of_user, find_user_by_email, lock_user, update_user
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import ValidationError
from breachlight.mail.service import public_link
from breachlight.operators import service as operators
from breachlight.operators.service import Operator
from breachlight.passwords.rules import password_problems
from breachlight.site.service import change_site_settings, get_site_settings
from breachlight.watchlist.service import monitor_email


@dataclass(frozen=True, slots=True)
class NewOperator:
    """Who becomes the first operator; without ``password`` a link sets one."""

    email: str
    first_name: str
    last_name: str
    company_name: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class MadeOperator:
    """The operator, and the link that sets their password once, valid for an hour; None if they have a password."""

    operator: Operator
    password_link: str | None


async def first_operator() -> Operator | None:
    """Return an operator who isn't disabled, or None."""
    rows = [row for row in await operators.list_operators() if not row.is_disabled]
    return Operator(rows[0].user_id, rows[0].email) if rows else None


async def has_user(address: str) -> bool:
    """Return whether somebody logs in with an address."""
    return await find_user_by_email(email_key(address) or "") is not None


async def grant(address: str) -> Operator:
    """Make a user with a verified address an operator.

    Raises:
        NotFoundError, ProblemError: as ``operators.service.grant``.
    """
    change = await operators.grant(address)
    user = await operators.user_of_address(address)
    return Operator(user.id, change.email)


async def make_operator(wanted: NewOperator) -> MadeOperator:
    """Make an organization, its owner and their role. The address counts as verified, by the authority of the command line.

    Raises:
        ValidationError: fields by name.
    """
    problems = {
        "first_name": text_problems(wanted.first_name),
        "last_name": text_problems(wanted.last_name),
        "company_name": text_problems(wanted.company_name),
    }
    if wanted.password is not None:
        words = [wanted.first_name, wanted.last_name, wanted.email, wanted.company_name]
        problems["password"] = await password_problems(wanted.password, own_words=words)
    if any(problems.values()):
        raise ValidationError({name: found for name, found in problems.items() if found})
    password_hash = unusable_hash() if wanted.password is None else await hash_password(wanted.password)
    async with transaction() as connection:
        view = await add_account(
            kind=AccountKind.ORGANIZATION,
            email=wanted.email,
            first_name=wanted.first_name,
            last_name=wanted.last_name,
            password_hash=password_hash,
            company_name=wanted.company_name,
        )
        user, account_id = view.user, view.account.id
        await update_user(user.id, email_verified_at=clock.now())
        await monitor_email(connection, account_id, email_key(user.email) or "")
        await record_event(account_id, user.id, "account_created")
        await record_event(account_id, user.id, "email_verified")
        await record_operator_event(connection, "setup_account_made", {"user_id": str(user.id)})
        link = None if wanted.password is not None else await _password_link(user, account_id)
    return MadeOperator(await grant(wanted.email), link)


async def new_password_link(operator: Operator) -> str:
    """Return a link that sets an operator's password once, for one whose first link expired."""
    async with transaction() as connection:
        user = await lock_user(operator.user_id)
        await record_operator_event(connection, "setup_password_link_made", {"user_id": str(user.id)})
        return await _password_link(user, await account_of_user(user.id))


async def open_login() -> bool:
    """Let people log in; False if they can already. An empty installation refuses even its operator."""
    if (await get_site_settings()).login_enabled:
        return False
    await change_site_settings({"login_enabled": True})
    async with transaction() as connection:
        await record_operator_event(connection, "settings_changed", {"names": ["login_enabled"]})
    return True


async def _password_link(user: User, account_id: uuid.UUID) -> str:
    issued = await one_time_tokens.issue(user, account_id, TokenPurpose.RESET_PASSWORD)
    return public_link("/auth/reset-password/confirm", uid=issued.uid, token=issued.token)
