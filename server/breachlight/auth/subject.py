"""The subject and the client of a request."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog

from breachlight.auth.permissions import Permission
from breachlight.kit import clock
from breachlight.kit.errors import ForbiddenError, MfaSetupRequiredError, ReauthenticationRequiredError
from breachlight.kit.messages import say

_log = structlog.get_logger("breachlight.auth")

FRESHNESS: Final = timedelta(minutes=5)
"""The maximum age of a login for actions that need a recent one."""
NOBODY: Final = uuid.UUID(int=0)
"""The user and the account of an unknown address: constant time, so response times don't reveal which addresses exist."""


@dataclass(frozen=True, slots=True)
class Client:
    """The network address and user agent of a request."""

    address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """One user in one account, through one session or one of their API keys.

    Of an API key ``session_id`` is NOBODY's and ``authenticated_at`` lies in the remote past, so nothing that needs a recent
    login opens to it.
    """

    account_id: uuid.UUID
    user_id: uuid.UUID
    session_id: uuid.UUID
    authenticated_at: datetime
    expires_at: datetime
    permissions: frozenset[Permission]
    api_key_id: uuid.UUID | None = None
    must_set_up_mfa: bool = False
    """Whether the organization requires a second factor that the user, or the maker of the API key, doesn't have."""
    has_second_factor: bool = False
    """Whether the user has a second factor and gave it in this session."""

    @property
    def is_api_key(self) -> bool:
        """Whether the request is a tool's, with an API key."""
        return self.api_key_id is not None

    def require(self, permission: Permission) -> None:
        """Require a permission of the role and the key.

        Raises:
            ForbiddenError: it is not among the permissions.
        """
        if permission in self.permissions:
            return
        _log.warning(
            "permission_denied",
            account_id=str(self.account_id),
            user_id=str(self.user_id),
            api_key_id=str(self.api_key_id) if self.api_key_id else None,
            permission=permission.value,
        )
        if self.is_api_key:
            raise ForbiddenError(say('This API key lacks the scope "{scope}".', scope=permission.name))
        raise ForbiddenError(say("Your role doesn't allow this. Ask an owner of the account."))


def require_mfa_setup(subject: Subject) -> None:
    """Refuse a subject whose organization requires a second factor that they don't have, also with an API key they made.

    Raises:
        MfaSetupRequiredError: they must set one up first.
    """
    if subject.must_set_up_mfa:
        raise MfaSetupRequiredError


def require_fresh(subject: Subject) -> None:
    """Require a recent login or a recently confirmed password (ASVS 5.0, 7.5.1).

    Raises:
        ReauthenticationRequiredError: it is more than five minutes old.
    """
    if clock.now() - subject.authenticated_at > FRESHNESS:
        raise ReauthenticationRequiredError
