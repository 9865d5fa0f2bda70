"""Who may add and change domains."""

from breachlight.auth.models import AccountKind
from breachlight.auth.repository import get_user
from breachlight.auth.subject import Subject
from breachlight.domains import repository
from breachlight.kit.errors import EmailNotVerifiedError, ForbiddenError, UnauthenticatedError
from breachlight.kit.messages import say

_ORGANIZATIONS_ONLY = say("Only organizations can add or change domains.")


async def require_verified_organization(subject: Subject) -> None:
    """Refuse accounts other than organizations, and members whose email address is not verified (design §4.3).

    Raises:
        ForbiddenError: the account is not an organization, or the address is not verified.
        UnauthenticatedError: account or user was deleted since the request began.
    """
    kind = await repository.kind_of_account(subject.account_id, subject.user_id)
    if kind is None:
        raise UnauthenticatedError
    if kind != AccountKind.ORGANIZATION:
        raise ForbiddenError(_ORGANIZATIONS_ONLY)
    if (await get_user(subject.user_id)).email_verified_at is None:
        raise EmailNotVerifiedError
