"""Sentences that remember their template and values, so that they can be said in another language later."""

from collections.abc import Mapping
from datetime import date
from typing import Self

from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE, LANGUAGES, day, is_right_to_left, number, translated

Value = str | int
"""What stands in a sentence: numbers are grouped as the language does it, texts stay as they are."""

# First strong isolate and its end (Unicode UAX 9): an address keeps its own direction inside a sentence of the other.
_ISOLATED = "\u2068{}\u2069"


class Sentence(str):
    """An English sentence for people, and what it was made of; ``say`` and ``say_counted`` make it."""

    __slots__ = ("_count", "_plural", "_template", "_values")

    _template: str
    _plural: str | None
    _values: Mapping[str, Value]
    _count: int

    def __new__(cls, template: str, values: Mapping[str, Value], plural: str | None = None, count: int = 1) -> Self:
        """Write the English sentence."""
        english = template if plural is None or count == 1 else plural
        sentence = super().__new__(cls, _filled(english, values, DEFAULT_LANGUAGE))
        sentence._template, sentence._plural, sentence._values, sentence._count = template, plural, values, count
        return sentence

    def in_language(self, language: str) -> str:
        """Return the sentence in a language, in English where there is no catalogue of it or the catalogue lacks it."""
        if language == DEFAULT_LANGUAGE or language not in LANGUAGES:
            return str(self)
        return _filled(translated(language, self._template, self._plural, self._count), self._values, language)


class _Day(Sentence):
    """A date, written as each language does."""

    __slots__ = ("_date",)
    _date: date

    @classmethod
    def of(cls, on: date) -> Self:
        """Write the English date."""
        made = cls(day(on, DEFAULT_LANGUAGE), {})
        made._date = on
        return made

    def in_language(self, language: str) -> str:
        """Return the date in a language, in English where there is no catalogue of it."""
        return day(self._date, language) if language in LANGUAGES else str(self)


def say(template: str, /, **values: Value) -> Sentence:
    """Return a sentence; ``{name}`` in the template stands for the value of that name."""
    return Sentence(template, values)


def say_counted(one: str, other: str, /, count: int, **values: Value) -> Sentence:
    """Return a sentence whose form depends on ``{count}``: two in English, one to six in other languages."""
    return Sentence(one, {"count": count, **values}, other, count)


def say_day(on: date) -> Sentence:
    """Return a date as a part of sentences."""
    return _Day.of(on)


def _filled(template: str, values: Mapping[str, Value], language: str) -> str:
    # Without values nothing is filled in: a brace is then a brace.
    return (
        template.format_map({name: _shown(value, language) for name, value in values.items()}) if values else template
    )


def _shown(value: Value, language: str) -> str:
    if isinstance(value, int):
        return number(value, language)
    said = value.in_language(language) if isinstance(value, Sentence) else value
    return _ISOLATED.format(said) if is_right_to_left(language) else said
