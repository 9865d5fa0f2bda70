"""Which addresses content may lead to (hostile-inputs A33): whatever else it names leads nowhere."""

import re
from typing import Final

NOWHERE: Final = "#"
"""Stands for an address that must not be followed."""

# Allowed forms alone: what browsers make of the others is not for us to foresee. No white space, control character, quote or
# angle bracket, and no backslash, which browsers read as a slash.
_REST = r"[^\s\x00-\x20\x7f-\x9f\u2028\u2029<>\"\\^`{|}]*"
_LINK = re.compile(rf"(?:https?://(?=[^/?#])|mailto:(?=[^/])|#|/(?!/)){_REST}", re.IGNORECASE)


def is_safe_link(address: str) -> bool:
    """Return whether a URL is http, https or mailto, or within the site (``/…``, ``#…``)."""
    return _LINK.fullmatch(address) is not None


def safe_link(address: str) -> str:
    """Return an address that may be followed: the given one without space around it, or ``NOWHERE``."""
    trimmed = address.strip()
    return trimmed if is_safe_link(trimmed) else NOWHERE
