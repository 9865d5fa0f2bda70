"""GraphQL: log-in, refresh, log-out."""

from datetime import datetime
from enum import Enum
from typing import Annotated, Self

import strawberry

from breachlight.accounts.types import Account
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import Problem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.sessions import service
from breachlight.sessions.service import get_session_service
from breachlight.sessions.subject import Client, Info


@strawberry.enum
class MfaMethod(Enum):
    """A second factor."""

    EMAIL = "email"
    DEVICE = "device"


@strawberry.type
class MfaRequired(Problem):
    """The password was right and a second factor is asked for."""

    methods: list[MfaMethod]
    email_token: str


@strawberry.type
class Tokens:
    """The tokens of a session and when they end."""

    auth_token: str
    refresh_token: str
    access_expires_utc: datetime
    refresh_expires_utc: datetime

    @classmethod
    def of(cls, tokens: service.TokenPair) -> Self:
        """Print the pair."""
        return cls(
            auth_token=tokens.auth_token,
            refresh_token=tokens.refresh_token,
            access_expires_utc=tokens.access_expires_utc,
            refresh_expires_utc=tokens.refresh_expires_utc,
        )


@strawberry.input
class LoginInput:
    """What a log-in takes."""

    email: str
    password: str
    remember_me: bool = False
    cf_turnstile_response: str | None = None


@strawberry.type
class LoginSuccess:
    """A fresh session."""

    message: str
    tokens: Tokens
    account: Account


@strawberry.type
class LogoutSuccess:
    """The session has ended."""

    message: str


@strawberry.type
class RefreshSuccess:
    """The next tokens of the session."""

    message: str
    tokens: Tokens


@strawberry.type
class ReauthenticateSuccess:
    """The password is confirmed for the next five minutes."""

    message: str


LoginResult = Annotated[
    LoginSuccess | MfaRequired | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("LoginResult")
]
LogoutResult = Annotated[LogoutSuccess | RefusedProblem, strawberry.union("LogoutResult")]
RefreshResult = Annotated[RefreshSuccess | RefusedProblem | ThrottledProblem, strawberry.union("RefreshResult")]
ReauthenticateResult = Annotated[
    ReauthenticateSuccess | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("ReauthenticateResult"),
]


async def _reauthenticate(info: Info, password: str) -> ReauthenticateResult:
    subject = await require_subject(info)
    await get_session_service().reauthenticate(subject, password, _client(info))
    return ReauthenticateSuccess(message="Password confirmed.")


@strawberry.type
class SessionMutation:
    """The changes of a session."""

    @strawberry.mutation
    async def login(self, info: Info, input: LoginInput) -> LoginResult:  # noqa: A002 -- the schema's name for it
        """Open a session."""
        logged_in = await get_session_service().login(
            input.email, input.password, remember_me=input.remember_me, client=_client(info)
        )
        return LoginSuccess(
            message="Login successful", tokens=Tokens.of(logged_in.tokens), account=Account.of(logged_in.account)
        )

    @strawberry.mutation
    async def logout(self, info: Info, refresh_token: str) -> LogoutResult:
        """End the session of a refresh token."""
        await get_session_service().logout(refresh_token, _client(info))
        return LogoutSuccess(message="Logged out.")

    @strawberry.mutation
    async def refresh(self, info: Info, refresh_token: str) -> RefreshResult:
        """Exchange a refresh token for the next pair."""
        tokens = await get_session_service().refresh(refresh_token, _client(info))
        return RefreshSuccess(message="Session refreshed.", tokens=Tokens.of(tokens))

    reauthenticate: ReauthenticateResult = strawberry.mutation(
        resolver=_reauthenticate,
        description="Confirms the password of the present session, for actions that need a recent log-in.",
    )


def _client(info: Info) -> Client:
    return Client(info.context.client_address, info.context.user_agent)
