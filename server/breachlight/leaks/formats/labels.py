"""The labels of stealer logs: ``URL:``, ``Username:``, ``U53RN4M3:`` (leak-formats §4)."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple


class LabelKind(StrEnum):
    """What the value after a label is."""

    URL = "url"
    LOGIN = "login"
    PASSWORD = "password"  # noqa: S105 (the name of a label)
    SOFTWARE = "software"
    PROFILE = "profile"


class Label(NamedTuple):
    """A line ``word: value``; ``word`` is the label in lower case without spaces, hyphens and underscores."""

    kind: LabelKind
    word: str
    value: str


_WORDS: Final = {
    LabelKind.URL: (
        "url ur1 uri host hostname link site website origin originurl location domain address loginpage loginurl"
    ),
    LabelKind.LOGIN: ("login user usr username userlogin u53rn4m3 email mail account loginname loginid phone"),
    LabelKind.PASSWORD: "password pass passwd pwd userpassword p455w0rd passcode pin",
    LabelKind.SOFTWARE: "soft software application app browser storage",
    LabelKind.PROFILE: "profile",
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
_LONGEST_LABEL: Final = 24
_DROPPED: Final = str.maketrans("", "", " \t-_")
_SECTION: Final = re.compile(r'\["([^"]{0,200})"\s?=\s?"([^"]{0,200})"\]')
_RULE: Final = re.compile(r"[=\-_*>#~+.|\u2500-\u257f]{3,}")


def label_of(text: str) -> Label | None:
    """The label at the start of a trimmed line, or None. The value is the text after the first colon, trimmed."""
    colon = text.find(":", 0, _LONGEST_LABEL)
    if colon <= 0:
        return None
    word = text[:colon].translate(_DROPPED).lower()
    kind = _KIND_OF_WORD.get(word)
    return None if kind is None else Label(kind, word, text[colon + 1 :].strip())


def section_of(text: str) -> Label | None:
    """The software named by a section line such as ``["Chrome" = "Default"]``, or None."""
    section = _SECTION.fullmatch(text) if text.startswith('["') else None
    return None if section is None else Label(LabelKind.SOFTWARE, SECTION_WORD, f"{section[1]} {section[2]}".strip())


def is_rule(text: str) -> bool:
    """Whether a trimmed line only draws a line: ``===============``, ``-----``, ``>>>``, ``*****``."""
    return _RULE.fullmatch(text.replace(" ", "")) is not None


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
