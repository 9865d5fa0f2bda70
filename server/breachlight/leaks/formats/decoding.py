"""From the bytes of a file to lines (leak-formats §2).

A stream is transcoded only if it is UTF-16, UTF-32 or Cyrillic; any other stays as it is, and each line is decoded on its own. The
decoded stream and the offsets in it depend on the bytes alone, never on how they were cut into chunks.
"""

import codecs
from collections import deque
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from breachlight.leaks.formats.cyrillic import CyrillicTranscoder, cyrillic_encoding
from breachlight.leaks.line_text import decode_line

MAXIMUM_LINE_BYTES: Final = 65_536
"""A longer line is cut there, flagged and counted."""

MAXIMUM_ROW_BYTES: Final = 16 << 20
"""A longer row of a table is rejected."""

_SAMPLE_BYTES: Final = 4096
_LEAST_SHARE_OF_NULS: Final = 0.4
_BYTE_ORDER_MARK: Final = codecs.BOM_UTF8


class StreamEncoding(StrEnum):
    """How the bytes of a whole file are encoded."""

    BYTES = "bytes"
    UTF_16_LE = "utf-16-le"
    UTF_16_BE = "utf-16-be"
    UTF_32_LE = "utf-32-le"
    UTF_32_BE = "utf-32-be"
    WINDOWS_1251 = "windows-1251"
    """Lines that are no UTF-8 are Cyrillic, as in the two that follow."""
    KOI8_R = "koi8-r"
    CP866 = "cp866"


_MARKS: Final = {
    codecs.BOM_UTF8: StreamEncoding.BYTES,
    codecs.BOM_UTF32_LE: StreamEncoding.UTF_32_LE,
    codecs.BOM_UTF32_BE: StreamEncoding.UTF_32_BE,
    codecs.BOM_UTF16_LE: StreamEncoding.UTF_16_LE,
    codecs.BOM_UTF16_BE: StreamEncoding.UTF_16_BE,
}
"""Byte order marks; one that another begins with comes behind it."""

_CYRILLIC: Final = frozenset((StreamEncoding.WINDOWS_1251, StreamEncoding.KOI8_R, StreamEncoding.CP866))


def detect_encoding(head: bytes) -> StreamEncoding:
    """The encoding of a file by its byte order mark, by NULs at every second byte of the first 4 kB, or by Cyrillic words."""
    if head.startswith(tuple(_MARKS)):
        return next(encoding for mark, encoding in _MARKS.items() if head.startswith(mark))
    sample = head[:_SAMPLE_BYTES]
    if b"\0" in sample:
        even, odd = sample[0::2], sample[1::2]
        even_nuls, odd_nuls = even.count(0), odd.count(0)
        if odd_nuls > _LEAST_SHARE_OF_NULS * len(odd) and even_nuls * 4 < odd_nuls:
            return StreamEncoding.UTF_16_LE
        if even_nuls > _LEAST_SHARE_OF_NULS * len(even) and odd_nuls * 4 < even_nuls:
            return StreamEncoding.UTF_16_BE
    return StreamEncoding(cyrillic_encoding(head) or StreamEncoding.BYTES)


