"""The lake's files in an object store, as bytes: requests signed with Signature Version 4 over streams.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. DuckDB reads and writes Parquet there, but no bytes.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import quote, urlencode
from xml.sax.saxutils import escape, unescape

import httpx

from breachlight.config import Settings

_ALGORITHM: Final = "AWS4-HMAC-SHA256"
_UNSIGNED: Final = "UNSIGNED-PAYLOAD"  # the backup's own hashes are compared; TLS protects the rest
_CHUNK_BYTES: Final = 1 << 20
_PART_BYTES: Final = 64 << 20
_SECONDS: Final = 60.0
_KEY: Final = re.compile(r"<Key>(.*?)</Key>", re.DOTALL)
_TOKEN: Final = re.compile(r"<NextContinuationToken>(.*?)</NextContinuationToken>")
_UPLOAD: Final = re.compile(r"<UploadId>(.*?)</UploadId>")


class ObjectFiles:
    """The files of a lake in the store that the settings name; any failure is an ``OSError``."""

    def __init__(self, settings: Settings) -> None:
        self._bucket, _, prefix = settings.lake_path.removeprefix("s3://").rstrip("/").partition("/")
        self._prefix = f"{prefix}/" if prefix else ""
        host = settings.lake_s3_endpoint or f"s3.{settings.lake_s3_region}.amazonaws.com"
        self._url = f"{'https' if settings.lake_s3_use_tls else 'http'}://{host}"
        self._host = host
        self._region = settings.lake_s3_region
        self._key_id = settings.lake_s3_key_id or ""
        self._secret = settings.lake_s3_secret.get_secret_value() if settings.lake_s3_secret else ""

    def fetch(self, path: str, target: Path) -> None:
        """Copy a file of the lake to a new file."""
        with self._client() as client, target.open("wb") as file:
            url, headers = self._signed("GET", path)
            with client.stream("GET", url, headers=headers) as response:
                _require_good(response)
                for chunk in response.iter_bytes(_CHUNK_BYTES):
                    file.write(chunk)

    def put(self, source: Path, path: str) -> None:
        """Copy a file into the lake, in parts if it is large; the store makes it appear as a whole."""
        size = source.stat().st_size
        with self._client() as client, source.open("rb") as file:
            if size <= _PART_BYTES:
                self._send(client, path, {}, file, size)
                return
            begun = _UPLOAD.search(self._request(client, "POST", path, {"uploads": ""}).text)
            if begun is None:
                raise OSError("the store began no upload")
            upload = {"uploadId": unescape(begun[1])}
            try:
                self._send_parts(client, path, upload, file, size)
            except (OSError, httpx.HTTPError):
                with suppress(OSError, httpx.HTTPError):  # parts of an upload that doesn't end stay, and cost
                    self._request(client, "DELETE", path, upload)
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
        if "<Error>" in self._request(client, "POST", path, upload, whole.encode()).text:
            raise OSError("the store didn't complete the upload")

    def _send(self, client: httpx.Client, path: str, query: Mapping[str, str], file: BinaryIO, size: int) -> str:
        """Store the next bytes of a file and return their tag; a small part of them is in memory at a time."""
        url, headers = self._signed("PUT", path, query)
        headers["content-length"] = str(size)
        response = _require_good(client.put(url, headers=headers, content=_chunks(file, size)))
        tag: str = response.headers.get("etag", "")
        return tag

    def present(self) -> set[str]:
        """Return the paths of the files that are there."""
        found, token = set[str](), None
        with self._client() as client:
            while True:
                query = {"list-type": "2", "prefix": self._prefix, **({"continuation-token": token} if token else {})}
                text = self._request(client, "GET", None, query).text
                found |= {unescape(key).removeprefix(self._prefix) for key in _KEY.findall(text)}
                following = _TOKEN.search(text)
                if following is None:
                    return {path for path in found if path.endswith(".parquet")}
                token = unescape(following[1])

    @contextmanager
    def _client(self) -> Iterator[httpx.Client]:
        try:
            with httpx.Client(timeout=_SECONDS, transport=httpx.HTTPTransport(retries=2)) as client:
                yield client
        except httpx.HTTPError as error:
            raise OSError(type(error).__name__) from None

    def _request(
        self,
        client: httpx.Client,
        method: str,
        path: str | None,
        query: Mapping[str, str] | None = None,
        content: bytes = b"",
    ) -> httpx.Response:
        url, headers = self._signed(method, path, query)
        return _require_good(client.request(method, url, headers=headers, content=content))

    def _signed(
        self, method: str, path: str | None, query: Mapping[str, str] | None = None
    ) -> tuple[str, dict[str, str]]:
        resource = f"/{self._bucket}" if path is None else f"/{self._bucket}/{self._prefix}{path}"
        headers = {"host": self._host, "x-amz-content-sha256": _UNSIGNED}
        signed = (
            headers
            if not self._key_id
            else sign(
                method, resource, query or {}, headers, (self._key_id, self._secret), self._region, datetime.now(UTC)
            )
        )
        return f"{self._url}{quote(resource)}{'?' + _canonical(query) if query else ''}", signed


def sign(  # noqa: PLR0917 -- the parts of a request, in the order of the standard
    method: str,
    resource: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    credentials: tuple[str, str],
    region: str,
    now: datetime,
) -> dict[str, str]:
    """Return the headers of a request with its date and signature; the names of ``headers`` are in lower case."""
    stamp = f"{now:%Y%m%dT%H%M%SZ}"
    scope = f"{now:%Y%m%d}/{region}/s3/aws4_request"
    dated = dict(sorted({**headers, "x-amz-date": stamp}.items()))
    names = ";".join(dated)
    lines = [method, quote(resource), _canonical(query), *(f"{name}:{text}" for name, text in dated.items()), "", names]
    request = "\n".join([*lines, dated["x-amz-content-sha256"]])
    text = "\n".join([_ALGORITHM, stamp, scope, hashlib.sha256(request.encode()).hexdigest()])
    key = b"AWS4" + credentials[1].encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.new(key, text.encode(), "sha256").hexdigest()
    authorization = f"{_ALGORITHM} Credential={credentials[0]}/{scope},SignedHeaders={names},Signature={signature}"
    return {**dated, "authorization": authorization}


def _canonical(query: Mapping[str, str]) -> str:
    return urlencode(sorted(query.items()), quote_via=quote, safe="")


def _chunks(file: BinaryIO, size: int) -> Iterator[bytes]:
    while size and (chunk := file.read(min(size, _CHUNK_BYTES))):
        size -= len(chunk)
        yield chunk


def _require_good(response: httpx.Response) -> httpx.Response:
    if not response.is_success:  # a redirect has no content of the lake
        raise OSError(f"HTTP {response.status_code}")
    return response
