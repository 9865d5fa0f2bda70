"""Who asks, and from where."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from breachlight.auth.permissions import Permission
from breachlight.kit import clock
from breachlight.kit.errors import ForbiddenError, ReauthenticationRequiredError
from breachlight.kit.messages import say

FRESHNESS: Final = timedelta(minutes=5)
"""How old a login may be for what needs a recent one."""
NOBODY: Final = uuid.UUID(int=0)
"""Stands for the user and the account of an address that nobody has; what is done for it costs as much as for others."""


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from."""

    address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """Who asks: one user in one account, through one session or one of their API keys.

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

    @property
    def is_api_key(self) -> bool:
        """Whether a tool asks, by an API key."""
        return self.api_key_id is not None

    def require(self, permission: Permission) -> None:
        """Refuse what the role, or the key, does not allow.

        Raises:
            ForbiddenError: it is not among the permissions.
        """
        if permission in self.permissions:
            return
        if self.is_api_key:
            raise ForbiddenError(say('This API key lacks the scope "{scope}".', scope=permission.name))
        raise ForbiddenError(say("Your role doesn't allow this. Ask an owner of the account."))


def require_fresh(subject: Subject) -> None:
    """Refuse what needs a recent login, or a password that was confirmed recently (ASVS 5.0, 7.5.1).

    Raises:
        ReauthenticationRequiredError: it is more than five minutes old.
    """
    if clock.now() - subject.authenticated_at > FRESHNESS:
        raise ReauthenticationRequiredError
