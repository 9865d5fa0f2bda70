"""Looking at 32 bytes at once finds what looking at one after the other finds, whatever follows the text."""

from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from breachlight.leaks.kernels.emails import usual_at_sign
from breachlight.leaks.kernels.encoding import is_utf8
from breachlight.leaks.kernels.finishing import scan_login, scan_secret
from breachlight.leaks.kernels.noise import is_rule
from breachlight.leaks.kernels.separators import field_end
from breachlight.leaks.kernels.text import equal, is_ascii
from breachlight.leaks.kernels.url_ends import may_be_login
from breachlight.leaks.parsed import names_table

PIECES = [*"@.+-_:;|,/?=\t \r\x1c\x1f", "a", "Z", "0", "é", "jane", "acme.example", "x" * 29, "m" * 33]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


def arrays(before: bytes, text: bytes, after: bytes) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The text at the end of an array, where it is looked at byte by byte, and with more than 64 bytes behind it."""
    return (
        np.frombuffer(before + text, np.uint8).copy(),
        np.frombuffer(before + text + after * 80, np.uint8).copy(),
    )


@settings(deadline=None)
@given(TEXTS, TEXTS, st.sampled_from([b"@", b".", b":", b"a", b"\xc3", b"A", b"/"]))
@example("", "jane.doe@mail.acme.example", b".")
@example("", "jane_doe+shop@acme.example", b"@")
@example("", "jane@acme_inc.example", b"a")
@example("", f"{'j' * 40}@{'a' * 13}.example", b"a")
@example("", f"{'j' * 41}@{'a' * 14}.example", b"a")
def test_results_do_not_depend_on_what_follows(before: str, text: str, after: bytes) -> None:
    start = len(before.encode())
    end = start + len(text.encode())
    exact, longer = arrays(before.encode(), text.encode(), after)
    looks: list[Any] = [field_end, is_ascii, may_be_login, scan_login, scan_secret]
    for look in looks:
        assert look(exact, start, end) == look(longer, start, end), look
    names = names_table()
    assert usual_at_sign(names, exact, start, end) == usual_at_sign(names, longer, start, end)


@settings(deadline=None)
@given(TEXTS)
def test_looks_agree_with_plain_python(text: str) -> None:
    data = text.encode()
    _, array = arrays(b"", data, b"@")
    separators = b":;|,\t\n\v\f\r\x1c\x1d\x1e\x1f "
    first = next((place for place, byte in enumerate(data) if byte in separators), len(data))
    assert field_end(array, 0, len(data)) == first
    assert is_ascii(array, 0, len(data)) == text.isascii()
    at = data.find(b"@")
    plus = data.find(b"+", 0, at if at >= 0 else len(data))
    has_capital = any(0x41 <= byte <= 0x5A for byte in data)
    assert scan_login(array, 0, len(data)) == (text.isascii(), has_capital, at, plus)
    assert scan_secret(array, 0, len(data)) == (text.isascii(), at >= 0)


@settings(deadline=None)
@given(st.binary(max_size=40), st.binary(max_size=9), st.integers(0, 40), st.booleans())
def test_texts_are_equal_if_their_bytes_are(text: bytes, after: bytes, changed: int, has_room: bool) -> None:
    other = bytearray(text)
    if changed < len(other):
        other[changed] ^= 0x20
    array = np.frombuffer(text + bytes(other) + (after if has_room else b""), np.uint8).copy()
    size = len(text)
    assert equal(array, 0, size, size, 2 * size) == (text == bytes(other))
    assert not equal(array, 0, size, size, 2 * size - 1) or size == 0


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([*"=-_*>#~+.| \t:a", "=" * 15, "-" * 33, "\u2500", "\u2580", "\xe9"]), max_size=6),
    st.booleans(),
)
@example(["-", " ", "-"], True)
@example(["\u2500"] * 3, True)
def test_a_rule_has_three_signs_and_nothing_else_but_blanks(pieces: list[str], has_room: bool) -> None:
    text = "".join(pieces).strip()
    signs = [character for character in text if character != " "]
    is_drawn = all(sign in "=-_*>#~+.|" or "\u2500" <= sign <= "\u257f" for sign in signs)
    exact, longer = arrays(b"", text.encode(), b"=")
    assert is_rule(longer if has_room else exact, 0, len(text.encode())) == (is_drawn and len(signs) >= 3)


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([b"a", b"b" * 33, b"\xc3", b"\xbc", b"\xe2\x82\xac", b"\xf0\x9f", b"\x98\x80", b"\xed\xa0"]),
        max_size=9,
    )
)
def test_utf_8_is_what_python_decodes(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    try:
        data.decode()
        is_valid = True
    except UnicodeDecodeError:
        is_valid = False
    assert is_utf8(np.frombuffer(data, np.uint8).copy(), 0, len(data)) == is_valid
