"""Who may have domains, and the lock under which an account's domains change."""

from breachlight.auth.models import Account, AccountKind, User
from breachlight.auth.subject import Subject
from breachlight.kit.errors import EmailNotVerifiedError, ForbiddenError, UnauthenticatedError
from breachlight.kit.messages import say

_ORGANIZATIONS_ALONE = say("Only an organization has domains.")


async def require_organization(subject: Subject) -> None:
    """Let members of organizations pass (specification section 6).

    Raises:
        ForbiddenError: the account is no organization.
        UnauthenticatedError: it was deleted since the request began.
    """
    account = await Account.filter(id=subject.account_id, memberships__user_id=subject.user_id).first()
    if account is None:
        raise UnauthenticatedError
    if account.kind != AccountKind.ORGANIZATION:
        raise ForbiddenError(_ORGANIZATIONS_ALONE)


async def require_verified_organization(subject: Subject) -> None:
    """Let members of organizations pass who have proved their e-mail address (design section 4.3).

    Raises:
        ForbiddenError: the account is no organization, or the address is not proved yet.
        UnauthenticatedError: account or user was deleted since the request began.
    """
    await require_organization(subject)
    user = await User.filter(id=subject.user_id).first()
    if user is None:
        raise UnauthenticatedError
    if user.email_verified_at is None:
        raise EmailNotVerifiedError


async def lock_account(subject: Subject) -> None:
    """Hold the account's row: what is added to it one after the other is counted right, and nothing to one that is gone.

    Raises:
        UnauthenticatedError: it was deleted since the request began.
    """
    if await Account.filter(id=subject.account_id).select_for_update(no_key=True).first() is None:
        raise UnauthenticatedError
