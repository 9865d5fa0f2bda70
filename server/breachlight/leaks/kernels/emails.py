"""Email addresses: shape, key and the mailbox behind it (leak-formats §9), as ``kit.addresses`` has them for ASCII.

A text with other characters is judged by its shape only; ``kit.addresses`` has its key.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.characters import (
    CLASSES,
    DIGIT,
    HOST,
    LETTER,
    LOCAL_PART,
    code_point,
    is_alphanumeric,
    is_mark,
    is_space,
)
from breachlight.leaks.kernels.codes import FASTMAIL, GMAIL, TOP_LEVEL_DOMAIN, YAHOO
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import equal, find_byte, is_ascii, lower_byte
from breachlight.leaks.kernels.vectors import WIDTH, first_bit, mask_of
from breachlight.leaks.kernels.words import LONGEST_NAME, look_up

Bytes = npt.NDArray[np.uint8]

_SHORTEST_ADDRESS: Final = 5
_LONGEST_LOCAL_PART: Final = 64
_LONGEST_ADDRESS: Final = 254
_LONGEST_DOMAIN: Final = 253
_LONGEST_LABEL: Final = 63
_AT: Final = 0x40
_DOT: Final = 0x2E
_HYPHEN: Final = 0x2D
_PLUS: Final = 0x2B
_UNDERSCORE: Final = 0x5F
_alphanumerics = mask_of((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A))
_at_signs = mask_of((_AT, _AT))
_dots = mask_of((_DOT, _DOT))
_hyphens = mask_of((_HYPHEN, _HYPHEN))
_tag_signs = mask_of((_PLUS, _PLUS), (_UNDERSCORE, _UNDERSCORE))
_GMAIL_DOMAIN: Final = np.frombuffer(b"gmail.com", np.uint8)


def _wrapping() -> Bytes:
    table = np.zeros(256, np.uint8)
    for byte in b" \t\r\n\v\f\x1c\x1d\x1e\x1f'\"<>()[],;:":
        table[byte] = 1
    return table


_WRAPPING: Final = _wrapping()


@compiled_leaf
def unwrapped_start(text: Bytes, start: int, end: int) -> int:
    """Return where the address begins behind white space, quotes and brackets."""
    while start < end:
        first = int(text[start])
        if first < 0x80:
            if _WRAPPING[first] == 0:
                return start
            start += 1
        elif is_space(code_point(text, start, end)):
            start += 2 if first < 0xE0 else 3
        else:
            return start
    return end


@compiled_leaf
def unwrapped_end(text: Bytes, start: int, end: int) -> int:
    """Return where the address ends in front of white space, quotes, brackets and full stops."""
    while end > start:
        last = int(text[end - 1])
        if last < 0x80:
            if _WRAPPING[last] == 0 and last != _DOT:
                return end
            end -= 1
            continue
        first = end - 1
        while first > start and end - first < 3 and int(text[first]) & 0xC0 == 0x80:
            first -= 1
        if int(text[first]) & 0xC0 == 0x80:
            return end
        code = code_point(text, first, end)
        if not is_space(code) and code not in (0x3002, 0xFF0E, 0xFF61):
            return end
        end = first
    return start


@compiled_inline
def _usual_at_sign_by_masks(names: Bytes, text: Bytes, start: int, end: int) -> int:
    """Do what ``usual_at_sign`` does for 5 to 62 bytes, if at least 64 are in the array."""
    length = int(end - start)  # NumPy's integers don't grow without compilation
    inside = (1 << length) - 1
    signs = inside & ~(_alphanumerics(text, start) | _alphanumerics(text, start + WIDTH) << WIDTH)
    if signs & 1 != 0 or signs >> (length - 1) != 0 or signs & signs >> 1 != 0:
        return -1
    ats = inside & (_at_signs(text, start) | _at_signs(text, start + WIDTH) << WIDTH)
    if ats == 0 or ats & (ats - 1) != 0:
        return -1
    dots = inside & (_dots(text, start) | _dots(text, start + WIDTH) << WIDTH)
    tags = inside & (_tag_signs(text, start) | _tag_signs(text, start + WIDTH) << WIDTH)
    hyphens = inside & (_hyphens(text, start) | _hyphens(text, start + WIDTH) << WIDTH)
    if signs != ats | dots | tags | hyphens or tags > ats or dots < ats:
        return -1
    dot = end - 1
    while text[dot] != _DOT:  # there is one behind the at sign
        dot -= 1
    return start + first_bit(ats) if look_up(names, text, dot + 1, end) == TOP_LEVEL_DOMAIN else -1


@compiled_leaf
def usual_at_sign(names: Bytes, text: Bytes, start: int, end: int) -> int:
    """Return the position of the ``@`` of an address of the usual kind, -1 if the text is none or an unusual one.

    A usual one is ASCII, is not wrapped, and has letters, digits and single signs, these not at its ends.
    """
    if end - start > _LONGEST_ADDRESS:
        return -1
    if _SHORTEST_ADDRESS <= end - start < 2 * WIDTH - 1 and start + 2 * WIDTH <= len(text):
        return _usual_at_sign_by_masks(names, text, start, end)
    at = dot = -1
    is_sign = True
    for index in range(start, end):
        byte = int(text[index])
        if int(CLASSES[byte]) & (LETTER | DIGIT) != 0:
            is_sign = False
            continue
        if is_sign:
            return -1
        is_sign = True
        if byte == _DOT:
            dot = index
        elif byte == _AT:
            if at >= 0:
                return -1
            at = index
        elif byte == _UNDERSCORE or byte == _PLUS:
            if at >= 0:
                return -1
        elif byte != _HYPHEN:
            return -1
    if is_sign or at < 0 or dot < at or at - start > _LONGEST_LOCAL_PART or end - at > _LONGEST_LABEL:
        return -1
    return at if look_up(names, text, dot + 1, end) == TOP_LEVEL_DOMAIN else -1


@compiled_leaf
def at_sign(names: Bytes, text: Bytes, start: int, end: int) -> int:
    """Return the position of the ``@`` of an address without wrapping (``unwrapped_start``), -1 if the text is none.

    ``names`` has the top-level domains. Of a text that isn't ASCII only these and the shape count: its lengths, dots and letters.
    """
    if end - start > 2 * _LONGEST_ADDRESS or end - start < 4:
        return -1
    usual = usual_at_sign(names, text, start, end)
    if usual >= 0:
        return usual
    index = start
    has_letter = False
    before = _DOT
    while index < end:
        byte = int(text[index])
        if byte == _AT:
            break
        if byte == _DOT:
            if before == _DOT:
                return -1
            index += 1
        elif byte < 0x80:
            bits = int(CLASSES[byte])
            if bits & LOCAL_PART == 0:
                return -1
            has_letter |= bits & (LETTER | DIGIT) != 0
            index += 1
        else:
            code = code_point(text, index, end)
            if is_alphanumeric(code):
                has_letter = True
            elif not is_mark(code):
                return -1
            index += 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
        before = byte
    if index >= end or before == _DOT or not has_letter or index - start > _LONGEST_LOCAL_PART:
        return -1
    return index if _is_domain(names, text, index + 1, end, start) else -1


@compiled_leaf
def _is_domain(names: Bytes, text: Bytes, start: int, end: int, address: int) -> bool:
    """Return whether an email domain is at least two labels under an existing top-level domain."""
    label = index = start
    labels = 0
    before = _DOT
    is_plain = True
    while index < end:
        byte = int(text[index])
        if byte < 0x80:
            step = 1
            if byte == _DOT:
                if before in (_DOT, _HYPHEN) or index - label > _LONGEST_LABEL:
                    return False
                labels += 1
                label = index + 1
            elif int(CLASSES[byte]) & HOST == 0 or byte == _UNDERSCORE or (byte == _HYPHEN and before == _DOT):
                return False
        else:
            is_plain = False
            code = code_point(text, index, end)
            step = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            if code in (0x3002, 0xFF0E, 0xFF61):
                if before == _DOT:
                    return False
                labels += 1
                label = index + step
                byte = _DOT
            elif not is_alphanumeric(code) and not is_mark(code):
                return False
        before = byte
        index += step
    if labels < 1 or before in (_DOT, _HYPHEN) or label >= end:
        return False
    if is_plain:
        if end - label > _LONGEST_LABEL or end - start > _LONGEST_DOMAIN or end - address > _LONGEST_ADDRESS:
            return False
        return look_up(names, text, label, end) == TOP_LEVEL_DOMAIN
    if end - label > LONGEST_NAME and not is_ascii(text, label, end):
        return True
    return look_up(names, text, label, end) == TOP_LEVEL_DOMAIN


@compiled_leaf
def is_email(names: Bytes, text: Bytes, start: int, end: int) -> bool:
    """Return whether a whole field is an email address rather than a URL with an ``@`` in its path or query."""
    if usual_at_sign(names, text, start, end) >= 0:
        return True
    if find_byte(text, _AT, start, end) < 0:
        return False
    first = unwrapped_start(text, start, end)
    last = unwrapped_end(text, first, end)
    for index in range(first, last):
        if text[index] == 0x2F or text[index] == 0x3F:  # / or ?
            return False
    return at_sign(names, text, first, last) >= 0


@compiled_leaf
def append_alias(names: Bytes, text: Bytes, size: int, start: int, at: int, end: int) -> int:
    """Append the alias key of a lower-case email key (``kit.addresses.alias_key``), where there is room for as many bytes.

    Returns the new size; the same size means that the key is that of its mailbox already.
    """
    plus = find_byte(text, _PLUS, start, at)
    mailbox_end = at if plus < 0 else plus
    provider = look_up(names, text, at + 1, end)
    domain, domain_end = at + 1, end
    mailbox = start
    if provider == YAHOO:
        hyphen = find_byte(text, _HYPHEN, start, mailbox_end)
        mailbox_end = mailbox_end if hyphen < 0 else hyphen
    elif provider != GMAIL:
        dot = find_byte(text, _DOT, at + 1, end)
        if dot >= 0 and look_up(names, text, dot + 1, end) == FASTMAIL:
            mailbox, mailbox_end, domain = at + 1, dot, dot + 1
    written = size
    for index in range(mailbox, mailbox_end):
        if provider != GMAIL or text[index] != _DOT:
            text[written] = lower_byte(int(text[index]))
            written += 1
    if written == size:
        return size
    text[written] = _AT
    written += 1
    if provider == GMAIL:
        for index in range(len(_GMAIL_DOMAIN)):
            text[written + index] = _GMAIL_DOMAIN[index]
        written += len(_GMAIL_DOMAIN)
    else:
        for index in range(domain, domain_end):
            text[written] = lower_byte(int(text[index]))
            written += 1
    return size if equal(text, size, written, start, end) else written


@compiled_leaf
def has_provider_with_aliases(names: Bytes, text: Bytes, at: int, end: int) -> bool:
    """Return whether an address without ``+tag`` may be an alias of another: few providers have any."""
    provider = look_up(names, text, at + 1, end)
    if provider == GMAIL or provider == YAHOO:
        return True
    dot = find_byte(text, _DOT, at + 1, end)
    # These domains have two labels, and the mailbox is the label in front of them.
    return find_byte(text, _DOT, dot + 1, end) >= 0 and look_up(names, text, dot + 1, end) == FASTMAIL
