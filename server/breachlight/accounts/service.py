"""Accounts: made, found and shown."""

import uuid
from dataclasses import dataclass
from typing import Literal

from tortoise.exceptions import IntegrityError

from breachlight.auth.models import Account, AccountKind, EmailClaim, Membership, MembershipRole, User
from breachlight.auth.password_hashing import hash_password
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.database.session import transaction
from breachlight.domains import repository as domains
from breachlight.domains.models import Domain
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.messages import say

EMAIL_TAKEN = say("An account with this email already exists.")


@dataclass(frozen=True, slots=True)
class AccountView:
    """An account as its user sees it (spec §3, Account)."""

    account: Account
    user: User
    domains: list[Domain]
    membership_role: MembershipRole

    @property
    def role(self) -> Literal["Individual", "Organization"]:
        """The role as the specification names it (section 6)."""
        return "Organization" if self.account.kind == AccountKind.ORGANIZATION else "Individual"

    @property
    def permissions(self) -> frozenset[Permission]:
        """What the user's place in the account allows."""
        return PERMISSIONS_OF[self.membership_role]


async def create_account(
    *,
    kind: AccountKind,
    email: str,
    first_name: str,
    last_name: str,
    password: str,
    company_name: str | None = None,
    country: str = "",
    phone: str = "",
) -> AccountView:
    """Make an account with its one owner.

    The address is not verified by this and therefore not monitored yet (design §3).

    Raises:
        ValidationError: the address is no email address, or another user's.
    """
    password_hash = await hash_password(password)
    async with transaction():
        return await add_account(
            kind=kind,
            email=email,
            first_name=first_name,
            last_name=last_name,
            password_hash=password_hash,
            company_name=company_name,
            country=country,
            phone=phone,
        )


async def add_account(
    *,
    kind: AccountKind,
    email: str,
    first_name: str,
    last_name: str,
    password_hash: str,
    company_name: str | None = None,
    country: str = "",
    phone: str = "",
    language: str | None = None,
) -> AccountView:
    """Make an account with its one owner in the caller's transaction, which must end if this raises.

    Raises:
        ValidationError: the address is no email address, or another user's.
    """
    key, now = email_key(email), clock.now()
    if key is None:
        raise ValidationError({"email": [say("Enter a valid email address")]})
    account = await Account.create(kind=kind, company_name=company_name, created_at=now)
    user = await User.create(
        email=email.strip(),
        first_name=first_name,
        last_name=last_name,
        password_hash=password_hash,
        country=country,
        phone=phone,
        language=language,
        created_at=now,
    )
    try:
        await EmailClaim.create(email_key=key, user=user)
    except IntegrityError:
        raise ValidationError({"email": [EMAIL_TAKEN]}) from None
    await Membership.create(account=account, user=user, role=MembershipRole.OWNER, created_at=now)
    return AccountView(account, user, [], MembershipRole.OWNER)


async def find_user_by_email(key: str) -> User | None:
    """Return the user who logs in with an address, given as email key."""
    return await User.filter(email_claims__email_key=key).first()


async def find_account_of_user(user_id: uuid.UUID) -> uuid.UUID | None:
    """Return the account of a user, or None if there is none."""
    membership = await Membership.filter(user_id=user_id).first()
    return membership.account_id if membership else None  # type: ignore[attr-defined]  # Tortoise adds the column at run time


async def account_of_user(user_id: uuid.UUID) -> uuid.UUID:
    """Return the account of a user.

    Raises:
        NotFoundError: the user is in no account.
    """
    account_id = await find_account_of_user(user_id)
    if account_id is None:
        raise NotFoundError
    return account_id


async def get_account(account_id: uuid.UUID, user_id: uuid.UUID) -> AccountView:
    """Return an account as one of its members sees it.

    Raises:
        NotFoundError: the user is no member of the account.
    """
    # Two reads: joined, the longest columns of a user would have names that PostgreSQL cuts at 63 characters.
    account = await Account.filter(id=account_id, memberships__user_id=user_id).first()
    user = await User.filter(id=user_id, memberships__account_id=account_id).first()
    membership = await Membership.filter(account_id=account_id, user_id=user_id).first()
    if account is None or user is None or membership is None:
        raise NotFoundError
    return AccountView(account, user, await domains.list_domains(account_id), membership.role)
