"""GraphQL: the members of an account."""

from datetime import datetime
from typing import Self

import strawberry

from breachlight.accounts import members
from breachlight.accounts.types import MembershipRole
from breachlight.graphql.context import require_subject
from breachlight.sessions.subject import Info


@strawberry.type
class Member:
    """One member of the account."""

    id: strawberry.ID
    first_name: str
    last_name: str
    email: str
    role: MembershipRole
    joined_at: datetime

    @classmethod
    def of(cls, member: members.Member) -> Self:
        """Print the view."""
        return cls(
            id=strawberry.ID(str(member.user_id)),
            first_name=member.first_name,
            last_name=member.last_name,
            email=member.email,
            role=MembershipRole(member.role),
            joined_at=member.joined_at,
        )


async def _members(info: Info) -> list[Member]:
    subject = await require_subject(info, with_keys=True)
    return [Member.of(member) for member in await members.list_members(subject)]


@strawberry.type
class MemberQuery:
    """What may be asked about members."""

    members: list[Member] = strawberry.field(resolver=_members, description="The members of the account, by name.")
