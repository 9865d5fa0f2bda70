"""Words in front of a URL with a scheme: what announces it, and what may be a login (leak-formats §5a)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import CLASSES, DIGIT, LETTER, SCHEME, SPACE
from breachlight.leaks.kernels.noise import matches_label
from breachlight.leaks.kernels.runtime import compiled_leaf
from breachlight.leaks.kernels.separators import COLON, skip_blanks
from breachlight.leaks.kernels.text import find_byte, trim_end
from breachlight.leaks.kernels.words import is_one_of, word_list

Bytes = npt.NDArray[np.uint8]

_OPENING: Final = 0x5B
_CLOSING: Final = 0x5D
_SLASH: Final = 0x2F
_LONGEST_PREFIX: Final = 64
_LONGEST_LABEL: Final = 24
_MOST_DIGITS: Final = 2

_URL_LABELS: Final = word_list(
    ["url", "ur1", "uri", "host", "hostname", "link", "site", "website", "origin", "originurl", "loginpage", "loginurl"]
)
_URL_WORDS: Final = word_list(["url", "ur1", "uri", "hostname", "website", "originurl", "loginurl"])
_BROWSERS: Final = word_list(
    [
        "default",
        "profile",
        "gx",
        "chrome",
        "google",
        "chromium",
        "edge",
        "microsoft",
        "msedge",
        "firefox",
        "mozilla",
        "opera",
        "brave",
        "vivaldi",
        "yandex",
        "safari",
        "torch",
        "comodo",
        "coccoc",
        "kometa",
        "orbitum",
        "uran",
        "amigo",
        "centbrowser",
        "waterfox",
        "thunderbird",
        "outlook",
        "iexplore",
        "explorer",
        "soft",
        "software",
        "application",
        "app",
        "browser",
    ]
)


@compiled_leaf
def scheme_behind_words(text: Bytes, start: int, end: int) -> int:
    """Return where the first URL with a scheme begins that a space sets off from words in front of it, -1 if none does.

    The words have no separators but a colon at their end, and at most 64 bytes.
    """
    limit = min(end - 3, start + _LONGEST_PREFIX + _LONGEST_LABEL)
    for index in range(start + 2, limit):
        if text[index] == COLON and text[index + 1] == _SLASH and text[index + 2] == _SLASH:
            first = index
            while first > start and int(CLASSES[text[first - 1]]) & SCHEME != 0:
                first -= 1
            if first == index or first == start or int(CLASSES[text[first]]) & LETTER == 0:
                return -1
            is_set_off = int(CLASSES[text[first - 1]]) & SPACE != 0
            return first if is_set_off or text[first - 1] == COLON else -1
    return -1


@compiled_leaf
def past_url_label(text: Bytes, start: int, end: int) -> int:
    """Return where a line goes on behind ``URL:``, ``Host: `` and the like; ``start`` if it begins with none."""
    colon = find_byte(text, COLON, start, min(end, start + _LONGEST_LABEL))
    if colon <= start or colon + 1 >= end:
        return start
    is_set_off = int(CLASSES[text[colon + 1]]) & SPACE != 0
    # A login may be in front of a colon as well, but not one of these words, nor one that a space follows.
    if not matches_label(_URL_LABELS if is_set_off else _URL_WORDS, text, start, colon):
        return start
    onwards = skip_blanks(text, colon + 1, end)
    return onwards if onwards < end else start


@compiled_leaf
def names_software_or_url(text: Bytes, start: int, end: int) -> bool:
    """Return whether words in front of a URL announce it: ``URL:``, ``Host``, ``Chrome``, ``Google_[Chrome]_Default``."""
    is_set_off = end > start and text[end - 1] != COLON
    end = trim_end(text, start, end)
    if end > start and text[end - 1] == COLON:
        # A login may be in front of a colon as well, but not one of these words.
        end = trim_end(text, start, end - 1)
        return matches_label(_URL_LABELS if is_set_off else _URL_WORDS, text, start, end)
    if matches_label(_URL_LABELS, text, start, end):
        return True
    word = start
    while word < end:
        last = word
        while last < end and int(CLASSES[text[last]]) & LETTER != 0:
            last += 1
        # Any other word may be a login in front of its URL.
        if last > word and not is_one_of(_BROWSERS, text, word, last):
            return False
        if last < end and int(CLASSES[text[last]]) & (DIGIT | SPACE) == 0 and not _is_bracket(int(text[last])):
            return False
        digits = 0
        while last < end and int(CLASSES[text[last]]) & DIGIT != 0:
            digits += 1
            last += 1
        if digits > _MOST_DIGITS:
            return False
        word = max(last, word + 1)
    return end > start and int(CLASSES[text[start]]) & LETTER != 0


@compiled_leaf
def _is_bracket(byte: int) -> bool:
    """Return whether names of profiles have this sign around them: brackets, hyphens, underscores."""
    return byte == _OPENING or byte == _CLOSING or byte == 0x28 or byte == 0x29 or byte == 0x2D or byte == 0x5F
