"""Leaked values as they may be shown: a mask for what is secret, the shape for the rest."""

import re
from typing import Final

MASK: Final = "•" * 8
"""What every answer shows in place of a password, whatever its length."""

_LENGTHS: Final = (4, 8, 16, 32, 64)
_LONGEST_SHAPE: Final = 200
# Runs of letters and digits, then runs of anything else. Few separators in a row are shown, since they explain a line.
_TOKENS: Final = re.compile(r"(?P<word>[^\W_]+)|\s+|[\W_]")
_MOST_MARKS: Final = 3
# What structures a line. Any other mark is more likely a part of a secret.
_STRUCTURE: Final = frozenset(":;|,@./=\"'(){}[]<>&?-_")


def length_class(length: int) -> str:
    """Return a range that a length is in, never the length."""
    lower = 1
    for upper in _LENGTHS:
        if length <= upper:
            return f"{lower}-{upper}"
        lower = upper + 1
    return f"over {_LENGTHS[-1]}"


def masked_secret(secret: str | None, kind: str) -> str:
    """Return a mask with the length class and the type of a secret."""
    return "none" if not secret else f"{MASK} ({kind}, {length_class(len(secret))})"


def shape(text: str) -> str:
    """Return the form of a text without its content: ‹a:1-4›@‹a:5-8›.‹a:5-8› for an address.

    ``a`` are letters, ``9`` digits, ``x`` both. Marks that structure a line are shown, but no more than three in a row.
    """
    parts: list[str] = []
    marks = 0
    for token in _TOKENS.finditer(text):
        value = token[0]
        if token["word"] is not None:
            kind = "9" if value.isdigit() else "a" if value.isalpha() else "x"
            parts.append(f"‹{kind}:{length_class(len(value))}›")
            marks = 0
            continue
        marks += 1
        if marks <= _MOST_MARKS:
            parts.append(value if value in _STRUCTURE else " " if value.isspace() else "•")
        elif marks == _MOST_MARKS + 1:
            parts.append("…")
        if sum(map(len, parts)) > _LONGEST_SHAPE:
            break
    shown = "".join(parts)
    return shown if len(shown) <= _LONGEST_SHAPE else shown[:_LONGEST_SHAPE] + "…"
