"""What the values of a column look like, for tables without names and to check the names of others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_MISSING: Final = frozenset(("", "-", "null", "\\n", "n", "xxx"))
_EMAIL: Final = re.compile(r"[^\s@,;:|<>\"']+@[^\s@,;:|<>\"']+\.[^\W\d_][\w-]+")
_URL: Final = re.compile(r"[a-z][a-z0-9+.-]{1,20}://\S+", re.IGNORECASE)
_HOST: Final = re.compile(r"(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d{1,5})?(?:/\S*)?", re.IGNORECASE)
_IP: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}", re.IGNORECASE)
_DATE: Final = re.compile(
    r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ]\d{1,2}(?::\d{2}.{0,20})?)?|\d{1,2}:\d{2}(?::\d{2})?", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_PHONE: Final = re.compile(r"\+?[\d\s()./-]{7,20}")
_HASH: Final = re.compile(
    r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?::\S{1,64})?"
    r"|\*[0-9a-f]{40}|0x0[12]00[0-9a-f]{16,}"
    r"|(?:\$(?:1|2[aby]|5|6|P|H|S)\$|\$argon2|\{SS?HA|pbkdf2_sha|SCRYPT:)\S+",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"[^\W\d_a-z][^\W\d_]*\.?(?:[ '’.-]{1,2}[^\W\d_]+\.?)*")
_SENTENCE: Final = re.compile(r"\S+\s+\S+.*", re.DOTALL)
_CODE: Final = re.compile(r"[A-Za-z]{1,3}|true|false|yes|no|male|female", re.IGNORECASE)
_SYMBOL: Final = re.compile(r"[!#$%&*?^=+~<>@]")

_MOST: Final = 0.8
_MANY: Final = 0.2


class Content(StrEnum):
    """What most values of a column are. ``WORDS`` may be passwords, user names or anything else."""

    EMPTY = "empty"
    EMAIL = "email addresses"
    HASH = "hashes"
    URL = "URLs"
    IP = "IP addresses"
    DATE = "dates"
    NUMBER = "numbers"
    PHONE = "phone numbers"
    CODE = "codes"
    NAME = "names"
    SENTENCE = "text with spaces"
    SECRET = "words with symbols"  # noqa: S105 (a description)
    WORDS = "words"


_SHAPES: Final = (
    (Content.EMAIL, _EMAIL),
    (Content.HASH, _HASH),
    (Content.URL, _URL),
    (Content.IP, _IP),
    (Content.DATE, _DATE),
    (Content.NUMBER, _NUMBER),
    (Content.PHONE, _PHONE),
    (Content.CODE, _CODE),
    (Content.NAME, _NAME),
    (Content.URL, _HOST),
    (Content.SENTENCE, _SENTENCE),
)


@dataclass(frozen=True, slots=True)
class ColumnContent:
    """What a column holds: the kind of most values, and their shortest and longest length."""

    kind: Content
    shortest: int = 0
    longest: int = 0
    emails: int = 0

    @property
    def text(self) -> str:
        """Describe the column without any value of it."""
        if self.kind is Content.EMPTY:
            return "empty"
        length = str(self.longest) if self.shortest == self.longest else f"{self.shortest} to {self.longest}"
        return f"{self.kind.value}, {length} characters"


def content_of(values: Sequence[str]) -> ColumnContent:
    """Return what a column's values are, missing ones left out."""
    present = [value for value in map(str.strip, values) if value.lower() not in _MISSING]
    if not present:
        return ColumnContent(Content.EMPTY)
    lengths = [len(value) for value in present]
    kinds = [
        next((kind for kind, shape in _SHAPES if shape.fullmatch(value[:512])), Content.WORDS) for value in present
    ]
    emails = kinds.count(Content.EMAIL)

    def most(kind: Content) -> ColumnContent:
        return ColumnContent(kind, min(lengths), max(lengths), emails)

    for kind in Content:
        if kind is not Content.EMPTY and kinds.count(kind) >= _MOST * len(kinds) and kind is not Content.WORDS:
            return most(kind)
    texts = sum(kind in (Content.NAME, Content.SENTENCE, Content.CODE) for kind in kinds)
    if texts >= _MOST * len(kinds):
        return most(Content.SENTENCE)
    if sum(kind in (Content.NUMBER, Content.PHONE) for kind in kinds) >= _MOST * len(kinds):
        return most(Content.NUMBER)
    symbols = sum(_SYMBOL.search(value) is not None for value in present)
    return most(Content.SECRET if symbols >= _MANY * len(present) else Content.WORDS)
