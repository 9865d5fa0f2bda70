"""Queries of the deletion and the export of accounts."""

import uuid
from collections.abc import AsyncIterator
from typing import Final, TypeVar

from tortoise import Model
from tortoise.expressions import Q
from tortoise.queryset import QuerySet

from breachlight.accounts.models import UserImage
from breachlight.audit.models import SecurityEvent
from breachlight.auth.models import Membership, User
from breachlight.database.session import Connection
from breachlight.members.models import Invitation
from breachlight.monitored_emails.models import LiveEmailAccount, LiveEmailAccountList, MonitoredEmail
from breachlight.sessions.models import Session

Row = TypeVar("Row", bound=Model)
_CHUNK: Final = 500


async def members(account_id: uuid.UUID) -> list[User]:
    """Return the users of an account."""
    return await User.filter(memberships__account_id=account_id)


async def lock_members(connection: Connection, account_id: uuid.UUID) -> list[uuid.UUID]:
    """Lock the users of an account until the transaction ends, in the order of their ids, and return these."""
    rows = await connection.fetch(
        """SELECT id FROM users WHERE id IN (SELECT user_id FROM memberships WHERE account_id = $1)
        ORDER BY id FOR UPDATE""",
        account_id,
    )
    return [row["id"] for row in rows]


async def lock_account_for_deletion(connection: Connection, account_id: uuid.UUID) -> bool:
    """Lock an account against every other use until the transaction ends; False if it is gone."""
    return await connection.fetchval("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", account_id) is not None


async def account_exists(connection: Connection, account_id: uuid.UUID) -> bool:
    """Return whether an account exists."""
    return await connection.fetchval("SELECT 1 FROM accounts WHERE id = $1", account_id) is not None


async def is_abandoned(connection: Connection, account_id: uuid.UUID) -> bool:
    """Return whether an account exists and none of its members has a verified address or logs in with one."""
    members: int = await connection.fetchval("SELECT count(*) FROM memberships WHERE account_id = $1", account_id)
    able = """SELECT 1 FROM memberships AS m JOIN users AS u ON u.id = m.user_id
        LEFT JOIN email_claims AS c ON c.user_id = u.id
        WHERE m.account_id = $1 AND (u.email_verified_at IS NOT NULL OR c.user_id IS NOT NULL)"""
    return members > 0 and await connection.fetchval(able, account_id) is None


async def has_more_rows(connection: Connection, table: str, account_id: uuid.UUID, limit: int) -> bool:
    """Return whether a table has more than ``limit`` rows of an account."""
    counted = f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE account_id = $1 LIMIT {limit + 1}) AS rows"
    count: int = await connection.fetchval(counted, account_id)
    return count > limit


async def empty_table(connection: Connection, table: str, account_id: uuid.UUID) -> None:
    """Delete all rows of an account from a table."""
    await connection.execute(f"DELETE FROM {table} WHERE account_id = $1", account_id)


async def delete_some(connection: Connection, table: str, account_id: uuid.UUID, limit: int) -> int:
    """Delete up to ``limit`` rows of an account from a table and return how many were deleted."""
    status = await connection.execute(
        f"DELETE FROM {table} WHERE account_id = $1 AND ctid = ANY(ARRAY("
        f"SELECT ctid FROM {table} WHERE account_id = $1 LIMIT {limit}))",
        account_id,
    )
    return int(status.rpartition(" ")[2])


async def delete_account(connection: Connection, account_id: uuid.UUID, user_ids: list[uuid.UUID]) -> None:
    """Delete the row of an account, and those of its users who have no other account."""
    await connection.execute(
        """DELETE FROM users WHERE id = ANY($1::uuid[])
        AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)""",
        user_ids,
    )
    await connection.execute("DELETE FROM accounts WHERE id = $1", account_id)


async def find_image(account_id: uuid.UUID, user_id: uuid.UUID) -> UserImage | None:
    """Return the picture of a user."""
    return await UserImage.filter(account_id=account_id, user_id=user_id).first()


async def find_active_list(account_id: uuid.UUID) -> LiveEmailAccountList | None:
    """Return size and upload time of the list of active email accounts."""
    return await LiveEmailAccountList.filter(account_id=account_id).first()


def memberships(account_id: uuid.UUID) -> AsyncIterator[list[Membership]]:
    """Yield the memberships of an account with their users, in chunks."""
    return _chunks(Membership.filter(account_id=account_id).prefetch_related("user"))


def invitations(account_id: uuid.UUID) -> AsyncIterator[list[Invitation]]:
    """Yield the invitations of an account, in chunks."""
    return _chunks(Invitation.filter(account_id=account_id))


def monitored_emails(account_id: uuid.UUID) -> AsyncIterator[list[MonitoredEmail]]:
    """Yield the monitored emails of an account, in chunks."""
    return _chunks(MonitoredEmail.filter(account_id=account_id))


def active_email_accounts(account_id: uuid.UUID) -> AsyncIterator[list[LiveEmailAccount]]:
    """Yield the active email accounts of an account, in chunks."""
    return _chunks(LiveEmailAccount.filter(account_id=account_id))


def sessions(account_id: uuid.UUID, user_id: uuid.UUID) -> AsyncIterator[list[Session]]:
    """Yield the sessions of a user, in chunks."""
    return _chunks(Session.filter(account_id=account_id, user_id=user_id))


def security_events(account_id: uuid.UUID, user_id: uuid.UUID) -> AsyncIterator[list[SecurityEvent]]:
    """Yield the security events of a user and of the account as a whole, in chunks."""
    return _chunks(SecurityEvent.filter(Q(user_id=user_id) | Q(user_id=None), account_id=account_id))


async def _chunks(rows: QuerySet[Row]) -> AsyncIterator[list[Row]]:
    """Yield rows in the order of their ids, as many at a time as fit in memory together."""
    first = rows.order_by("id").limit(_CHUNK)
    chunk = await first
    while chunk:
        yield chunk
        chunk = await first.filter(id__gt=chunk[-1].pk)
