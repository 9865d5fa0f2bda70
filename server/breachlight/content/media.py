"""Pictures of the public pages, from the documents' folder or a Strapi."""

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Final

import httpx
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from breachlight.content.strapi_client import ANSWER_SECONDS, ForwardedContent

LARGEST_PICTURE: Final = 10 * 1024 * 1024
"""Bytes of a picture that is passed on."""

NARROW_PIXELS: Final = 640
"""Width of the form that narrow screens ask for (the client's src/features/home/content-image.tsx)."""

_NARROW_QUERY: Final = f"width={NARROW_PIXELS}".encode()
_NARROW_UPLOAD: Final = "medium_"
"""What Strapi puts before the name of a picture's form that is 750 pixels wide, unless it is told to make none."""

_TYPES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
}
# A picture that is opened by itself is a document: nothing in it may run, load or be framed.
_CONTAINED: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
# Files may be replaced under their name, so what is kept is asked about again soon.
_CACHE: Final = "public, max-age=300, stale-while-revalidate=86400"
_UPLOAD: Final = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,200}(/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,200}){0,4}")

_log = structlog.get_logger(__name__)


class MediaFiles(StaticFiles):
    """The pictures of a folder; ranges are not served, as with the client's files (hostile-inputs R09)."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a picture; nothing else that may lie in the folder is shown."""
        # A path with dots in it would be answered by a redirect to the host that the request names.
        media_type = _TYPES.get(Path(path).suffix.lower())
        if media_type is None or not {".", ".."}.isdisjoint(str(scope["path"]).split("/")):
            raise HTTPException(404)
        scope["headers"] = [item for item in scope["headers"] if item[0] not in {b"range", b"if-range"}]
        try:
            response = await super().get_response(self._form(path, scope), scope)
        except RuntimeError:
            # The folder itself is gone.
            raise HTTPException(404) from None
        if response.status_code in {200, 304}:
            response.headers.update(_headers(media_type))
        return response

    def _form(self, path: str, scope: Scope) -> str:
        """Return the path of the narrow variant, if requested and present: ``a-640.png`` for ``a.png``."""
        if scope.get("query_string") != _NARROW_QUERY:
            return path
        whole = Path(path)
        narrow = str(whole.with_stem(f"{whole.stem}-{NARROW_PIXELS}"))
        return path if self.lookup_path(narrow)[1] is None else narrow


def _headers(media_type: str) -> dict[str, str]:
    return {
        "content-type": media_type,
        "cache-control": _CACHE,
        "content-security-policy": _CONTAINED,
        "accept-ranges": "none",
    }


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
            return Response(headers=_headers(media_type))
        return StreamingResponse(pieces, headers=_headers(media_type))

    async def _open(self, name: str, scope: Scope) -> tuple[str, AsyncGenerator[bytes, None]]:
        """Return the media type and content of a picture, in its narrow variant if requested and present."""
        if scope.get("query_string") == _NARROW_QUERY:
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
            if answer.status_code != 200 or media_type not in _TYPES.values():
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
