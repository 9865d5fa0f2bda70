"""JSON at the edges: one strict reader and one fast writer.

Two readers of one text must never see different things, so everything on which JSON readers are known to differ is
an error here instead of a guess (RFC 8259 sections 4, 6 and 8; hostile inputs R01, R04 and G10).
"""

import re
import uuid
from typing import Any

import orjson

from breachlight.kit.messages import Sentence
from breachlight.kit.messages.answering import speak

MAXIMUM_DEPTH = 64
"""Objects and arrays inside each other. The deepest body of the product has five; more is an attack."""

_PLAIN_TYPES: tuple[type[Any], ...] = (str, int, dict, list)
SMALLEST_INTEGER = -(2**63)
LARGEST_INTEGER = 2**63 - 1

# Strings are swallowed whole so that nothing inside one is taken for a key or a number; possessive quantifiers keep the
# scan linear. Group 1: the colon that makes the string a key. Group 2: a number long enough, or with an exponent, to leave 64 bits.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"\s*+(:?)|([-+.eE0-9]{19,}+|-?+[0-9.]++[eE][-+0-9]++)', re.DOTALL)


class JSONDecodeError(ValueError):
    """A text that is not the JSON this product accepts; the message says what is wrong with it."""


def decode(text: bytes | str, *, maximum_depth: int = MAXIMUM_DEPTH) -> object:
    """Read exactly one JSON value.

    Args:
        text: the whole document; bytes must be UTF-8 without a byte order mark.
        maximum_depth: how many objects and arrays may stand inside each other.

    Raises:
        JSONDecodeError: broken syntax, bad UTF-8, a byte order mark, something after the value, NaN or an infinite
            number, a lone surrogate, a repeated key, a number beyond the integers of 64 bits with sign, U+0000 in a
            string (which PostgreSQL cannot hold), or a document that is nested too deeply.
    """
    try:
        value: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        # Without the library's cause: its exception carries the whole document, which may hold a password.
        raise JSONDecodeError(f"This is not valid JSON: {error.msg} (character {error.pos}).") from None
    # An escaped character cannot be part of a multi-byte one, so the scan needs bytes but no decoding.
    source = text.encode() if isinstance(text, str) else text
    keys = 0
    for colon, number in _TOKEN.findall(source):
        if colon:
            keys += 1
        elif number:
            _check_number(number)
    if keys != _count_keys(value, maximum_depth):
        raise JSONDecodeError("An object contains the same key twice.")
    if b"\\u0000" in source and _holds_nul(value):
        raise JSONDecodeError("A string contains the character U+0000, which is not accepted.")
    return value


def encode(value: object) -> bytes:
    """Write a value as UTF-8 JSON; aware datetimes in UTC end in ``Z``, and sentences are in the language of the answer.

    Raises:
        TypeError: the value holds something that has no JSON form.
    """
    return orjson.dumps(value, default=_plain, option=orjson.OPT_UTC_Z | orjson.OPT_PASSTHROUGH_SUBCLASS)


def _plain(value: object) -> object:
    """Write what orjson does not know: sentences, the database's own kind of UUID, and subclasses of what it does know."""
    if isinstance(value, Sentence):
        return speak(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    for plain in _PLAIN_TYPES:
        if isinstance(value, plain):
            return plain(value)
    raise TypeError(f"{type(value).__name__} has no JSON form.")


def _check_number(number: bytes) -> None:
    if not number.removeprefix(b"-").isdigit():
        if not SMALLEST_INTEGER <= float(number) <= LARGEST_INTEGER:
            raise JSONDecodeError("A number is out of range. Use numbers from -2^63 to 2^63 - 1.")
    elif len(number) > len(str(SMALLEST_INTEGER)) or not SMALLEST_INTEGER <= int(number) <= LARGEST_INTEGER:
        raise JSONDecodeError("An integer does not fit in 64 bits.")


def _count_keys(value: object, depth_left: int) -> int:
    """Count the keys of all objects: fewer than in the text means that some were written twice."""
    if isinstance(value, dict):
        if depth_left == 0:
            raise JSONDecodeError("The document is nested too deeply.")
        return len(value) + sum(
            _count_keys(item, depth_left - 1) for item in value.values() if isinstance(item, dict | list)
        )
    if isinstance(value, list):
        if depth_left == 0:
            raise JSONDecodeError("The document is nested too deeply.")
        return sum(_count_keys(item, depth_left - 1) for item in value if isinstance(item, dict | list))
    return 0


def _holds_nul(value: object) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds_nul(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(_holds_nul(item) for item in value)
