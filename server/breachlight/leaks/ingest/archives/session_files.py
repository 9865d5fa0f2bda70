"""What stealers collect besides passwords: files are counted by kind, from their names alone. Nothing in them is read or kept."""

import re
from functools import lru_cache
from typing import Final

# The first kind that fits counts: browser extensions of wallets keep their own tokens.
_KINDS: Final = (
    ("wallet", re.compile(r"(?:^|/)(?:[^/]*wallets?)(?:/|\.dat$|\.txt$)|\.wallet$", re.IGNORECASE)),
    ("token", re.compile(r"tokens?(?![a-z])|(?:^|/)google[ _]?accounts?/", re.IGNORECASE)),
    ("card", re.compile(r"(?:^|/)(?:cc|(?:credit|bank)[ _]?cards?|cards)(?![a-z])[^/]*(?:/|\.txt$)", re.IGNORECASE)),
    ("autofill", re.compile(r"auto[ _]?fills?", re.IGNORECASE)),
)


@lru_cache(maxsize=4096)  # the folders of infected devices have the same files
def session_file_kind(path: str) -> str | None:
    """Return the kind of a file by its path within the folder of an infected device, None for any other file."""
    return next((kind for kind, shape in _KINDS if shape.search(path)), None)
