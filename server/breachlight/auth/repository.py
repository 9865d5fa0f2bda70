"""Queries of users, accounts and memberships that several features share."""

import uuid
from collections.abc import Collection
from typing import Final

from breachlight.auth.models import Account, ApiKey, EmailClaim, Membership, User
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, UnauthenticatedError

AHEAD_BY: Final = "breachlight.ahead_by"
"""The setting of a transaction that has locked accounts: by how many seconds the product's clock is ahead (``kit.clock``)."""


async def find_user(user_id: uuid.UUID) -> User | None:
    """Return a user."""
    return await User.filter(id=user_id).first()


async def find_active_user(user_id: uuid.UUID) -> User | None:
    """Return a user who is not disabled."""
    return await User.filter(id=user_id, disabled_at=None).first()


async def find_user_by_email(key: str) -> User | None:
    """Return the user who logs in with an address, given as email key."""
    return await User.filter(email_claims__email_key=key).first()


async def get_user(user_id: uuid.UUID) -> User:
    """Return the user of a request.

    Raises:
        UnauthenticatedError: the user was deleted since the request began.
    """
    user = await find_user(user_id)
    if user is None:
        raise UnauthenticatedError
    return user


async def find_member(account_id: uuid.UUID, user_id: uuid.UUID) -> User | None:
    """Return a member of an account."""
    return await User.filter(id=user_id, memberships__account_id=account_id).first()


async def get_member(account_id: uuid.UUID, user_id: uuid.UUID) -> User:
    """Return the user of a request as a member of the account.

    Raises:
        UnauthenticatedError: the user was deleted or left the account since the request began.
    """
    user = await find_member(account_id, user_id)
    if user is None:
        raise UnauthenticatedError
    return user


async def lock_user(user_id: uuid.UUID) -> User:
    """Lock a user until the caller's transaction ends and return it.

    Raises:
        UnauthenticatedError: the user was deleted since the request began.
    """
    user = await User.filter(id=user_id).select_for_update(no_key=True).first()
    if user is None:
        raise UnauthenticatedError
    return user


async def update_user(user_id: uuid.UUID, **values: object) -> None:
    """Store columns of a user."""
    await User.filter(id=user_id).update(**values)


async def set_password_hash(user: User, password_hash: str, **values: object) -> bool:
    """Store a new password hash and further columns; False if the password changed since ``user`` was read."""
    unchanged = User.filter(id=user.id, password_hash=user.password_hash)
    return bool(await unchanged.update(password_hash=password_hash, **values))


async def find_account_of_user(user_id: uuid.UUID) -> uuid.UUID | None:
    """Return the account of a user, or None if there is none."""
    membership = await Membership.filter(user_id=user_id).first()
    return membership.account_id if membership else None


async def account_of_user(user_id: uuid.UUID) -> uuid.UUID:
    """Return the account of a user.

    Raises:
        NotFoundError: the user is in no account.
    """
    account_id = await find_account_of_user(user_id)
    if account_id is None:
        raise NotFoundError
    return account_id


async def find_account(account_id: uuid.UUID) -> Account | None:
    """Return an account."""
    return await Account.filter(id=account_id).first()


async def get_account(account_id: uuid.UUID) -> Account:
    """Return the account of a request.

    Raises:
        UnauthenticatedError: the account was deleted since the request began.
    """
    account = await find_account(account_id)
    if account is None:
        raise UnauthenticatedError
    return account


async def has_login(key: str) -> bool:
    """Return whether a user logs in with an address, given as email key."""
    return await EmailClaim.filter(email_key=key).exists()


async def is_member(account_id: uuid.UUID, user_id: uuid.UUID) -> bool:
    """Return whether a user is a member of an account."""
    return await Membership.exists(account_id=account_id, user_id=user_id)


async def lock_account(account_id: uuid.UUID) -> Account:
    """Lock an account until the caller's transaction ends and return it.

    Changes that count an account's rows, or add rows to it, take this lock first: they run one after the other, and nothing
    is added to an account that is gone.

    Raises:
        UnauthenticatedError: it was deleted since the request began.
    """
    account = await Account.filter(id=account_id).select_for_update(no_key=True).first()
    if account is None:
        raise UnauthenticatedError
    return account


async def lock_accounts(connection: Connection, account_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Lock accounts as ``lock_account`` does, in the order of their ids, and return those that still exist.

    Every writer of alerts takes this lock first. The order keeps two of them from waiting for each other. Their
    bookkeeping has ``AHEAD_BY`` to know the product's time.
    """
    rows = await connection.fetch(
        f"""SELECT id, set_config('{AHEAD_BY}', $2, true) FROM accounts WHERE id = ANY($1::uuid[])
        ORDER BY id FOR NO KEY UPDATE""",
        list(account_ids),
        str(clock.ahead_by().total_seconds()),
    )
    return {row["id"] for row in rows}


async def revoke_keys_of_user(account_id: uuid.UUID, user_id: uuid.UUID) -> list[ApiKey]:
    """Revoke the API keys that a user has made for an account, and return them."""
    live = ApiKey.filter(account_id=account_id, user_id=user_id, revoked_at=None)
    keys = await live.select_for_update().order_by("created_at", "id")
    await live.update(revoked_at=clock.now())
    return keys
