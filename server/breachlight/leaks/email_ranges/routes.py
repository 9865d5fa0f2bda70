"""``GET /api/v3/breachedaccount/range/{prefix}``, as Have I Been Pwned answers it: for API keys that have its scope."""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import MfaSetupRequiredError, NotFoundError, ThrottledError, UnauthenticatedError
from breachlight.kit.public_answers import packed
from breachlight.leaks.email_ranges.service import NotBuiltError, find_addresses
from breachlight.leaks.public_catalogue.routes import BASE, JSON, NO_AGENT, NO_KEY, problem_body
from breachlight.leaks.ranges.definitions import EMAILS
from breachlight.leaks.ranges.switch_repository import is_enabled
from breachlight.rate_limits.limiter import RateLimit

PATH: Final = f"{BASE}/breachedaccount/range/{{prefix}}"
LIMIT: Final = RateLimit("email_ranges", 20_000, timedelta(days=1))
"""Of an account: at this speed, all ranges take more than two years."""
UNKNOWN_KEY_LIMIT: Final = RateLimit("email_ranges_unknown_keys", 30, timedelta(minutes=10))
"""Of a client: requests with keys that don't exist."""

_PREFIX: Final = re.compile(r"[0-9A-Fa-f]{6}", re.ASCII)
_BUILDING_SECONDS: Final = 60
# An answer is for one key, and pages of other sites may not ask: no CORS headers.
_PRIVATE: Final = {"Cache-Control": "private, no-store", "Vary": "Accept-Encoding"}

Authenticate = Callable[[str], Awaitable[Subject]]
"""Return the subject of an API key, having counted the request; raises the typed errors of API keys."""


def email_range_routes(authenticate: Authenticate) -> list[BaseRoute]:
    """Return the route; it answers as an unknown path while the feature is off."""

    async def answer(request: Request) -> Response:
        async with reading() as connection:
            is_on = await is_enabled(connection, EMAILS)
        if not is_on:
            raise NotFoundError
        if not request.headers.get("user-agent"):
            return _problem(403, NO_AGENT)
        key = request.headers.get("hibp-api-key", "")
        if not key:
            return _problem(401, NO_KEY)
        network = network_of(request.client.host if request.client else "")
        try:
            subject = await authenticate(key)
        except UnauthenticatedError:
            unknown = await UNKNOWN_KEY_LIMIT.count(network)
            return _busy(unknown.seconds_left) if unknown.is_over else _problem(401, "The API key is invalid.")
        except ThrottledError as error:
            return _busy(error.retry_after_seconds)
        except MfaSetupRequiredError:
            return _problem(
                403, "The organization requires a second factor, which the owner of the API key doesn't have."
            )
        if Permission.EMAIL_RANGES not in subject.permissions:
            return _problem(403, "The API key doesn't have the scope EMAIL_RANGES.")
        usage = await LIMIT.count(str(subject.account_id))
        if usage.is_over:
            return _busy(usage.seconds_left)
        return await _range(request)

    return [Route(PATH, answer, methods=["GET"])]


async def _range(request: Request) -> Response:
    prefix = request.path_params["prefix"]
    if _PREFIX.fullmatch(prefix) is None:
        return _problem(400, "The hash prefix must have six hexadecimal digits.")
    try:
        found = await find_addresses(prefix)
    except NotBuiltError:
        headers = {"Retry-After": str(_BUILDING_SECONDS)}
        return _problem(503, "The addresses are being prepared. Try again later.", headers)
    body = orjson.dumps([{"hashSuffix": address.suffix, "websites": address.leaks} for address in found])
    return packed(request, body, _PRIVATE, JSON)


def _busy(seconds: int) -> Response:
    message = f"Rate limit is exceeded. Try again in {seconds} seconds."
    return _problem(429, message, {"Retry-After": str(seconds)})


def _problem(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    return Response(problem_body(status, message), status, {**_PRIVATE, **(headers or {})}, JSON)
