"""``/api/v3``: the catalogue as Have I Been Pwned's clients read it, without a key. What needs one there is refused as without one."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from hashlib import blake2b
from typing import Final

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from breachlight.database.session import Connection, reading
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import NotFoundError
from breachlight.kit.public_answers import REFUSED, has_current, kept, packed, preflight
from breachlight.leaks.public_catalogue import repository
from breachlight.leaks.public_catalogue.breaches import breach_of
from breachlight.rate_limits.limiter import RateLimit

BASE: Final = "/api/v3"
LIMIT: Final = RateLimit("public_catalogue", 300, timedelta(minutes=10))

JSON: Final = "application/json; charset=utf-8"
_KEPT: Final = kept(300, "Accept-Encoding")
_FLAGS: Final = {"true": True, "false": False}
NO_AGENT: Final = "Forbidden: the request must have a user agent."
NO_KEY: Final = "Access denied due to missing hibp-api-key."

_Found = Callable[[Request, Connection], Awaitable[object]]


def public_catalogue_routes() -> list[BaseRoute]:
    """Return the routes; they answer as unknown paths while the catalogue is off."""
    return [
        _route("/breaches", _breaches),
        _route("/breach/{name}", _breach),
        _route("/latestbreach", _latest),
        _route("/dataclasses", _classes),
        *(
            Route(f"{BASE}/{path}", _keyed, methods=["GET"])
            for path in (
                "breachedaccount/{of:path}",
                "breacheddomain/{of:path}",
                "pasteaccount/{of:path}",
                "subscribeddomains",
                "subscription/status",
            )
        ),
    ]


def _route(path: str, find: _Found) -> Route:
    async def answer(request: Request) -> Response:
        if request.method == "OPTIONS":
            return preflight("If-None-Match")
        refusal = await _refusal(request)
        if refusal is not None:
            return refusal
        async with reading() as connection:
            found = await find(request, connection)
        return _answer(request, found)

    return Route(BASE + path, answer, methods=["GET", "OPTIONS"])


async def _require_enabled() -> None:
    async with reading() as connection:
        if not await repository.is_enabled(connection):
            raise NotFoundError


async def _refusal(request: Request) -> Response | None:
    await _require_enabled()
    if not request.headers.get("user-agent"):
        return _problem(403, NO_AGENT)
    usage = await LIMIT.count(network_of(request.client.host if request.client else ""))
    if usage.is_over:
        seconds = str(usage.seconds_left)
        return _problem(429, f"Rate limit is exceeded. Try again in {seconds} seconds.", {"Retry-After": seconds})
    return None


async def _breaches(request: Request, connection: Connection) -> object:
    given = {name.lower(): value for name, value in request.query_params.items()}
    is_spam_list = _FLAGS.get(given.get("isspamlist", "").lower())
    domain = given.get("domain", "").strip().lower().replace("\0", "")
    found = await repository.public_leaks(connection, domain=domain or None, is_spam_list=is_spam_list)
    return [breach_of(entry) for entry in found]


async def _breach(request: Request, connection: Connection) -> object:
    entry = await repository.public_leak(connection, request.path_params["name"].replace("\0", ""))
    return None if entry is None else breach_of(entry)


async def _latest(_: Request, connection: Connection) -> object:
    entry = await repository.latest_leak(connection)
    return None if entry is None else breach_of(entry)


async def _classes(_: Request, connection: Connection) -> object:
    return await repository.public_data_classes(connection)


async def _keyed(_: Request) -> Response:
    await _require_enabled()
    # No CORS headers: pages of other sites may not ask at all.
    return Response(problem_body(401, NO_KEY), 401, {"Cache-Control": "no-store"}, JSON)


def _answer(request: Request, found: object) -> Response:
    if found is None:
        return Response(status_code=404, headers=REFUSED)
    body = orjson.dumps(found)
    headers = {**_KEPT, "ETag": f'W/"{blake2b(body, digest_size=12).hexdigest()}"'}
    if has_current(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return packed(request, body, headers, JSON)


def _problem(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    return Response(problem_body(status, message), status, {**REFUSED, **(headers or {})}, JSON)


def problem_body(status: int, message: str) -> bytes:
    """Return the body of a refusal, as Have I Been Pwned's clients know it."""
    return orjson.dumps({"statusCode": status, "message": message})
