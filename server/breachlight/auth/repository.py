"""Statements about accounts and their members that several features share."""

import uuid
from collections.abc import Collection

from breachlight.auth.models import Account, Membership, User
from breachlight.database.session import Connection
from breachlight.kit.errors import UnauthenticatedError


async def find_user(user_id: uuid.UUID) -> User | None:
    """Return a user."""
    return await User.filter(id=user_id).first()


async def find_account(account_id: uuid.UUID) -> Account | None:
    """Return an account."""
    return await Account.filter(id=account_id).first()


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

    Every writer of alerts takes this lock first. The order keeps two of them from waiting for each other.
    """
    rows = await connection.fetch(
        "SELECT id FROM accounts WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", list(account_ids)
    )
    return {row["id"] for row in rows}
