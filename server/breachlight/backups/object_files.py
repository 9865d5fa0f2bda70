"""The lake's files in an object store, as bytes. DuckDB reads and writes Parquet there, but no bytes."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final
from xml.sax.saxutils import escape, unescape

import httpx

from breachlight.config import Settings
from breachlight.kit.object_store import ObjectStore, require_good

_CHUNK_BYTES: Final = 1 << 20
_PART_BYTES: Final = 64 << 20
_UPLOAD: Final = re.compile(r"<UploadId>(.*?)</UploadId>")


class ObjectFiles(ObjectStore):
    """The files of a lake in the store that the settings name; any failure is an ``OSError``."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, settings.lake_path)

    def fetch(self, path: str, target: Path) -> None:
        """Copy a file of the lake to a new file."""
        with self.client() as client, target.open("wb") as file:
            url, headers = self.signed("GET", path)
            with client.stream("GET", url, headers=headers) as response:
                require_good(response)
                for chunk in response.iter_bytes(_CHUNK_BYTES):
                    file.write(chunk)

    def put(self, source: Path, path: str) -> None:
        """Copy a file into the lake, in parts if it is large; the store makes it appear as a whole."""
        size = source.stat().st_size
        with self.client() as client, source.open("rb") as file:
            if size <= _PART_BYTES:
                self._send(client, path, {}, file, size)
                return
            begun = _UPLOAD.search(self.request(client, "POST", path, {"uploads": ""}).text)
            if begun is None:
                raise OSError("the store began no upload")
            upload = {"uploadId": unescape(begun[1])}
            try:
                self._send_parts(client, path, upload, file, size)
            except (OSError, httpx.HTTPError):
                with suppress(OSError, httpx.HTTPError):  # parts of an upload that doesn't end stay, and cost
                    self.request(client, "DELETE", path, upload)
                raise

    def _send_parts(
        self, client: httpx.Client, path: str, upload: Mapping[str, str], file: BinaryIO, size: int
    ) -> None:
        parts = ""
        for number, begin in enumerate(range(0, size, _PART_BYTES), 1):
            query = {"partNumber": str(number), **upload}
            tag = self._send(client, path, query, file, min(_PART_BYTES, size - begin))
            parts += f"<Part><PartNumber>{number}</PartNumber><ETag>{escape(tag)}</ETag></Part>"
        whole = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>"
        # A store may answer 200 before it has put the parts together.
        if "<Error>" in self.request(client, "POST", path, upload, whole.encode()).text:
            raise OSError("the store didn't complete the upload")

    def _send(self, client: httpx.Client, path: str, query: Mapping[str, str], file: BinaryIO, size: int) -> str:
        """Store the next bytes of a file and return their tag; a small part of them is in memory at a time."""
        url, headers = self.signed("PUT", path, query)
        headers["content-length"] = str(size)
        response = require_good(client.put(url, headers=headers, content=_chunks(file, size)))
        tag: str = response.headers.get("etag", "")
        return tag

    def present(self) -> set[str]:
        """Return the paths of the files that are there."""
        return {found.path for found in self.objects() if found.path.endswith(".parquet")}


def _chunks(file: BinaryIO, size: int) -> Iterator[bytes]:
    while size and (chunk := file.read(min(size, _CHUNK_BYTES))):
        size -= len(chunk)
        yield chunk
