"""The catalogues: ``<language>.po`` in this folder, for every language but English, each read on its first use."""

import gettext
import io
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

DEFAULT_LANGUAGE: Final = "en"
"""The language of the templates themselves."""

FOLDER: Final = Path(__file__).parent
LANGUAGES: Final = frozenset({DEFAULT_LANGUAGE, *(file.stem for file in FOLDER.glob("*.po"))})
"""Languages in which the server speaks."""

_RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})


def is_right_to_left(language: str) -> bool:
    """Whether a language is written from right to left."""
    return language in _RIGHT_TO_LEFT


def number(value: int, language: str) -> str:
    """Write a whole number as a language groups its digits."""
    if language == DEFAULT_LANGUAGE:
        return f"{value:,}"
    # Only where somebody reads another language: Babel's data take a moment to load.
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language)


def day(value: date, language: str) -> str:
    """Write a date with the name of its month."""
    if language == DEFAULT_LANGUAGE:
        return f"{value.day} {value:%b %Y}"
    from babel.dates import format_date

    return format_date(value, "medium", locale=language)


def translated(language: str, template: str, plural: str | None, count: int) -> str:
    """Return a template in one of ``LANGUAGES``, in the form for a count where it has a plural; English where it is missing."""
    catalogue = _catalogue(language)
    return catalogue.gettext(template) if plural is None else catalogue.ngettext(template, plural, count)


@cache
def _catalogue(language: str) -> gettext.GNUTranslations:
    """Read a catalogue; gettext itself only knows the compiled form, so Babel compiles it in memory."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with (FOLDER / f"{language}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
