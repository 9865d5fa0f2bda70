"""Shapes of single fields, by which detection recognizes formats: URLs, hosts, email addresses (leak-formats §5)."""

import re
from functools import lru_cache
from typing import Final

from breachlight.kit.addresses import MAXIMUM_HOST_OCTETS, email_key, host_key, is_top_level_domain

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_NAME_AND_PATH: Final = re.compile(r"[^\W_](?:[\w.-]*[^\W_])?(?::[0-9]{1,5})?/")
_IPV4: Final = re.compile(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
_INTERNAL_SUFFIXES: Final = frozenset({"local", "localdomain", "lan", "internal", "intranet", "corp", "home"})


def scheme_end(text: str) -> int:
    """Where the scheme at the start of the text ends, ``://`` included; 0 if the text does not start with one."""
    scheme = _SCHEME.match(text)
    return scheme.end() if scheme else 0


def is_url(text: str) -> bool:
    """Whether a field is a URL, with a scheme or without: then it is a known host, or a path follows the name."""
    return bool(scheme_end(text)) or is_known_host(text) or _NAME_AND_PATH.match(text) is not None


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


def is_email_field(field: str) -> bool:
    """Return whether a whole field is an email address rather than a URL with an ``@`` in its path or query."""
    return "@" in field and "/" not in field and "?" not in field and email_key(field) is not None
