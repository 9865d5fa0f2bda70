"""Queries of members and invitations."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from tortoise.exceptions import IntegrityError

from breachlight.auth.models import Account, EmailClaim, Membership, MembershipRole, User
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.members.models import Invitation


class AddressTakenError(Exception):
    """Another user logs in with the address."""


async def member_rows(account_id: uuid.UUID) -> list[dict[str, Any]]:
    """Return user, names, email, role and start of each membership of an account."""
    return await Membership.filter(account_id=account_id).values(
        "user_id", "user__first_name", "user__last_name", "user__email", "role", "created_at"
    )


async def users_of_account(account_id: uuid.UUID) -> list[User]:
    """Return the users of an account, by address."""
    return await User.filter(memberships__account_id=account_id).order_by("email")


async def set_mfa_required(account_id: uuid.UUID, is_required: bool) -> None:
    """Store whether an account requires a second factor of its members."""
    await Account.filter(id=account_id).update(is_mfa_required=is_required)


async def roles_of_members(account_id: uuid.UUID) -> dict[uuid.UUID, MembershipRole]:
    """Return the role of each member of an account."""
    rows = await Membership.filter(account_id=account_id).values_list("user_id", "role")
    return {user_id: MembershipRole(role) for user_id, role in rows}


async def set_role(account_id: uuid.UUID, user_id: uuid.UUID, role: MembershipRole) -> None:
    """Store the role of a member."""
    await Membership.filter(account_id=account_id, user_id=user_id).update(role=role)


async def lock_user(connection: Connection, user_id: uuid.UUID) -> None:
    """Lock a user until the transaction ends."""
    await connection.execute("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", user_id)


async def remove_monitored_emails(connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> list[str]:
    """Delete the monitored emails of a member and return their keys."""
    rows = await connection.fetch(
        "DELETE FROM monitored_emails WHERE account_id = $1 AND user_id = $2 RETURNING email_key", account_id, user_id
    )
    return [row["email_key"] for row in rows]


async def remove_member(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, tables: Collection[str]
) -> None:
    """Delete a membership, the member's rows in ``tables``, their open invitations, and the user if no account is left."""
    await connection.execute("DELETE FROM invitations WHERE account_id = $1 AND invited_by = $2", account_id, user_id)
    for table in tables:
        await connection.execute(f"DELETE FROM {table} WHERE account_id = $1 AND user_id = $2", account_id, user_id)
    await Membership.filter(account_id=account_id, user_id=user_id).delete()
    await connection.execute(
        "DELETE FROM users WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)", user_id
    )


async def remove_invitations_of(account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Delete the open invitations that a member has sent."""
    await Invitation.filter(account_id=account_id, invited_by=user_id).delete()


async def is_owner(account_id: uuid.UUID, user_id: uuid.UUID) -> bool:
    """Return whether a user is an owner of an account, and not disabled."""
    return await Membership.filter(
        account_id=account_id, user_id=user_id, role=MembershipRole.OWNER, user__disabled_at=None
    ).exists()


async def is_address_of_member(account_id: uuid.UUID, key: str) -> bool:
    """Return whether a member of an account logs in with an address, given as email key."""
    return await EmailClaim.filter(email_key=key, user__memberships__account_id=account_id).exists()


async def add_member(invitation: Invitation, **fields: Any) -> User:
    """Add the user of an accepted invitation, with a verified address, as a member.

    Raises:
        AddressTakenError: another user logs in with the address.
    """
    now = clock.now()
    user = await User.create(email=invitation.email, email_verified_at=now, created_at=now, **fields)
    try:
        await EmailClaim.create(email_key=invitation.email_key, user=user)
    except IntegrityError:
        raise AddressTakenError from None
    await Membership.create(account_id=invitation.account_id, user=user, role=invitation.role, created_at=now)
    return user


async def release_address(user_id: uuid.UUID, now: datetime) -> None:
    """Disable a user and let another one log in with their address."""
    await User.filter(id=user_id).update(disabled_at=now)
    await EmailClaim.filter(user_id=user_id).delete()


async def list_invitations(account_id: uuid.UUID) -> list[Invitation]:
    """Return the open invitations of an account, by address."""
    return await Invitation.filter(account_id=account_id).order_by("email_key")


async def count_other_invitations(account_id: uuid.UUID, key: str) -> int:
    """Return the number of open invitations of an account to other addresses."""
    return await Invitation.filter(account_id=account_id).exclude(email_key=key).count()


async def find_invitation(account_id: uuid.UUID, invitation_id: uuid.UUID) -> Invitation | None:
    """Return an open invitation of an account."""
    return await Invitation.filter(account_id=account_id, id=invitation_id).first()


async def find_invitation_by_digest(digest: str, invitation_id: uuid.UUID | None = None) -> Invitation | None:
    """Return the open invitation whose token has a digest, and an id if one is given."""
    found = Invitation.filter(digest=digest)
    return await (found if invitation_id is None else found.filter(id=invitation_id)).first()


async def replace_invitation(invitation: Invitation) -> None:
    """Store an invitation in place of an earlier one of its account to the same address."""
    await Invitation.filter(account_id=invitation.account_id, email_key=invitation.email_key).delete()
    await invitation.save(force_create=True)


async def renew_invitation(invitation: Invitation) -> None:
    """Store the new token, expiry and sender of an invitation."""
    await invitation.save(update_fields=["digest", "expires_at", "invited_by"])


async def remove_invitation(invitation: Invitation) -> None:
    """Delete an invitation."""
    await invitation.delete()


async def remove_expired(before: datetime) -> None:
    """Delete the invitations that expired before an instant."""
    await Invitation.filter(expires_at__lt=before).delete()
