"""Lists of what a client accepts, with weights (RFC 9110 section 12.4.2)."""

from functools import lru_cache
from typing import Final

_LONGEST: Final = 1_000
"""Characters of a header that are looked at; browsers send under 200."""
_LONGEST_REMEMBERED: Final = 200
"""Browsers send the same few again and again."""


def weighted(header: str) -> list[tuple[str, float]]:
    """Return the choices of ``Accept`` and its like in lower case, as they stand, each with its weight of 0 to 1.

    What cannot be read weighs 1, as a choice without a weight does: the header is a wish and never a reason to refuse.
    """
    return list(_remembered(header) if len(header) <= _LONGEST_REMEMBERED else _read(header[:_LONGEST]))


def _read(header: str) -> tuple[tuple[str, float], ...]:
    choices: list[tuple[str, float]] = []
    for part in header.lower().split(","):
        choice, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        is_number = weight.isascii() and weight.replace(".", "", 1).isdecimal()
        choices.append((choice, min(float(weight), 1.0) if is_number else 1.0))
    return tuple(choices)


_remembered: Final = lru_cache(1024)(_read)
