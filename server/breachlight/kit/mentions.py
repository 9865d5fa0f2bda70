"""Whether a text contains an email address."""

import re
from collections.abc import Iterable
from typing import Final

# What may come before or after an address without being a part of a longer one. Before: also a percent-encoded character.
_BEFORE: Final = rb"(?:(?<![a-z0-9._+\x80-\xff-])|(?<=%[0-9a-f]{2}))"
_AFTER: Final = rb"(?![a-z0-9\x80-\xff-]|\.[a-z0-9])"


class Mention:
    """Finds email keys in texts, in any case, also percent-encoded; longer addresses that end or begin alike don't count."""

    def __init__(self, keys: Iterable[str]) -> None:
        variants = sorted({form for key in keys for form in (key, key.replace("@", "%40"))})
        found = b"|".join(re.escape(form.lower().encode()) for form in variants)
        self._pattern = re.compile(_BEFORE + b"(?:" + found + b")" + _AFTER)
        # One of these is in each text that the pattern matches; looking for it first is much faster.
        self._parts = tuple(form.lower().encode() for form in variants)

    def in_text(self, text: str) -> bool:
        """Whether an address is in a text."""
        return self.in_bytes(text.encode("utf-8", "surrogatepass"))

    def in_bytes(self, data: bytes) -> bool:
        """Whether an address is in UTF-8."""
        return self.may_be_in(data) and self._pattern.search(data.lower()) is not None

    def may_be_in(self, data: bytes) -> bool:
        """Whether the letters of an address are in UTF-8, perhaps as a part of a longer one."""
        lowered = data.lower()
        return any(part in lowered for part in self._parts)
