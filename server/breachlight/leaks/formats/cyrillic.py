"""Windows-1251, KOI8-R and CP866, recognized by their words (leak-formats §2).

Western text has letters outside ASCII here and there among ASCII letters; Russian words consist of them, and most of these are the
commonest letters of Russian.
"""

import re
from typing import Final

import numpy as np

from breachlight.leaks.kernels.encoding import is_utf8

_LEAST_LETTERS: Final = 10
_MOST: Final = 0.8
_HALF: Final = 0.5
_LEAST_VOWELS: Final = 0.3
_LEAST_OTHERS: Final = 0.02
_MANY_LETTERS: Final = 100
_SHORTEST_WORD: Final = 3
_WORDS: Final = re.compile(rb"(?<![A-Za-z\xa8\xb8\xc0-\xff])[\xa8\xb8\xc0-\xff]+(?![A-Za-z\xa8\xb8\xc0-\xff])")
# About two letters in three, two in five and one in ten of Russian text. The bytes of Greek text are fewer of the first two,
# those of Hebrew none of the last.
_COMMONEST: Final = "оеаинтсрвлОЕАИНТСРВЛ".encode("cp1251")
_VOWELS: Final = "аеёиоуыэюяАЕЁИОУЫЭЮЯ".encode("cp1251")
_OTHERS: Final = "ыьэюя".encode("cp1251") + bytes(range(0xC0, 0xE0))
_FREQUENT: Final = "нрНР".encode("cp1251")
_LEAST_FREQUENT: Final = 0.04
_MOST_USUAL: Final = 0.9
_CAPITALS: Final = bytes(range(0xC0, 0xE0))
_USUAL_CASE: Final = re.compile(rb"[\xa8\xc0-\xdf]?[\xb8\xe0-\xff]+|[\xa8\xc0-\xdf]+")
_WINDOWS: Final = "windows-1251"
_OTHER_ENCODINGS: Final = ("koi8-r", "cp866")
_NO_LETTER: Final = 0xA0
_LONGEST_UNIT: Final = 1 << 16
_FIRST_HIGH: Final = 0x80
_HIGH_BYTES: Final = bytes(range(_FIRST_HIGH, 0x100))


def _to_windows(encoding: str) -> bytes:
    """Return the table that turns letters of an encoding into those of Windows-1251, and other bytes outside ASCII into none."""
    texts = [bytes([byte]).decode(encoding) for byte in range(_FIRST_HIGH, 0x100)]
    letters = [text.encode("cp1251")[0] if text in "ёЁ" or "А" <= text <= "я" else _NO_LETTER for text in texts]
    return bytes([*range(_FIRST_HIGH), *letters])


_TABLES: Final = {encoding: _to_windows(encoding) for encoding in _OTHER_ENCODINGS}


def cyrillic_encoding(head: bytes) -> str | None:
    """Return the encoding of the lines of a file that are no UTF-8 if they are Cyrillic, by Python's name of it.

    Of their bytes outside ASCII, four in five are letters of words of three letters or more, which have no ASCII letters. Of at
    least ten such letters, half are among the ten commonest of Russian and three in ten are vowels; of a hundred, two are
    capitals or letters from the end of the alphabet. In KOI8-R and CP866, where Greek and Hebrew have those bytes as well, most
    letters are small, four in a hundred are ``нр``, and nine in ten words have no capital behind a small letter.
    """
    # Compiled code lets other threads go on, and makes no text of it.
    if head.isascii() or is_utf8(np.frombuffer(head, np.uint8), 0, head.rfind(b"\n") + 1 or len(head)):
        return None
    *whole, last = head.split(b"\n")  # the last one may be cut
    lines = b"\n".join(line for line in whole or [last] if not _is_utf8(line))
    if _words(lines) is not None:
        return _WINDOWS
    for encoding, table in _TABLES.items():
        words = _words(lines.translate(table))
        if words is not None and _are_usual(words):
            return encoding
    return None


def _words(lines: bytes) -> list[bytes] | None:
    """Return the words of lines if they are Windows-1251."""
    high = len(lines) - len(lines.translate(None, _HIGH_BYTES))
    words = [word for word in _WORDS.findall(lines) if len(word) >= _SHORTEST_WORD]
    letters = b"".join(words)
    if len(letters) < _LEAST_LETTERS or len(letters) < _MOST * high:
        return None
    is_russian = (
        _share(letters, _COMMONEST) >= _HALF
        and _share(letters, _VOWELS) >= _LEAST_VOWELS
        and (len(letters) < _MANY_LETTERS or _share(letters, _OTHERS) >= _LEAST_OTHERS)
    )
    return words if is_russian else None


def _are_usual(words: list[bytes]) -> bool:
    """Return whether words are in usual case and have the letters that differ between alphabets."""
    letters = b"".join(words)
    usual = sum(_USUAL_CASE.fullmatch(word) is not None for word in words)
    return (
        _share(letters, _CAPITALS) < _HALF
        and _share(letters, _FREQUENT) >= _LEAST_FREQUENT
        and usual >= _MOST_USUAL * len(words)
    )


def _share(letters: bytes, wanted: bytes) -> float:
    return 1 - len(letters.translate(None, wanted)) / len(letters)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


class CyrillicTranscoder:
    """Turns a Cyrillic encoding into UTF-8, line by line, and leaves lines alone that are UTF-8.

    A longer line than 64 KiB is decoded in pieces that end behind a byte of ASCII. What comes out depends on the bytes alone, not on
    how they were cut.
    """

    def __init__(self, encoding: str = _WINDOWS, longest: int = _LONGEST_UNIT) -> None:
        """Decode lines of at most ``longest`` bytes as a whole."""
        self._encoding = encoding
        self._waiting = b""
        self._longest = longest

    def feed(self, chunk: bytes, *, final: bool) -> bytes:
        """Return the next bytes of the stream; ``final`` says that it ends with this chunk."""
        data = self._waiting + chunk
        units: list[bytes] = []
        start = 0
        while start < len(data):
            end = data.find(b"\n", start, start + self._longest) + 1
            if not end and len(data) - start < self._longest:
                if not final:
                    break
                end = len(data)
            end = end or _piece_end(data, start, start + self._longest)
            units.append(data[start:end])
            start = end
        self._waiting = data[start:]
        whole = b"".join(units)
        # A piece without ASCII may end within a character.
        is_safe = all(unit[-1] < _FIRST_HIGH for unit in units)
        return whole if is_safe and _is_utf8(whole) else b"".join(_as_utf8(unit, self._encoding) for unit in units)


def _piece_end(data: bytes, start: int, end: int) -> int:
    """Return where the last byte of ASCII in a piece of a line ends, the end of the piece if there is none."""
    ascii_end = start + len(data[start:end].rstrip(_HIGH_BYTES))
    return ascii_end if ascii_end > start else end


def _as_utf8(unit: bytes, encoding: str) -> bytes:
    if unit.isascii() or _is_utf8(unit):
        return unit
    return unit.decode(encoding, "replace").encode()
