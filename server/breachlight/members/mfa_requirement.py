"""The requirement of an organization that its members use two-factor authentication."""

import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.audit.events import record_event, record_event_of
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.auth.repository import get_account, lock_user
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit.errors import ForbiddenError, ProblemError
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.members import repository
from breachlight.members.service import lock_account_of_member, require_manager
from breachlight.sessions.mfa.second_factors import methods_of

OWN_FACTOR_FIRST: Final = say("Turn on two-factor authentication for yourself first, in Settings > Security.")


@dataclass(frozen=True, slots=True)
class MfaRequirement:
    """Whether an organization requires a second factor, and how many of its members have none."""

    is_required: bool
    members: int
    members_without_factor: int


async def find_requirement(subject: Subject) -> MfaRequirement:
    """Return the requirement of the subject's account.

    Raises:
        ForbiddenError: the subject may not manage members.
    """
    subject.require(Permission.MANAGE_MEMBERS)
    account = await get_account(subject.account_id)
    members = await repository.users_of_account(subject.account_id)
    lacking = sum(not methods_of(member) for member in members)
    return MfaRequirement(account.is_mfa_required, len(members), lacking)


async def change_requirement(subject: Subject, *, is_required: bool, client: Client) -> None:
    """Require a second factor of every member from their next request on, or stop requiring it, and email the members.

    Members without one, and the API keys they made, can do nothing but set one up.

    Raises:
        ForbiddenError: the subject may not manage members, or the account is no organization.
        ReauthenticationRequiredError: the login is too old.
        ProblemError: SECOND_FACTOR_MISSING: the subject has none, and would be locked out.
        ThrottledError: too many changes.
    """
    await require_manager(subject)
    async with transaction() as connection:
        # In the order of all other changes the user comes first; while locked, their last method can't be turned off.
        user = await lock_user(subject.user_id)
        account, roles = await lock_account_of_member(subject)
        if Permission.MANAGE_MEMBERS not in PERMISSIONS_OF[roles[subject.user_id]]:
            raise ForbiddenError
        if is_required == account.is_mfa_required:
            return
        if is_required and not methods_of(user):
            raise ProblemError(OWN_FACTOR_FIRST, "SECOND_FACTOR_MISSING")
        await repository.set_mfa_required(subject.account_id, is_required)
        await _record(
            subject, list(roles), "mfa_requirement_enabled" if is_required else "mfa_requirement_disabled", client
        )
        kind = MailKind.MFA_REQUIREMENT_ENABLED if is_required else MailKind.MFA_REQUIREMENT_DISABLED
        for member in await repository.users_of_account(subject.account_id):
            await send_mail(
                connection,
                kind,
                to=member.email,
                account_id=subject.account_id,
                language=member.language,
                values={
                    "name": member.first_name,
                    "organization": account.company_name or "",
                    "requester": user.email,
                },
            )


async def _record(subject: Subject, member_ids: list[uuid.UUID], kind: str, client: Client) -> None:
    """Write an event to the log of the actor, and to those of all other members, who are concerned by it."""
    await record_event_of(subject, kind, client)
    for member_id in member_ids:
        if member_id != subject.user_id:
            await record_event(subject.account_id, member_id, kind, detail={"user_id": str(subject.user_id)})
