"""An object store, as bytes: requests signed with Signature Version 4 over streams.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol
from urllib.parse import quote, urlencode
from xml.sax.saxutils import unescape

import httpx
from pydantic import SecretStr

_ALGORITHM: Final = "AWS4-HMAC-SHA256"
_UNSIGNED: Final = "UNSIGNED-PAYLOAD"  # those who use it compare hashes of their own; TLS protects the rest
_CHUNK_BYTES: Final = 1 << 20
_SECONDS: Final = 60.0
_OBJECT: Final = re.compile(r"<Contents>(.*?)</Contents>", re.DOTALL)
_FIELD: Final = re.compile(r"<(Key|Size|ETag)>(.*?)</\1>", re.DOTALL)
_TOKEN: Final = re.compile(r"<NextContinuationToken>(.*?)</NextContinuationToken>")
_QUOTES: Final = {"&quot;": '"'}


class StoreSettings(Protocol):
    """What is needed to reach a store; without a key id requests aren't signed."""

    @property
    def lake_s3_endpoint(self) -> str | None:
        """Host and port, unless it is Amazon's."""

    @property
    def lake_s3_region(self) -> str:
        """The region."""

    @property
    def lake_s3_key_id(self) -> str | None:
        """The access key."""

    @property
    def lake_s3_secret(self) -> SecretStr | None:
        """Its secret."""

    @property
    def lake_s3_use_tls(self) -> bool:
        """Whether TLS is used."""


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object by its path below the prefix; ``size`` in bytes, ``tag`` changes when it does."""

    path: str
    size: int
    tag: str


class ChangedError(OSError):
    """The object is gone or isn't the one that was listed."""


class ObjectStore:
    """The objects below a prefix, such as ``s3://bucket/prefix``; any failure is an ``OSError``. Every method blocks: call it in a thread."""

    def __init__(self, settings: StoreSettings, address: str) -> None:
        self._bucket, _, prefix = address.removeprefix("s3://").rstrip("/").partition("/")
        self._prefix = f"{prefix}/" if prefix else ""
        host = settings.lake_s3_endpoint or f"s3.{settings.lake_s3_region}.amazonaws.com"
        self._url = f"{'https' if settings.lake_s3_use_tls else 'http'}://{host}"
        self._host = host
        self._region = settings.lake_s3_region
        self._key_id = settings.lake_s3_key_id or ""
        self._secret = settings.lake_s3_secret.get_secret_value() if settings.lake_s3_secret else ""

    def objects(self) -> Iterator[StoredObject]:
        """Yield the objects below the prefix."""
        token = None
        with self.client() as client:
            while True:
                query = {"list-type": "2", "prefix": self._prefix, **({"continuation-token": token} if token else {})}
                text = self.request(client, "GET", None, query).text
                for row in _OBJECT.findall(text):
                    found = {name: unescape(value, _QUOTES) for name, value in _FIELD.findall(row)}
                    path = found["Key"].removeprefix(self._prefix)
                    yield StoredObject(path, int(found["Size"]), found.get("ETag", ""))
                following = _TOKEN.search(text)
                if following is None:
                    return
                token = unescape(following[1])

    def read(self, path: str, begin: int, end: int, tag: str) -> Iterator[bytes]:
        """Yield the bytes from ``begin`` up to ``end`` of the object that has a tag.

        Raises:
            ChangedError: it has another tag, or is gone.
        """
        with self.client() as client:
            url, headers = self.signed("GET", path)
            headers |= {"range": f"bytes={begin}-{end - 1}", "if-match": tag}
            with client.stream("GET", url, headers=headers) as response:
                if response.status_code in {404, 412, 416}:
                    raise ChangedError(f"HTTP {response.status_code}")
                require_good(response)
                yield from response.iter_bytes(_CHUNK_BYTES)

    @contextmanager
    def client(self) -> Iterator[httpx.Client]:
        """Open connections to the store."""
        try:
            with httpx.Client(timeout=_SECONDS, transport=httpx.HTTPTransport(retries=2)) as client:
                yield client
        except httpx.HTTPError as error:
            raise OSError(type(error).__name__) from None

    def request(
        self,
        client: httpx.Client,
        method: str,
        path: str | None,
        query: Mapping[str, str] | None = None,
        content: bytes = b"",
    ) -> httpx.Response:
        """Send a request about an object, or about the bucket without a path."""
        url, headers = self.signed(method, path, query)
        return require_good(client.request(method, url, headers=headers, content=content))

    def signed(
        self, method: str, path: str | None, query: Mapping[str, str] | None = None
    ) -> tuple[str, dict[str, str]]:
        """Return the address of a request and its headers."""
        resource = f"/{self._bucket}" if path is None else f"/{self._bucket}/{self._prefix}{path}"
        headers = {"host": self._host, "x-amz-content-sha256": _UNSIGNED}
        signed = (
            headers
            if not self._key_id
            else sign(
                method, resource, query or {}, headers, (self._key_id, self._secret), self._region, datetime.now(UTC)
            )
        )
        return f"{self._url}{quote(resource)}{'?' + canonical_query(query) if query else ''}", signed


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
    lines = [
        method,
        quote(resource),
        canonical_query(query),
        *(f"{name}:{text}" for name, text in dated.items()),
        "",
        names,
    ]
    request = "\n".join([*lines, dated["x-amz-content-sha256"]])
    text = "\n".join([_ALGORITHM, stamp, scope, hashlib.sha256(request.encode()).hexdigest()])
    key = b"AWS4" + credentials[1].encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.new(key, text.encode(), "sha256").hexdigest()
    authorization = f"{_ALGORITHM} Credential={credentials[0]}/{scope},SignedHeaders={names},Signature={signature}"
    return {**dated, "authorization": authorization}


def canonical_query(query: Mapping[str, str]) -> str:
    """Return a query as it is signed and sent."""
    return urlencode(sorted(query.items()), quote_via=quote, safe="")


def require_good(response: httpx.Response) -> httpx.Response:
    """Return a response that has what was asked for.

    Raises:
        OSError: it hasn't.
    """
    if not response.is_success:  # a redirect has no content of the lake
        raise OSError(f"HTTP {response.status_code}")
    return response
