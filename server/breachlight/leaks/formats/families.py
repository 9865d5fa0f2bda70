"""The malware family of a password file: by its banner, else by its labels (leak-formats §4)."""

import re
from collections.abc import Sequence
from typing import Final

_BANNERS: Final = {
    "redline": r"red\s?line",
    "meta": r"meta(?:[\s_-]?stealer|_data)",
    "manticore": r"manticore",
    "bradmax": r"brad[\s_-]?max",
    "lumma": r"lumma(?:c2)?",
    "stealc": r"stealc",
    "vidar": r"vidar",
    "raccoon": r"raccoon|recordbreaker",
    "atomic": r"atomic(?:[\s_-]?mac)?[\s_-]?(?:os\s)?stealer|atomic[\s_-]mac|amos\b",
    "risepro": r"rise[\s_-]?pro",
    "rhadamanthys": r"rhadamanthys",
    "mystic": r"mystic[\s_-]stealer",
    "azorult": r"azorult",
    "arkei": r"arkei",
    "mars": r"mars[\s_-]stealer",
    "meduza": r"meduza",
    "whitesnake": r"white[\s_-]?snake",
    "aurora": r"aurora[\s_-]stealer",
    "phemedrone": r"phemedrone",
    "acreed": r"acreed",
    "poseidon": r"poseidon[\s_-]stealer",
    "banshee": r"banshee",
    "dcrat": r"dcrat\b|dark[\s_-]?crystal",
}
_BANNER: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:" + "|".join(f"(?P<{family}>{shape})" for family, shape in _BANNERS.items()) + r")",
    re.IGNORECASE,
)
_META: Final = re.compile(r"[\s*|_=#-]*META(?![A-Za-z])")
_LOOKED_AT_LINES: Final = 40
_LABEL_BYTES: Final = 24

# Families whose labels are those of many hand-made lists count only with their own capitals.
_LABELS: Final = (
    ("stealc", {"browser", "profile", "url", "login", "password"}),
    ("lumma", {"soft", "url", "user", "pass"}),
    ("vidar", {"soft", "host", "login", "password"}),
    ("redline", {"url", "username", "password", "application"}),
    ("raccoon", {"URL", "USER", "PASS"}),
    ("raccoon", {"URL", "USR", "PASS"}),
    ("atomic", {"URL", "LOGIN", "PASSWORD"}),
)


def family_of_banner(texts: Sequence[str]) -> str | None:
    """The family that one of the first lines without label names, None if none does."""
    for text in texts[:_LOOKED_AT_LINES]:
        found = _BANNER.search(text)
        if found is not None:
            return found.lastgroup
        if _META.match(text):
            return "meta"
    return None


def family_of_labels(texts: Sequence[str]) -> str | None:
    """The family that writes these labels, None if several do."""
    written = {text[:_LABEL_BYTES].partition(":")[0].strip() for text in texts}
    words = written | {word.lower() for word in written}
    return next((family for family, needed in _LABELS if needed <= words), None)
