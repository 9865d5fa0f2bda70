"""The labels of stealer logs, their kinds and their order in a record (leak-formats §4)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from breachlight.leaks.kernels import label_words


class LabelKind(StrEnum):
    """What the value after a label is."""

    URL = "url"
    LOGIN = "login"
    PASSWORD = "password"  # noqa: S105 (the name of a label)
    SOFTWARE = "software"
    PROFILE = "profile"


_WORDS: Final = {
    LabelKind.URL: label_words.URL,
    LabelKind.LOGIN: label_words.LOGIN,
    LabelKind.PASSWORD: label_words.PASSWORD,
    LabelKind.SOFTWARE: label_words.SOFTWARE,
    LabelKind.PROFILE: label_words.PROFILE,
}
_KIND_OF_WORD: Final = {word: kind for kind, words in _WORDS.items() for word in words.split()}
SECTION_WORD: Final = "section"
LABEL_WORDS: Final = (SECTION_WORD, *_KIND_OF_WORD)
"""All words of labels; the first one is that of section lines."""
LABEL_KINDS: Final = (LabelKind.SOFTWARE, *_KIND_OF_WORD.values())
_CLOSING_WORDS: Final = frozenset({"application", "app"})
_USUAL_RANKS: Final = {
    LabelKind.SOFTWARE: 0,
    LabelKind.PROFILE: 1,
    LabelKind.URL: 2,
    LabelKind.LOGIN: 3,
    LabelKind.PASSWORD: 4,
}
_LAST_RANK: Final = 5


def label_ranks(order: Sequence[str]) -> list[int]:
    """Return where in a block each of LABEL_WORDS usually is, by the words of a file in their usual order.

    A word that isn't in the order has the rank of the first one of its kind, and a kind that isn't in it its usual place: the
    software first (an application last), then profile, URL, login and password.
    """
    scale = len(order) + 1
    known = {word: scale + number for number, word in enumerate(order)}
    of_class: dict[tuple[LabelKind, bool], int] = {}
    for word, kind in zip(LABEL_WORDS, LABEL_KINDS, strict=True):
        if word in known:
            place = kind, word in _CLOSING_WORDS
            of_class[place] = min(known[word], of_class.get(place, known[word]))
    return [
        known.get(word, _rank(word, kind, of_class, scale)) for word, kind in zip(LABEL_WORDS, LABEL_KINDS, strict=True)
    ]


def _rank(word: str, kind: LabelKind, of_class: dict[tuple[LabelKind, bool], int], scale: int) -> int:
    closes = word in _CLOSING_WORDS
    if (kind, closes) in of_class:
        return of_class[kind, closes]
    if not of_class:
        return _LAST_RANK if closes else _USUAL_RANKS[kind]
    # In front of the whole order, or behind it.
    return 2 * scale if closes or kind is LabelKind.PASSWORD else 0 if kind is not LabelKind.PROFILE else 1
