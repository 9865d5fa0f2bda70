"""GraphQL types of sessions."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Annotated, Self

import strawberry
from strawberry.types.field import StrawberryField

from breachlight.accounts.types import Account
from breachlight.audit import models as audit
from breachlight.audit.events import BY_API_KEY
from breachlight.graphql.errors import Problem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.kit.errors import MfaRequiredError
from breachlight.kit.messages import Sentence, say
from breachlight.sessions import models, service
from breachlight.sessions.active_sessions import EventPage
from breachlight.sessions.devices import device_of


@strawberry.enum
class MfaMethod(Enum):
    """A second factor."""

    EMAIL = "email"
    DEVICE = "device"


@strawberry.type
class MfaRequired(Problem):
    """The password was right, and a second factor is required."""

    methods: list[MfaMethod]
    email_token: str


class MfaRequiredHandler(strawberry.ExceptionHandler[MfaRequiredError, MfaRequired]):
    """MfaRequiredError as a union member."""

    def handle(self, exception: MfaRequiredError, *, field: StrawberryField, info: strawberry.Info) -> MfaRequired:
        """Convert an error."""
        del field, info
        methods = [MfaMethod(method) for method in exception.methods]
        return MfaRequired(
            message=exception.message, code=exception.code, methods=methods, email_token=exception.email_token
        )


@strawberry.type
class Tokens:
    """The tokens of a session and when they end."""

    auth_token: str
    refresh_token: str
    access_expires_utc: datetime
    refresh_expires_utc: datetime

    @classmethod
    def of(cls, tokens: service.TokenPair) -> Self:
        """Convert a pair of tokens."""
        return cls(
            auth_token=tokens.auth_token,
            refresh_token=tokens.refresh_token,
            access_expires_utc=tokens.access_expires_utc,
            refresh_expires_utc=tokens.refresh_expires_utc,
        )


@strawberry.type
class LoginSuccess:
    """A new session."""

    message: Sentence
    tokens: Tokens
    account: Account

    @classmethod
    def of(cls, logged_in: service.LoggedIn, message: Sentence = say("Login successful")) -> Self:
        """Convert a session."""
        return cls(message=message, tokens=Tokens.of(logged_in.tokens), account=Account.of(logged_in.account))


RegisterResult = Annotated[
    LoginSuccess | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("RegisterResult")
]


@strawberry.type
class UserSession:
    """An active session on one device."""

    id: strawberry.ID
    is_current: bool
    is_remembered: bool
    device: str
    address: str
    created_at: datetime
    last_seen_at: datetime

    @classmethod
    def of(cls, session: models.Session, *, is_current: bool) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(session.id)),
            is_current=is_current,
            is_remembered=session.is_remembered,
            device=device_of(session.user_agent),
            address=session.address,
            created_at=session.created_at,
            last_seen_at=session.last_seen_at,
        )


@strawberry.type
class EventApiKey:
    """The API key that performed an action."""

    id: strawberry.ID
    name: str | None = strawberry.field(description="Null for a deleted one.")


@strawberry.type
class SecurityEvent:
    """One line of the audit log; ``kind`` is stable and for programs to translate."""

    id: strawberry.ID
    kind: str
    happened_at: datetime
    device: str
    address: str
    by_api_key: EventApiKey | None = strawberry.field(description="The API key that was used; null for a session.")

    @classmethod
    def of(cls, event: audit.SecurityEvent, key_names: Mapping[str, str]) -> Self:
        """Convert a row; ``key_names`` are the names of API keys by id."""
        key_id = event.detail.get(BY_API_KEY)
        key = None if key_id is None else EventApiKey(id=strawberry.ID(str(key_id)), name=key_names.get(str(key_id)))
        return cls(
            id=strawberry.ID(str(event.id)),
            kind=event.kind,
            happened_at=event.happened_at,
            device=device_of(event.user_agent),
            address=event.address,
            by_api_key=key,
        )


@strawberry.type
class SecurityEventPage:
    """One page of the audit log, newest first."""

    results: list[SecurityEvent]
    total: int
    page: int
    page_size: int
    as_of: str = strawberry.field(
        description="Anchor for other pages of this list: pass it as `asOf`, and no event is repeated. Valid for 24 hours."
    )

    @classmethod
    def of(cls, page: EventPage) -> Self:
        """Convert a page."""
        results = [SecurityEvent.of(event, page.key_names) for event in page.results]
        return cls(results=results, total=page.total, page=page.page, page_size=page.page_size, as_of=page.as_of)
