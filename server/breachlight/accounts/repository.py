"""Queries of accounts as their members see them, and of profile pictures."""

import uuid
from datetime import datetime

from tortoise.exceptions import IntegrityError

from breachlight.accounts.models import UserImage
from breachlight.auth.models import Account, AccountKind, EmailClaim, Membership, MembershipRole, User
from breachlight.kit import clock


async def add_account(kind: AccountKind, company_name: str | None, created_at: datetime) -> Account:
    """Add an account without members."""
    return await Account.create(kind=kind, company_name=company_name, created_at=created_at)


async def set_bulk_disclosure(account_id: uuid.UUID, *, is_enabled: bool) -> None:
    """Store whether one request may disclose several leaked passwords."""
    await Account.filter(id=account_id).update(is_bulk_disclosure_enabled=is_enabled)


async def add_user(
    *,
    email: str,
    first_name: str,
    last_name: str,
    password_hash: str,
    country: str,
    phone: str,
    language: str | None,
    created_at: datetime,
) -> User:
    """Add a user without an account."""
    return await User.create(
        email=email,
        first_name=first_name,
        last_name=last_name,
        password_hash=password_hash,
        country=country,
        phone=phone,
        language=language,
        created_at=created_at,
    )


async def claim_email(key: str, user: User) -> bool:
    """Let a user log in with an address, given as email key; False, and the transaction must end, if it is taken."""
    try:
        await EmailClaim.create(email_key=key, user=user)
    except IntegrityError:
        return False
    return True


async def add_owner(account: Account, user: User, created_at: datetime) -> None:
    """Make a user the owner of an account."""
    await Membership.create(account=account, user=user, role=MembershipRole.OWNER, created_at=created_at)


async def find_member(account_id: uuid.UUID, user_id: uuid.UUID) -> tuple[Account, User, Membership] | None:
    """Return an account, one of its members and the membership."""
    # Several reads: in a join, the longest columns of a user would have aliases that PostgreSQL cuts at 63 characters.
    account = await Account.filter(id=account_id, memberships__user_id=user_id).first()
    user = await User.filter(id=user_id, memberships__account_id=account_id).first()
    membership = await Membership.filter(account_id=account_id, user_id=user_id).first()
    if account is None or user is None or membership is None:
        return None
    return account, user, membership


async def set_company_name(account_id: uuid.UUID, name: str) -> None:
    """Store the name of an organization."""
    await Account.filter(id=account_id).update(company_name=name)


async def find_image(image_id: uuid.UUID) -> UserImage | None:
    """Return a profile picture."""
    return await UserImage.filter(id=image_id).first()


async def add_image(account_id: uuid.UUID, user: User, content: bytes) -> UserImage:
    """Add the profile picture of a user, in WebP."""
    return await UserImage.create(account_id=account_id, user=user, content=content, created_at=clock.now())


async def remove_image(account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Delete the profile picture of a user."""
    await UserImage.filter(account_id=account_id, user_id=user_id).delete()
