"""Common passwords and their trivial variations.

zxcvbn was measured and not taken: a crafted password of 72 characters costs it ten seconds, and its scale rates eight random
characters, the minimum that the specification sets, below ``Admin@2026``.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

_LIST: Final = Path(__file__).with_name("common_passwords.txt")
_PASSWORD_TRANSLATED: Final = ("motdepasse", "contraseña", "كلمةالسر", "كلمةالمرور", "パスワード")
_SHORTEST_BASE: Final = 3
_SHORTEST_SPREAD_BASE: Final = 5  # shorter words turn up by chance between the digits of a random password
_MOST_LEET_AT_AN_END: Final = 4
_SHORTEST_RUN: Final = 3
_ENOUGH: Final = 8  # characters repeated, or runs in a row: what the minimum length asks for

_NO_LETTERS: Final = re.compile(r"[\W\d_]+")
_LEET: Final = tuple(
    str.maketrans("0134578@$!|+2689(", f"o{one}eas{seven}basi{one}tzgbgc") for one, seven in ("it", "lt", "il")
)
_UNSHIFTED: Final = str.maketrans('!@#$%^&*()_+{}|:"<>?', "1234567890-=[]\\;',./")
_KEY_ROWS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    *("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"),
    *("qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"),
    *("1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik,", "9ol.", "0p;/"),
)
_RUNS: Final = "\n".join((*_KEY_ROWS, *(row[::-1] for row in _KEY_ROWS)))


def is_common(password: str) -> bool:
    """Return whether a password is one of the most common ones, whatever its case and accents."""
    return _folded(password) in _common()


def is_easy_to_guess(password: str) -> bool:
    """Return whether a password is a common word with trivial changes, a repetition, or little but runs of keys.

    Trivial changes are digits, years and symbols around or between the letters, case, accents, leet, reversal and repetition.
    """
    folded = _folded(password)
    return _repeats(folded) or _is_made_of_runs(folded) or not _common().isdisjoint(_bases(folded))


def _bases(folded: str) -> set[str]:
    """Return the words that a password may be a variation of."""
    start, end = len(folded), 0
    for match in re.finditer(r"[^\W\d_]+", folded):
        start, end = min(start, match.start()), match.end()
    if start >= end:
        return set()
    bases = {word for word in (folded[start:end],) if len(word) >= _SHORTEST_BASE}
    letters = _NO_LETTERS.sub("", folded)
    spread = {letters, letters[::-1]}
    for first in range(max(0, start - _MOST_LEET_AT_AN_END), start + 1):
        for last in range(end, min(len(folded), end + _MOST_LEET_AT_AN_END) + 1):
            spread.update(_NO_LETTERS.sub("", folded[first:last].translate(table)) for table in _LEET)
    bases |= {word for word in spread if len(word) >= _SHORTEST_SPREAD_BASE}
    return bases | {_repeated(word) for word in bases}


def _repeated(word: str) -> str:
    """Return what a word is a whole number of repetitions of: the word itself if it repeats nothing."""
    return word[: (word + word).find(word, 1)]


def _repeats(folded: str) -> bool:
    lengths = range(1, min(_ENOUGH - 1, len(folded) // 2) + 1)
    return any(folded[length:] == folded[:-length] for length in lengths)


def _is_made_of_runs(folded: str) -> bool:
    keys = re.sub(r"(.)\1+", r"\1", folded.translate(_UNSHIFTED), flags=re.DOTALL)
    runs = start = 0
    for end in range(1, len(keys) + 1):
        if keys[start : end + 1] not in _RUNS or end == len(keys):
            runs, start = runs + 1, end
    return runs < _ENOUGH and runs * _SHORTEST_RUN <= len(folded)


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(filter(lambda sign: not unicodedata.combining(sign), decomposed)).casefold()


@cache
def _common() -> frozenset[str]:
    words = _LIST.read_text(encoding="utf-8").split("\n")
    return frozenset(_folded(word) for word in (*words, *_PASSWORD_TRANSLATED))
