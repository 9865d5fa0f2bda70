"""GraphQL: the members of an account, and the invitations into it."""

from datetime import datetime
from typing import Annotated, Self

import strawberry

from breachlight.accounts.types import MembershipRole
from breachlight.auth.graphql_info import Info, client_of
from breachlight.auth.models import MembershipRole as Role
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence, say
from breachlight.members import invitations, mfa_requirement, models
from breachlight.members import service as members
from breachlight.sessions.service import get_session_service
from breachlight.sessions.types import LoginSuccess, RegisterResult


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
        """Convert a view."""
        return cls(
            id=strawberry.ID(str(member.user_id)),
            first_name=member.first_name,
            last_name=member.last_name,
            email=member.email,
            role=MembershipRole(member.role),
            joined_at=member.joined_at,
        )


@strawberry.type
class Invitation:
    """A pending invitation."""

    id: strawberry.ID
    email: str
    role: MembershipRole
    created_at: datetime
    expires_at: datetime
    is_expired: bool

    @classmethod
    def of(cls, invitation: models.Invitation) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(invitation.id)),
            email=invitation.email,
            role=MembershipRole(invitation.role),
            created_at=invitation.created_at,
            expires_at=invitation.expires_at,
            is_expired=invitation.expires_at <= clock.now(),
        )


@strawberry.type
class OpenInvitation:
    """An invitation, as shown to the holder of its link; an address that has a login can't accept it."""

    email: str
    role: MembershipRole
    organization: str
    invited_by: str
    has_log_in: bool
    advice: str | None


@strawberry.type
class MfaRequirement:
    """Whether the organization requires two-factor authentication, and how many members have no second factor."""

    is_required: bool
    members: int
    members_without_factor: int


@strawberry.type
class InvitationSuccess:
    """The emailed invitation."""

    message: Sentence
    invitation: Invitation


@strawberry.input
class AcceptInvitationInput:
    """The emailed token and the invited person's data."""

    token: str
    first_name: str
    last_name: str
    password: str
    verify_password: str
    language: str | None = None


InvitationResult = Annotated[
    InvitationSuccess | ValidationProblem | NotFoundProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("InvitationResult"),
]
OpenInvitationResult = Annotated[
    OpenInvitation | RefusedProblem | ThrottledProblem, strawberry.union("OpenInvitationResult")
]
MemberResult = Annotated[
    MessageSuccess | ValidationProblem | NotFoundProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("MemberResult"),
]


async def _members(info: Info) -> list[Member]:
    subject = await require_subject(info, with_keys=True)
    return [Member.of(member) for member in await members.list_members(subject)]


async def _invitations(info: Info) -> list[Invitation]:
    return [Invitation.of(one) for one in await invitations.list_invitations(await require_subject(info))]


async def _invitation(info: Info, token: str) -> OpenInvitationResult:
    found = await invitations.open_invitation(token, client_of(info))
    return OpenInvitation(
        email=found.email,
        role=MembershipRole(found.role),
        organization=found.organization,
        invited_by=found.invited_by,
        has_log_in=found.has_log_in,
        advice=invitations.HAS_LOG_IN if found.has_log_in else None,
    )


async def _mfa_requirement(info: Info) -> MfaRequirement:
    found = await mfa_requirement.find_requirement(await require_subject(info))
    return MfaRequirement(
        is_required=found.is_required, members=found.members, members_without_factor=found.members_without_factor
    )


@strawberry.type
class MemberQuery:
    """Queries of members."""

    members: list[Member] = strawberry.field(resolver=_members, description="Members of the account, by name.")
    invitations: list[Invitation] = strawberry.field(
        resolver=_invitations, description="Invitations that have not been accepted; owners only."
    )
    invitation: OpenInvitationResult = strawberry.field(
        resolver=_invitation, description="The invitation of an emailed link; does not use it up."
    )
    mfa_requirement: MfaRequirement = strawberry.field(
        resolver=_mfa_requirement, description="Whether members must use two-factor authentication; owners only."
    )


