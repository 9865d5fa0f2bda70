"""Answers of public lookups, which pages of other sites may read and caches may keep."""

from collections.abc import Mapping
from typing import Final

from isal import isal_zlib
from starlette.requests import Request
from starlette.responses import Response

from breachlight.kit.static_files import accepted_encodings

_FOR_EVERYONE: Final = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
REFUSED: Final = {**_FOR_EVERYONE, "Access-Control-Expose-Headers": "Retry-After", "Cache-Control": "no-store"}
"""The headers of a refusal."""
_LONGEST_HEADER: Final = 2000
_SHORTEST_PACKED: Final = 512
_GZIP: Final = 31  # windows of 32 KiB, with gzip's header


def kept(seconds: int, vary: str) -> dict[str, str]:
    """Return the headers of an answer that any cache may keep."""
    return {
        **_FOR_EVERYONE,
        "Access-Control-Expose-Headers": "ETag",
        "Cache-Control": f"public, max-age={seconds}",
        "Vary": vary,
    }


def preflight(*headers: str) -> Response:
    """Answer what a browser asks before it sends these headers to another site."""
    allowed = {
        **_FOR_EVERYONE,
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": ", ".join(headers),
        "Access-Control-Max-Age": "86400",
    }
    return Response(status_code=204, headers=allowed)


def has_current(request: Request, etag: str) -> bool:
    """Return whether the client has an answer of this ETag (RFC 9110, section 13.1.2: weak comparison)."""
    given = {_bare(part) for part in request.headers.get("if-none-match", "")[:_LONGEST_HEADER].split(",")}
    return _bare(etag) in given or "*" in given


def packed(request: Request, body: bytes, headers: Mapping[str, str], media_type: str) -> Response:
    """Answer with a body, compressed with gzip if it is long enough and the client accepts that."""
    if len(body) < _SHORTEST_PACKED or "gzip" not in accepted_encodings(request.headers.get("accept-encoding", "")):
        return Response(body, 200, headers, media_type)
    return Response(isal_zlib.compress(body, 1, _GZIP), 200, {**headers, "Content-Encoding": "gzip"}, media_type)


def _bare(etag: str) -> str:
    return etag.strip().removeprefix("W/").strip('"')
