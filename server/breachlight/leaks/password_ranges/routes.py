"""``GET /range/{prefix}``, compatible with Pwned Passwords: texts, statuses and headers are those that its clients know."""

import re
from email.utils import format_datetime
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from breachlight.kit.public_answers import REFUSED, has_current, kept, packed, preflight
from breachlight.leaks.password_ranges.allowance import seconds_to_wait
from breachlight.leaks.password_ranges.service import NotBuiltError, Range, find_range
from breachlight.leaks.ranges.kinds import HashKind

PATH: Final = "/range"

_PREFIX: Final = re.compile(r"[0-9A-Fa-f]{5}", re.ASCII)
_TYPE: Final = "text/plain"
_BUILDING_SECONDS: Final = "60"
# Hashes can be published: any page may ask, and any cache may keep the answer for a month.
_KEPT: Final = kept(2_678_400, "Accept-Encoding, Add-Padding")


def password_range_routes() -> list[BaseRoute]:
    """Return the route; it answers as an unknown path while the feature is off."""
    return [Route(f"{PATH}/{{prefix}}", _range, methods=["GET", "OPTIONS"])]


async def _range(request: Request) -> Response:
    if request.method == "OPTIONS":
        return preflight("Add-Padding", "If-None-Match")
    seconds = await seconds_to_wait(request.client.host if request.client else "")
    prefix = request.path_params["prefix"]
    kind = HashKind.NTLM if request.query_params.get("mode", "").lower() == "ntlm" else HashKind.SHA1
    is_valid = _PREFIX.fullmatch(prefix) is not None
    try:
        # A wrong prefix is refused only where right ones are answered.
        found = await find_range(kind, prefix if is_valid else "00000") if not seconds else None
    except NotBuiltError:
        message = "The hashes are being prepared. Try again later."
        return Response(message, 503, {**REFUSED, "Retry-After": _BUILDING_SECONDS}, _TYPE)
    if seconds:
        message = f"Rate limit is exceeded. Try again in {seconds} seconds."
        return Response(message, 429, {**REFUSED, "Retry-After": str(seconds)}, _TYPE)
    if found is None:
        raise HTTPException(404)
    if not is_valid:
        return Response("The hash prefix was not in a valid format", 400, REFUSED, _TYPE)
    return _answer(request, found)


def _answer(request: Request, found: Range) -> Response:
    # Weak: packed and padded answers mean the same.
    etag = f'W/"{found.tag}"'
    headers = {**_KEPT, "ETag": etag, "Last-Modified": format_datetime(found.changed_at, usegmt=True)}
    if has_current(request, etag):
        return Response(status_code=304, headers=headers)
    body = found.padded() if request.headers.get("add-padding", "").lower() == "true" else found.text
    return packed(request, body, headers, _TYPE)
