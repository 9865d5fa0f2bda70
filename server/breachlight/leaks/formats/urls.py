"""Where the URL of a line ends, and which site or app it names (leak-formats §5d and §5e)."""

import re
from functools import lru_cache
from typing import Final

from breachlight.kit.addresses import MAXIMUM_HOST_OCTETS, host_key, is_top_level_domain

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_PORT: Final = re.compile(r"[0-9]{1,5}(?![0-9])")
_AUTHORITY: Final = re.compile(r"[^\s:/?#;|,]+")
_NAME: Final = re.compile(r"[^\W_](?:[\w.-]*[^\W_])?")
_IPV4: Final = re.compile(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
_PATH_START: Final = re.compile(r"[/?#]")
_LARGEST_PORT: Final = 65_535
_LONGEST_IPV6: Final = 64
_ANDROID: Final = "android://"
_INTERNAL_SUFFIXES: Final = frozenset({"local", "localdomain", "lan", "internal", "intranet", "corp", "home"})


def scheme_end(text: str) -> int:
    """Where the scheme at the start of the text ends, ``://`` included; 0 if the text does not start with one."""
    scheme = _SCHEME.match(text)
    return scheme.end() if scheme else 0


def url_end(text: str, start: int, separator: str) -> int:
    """The index of the separator that ends a URL whose authority starts at ``start``; -1 if none does.

    A colon before ``//`` belongs to a nested URL, a colon before a port number (1 to 65535) that is followed by a path
    belongs to the authority, and so does a port number that is followed by two more fields.
    """
    position = start
    if text.startswith("[", start):
        position = max(text.find("]", start, start + _LONGEST_IPV6), start)
    if separator != ":":
        return text.find(separator, position)
    while (colon := text.find(":", position)) >= 0:
        if text.startswith("//", colon + 1):
            position = colon + 3
            continue
        if not text[colon + 1 : colon + 2].isdecimal():
            return colon
        port = _PORT.match(text, colon + 1)
        if port is None or not 1 <= int(port[0]) <= _LARGEST_PORT:
            return colon
        after = port.end()
        if _PATH_START.match(text, after):
            position = after
            continue
        is_in_authority = _PATH_START.search(text, start, colon) is None
        if is_in_authority and text.startswith(":", after) and text.find(":", after + 1) >= 0:
            return after
        return colon
    return -1


def host_like_url_end(text: str, separator: str) -> int:
    """The index of the separator that ends a URL without scheme (``host[:port][/path]``); -1 if the text starts with none.

    A name that no path and no port with path follows must be known as a host: an existing or usual internal top-level
    domain, ``localhost`` or an IPv4 address.
    """
    if text.startswith("["):
        return url_end(text, 0, separator) if "]" in text[:_LONGEST_IPV6] else -1
    authority = _AUTHORITY.match(text)
    if authority is None:
        return -1
    host = authority[0].rpartition("@")[2]
    if not _NAME.fullmatch(host.rstrip(".")):
        return -1
    after = authority.end()
    if text.startswith(":", after):
        port = _PORT.match(text, after + 1)
        is_url = port is not None and (text.startswith("/", port.end()) or is_known_host(host))
    else:
        is_url = text.startswith("/", after)
    if not is_url and not is_known_host(host):
        return -1
    return url_end(text, 0, separator)


def is_host_and_port(text: str) -> bool:
    """Whether the text is nothing but a host name and a port number."""
    host, _, port = text.partition(":")
    return port.isdecimal() and is_known_host(host)


def is_known_host(text: str) -> bool:
    """Whether a name without path and port can be taken for a host rather than for a login."""
    return len(text) <= MAXIMUM_HOST_OCTETS + 1 and _is_known_host(text)


@lru_cache(maxsize=1 << 15)
def _is_known_host(host: str) -> bool:
    host = host.rstrip(".").lower()
    if host == "localhost" or _IPV4.fullmatch(host):
        return True
    key = host_key(host)
    if key is None:
        return False
    last_label = key.rpartition(".")[2]
    return is_top_level_domain(last_label) or last_label in _INTERNAL_SUFFIXES or key.startswith("www.")


def site_of(url: str) -> tuple[str | None, str | None]:
    """Host key and Android package of a URL; at most one of them is set.

    An app ties to no host: turning a package name round would be a guess.
    """
    if url[: len(_ANDROID)].lower() == _ANDROID:
        package = url[len(_ANDROID) :].partition("/")[0] if "@" not in url else url.partition("@")[2].partition("/")[0]
        return None, package.strip() or None
    return host_key(url), None


def is_android(url: str) -> bool:
    """Whether a URL names an Android app."""
    return url[: len(_ANDROID)].lower() == _ANDROID


def has_path(url: str) -> bool:
    """Whether anything but a slash follows the authority of a URL."""
    rest = _PATH_START.search(url, scheme_end(url))
    return rest is not None and len(url) > rest.end()
