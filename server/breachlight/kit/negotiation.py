"""Lists of what a client accepts, with weights (RFC 9110 section 12.4.2)."""

from typing import Final

_LONGEST: Final = 1_000
"""Characters of a header that are looked at; browsers send under 200."""


def weighted(header: str) -> list[tuple[str, float]]:
    """Return the choices of ``Accept`` and its like in lower case, as they stand, each with its weight of 0 to 1.

    What cannot be read weighs 1, as a choice without a weight does: the header is a wish and never a reason to refuse.
    """
    choices: list[tuple[str, float]] = []
    for part in header[:_LONGEST].lower().split(","):
        choice, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        is_number = weight.isascii() and weight.replace(".", "", 1).isdecimal()
        choices.append((choice, min(float(weight), 1.0) if is_number else 1.0))
    return choices
