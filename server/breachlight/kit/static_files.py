"""Static files: precompressed where the client takes it, cached for ever where the name holds a digest."""

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from breachlight.kit.negotiation import weighted

_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


class ClientFiles(StaticFiles):
    """The built client. Ranges are not served: files are small, and many ranges cost much (hostile-inputs R09)."""

    def __init__(self, folder: Path, *, hidden: Collection[str] = ()) -> None:
        """Serve a folder; ``hidden`` names files, with their compressed forms, and folders that are not for visitors."""
        super().__init__(directory=folder, html=True)
        self._hidden = {name + ending for name in hidden for ending in ("", *(ending for _, ending in _ENCODINGS))}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file itself or with its compressed version."""
        # A path with dots in it would be answered by a redirect to the host that the request names.
        if path.partition(os.sep)[0] in self._hidden or not {".", ".."}.isdisjoint(str(scope["path"]).split("/")):
            raise HTTPException(404)
        headers = Headers(scope=scope)
        accepted = accepted_encodings(headers.get("accept-encoding", ""))
        scope["headers"] = [item for item in scope["headers"] if item[0] not in {b"range", b"if-range"}]
        response = await super().get_response(path, scope)
        if response.status_code in {200, 304}:
            response.headers.update(_headers(path))
        if response.status_code != 200 or not hasattr(response, "path"):
            return response
        plain = Path(str(response.path))
        for encoding, ending in _ENCODINGS:
            if encoding in accepted and (packed := plain.with_name(plain.name + ending)).is_file():
                return self._packed(packed, plain, scope, encoding, response)
        return response

    def _packed(self, packed: Path, plain: Path, scope: Scope, encoding: str, response: Response) -> Response:
        """Return the compressed file under the type of the plain one."""
        answer = self.file_response(packed, packed.stat(), scope)
        if answer.status_code == 200:
            answer.headers["content-type"] = response.headers["content-type"]
            answer.headers["content-encoding"] = encoding
        answer.headers.update(_headers(str(plain)))
        return answer


def accepted_encodings(header: str) -> set[str]:
    """Return the encodings that a client takes; those with a weight of zero it refuses (RFC 9110, section 12.4.2)."""
    return {name for name, weight in weighted(header) if weight > 0}


def _headers(path: str) -> Mapping[str, str]:
    is_immutable = "assets/" in path.replace(os.sep, "/")
    control = "public, max-age=31536000, immutable" if is_immutable else "no-cache"
    return {"cache-control": control, "vary": "Accept-Encoding", "accept-ranges": "none"}
