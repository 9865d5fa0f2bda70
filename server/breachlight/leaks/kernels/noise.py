"""What a line has in front of its record and behind it, and lines without any (leak-formats §5a)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.characters import (
    CLASSES,
    DIGIT,
    LETTER,
    SPACE,
    character_bytes,
    code_point,
    is_decoration,
)
from breachlight.leaks.kernels.emails import is_email
from breachlight.leaks.kernels.hosts import scheme_end
from breachlight.leaks.kernels.label_words import LOGIN, PASSWORD, PROFILE, SOFTWARE, URL
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.separators import BLANK, COLON, field_end, skip_blanks
from breachlight.leaks.kernels.text import equal, find_byte, lower_byte, trim_end
from breachlight.leaks.kernels.vectors import WIDTH, bit_count, bits_below, mask_of
from breachlight.leaks.kernels.words import word_list

Bytes = npt.NDArray[np.uint8]

_BAR: Final = 0x7C
_OPENING: Final = 0x5B
_CLOSING: Final = 0x5D
_SLASH: Final = 0x2F
_LONGEST_TAG: Final = 32
_LONGEST_METADATA: Final = 120
_LONGEST_LABEL: Final = 24
_FIRST_BOX: Final = 0x2500
_LAST_BOX: Final = 0x257F

_LABELS: Final = word_list(f"{URL} {LOGIN} {PASSWORD} {SOFTWARE} {PROFILE}".split())
_RULE_SIGNS: Final = np.frombuffer(b"=-_*>#~+.|", np.uint8)
_rule_signs = mask_of(*((sign, sign) for sign in _RULE_SIGNS.tolist()))
_blanks = mask_of((BLANK, BLANK))
_not_ascii = mask_of((0x80, 0xFF))
_BULLETS: Final = np.frombuffer(b"-*>+=~.", np.uint8)


@compiled_leaf
def is_label_word(text: Bytes, start: int, end: int) -> bool:
    """Return whether a text is a label of stealer logs; spaces, hyphens and underscores in it don't matter."""
    return matches_label(_LABELS, text, start, end)