class StreamDecoder:
    """Turns the chunks of one file into the decoded stream: UTF-8 or legacy bytes with no endless line in it.

    A line keeps at most ``longest_line`` + 1 bytes, so that a parser still sees that it was too long; the others are
    dropped and counted in ``dropped_bytes``. ``drops`` says where: offset in the decoded stream, and number of bytes.
    """

    def __init__(self, encoding: StreamEncoding, longest_line: int | None = MAXIMUM_LINE_BYTES) -> None:
        """Decode a stream of this encoding; ``longest_line`` None: its lines may have any length."""
        self.dropped_bytes = 0
        self.drops: deque[tuple[int, int]] = deque()
        self._decoded = 0
        self._longest_line = longest_line
        self._line_bytes = 0
        self._cyrillic = CyrillicTranscoder(encoding.value) if encoding in _CYRILLIC else None
        self._transcoder = (
            codecs.getincrementaldecoder(encoding.value)(errors="replace")
            if encoding is not StreamEncoding.BYTES and self._cyrillic is None
            else None
        )

    def feed(self, chunk: bytes, *, final: bool = False) -> bytes:
        """The next piece of the decoded stream; ``final`` says that the file ends with this chunk."""
        if self._cyrillic is not None:
            chunk = self._cyrillic.feed(chunk, final=final)
        elif self._transcoder is not None:
            # What is no character becomes U+FFFD, which flags the record.
            chunk = self._transcoder.decode(chunk, final).encode("utf-8")
        if self._longest_line is not None:
            chunk = self._without_endless_lines(chunk, self._longest_line + 1)
        self._decoded += len(chunk)
        return chunk

    def _without_endless_lines(self, chunk: bytes, limit: int) -> bytes:
        pieces: list[bytes] = []
        kept_from = position = 0
        room = limit - self._line_bytes
        while len(chunk) - position > room:
            end = _last_line_end(chunk, position, position + room + 1)
            if end < 0:
                pieces.append(chunk[kept_from : position + room])
                kept_from = _first_line_end(chunk, position + room)
                if kept_from < 0:
                    kept_from = len(chunk)
                self.dropped_bytes += kept_from - position - room
                self.drops.append((self._decoded + sum(map(len, pieces)), kept_from - position - room))
                position = kept_from
                room = 0
            else:
                position = end + 1
                room = limit
        line_start = max(chunk.rfind(b"\n", position), chunk.rfind(b"\r", position), position - 1) + 1
        self._line_bytes = limit - room + len(chunk) - position if line_start == position else len(chunk) - line_start
        if not pieces:
            return chunk
        pieces.append(chunk[kept_from:])
        return b"".join(pieces)


def _last_line_end(data: bytes, start: int, end: int) -> int:
    line_feed = data.rfind(b"\n", start, end)
    return line_feed if line_feed >= 0 else data.rfind(b"\r", start, end)


def _first_line_end(data: bytes, start: int) -> int:
    line_feed = data.find(b"\n", start)
    carriage_return = data.find(b"\r", start, line_feed if line_feed >= 0 else len(data))
    return carriage_return if carriage_return >= 0 else line_feed


def last_line_end(data: bytes) -> int:
    """Where the last whole line of the data ends (0: none does).

    Lines end with LF, CR LF or a lone CR; a CR as the last byte may be half of CR LF and ends nothing yet.
    """
    line_feed = data.rfind(b"\n")
    return max(line_feed, data.rfind(b"\r", line_feed + 1, max(len(data) - 1, 0))) + 1


def split_lines(data: bytes, base: int = 0) -> Iterator[tuple[int, bytes]]:
    """Each line of the data without its line end, with ``base`` plus its offset. LF, CR LF and a lone CR end a line."""
    position = 0
    pieces = data.split(b"\n")
    last = len(pieces) - 1
    for index, piece in enumerate(pieces):
        if index == last and not piece:
            return
        start = position
        position += len(piece) + 1
        line = piece[:-1] if piece.endswith(b"\r") else piece
        if b"\r" in line:
            for part in line.split(b"\r"):
                yield base + start, part
                start += len(part) + 1
        else:
            yield base + start, line


def decode_text(data: bytes) -> str:
    """The whole text of a small file, such as the system file of a stealer log, its lines trimmed."""
    return "\n".join(line.strip() for line in decode_lines(data))


def decode_lines(data: bytes) -> list[str]:
    """The lines of a small file, such as the system file of a stealer log; white space around them may be left."""
    plain = _plain_lines(data) if data.isascii() else None
    if plain is not None:
        return plain
    decoded = StreamDecoder(detect_encoding(data)).feed(data, final=True)
    plain = _plain_lines(decoded)
    if plain is not None:
        return plain
    return [decode_line(line[:MAXIMUM_LINE_BYTES])[0] for _, line in split_lines(decoded)]


def _plain_lines(data: bytes) -> list[str] | None:
    """Return the lines of short, valid UTF-8 without anything that ``decode_line`` removes; None for other data."""
    if len(data) > MAXIMUM_LINE_BYTES or b"\x00" in data or _BYTE_ORDER_MARK in data:
        return None
    if b"\r" in data and data.count(b"\r") > data.count(b"\r\n"):
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text.removesuffix("\n").split("\n") if text else []
