"""Which web pages may speak to the API: those of our own public origins, judged by what was configured, never by Host."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Origins:
    """The origins whose pages may speak to the API."""

    allowed: frozenset[str]

    @classmethod
    def of(cls, public_urls: Iterable[str]) -> "Origins":
        """Read origins from public URLs; one on a loopback name stands for all loopback names at its port.

        Raises:
            ValueError: a URL has no scheme and host.
        """
        allowed: set[str] = set()
        for url in public_urls:
            parts = urlsplit(url)
            if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
                raise ValueError(f"The public URL {url} must have the form https://host or http://host:port.")
            host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            port = "" if parts.port in {None, _DEFAULT_PORTS[parts.scheme]} else f":{parts.port}"
            hosts = _LOOPBACK if host in _LOOPBACK else (host,)
            allowed.update(f"{parts.scheme}://{name}{port}" for name in hosts)
        return cls(frozenset(allowed))

    def permit(self, connection: HTTPConnection) -> bool:
        """Say whether a request comes from our own pages or from no page at all.

        Browsers send Origin with POST and WebSocket requests of any page, and Sec-Fetch-Site with GET too; clients
        that send neither are no browsers and hold nobody's login (WHATWG Fetch, section 3.2; W3C Fetch Metadata).
        """
        origin = connection.headers.get("origin")
        if origin is not None:
            return origin in self.allowed
        return connection.headers.get("sec-fetch-site", "none") in {"none", "same-origin"}