@compiled_leaf
def matches_label(words: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether a text is in a ``word_list``; spaces, hyphens and underscores in it don't matter."""
    if end <= start or end - start > _LONGEST_LABEL:
        return False
    position = 0
    # A list ends with a zero, so ``position`` never passes it.
    while words[position] != 0:
        size = int(words[position])
        found = 0
        for index in range(start, end):
            byte = lower_byte(int(text[index]))
            if byte == BLANK or byte == 0x09 or byte == 0x2D or byte == 0x5F:
                continue
            if found == size or byte != int(words[position + 1 + found]):
                found = -1
                break
            found += 1
        if found == size:
            return True
        position += 1 + size
    return False


@compiled_inline
def skip_reason(text: Bytes, start: int, end: int) -> int:
    """Return why a trimmed line carries nothing by its looks alone, -1 if it may carry something."""
    if start >= end:
        return codes.SKIPPED_BLANK
    if int(CLASSES[text[start]]) & (LETTER | DIGIT) != 0:
        return -1
    return _reason_by_sign(text, start, end)


@compiled_leaf
def _reason_by_sign(text: Bytes, start: int, end: int) -> int:
    first = text[start]
    if first == 0x23 or (first == _SLASH and end - start > 1 and text[start + 1] == _SLASH):
        return codes.SKIPPED_COMMENT
    if first == _OPENING and find_byte(text, _CLOSING, start, end) == end - 1 and find_byte(text, 0x40, start, end) < 0:
        return codes.SKIPPED_SECTION
    return codes.SKIPPED_SEPARATOR if is_rule(text, start, end) else -1


@compiled_leaf
def is_rule(text: Bytes, start: int, end: int) -> bool:
    """Return whether a trimmed line only draws a line: ``===============``, ``---- ----``, ``>>>``, ``*****``."""
    size = end - start
    if size <= WIDTH and start + WIDTH <= len(text):
        shown, drawn = bits_below(size), _rule_signs(text, start)
        if shown & ~(drawn | _blanks(text, start)) == 0:
            return bit_count(shown & drawn) >= 3
        if shown & ~(drawn | _blanks(text, start) | _not_ascii(text, start)) != 0:
            return False
    signs = 0
    index = start
    while index < end:
        byte = int(text[index])
        if byte < 0x80:
            is_sign = False
            for sign in _RULE_SIGNS:
                is_sign |= byte == int(sign)
            if is_sign:
                signs += 1
            elif byte != BLANK:
                return False
        else:
            if not _FIRST_BOX <= code_point(text, index, end) <= _LAST_BOX:
                return False
            signs += 1
        index += character_bytes(byte)
    return signs >= 3


@compiled_leaf
def _decoration_end(text: Bytes, start: int, end: int) -> int:
    """Return where a word of symbols outside ASCII ends that a space sets off from what follows; ``start`` if none does."""
    index = start
    while index < end:
        byte = int(text[index])
        if byte < 0x80:
            return index if byte == BLANK and index > start else start
        if not is_decoration(code_point(text, index, end)):
            return start
        index += character_bytes(byte)
    return start


@compiled_leaf
def past_decoration(text: Bytes, start: int, end: int) -> int:
    """Return where a line goes on behind words of symbols."""
    while start < end and text[start] >= 0x80:
        last = _decoration_end(text, start, end)
        if last == start:
            return start
        start = skip_blanks(text, last, end)
    return start


@compiled_leaf
def before_decoration(text: Bytes, line: int, start: int, end: int) -> int:
    """Return where a line ends without words that also decorate its start, which is from ``line`` to ``start``.

    A symbol that is only at the end may belong to the secret.
    """
    while end > start:
        word = end
        while word > start and text[word - 1] != BLANK:
            word -= 1
        if word == start or word == end or text[word] < 0x80 or not _is_word_in(text, word, end, line, start):
            return end
        end = trim_end(text, start, word)
    return end


@compiled_leaf
def _is_word_in(text: Bytes, word: int, word_end: int, start: int, end: int) -> bool:
    """Return whether one of the words of a text equals a word."""
    index = start
    while index < end:
        last = field_end(text, index, end)
        if equal(text, word, word_end, index, last):
            return True
        index = max(skip_blanks(text, last, end), last + 1)
    return False


@compiled_leaf
def past_marks(names: Bytes, text: Bytes, start: int, end: int) -> int:
    """Return where a line goes on behind ``[HIT]``, ``1.``, ``2)``, a bullet or a country code in front of a URL."""
    while start < end:
        first = text[start]
        index = start
        if first == _OPENING:
            index = find_byte(text, _CLOSING, start, min(end, start + _LONGEST_TAG)) + 1
            for inside in range(start + 1, index - 1):
                if text[inside] == COLON or text[inside] == 0x40 or text[inside] == _OPENING:
                    return start
            onwards = skip_blanks(text, index, end)
            if index < start + 3 or onwards == end:
                return start
            if onwards == index and scheme_end(text, index, end) == index:
                if not is_email(names, text, index, field_end(text, index, end)):
                    return start
            start = onwards
            continue
        if int(CLASSES[first]) & DIGIT != 0:
            while index < end and index - start < 9 and int(CLASSES[text[index]]) & DIGIT != 0:
                index += 1
            if index >= end or (text[index] != 0x2E and text[index] != 0x29):  # . or )
                return start
            index += 1
        elif int(CLASSES[first]) & LETTER != 0:
            is_country = end - start > 3 and 0x41 <= first <= 0x5A and 0x41 <= text[start + 1] <= 0x5A
            if not is_country or text[start + 2] != BLANK or scheme_end(text, start + 3, end) == start + 3:
                return start
            index += 2
        else:
            while index < end and index - start < 3 and _is_bullet(int(text[index])):
                index += 1
        if index == start or index >= end or text[index] != BLANK:
            return start
        start = skip_blanks(text, index, end)
    return start


@compiled_leaf
def _is_bullet(byte: int) -> bool:
    for sign in _BULLETS:
        if byte == int(sign):
            return True
    return False


@compiled_inline
def metadata_start(text: Bytes, start: int, end: int) -> int:
    """Return where ``|US|source.txt`` or ``|country=US`` begins at the end of a line, ``end`` if neither ends it."""
    if end - start < 5:
        return end
    is_text_file = text[end - 4] == 0x2E and text[end - 1] == 0x74
    if not is_text_file and (end - start < 11 or text[end - 11] != _BAR):
        return end
    return _metadata_start(text, start, end, is_text_file)


@compiled_leaf
def _metadata_start(text: Bytes, start: int, end: int, is_text_file: bool) -> int:
    least = max(start, end - _LONGEST_METADATA)
    bar = end - 1
    while bar >= least and text[bar] != _BAR:
        bar -= 1
    if bar < least:
        return end
    if end - bar == 11 and _is_country_field(text, bar + 1, end):
        return bar
    if (
        not is_text_file
        or end - bar <= 5
        or end - bar > 105
        or text[end - 3] != 0x74
        or text[end - 2] != 0x78
        or text[end - 1] != 0x74
    ):
        return end
    for index in range(bar + 1, end):
        if int(CLASSES[text[index]]) & SPACE != 0:
            return end
    if bar - 3 < start or text[bar - 3] != _BAR:
        return end
    return bar - 3 if 0x41 <= text[bar - 1] <= 0x5A and 0x41 <= text[bar - 2] <= 0x5A else end


_COUNTRY: Final = np.frombuffer(b"country=", np.uint8)


@compiled_leaf
def _is_country_field(text: Bytes, start: int, end: int) -> bool:
    for index in range(len(_COUNTRY)):
        if text[start + index] != _COUNTRY[index]:
            return False
    return int(CLASSES[text[end - 2]]) & LETTER != 0 and int(CLASSES[text[end - 1]]) & LETTER != 0
