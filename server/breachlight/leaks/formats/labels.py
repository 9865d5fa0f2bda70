"""The labels of stealer logs: ``URL:``, ``Username:``, ``U53RN4M3:`` (leak-formats §4)."""

import re
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


def is_label_word(text: str) -> bool:
    """Whether the text is one of the known label words."""
    return text.translate(_DROPPED).lower() in _KIND_OF_WORD


def section_of(text: str) -> Label | None:
    """The software named by a section line such as ``["Chrome" = "Default"]``, or None."""
    section = _SECTION.fullmatch(text) if text.startswith('["') else None
    return None if section is None else Label(LabelKind.SOFTWARE, "section", f"{section[1]} {section[2]}".strip())


def is_rule(text: str) -> bool:
    """Whether a trimmed line only draws a line: ``===============``, ``-----``, ``>>>``, ``*****``."""
    return _RULE.fullmatch(text.replace(" ", "")) is not None
