"""Accounts: creation and the view of a member."""

import uuid
from dataclasses import dataclass, replace
from typing import Literal

from breachlight.accounts import repository
from breachlight.auth.models import Account, AccountKind, MembershipRole, User
from breachlight.auth.password_hashing import hash_password
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.database.session import transaction
from breachlight.domains import repository as domains
from breachlight.domains.models import Domain
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.messages import say
from breachlight.operators.service import is_operator

EMAIL_TAKEN = say("An account with this email already exists.")


@dataclass(frozen=True, slots=True)
class AccountView:
    """An account as its user sees it (spec §3, Account)."""

    account: Account
    user: User
    domains: list[Domain]
    membership_role: MembershipRole
    is_operator: bool = False
    """Whether the user may use the operator console."""

    @property
    def role(self) -> Literal["Individual", "Organization"]:
        """The role as the specification names it (section 6)."""
        return "Organization" if self.account.kind == AccountKind.ORGANIZATION else "Individual"

    @property
    def must_set_up_mfa(self) -> bool:
        """Whether the organization requires a second factor that the user doesn't have."""
        user = self.user
        return self.account.is_mfa_required and not (user.is_mfa_device_enabled or user.is_mfa_email_enabled)

    @property
    def permissions(self) -> frozenset[Permission]:
        """The permissions of the user's role in the account."""
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
    """Create an account and its owner.

    The address is unverified and therefore not monitored yet (design §3).

    Raises:
        ValidationError: the address is invalid or another user's.
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
    """Create an account and its owner in the caller's transaction, which must end if this raises.

    Raises:
        ValidationError: the address is invalid or another user's.
    """
    key, now = email_key(email), clock.now()
    if key is None:
        raise ValidationError({"email": [say("Enter a valid email address")]})
    account = await repository.add_account(kind, company_name, now)
    user = await repository.add_user(
        email=email.strip(),
        first_name=first_name,
        last_name=last_name,
        password_hash=password_hash,
        country=country,
        phone=phone,
        language=language,
        created_at=now,
    )
    if not await repository.claim_email(key, user):
        raise ValidationError({"email": [EMAIL_TAKEN]})
    await repository.add_owner(account, user, now)
    return AccountView(account, user, [], MembershipRole.OWNER)


async def get_account(account_id: uuid.UUID, user_id: uuid.UUID) -> AccountView:
    """Return an account as one of its members sees it; without its domains while they must set up a second factor.

    Raises:
        NotFoundError: the user is not a member of the account.
    """
    member = await repository.find_member(account_id, user_id)
    if member is None:
        raise NotFoundError
    account, user, membership = member
    view = AccountView(account, user, [], membership.role, is_operator=await is_operator(user_id))
    return view if view.must_set_up_mfa else replace(view, domains=await domains.list_domains(account_id))
