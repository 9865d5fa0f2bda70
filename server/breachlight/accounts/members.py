"""The members of an account: who they are and what they may do (specification section 6)."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from breachlight.accounts.models import Membership, MembershipRole
from breachlight.sessions.permissions import Permission
from breachlight.sessions.subject import Subject


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an account, as the others see them."""

    user_id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: MembershipRole
    joined_at: datetime


async def list_members(subject: Subject) -> list[Member]:
    """Return the members of the account, by name.

    Raises:
        ForbiddenError: an API key without the scope to read.
    """
    subject.require(Permission.READ)
    rows = await Membership.filter(account_id=subject.account_id).values(
        "user_id", "user__first_name", "user__last_name", "user__email", "role", "created_at"
    )
    members = [
        Member(
            row["user_id"],
            row["user__first_name"],
            row["user__last_name"],
            row["user__email"],
            MembershipRole(row["role"]),
            row["created_at"],
        )
        for row in rows
    ]
    return sorted(members, key=lambda member: (member.first_name.casefold(), member.last_name.casefold(), member.email))