async def _invite_member(info: Info, email: str, role: MembershipRole) -> InvitationResult:
    subject = await require_subject(info)
    invited = await invitations.invite(subject, email, Role(role.value), client_of(info))
    return InvitationSuccess(message=say("Invitation sent."), invitation=Invitation.of(invited))


async def _resend_invitation(info: Info, id: strawberry.ID) -> InvitationResult:  # noqa: A002 -- the schema's name for it
    subject, invitation_id = await require_subject(info), parse_id(id)
    if invitation_id is None:
        raise NotFoundError
    sent = await invitations.resend_invitation(subject, invitation_id, client_of(info))
    return InvitationSuccess(message=say("Invitation resent."), invitation=Invitation.of(sent))


async def _revoke_invitation(info: Info, id: strawberry.ID) -> MemberResult:  # noqa: A002 -- the schema's name for it
    subject, invitation_id = await require_subject(info), parse_id(id)
    if invitation_id is None:
        raise NotFoundError
    await invitations.revoke_invitation(subject, invitation_id, client_of(info))
    return MessageSuccess(message=say("Invitation revoked."))


async def _accept_invitation(info: Info, input: AcceptInvitationInput) -> RegisterResult:  # noqa: A002 -- the schema's name
    acceptance = invitations.Acceptance(
        token=input.token,
        first_name=input.first_name,
        last_name=input.last_name,
        password=input.password,
        verify_password=input.verify_password,
        language=input.language,
    )
    user = await invitations.accept_invitation(acceptance, client_of(info))
    logged_in = await get_session_service().open_session(user, remember_me=False, client=client_of(info))
    return LoginSuccess.of(logged_in, say("Welcome to Breachlight."))


async def _change_member_role(info: Info, id: strawberry.ID, role: MembershipRole) -> MemberResult:  # noqa: A002 -- the schema's name for it
    subject, user_id = await require_subject(info), parse_id(id)
    if user_id is None:
        raise NotFoundError
    await members.change_role(subject, user_id, Role(role.value), client_of(info))
    return MessageSuccess(message=say("Role changed."))


async def _remove_member(info: Info, id: strawberry.ID) -> MemberResult:  # noqa: A002 -- the schema's name for it
    subject, user_id = await require_subject(info), parse_id(id)
    if user_id is None:
        raise NotFoundError
    await members.remove_member(subject, user_id, client_of(info))
    return MessageSuccess(message=say("Member removed."))


async def _leave_account(info: Info, password: str) -> MessageResult:
    await members.leave_account(await require_subject(info), password, client_of(info))
    return MessageSuccess(message=say("You've left the account."))


async def _change_mfa_requirement(info: Info, is_required: bool) -> MessageResult:
    subject = await require_subject(info)
    await mfa_requirement.change_requirement(subject, is_required=is_required, client=client_of(info))
    required, optional = (
        say("Two-factor authentication is now required."),
        say("Two-factor authentication is optional."),
    )
    return MessageSuccess(message=required if is_required else optional)


@strawberry.type
class MemberMutation:
    """Mutations of members."""

    invite_member: InvitationResult = strawberry.mutation(
        resolver=_invite_member,
        description="Sends an invitation by email; the response doesn't reveal whether the address has an account.",
    )
    resend_invitation: InvitationResult = strawberry.mutation(
        resolver=_resend_invitation, description="Sends a new link by email; the previous one expires."
    )
    revoke_invitation: MemberResult = strawberry.mutation(
        resolver=_revoke_invitation, description="Revokes an invitation."
    )
    accept_invitation: RegisterResult = strawberry.mutation(
        resolver=_accept_invitation, description="Accepts an invitation and logs in."
    )
    change_member_role: MemberResult = strawberry.mutation(
        resolver=_change_member_role, description="Changes a member's role, effective from their next request."
    )
    remove_member: MemberResult = strawberry.mutation(
        resolver=_remove_member, description="Removes a member from the account; their sessions end immediately."
    )
    leave_account: MessageResult = strawberry.mutation(
        resolver=_leave_account, description="Leaves the account; its data stays."
    )
    change_mfa_requirement: MessageResult = strawberry.mutation(
        resolver=_change_mfa_requirement,
        description="Requires two-factor authentication of all members, or makes it optional; needs an own second factor.",
    )
