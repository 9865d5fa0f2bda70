"""Pictures of the public pages from a Strapi."""

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator
from typing import Final

import httpx
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Scope

from breachlight.content.media import NARROW_QUERY, PICTURE_TYPES, picture_headers
from breachlight.content.strapi_client import ANSWER_SECONDS, ForwardedContent

LARGEST_PICTURE: Final = 10 * 1024 * 1024
"""Bytes of a picture that is passed on."""

_NARROW_UPLOAD: Final = "medium_"
"""Prefix of the 750-pixel variant that Strapi makes of a picture by default."""

_UPLOAD: Final = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,200}(/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,200}){0,4}")

_log = structlog.get_logger(__name__)


class Uploads:
    """The pictures of a Strapi under our own address: browsers load none from elsewhere (content security policy)."""

    def __init__(self, content: ForwardedContent) -> None:
        self._content = content

    async def __call__(self, request: Request) -> Response:
        """Pass one on, if it is a picture of a size that may be shown."""
        name = str(request.path_params["name"])
        if _UPLOAD.fullmatch(name) is None:
            raise HTTPException(404)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                media_type, pieces = await self._open(name, request.scope)
        except (TimeoutError, httpx.HTTPError) as error:
            _log.warning("a picture of the content service is unreachable", error=type(error).__name__)
            raise HTTPException(502) from None
        if request.method == "HEAD":
            await pieces.aclose()
            return Response(headers=picture_headers(media_type))
        return StreamingResponse(pieces, headers=picture_headers(media_type))

    async def _open(self, name: str, scope: Scope) -> tuple[str, AsyncGenerator[bytes, None]]:
        """Return the media type and content of a picture, in its narrow variant if requested and present."""
        if scope.get("query_string") == NARROW_QUERY:
            folder, slash, file = name.rpartition("/")
            narrow = self._pieces(f"{folder}{slash}{_NARROW_UPLOAD}{file}")
            with contextlib.suppress(HTTPException):
                return (await anext(narrow)).decode("ascii"), narrow
        whole = self._pieces(name)
        return (await anext(whole)).decode("ascii"), whole

    async def _pieces(self, name: str) -> AsyncGenerator[bytes, None]:
        """Yield the media type and then the content; the connection ends with the generator."""
        async with self._content.picture(name) as answer:
            media_type = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
            length = answer.headers.get("content-length", "0")
            if answer.status_code != 200 or media_type not in PICTURE_TYPES.values():
                raise HTTPException(404)
            if not length.isdecimal() or int(length[:20]) > LARGEST_PICTURE:
                _log.warning("a picture of the content service is too large", largest_bytes=LARGEST_PICTURE)
                raise HTTPException(404)
            yield media_type.encode("ascii")
            sent = 0
            async for piece in answer.aiter_bytes():
                sent += len(piece)
                if sent > LARGEST_PICTURE:
                    # Too late for another status: the connection ends, and the browser shows no picture.
                    raise httpx.StreamError("the picture is too large")
                yield piece
