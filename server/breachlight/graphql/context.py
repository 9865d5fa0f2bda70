"""What a resolver knows about the request it serves."""

import asyncio
import copy
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, Generic, Protocol, Self, TypeVar

import strawberry
from starlette.requests import HTTPConnection

from breachlight.kit.errors import ForbiddenError, UnauthenticatedError
from breachlight.kit.identifiers import new_id
from breachlight.kit.messages import say
from breachlight.kit.request_headers import headers_of


class Expiring(Protocol):
    """Somebody whose token ends (aware UTC), or not (None): a person, or a tool with an API key."""

    @property
    def is_api_key(self) -> bool:
        """Whether a tool asks."""

    @property
    def expires_at(self) -> datetime | None:
        """When the token ends."""


SubjectT = TypeVar("SubjectT", bound=Expiring)
LoaderT = TypeVar("LoaderT")

SUBJECT: Final = "subject"
"""Where middleware leaves, in the state of a request, who it has found to ask."""

CLIENT_HEADER: Final = "breachlight-client"
"""By which GraphiQL says what it is. A page that lies gains nothing but the limits of every document."""

Authenticate = Callable[[str], Awaitable[SubjectT]]
"""Turns a bearer token into its subject, or raises UnauthenticatedError; asked again at every re-check of a socket."""

Admit = Callable[[SubjectT], Awaitable[None]]
"""Counts an operation on the socket of a subject, or raises ThrottledError; over HTTP, middleware counts requests."""


Restrict = Callable[[SubjectT], None]
"""Raises ForbiddenError for a subject who must do something else first, such as setting up a second factor."""


class Context(Generic[SubjectT]):
    """The context of one operation; the operations of a socket share who is asking and nothing else.

    The application may subclass it to hand its services to the resolvers.
    """

    def __init__(
        self,
        authenticate: Authenticate[SubjectT],
        *,
        token: str | None,
        request_id: str,
        client_address: str,
        user_agent: str = "",
        client: str = "",
        subject: SubjectT | None = None,
        admit: Admit[SubjectT] | None = None,
        restrict: Restrict[SubjectT] | None = None,
    ) -> None:
        self.token = token
        self.request_id = request_id
        self.client_address = client_address
        self.user_agent = user_agent
        self.client = client
        self.connection_params: dict[str, object] | None = None
        self._authenticate = authenticate
        self._admit = admit
        self._restrict = restrict
        self._subject = subject
        self._lock = asyncio.Lock()
        self._loaders: dict[Callable[..., Any], Any] = {}

    async def subject(self) -> SubjectT | None:
        """Return who is asking, or None for nobody; the token is looked at once, when a resolver first asks.

        Raises:
            UnauthenticatedError: a token was sent and is invalid, expired or revoked.
        """
        if self.token is None:
            return None
        async with self._lock:
            if self._subject is None:
                self._subject = await self._authenticate(self.token)
            return self._subject

    async def authenticate_again(self) -> SubjectT:
        """Look at the token again, as a socket that outlives single requests must.

        Raises:
            UnauthenticatedError: there is no token, or it is not valid any more.
        """
        if self.token is None:
            raise UnauthenticatedError
        self._subject = await self._authenticate(self.token)
        return self._subject

    def restrict(self, subject: SubjectT) -> None:
        """Refuse a subject who must do something else first.

        Raises:
            ForbiddenError: they must.
        """
        if self._restrict is not None:
            self._restrict(subject)

    async def admit(self) -> None:
        """Count one more operation of a socket.

        Raises:
            ThrottledError: it is one too many.
        """
        subject = await self.subject()
        if subject is not None and self._admit is not None:
            await self._admit(subject)

    def loader(self, factory: Callable[["Context[SubjectT]"], LoaderT]) -> LoaderT:
        """Return this operation's own instance of a DataLoader, made by ``factory`` when first asked for.

        A loader caches what it loaded; kept longer than one operation it would show old rows, or another's.
        """
        if factory not in self._loaders:
            self._loaders[factory] = factory(self)
        loader: LoaderT = self._loaders[factory]
        return loader

    def for_operation(self) -> Self:
        """Return a context for one more operation of the same socket: same subject, fresh loaders."""
        context = copy.copy(self)
        context._loaders = {}  # noqa: SLF001 -- of this very class
        return context


async def optional_subject(
    info: strawberry.Info[Context[SubjectT], Any], *, before_setup: bool = False
) -> SubjectT | None:
    """Return the person who is asking, or None if no token was sent; ``before_setup`` as in ``require_subject``.

    Raises:
        UnauthenticatedError: a token was sent and is invalid, expired or revoked.
        ForbiddenError: an API key.
    """
    return None if info.context.token is None else await require_subject(info, before_setup=before_setup)


async def subject_if_any(info: strawberry.Info[Context[SubjectT], Any]) -> SubjectT | None:
    """Return the person who is asking, or None without a valid session; API keys count as none."""
    try:
        return await optional_subject(info, before_setup=True)
    except (UnauthenticatedError, ForbiddenError):
        return None


async def require_subject(
    info: strawberry.Info[Context[SubjectT], Any], *, with_keys: bool = False, before_setup: bool = False
) -> SubjectT:
    """Return who is asking; the first line of every resolver that is not open to everybody.

    API keys are let in ``with_keys`` alone, where the service asks for a permission. ``before_setup`` lets those in who must set
    up a second factor first.

    Raises:
        UnauthenticatedError: no token was sent, or it is invalid, expired or revoked.
        ForbiddenError: an API key, where only people are let in; or a subject who must do something else first.
    """
    subject = await info.context.subject()
    if subject is None:
        raise UnauthenticatedError
    if subject.is_api_key and not with_keys:
        raise ForbiddenError(say("API keys can't do this."))
    if not before_setup:
        info.context.restrict(subject)
    return subject


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the token of ``Authorization: Bearer`` (RFC 6750 section 2.1), the only place it is taken from."""
    scheme, _, token = headers_of(connection.scope).get("authorization", "").partition(" ")
    return (token.strip() or None) if scheme.lower() == "bearer" else None


def context_factory(
    authenticate: Authenticate[SubjectT],
    admit: Admit[SubjectT] | None = None,
    restrict: Restrict[SubjectT] | None = None,
) -> Callable[[HTTPConnection], Context[SubjectT]]:
    """Return the function that makes the context of a request or socket.

    Who asks is the one that middleware put into ``request.state``, or whom the token is found to be of. The request id is
    the one that the application's middleware put into ``request.state.request_id``, or a new one.
    """

    def make(connection: HTTPConnection) -> Context[SubjectT]:
        state: dict[str, Any] = connection.scope.get("state") or {}
        client = connection.client
        return Context(
            authenticate,
            # Browsers cannot set headers on a socket; there the token comes in connection_init.
            token=bearer_token(connection) if connection.scope["type"] == "http" else None,
            request_id=str(state.get("request_id") or new_id()),
            client_address=client.host if client else "",
            user_agent=headers_of(connection.scope).get("user-agent", ""),
            client=headers_of(connection.scope).get(CLIENT_HEADER, ""),
            subject=state.get(SUBJECT),
            admit=admit,
            restrict=restrict,
        )

    return make
