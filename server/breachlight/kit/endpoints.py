"""Network addresses with ports, as operators write them."""

import ipaddress
import re
from functools import lru_cache

_BRACKETED = re.compile(r"\[([^\]]+)\](?::(\d{1,5}))?")
_PLAIN = re.compile(r"([0-9.]+):(\d{1,5})")


def read_endpoints(text: str, *, port: int = 53) -> list[tuple[str, int]]:
    """Return the addresses and ports of a list separated by commas: ``192.0.2.1``, ``192.0.2.1:53``, ``[2001:db8::1]:53``.

    ``port`` stands where none is written.

    Raises:
        ValueError: an entry is no IP address, or its port no port.
    """
    return [_read(entry, port) for entry in (part.strip() for part in text.split(",")) if entry]


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the network of a client: its IPv4 address, or the /64 of its IPv6 address, which one customer has (RFC 6177)."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def _read(entry: str, port: int) -> tuple[str, int]:
    match = _BRACKETED.fullmatch(entry) or _PLAIN.fullmatch(entry)
    address, given = (match[1], match[2]) if match else (entry, None)
    number = int(given) if given else port
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        raise ValueError(f"{entry} is not an IP address with an optional port") from None
    if not 1 <= number <= 65_535:
        raise ValueError(f"{entry} has no port from 1 to 65535")
    return str(parsed), number
