"""JSON without entries: an array of ``"address:secret"`` texts, or an object of addresses and their secrets (leak-formats §13).

The texts become lines, the pairs rows of a table, in the decoded stream.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

from breachlight.kit.addresses import email_key
from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import HEAD_BYTES, Detection, FileKind, LineDialect, ReadOptions, StreamDecoder
from breachlight.leaks.formats.decoding import detect_encoding
from breachlight.leaks.formats.dialects import VOTING_LINES, TableDialect, vote_line_dialect
from breachlight.leaks.ingest.assembly import ChunkAssembler
from breachlight.leaks.ingest.batches import Chunk
from breachlight.leaks.ingest.cuts import Cuts
from breachlight.leaks.ingest.readings import FileReading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.models import LeakKind

_READ_BYTES: Final = 1 << 20
_LONGEST_TEXT: Final = 64 << 10
_MOST: Final = 0.8
# Possessive throughout: what a repetition has taken is never tried again, so a match takes linear time.
_TEXT: Final = rb'"(?:[^"\\]|\\.)*+"'
_VALUE: Final = rb"(?:(" + _TEXT + rb")\s*+|([^\s\"\[\]{},][^\"\[\]{},]*+))"
_ELEMENT: Final = re.compile(rb"\s*+" + _VALUE + rb"([,\]])", re.DOTALL)
_PAIR: Final = re.compile(rb"\s*+(" + _TEXT + rb")\s*+:\s*+" + _VALUE + rb"([,}])", re.DOTALL)
_PAIRS: Final = TableDialect(",", (ColumnRole.EMAIL, ColumnRole.PASSWORD))


class JsonListReading(FileReading):
    """A file that is such an array or object; after anything else in it, the rest isn't read."""

    def __init__(self, opened: OpenSource, detection: Detection) -> None:
        super().__init__(opened, detection, LeakKind.COMBOLIST)

    def chunks(self, registered: Detection, start: int, size: int, cuts: Cuts | None = None) -> Iterator[Chunk]:
        """Yield the chunks of the lines or rows.

        Raises:
            RefusedError: an earlier run has read the file otherwise, or it isn't written so to its end.
        """
        dialect = self.detection.dialect
        if registered.dialect != dialect or not isinstance(dialect, (LineDialect, TableDialect)):
            raise RefusedError("changed", "it was read otherwise by the run that began it")
        assembler = ChunkAssembler(start, size, cuts)
        read = 0

        def parts() -> Iterator[bytes]:
            nonlocal read
            while data := self._opened.read_at(read, _READ_BYTES):
                read += len(data)
                yield data

        try:
            for lines in lines_of(parts(), self.detection):
                assembler.append(lines, 0, dialect, None, self)
                yield from assembler.full_chunks(read)
        except OtherwiseError:
            yield from assembler.rest(self.size)
            raise RefusedError(
                "unreadable", "this JSON goes on otherwise than it begins: what is in front of that was ingested"
            ) from None
        yield from assembler.rest(self.size)


class OtherwiseError(Exception):
    """A file goes on otherwise than it begins."""


def lines_of(parts: Iterable[bytes], detection: Detection) -> Iterator[bytes]:
    """Yield the elements in the bytes of a file as lines or rows.

    Raises:
        OtherwiseError: it isn't written so to its end.
    """
    is_table = isinstance(detection.dialect, TableDialect)
    decoder = StreamDecoder(detection.encoding, None)
    waiting, is_open, is_first = b"", True, True
    for data in chain(parts, (b"",)):
        waiting += decoder.feed(data, final=not data)
        if is_first:
            waiting, is_first = waiting.lstrip(b"\xef\xbb\xbf \t\r\n")[1:], False
        if is_open:
            lines, used, is_open = _lines(waiting, is_table=is_table)
            waiting = waiting[used:]
            yield lines
        waiting = waiting if is_open else waiting.strip()
        if len(waiting) > (_LONGEST_TEXT + _READ_BYTES if is_open else 0):
            break
    if is_open or waiting:
        raise OtherwiseError


def json_list(head: bytes, options: ReadOptions) -> Detection | None:
    """Return how such an array or object is read, by its first bytes; None if a file is none, or it is unclear what it has."""
    if options.columns or options.format not in (None, FileKind.JSON):
        return None
    encoding = detect_encoding(head)
    text = StreamDecoder(encoding, None).feed(head, final=len(head) < HEAD_BYTES).lstrip(b"\xef\xbb\xbf \t\r\n")
    if text[:1] not in (b"[", b"{"):
        return None
    is_table = text[:1] == b"{"
    lines = _lines(text[1:], is_table=is_table)[0].decode("utf-8", "replace").splitlines()[:VOTING_LINES]
    if is_table:
        rows = list(islice(csv.reader(lines), VOTING_LINES))
        logins = sum(bool(row) and email_key(row[0]) is not None for row in rows)
        return Detection(FileKind.JSON, encoding, _PAIRS) if rows and logins >= _MOST * len(rows) else None
    dialect = vote_line_dialect(lines)
    separator = dialect.separator
    logins = sum(separator in line and email_key(line.partition(separator)[0].strip()) is not None for line in lines)
    if not lines or dialect.is_email_last or logins < _MOST * len(lines):
        return None
    return Detection(FileKind.JSON, encoding, dialect)


def _lines(text: bytes, *, is_table: bool) -> tuple[bytes, int, bool]:
    """Return complete elements as lines or rows, the number of bytes that they take, and whether more may follow them."""
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\n", quoting=csv.QUOTE_ALL)
    position, is_open = 0, True
    pattern = _PAIR if is_table else _ELEMENT
    while is_open and (match := pattern.match(text, position)) is not None:
        values = [_plain(value) for value in match.groups()[:-1] if value is not None]
        if is_table:
            writer.writerow(values)
        else:
            found.write(" ".join(values[0].splitlines()) + "\n")
        position, is_open = match.end(), match[match.lastindex or 0] == b","
    return found.getvalue().encode("utf-8", "replace"), position, is_open


def _plain(value: bytes) -> str:
    if not value.startswith(b'"'):
        return value.decode("utf-8", "replace").strip()
    try:
        return str(json.loads(value.decode("utf-8"), strict=False)).replace("\x00", "")
    except (ValueError, RecursionError):
        return value[1:-1].decode("cp1252", "replace")
