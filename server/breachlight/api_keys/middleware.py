"""Middleware of API keys: authenticates and rate-limits requests before anything else handles them."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from breachlight.api_keys.quota import headers_of, refusal, spend
from breachlight.api_keys.service import authenticate
from breachlight.api_keys.tokens import is_key
from breachlight.database.errors import is_dependency_away
from breachlight.graphql.context import SUBJECT, bearer_token
from breachlight.kit import json
from breachlight.kit.errors import (
    ApiKeySuspendedError,
    ForbiddenError,
    ProblemError,
    ThrottledError,
    UnauthenticatedError,
    UnavailableError,
)
from breachlight.kit.exchange import exchange_of
from breachlight.kit.messages import say
from breachlight.kit.metrics import FailedLogin

GUARDED: Final = ("/graphql", "/api")
PEOPLE_ONLY: Final = ("/api/v1/account/", "/api/v1/mfa/")
"""Base paths of REST that API keys can never use (rest-contract §1)."""

_RETRY_SECONDS: Final = 5
_STATUS: Final[Mapping[type[ProblemError], int]] = {
    UnauthenticatedError: 401,
    ForbiddenError: 403,
    ApiKeySuspendedError: 401,
    ThrottledError: 429,
    UnavailableError: 503,
}


class ApiKeyMiddleware:
    """Pure ASGI middleware that authenticates and counts HTTP requests with an API key, and adds its rate limit headers.

    Sockets pass: their token comes later (``graphql.sockets``), and each of their operations is counted.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        is_guarded = scope["type"] == "http" and scope["path"].startswith(GUARDED)
        token = bearer_token(HTTPConnection(scope)) if is_guarded else None
        if token is None or not is_key(token):
            await self._app(scope, receive, send)
            return
        headers: dict[str, str] = {}
        try:
            subject = await authenticate(token)
            if subject.api_key_id is not None:
                usage = await spend(subject.api_key_id)
                headers = headers_of(usage)
                if usage.is_over:
                    raise refusal(usage)
            if scope["path"].startswith(PEOPLE_ONLY):
                raise ForbiddenError(say("API keys can't do this."))
        except Exception as error:
            problem = UnavailableError() if is_dependency_away(error) else error
            if isinstance(problem, UnauthenticatedError):
                FailedLogin.API_KEY.add()
            if type(problem) not in _STATUS or not isinstance(problem, ProblemError):
                raise
            await _refused(problem, headers, scope["path"])(scope, receive, send)
            return
        scope.setdefault("state", {})[SUBJECT] = subject
        exchange, send = exchange_of(scope, send)
        exchange.added += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await self._app(scope, receive, send)


def _refused(problem: ProblemError, headers: Mapping[str, str], path: str) -> Response:
    """Return a refusal in the format of GraphQL or REST, by path."""
    more = dict(headers)
    if isinstance(problem, UnauthenticatedError):
        more["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    extensions: dict[str, object] = {"code": problem.code}
    if isinstance(problem, ThrottledError):
        more["Retry-After"] = str(problem.retry_after_seconds)
        extensions["retryAfter"] = problem.retry_after_seconds
    if isinstance(problem, UnavailableError):
        more["Retry-After"] = str(_RETRY_SECONDS)
    body: dict[str, object] = {"error": {"message": problem.message}}
    if path.startswith("/graphql"):
        body = {"errors": [{"message": problem.message, "extensions": extensions}]}
    return Response(
        json.encode(body), _STATUS[type(problem)], {"Cache-Control": "no-store", **more}, "application/json"
    )
