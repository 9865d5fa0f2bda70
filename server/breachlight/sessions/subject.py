"""Who asks, and from where."""

import uuid
from dataclasses import dataclass
from datetime import datetime

import strawberry

from breachlight.graphql.context import Context


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from."""

    address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """Who asks: one user in one account, through one session."""

    account_id: uuid.UUID
    user_id: uuid.UUID
    session_id: uuid.UUID
    authenticated_at: datetime
    expires_at: datetime


Info = strawberry.Info[Context[Subject], None]
"""What resolvers get; ``require_subject(info)`` gives the subject."""


def client_of(info: Info) -> Client:
    """Return where the request of a resolver comes from."""
    return Client(info.context.client_address, info.context.user_agent)
