"""Whether a text contains an email address."""

import re
from collections.abc import Iterable
from typing import Final

# What may come before or after an address without being a part of a longer one. Before: also a percent-encoded character.
_BEFORE: Final = rb"(?:(?<![a-z0-9._+\x80-\xff-])|(?<=%[0-9a-f]{2}))"
_AFTER: Final = rb"(?![a-z0-9\x80-\xff-]|\.[a-z0-9])"


class Mention:
    """Finds email keys in texts, in any case, percent-encoded and with a ``+tag``; longer addresses don't count."""

    def __init__(self, keys: Iterable[str]) -> None:
        halves = (key.lower().encode().partition(b"@") for key in keys)
        self._parts = sorted((local, domain) for local, _, domain in halves)
        found = b"|".join(
            re.escape(local) + rb"(?:(?:\+|%2b)[a-z0-9._%+-]*)?(?:@|%40)" + re.escape(domain)
            for local, domain in self._parts
        )
        self._pattern = re.compile(_BEFORE + b"(?:" + found + b")" + _AFTER)

    def in_text(self, text: str) -> bool:
        """Whether an address is in a text."""
        return self.in_bytes(text.encode("utf-8", "surrogatepass"))

    def in_bytes(self, data: bytes) -> bool:
        """Whether an address is in UTF-8."""
        return self.may_be_in(data) and self._pattern.search(data.lower()) is not None

    def may_be_in(self, data: bytes) -> bool:
        """Whether both halves of an address are in UTF-8, wherever; much faster than ``in_bytes``."""
        lowered = data.lower()
        return any(local in lowered and domain in lowered for local, domain in self._parts)
