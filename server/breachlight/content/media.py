"""Pictures of the public pages, from the documents' folder."""

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

NARROW_PIXELS: Final = 640
"""Width of the form that narrow screens ask for (the client's src/features/home/content-image.tsx)."""

NARROW_QUERY: Final = f"width={NARROW_PIXELS}".encode()
PICTURE_TYPES: Final = {
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


class MediaFiles(StaticFiles):
    """The pictures of a folder; ranges are not served, as with the client's files (hostile-inputs R09)."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a picture; nothing else that may lie in the folder is shown."""
        # A path with dots in it would be answered by a redirect to the host that the request names.
        media_type = PICTURE_TYPES.get(Path(path).suffix.lower())
        if media_type is None or not {".", ".."}.isdisjoint(str(scope["path"]).split("/")):
            raise HTTPException(404)
        scope["headers"] = [item for item in scope["headers"] if item[0] not in {b"range", b"if-range"}]
        try:
            response = await super().get_response(self._form(path, scope), scope)
        except RuntimeError:
            # The folder itself is gone.
            raise HTTPException(404) from None
        if response.status_code in {200, 304}:
            response.headers.update(picture_headers(media_type))
        return response

    def _form(self, path: str, scope: Scope) -> str:
        """Return the path of the narrow variant, if requested and present: ``a-640.png`` for ``a.png``."""
        if scope.get("query_string") != NARROW_QUERY:
            return path
        whole = Path(path)
        narrow = str(whole.with_stem(f"{whole.stem}-{NARROW_PIXELS}"))
        return path if self.lookup_path(narrow)[1] is None else narrow


def picture_headers(media_type: str) -> dict[str, str]:
    """Return the headers of a picture."""
    return {
        "content-type": media_type,
        "cache-control": _CACHE,
        "content-security-policy": _CONTAINED,
        "accept-ranges": "none",
    }
