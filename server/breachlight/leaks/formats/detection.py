"""What a file is, by its name and its first bytes (leak-formats §3)."""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from breachlight.leaks.formats.decoding import StreamDecoder, StreamEncoding, detect_encoding
from breachlight.leaks.formats.dialect_inference import label_dialect, triplet_dialect
from breachlight.leaks.formats.dialects import (
    BlockDialect,
    LdifDialect,
    ProseDialect,
    StoredDialect,
    vote_line_dialect,
)
from breachlight.leaks.formats.head_lines import HeadLine, head_lines
from breachlight.leaks.formats.kinds import REFUSALS, FileKind
from breachlight.leaks.formats.ldif import is_ldif
from breachlight.leaks.formats.machines import parse_machine
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.formats.prose import is_prose
from breachlight.leaks.formats.sql_detection import find_sql, is_sql
from breachlight.leaks.formats.table_detection import find_table

HEAD_BYTES: Final = 1 << 18
"""How much of a file ``detect`` wants to see; more is not looked at."""

_LOOKED_AT_LINES: Final = 200
_BINARY_SHARE: Final = 0.03
_LOOKED_AT_CHARACTERS: Final = 1000
_MOST: Final = 0.8
_HALF: Final = 0.5
_TAG: Final = re.compile(r"^</?[A-Za-z!?][^<>]{0,500}>")
# ``Login: x Password: y``, ``login=x&password=y``, ``{'email': 'x', 'password': 'y'}``
_LABELS_IN_LINE: Final = re.compile(
    r"(?<![\w@./-])(?:login|user(?:name)?|e-?mail)[\"']?\s?[:=]\s?[\"']?[^\s:=]{2,254}[\"']?[\s,;|&]+[\"']?"
    r"(?:pass(?:word|wd)?|pwd?)[\"']?\s?[:=]",
    re.IGNORECASE,
)
_COOKIE_FIELDS: Final = 7
_JSON_TOKEN: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+|"')
_JSON_SPACE: Final = " \t\r\n\x00\ufeff"
_ARCHIVES: Final = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"\x28\xb5\x2f\xfd",
)
_BINARIES: Final = (
    b"%PDF-",
    b"\x89PNG\r\n",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x7fELF",
    b"MZ\x90",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"PAR1",
)
SQLITE: Final = b"SQLite format 3\x00"
"""How a database file begins."""

_TAR_MARK: Final = (b"ustar", 257)
_CONTROL: Final = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b")) + b"\x7f"


@dataclass(frozen=True, slots=True)
class Detection:
    """What ``detect`` found. ``problem`` says what is wrong with this file, beyond its kind."""

    kind: FileKind
    encoding: StreamEncoding = StreamEncoding.BYTES
    dialect: StoredDialect | None = None
    problem: str | None = None

    @property
    def refusal(self) -> str | None:
        """Why the file is not read and what to do, a sentence without its full stop; None if it is read."""
        return None if self.dialect is not None else self.problem or REFUSALS.get(self.kind)


_LABELS_IN_LINES: Final = (
    "its lines have labels within them, such as Login: and Password:, which is not read: write them as a table, or read them "
    "as they are with --format lines"
)
_NO_OPTIONS: Final = ReadOptions()


def detect(head: bytes, name: str, options: ReadOptions = _NO_OPTIONS) -> Detection:
    """Say what a file is by its name and the first ``HEAD_BYTES`` of it (the whole file if it is shorter).

    ``options`` are the operator's choices, which win. The dialect in the answer is the one to use for every batch of the
    file. Never raises.
    """
    head = head[:HEAD_BYTES]
    if head.startswith(_ARCHIVES) or head[_TAR_MARK[1] :].startswith(_TAR_MARK[0]):
        return Detection(FileKind.ARCHIVE)
    if head.startswith(SQLITE):
        return Detection(FileKind.DATABASE)
    if head.startswith(_BINARIES):
        return Detection(FileKind.BINARY)
    encoding = detect_encoding(head)
    decoded = StreamDecoder(encoding, None).feed(head, final=len(head) < HEAD_BYTES)
    unmarked = decoded.replace(codecs.BOM_UTF8, b"")
    if not unmarked.strip():
        return Detection(FileKind.EMPTY)
    bare = unmarked.replace(b"\x00", b"")
    controls = len(bare) - len(bare.translate(None, _CONTROL))
    if len(bare) * 2 < len(unmarked) or controls > _BINARY_SHARE * len(bare):
        return Detection(FileKind.BINARY)
    lines = head_lines(decoded)
    if not any(line.text for line in lines):
        return Detection(FileKind.BINARY)
    chosen = _by_choice(decoded, lines, encoding, options)
    return chosen or _by_text(decoded, lines, name, encoding, options)


def _by_choice(
    decoded: bytes, lines: Sequence[HeadLine], encoding: StreamEncoding, options: ReadOptions
) -> Detection | None:
    """Return the format that the operator has chosen; None: it is to be detected."""
    texts = _texts(lines)
    if options.format is FileKind.LINES:
        return Detection(FileKind.LINES, encoding, vote_line_dialect(texts))
    if options.format is FileKind.BLOCKS:
        dialect = label_dialect(lines, is_certain=True) or BlockDialect(is_unlabelled=True)
        return Detection(FileKind.BLOCKS, encoding, dialect)
    if options.format is FileKind.JSON or (options.format is None and _is_json(lines)):
        return _as_json(decoded, encoding, options)
    if options.format is FileKind.LDIF:
        return Detection(FileKind.LDIF, encoding, LdifDialect())
    if options.format is FileKind.PROSE:
        return Detection(FileKind.PROSE, encoding, ProseDialect())
    if options.format is FileKind.SQL or (
        options.format is None and options.columns and is_sql(texts[:_LOOKED_AT_LINES])
    ):
        return _as_sql(decoded, encoding, options)
    if options.format is FileKind.TABLE or (options.format is None and options.columns):
        return _as_table(decoded, encoding, options, is_certain=True)
    return None


def _as_sql(decoded: bytes, encoding: StreamEncoding, options: ReadOptions) -> Detection:
    dump = find_sql(decoded, options)
    return Detection(FileKind.SQL, encoding, dump.dialect, dump.problem)


def _as_table(
    decoded: bytes, encoding: StreamEncoding, options: ReadOptions, *, is_certain: bool = False
) -> Detection | None:
    table = find_table(decoded, options, is_certain=is_certain)
    return None if table is None else Detection(FileKind.TABLE, encoding, table.dialect, table.problem)


def _texts(lines: Sequence[HeadLine]) -> list[str]:
    return [line.text for line in lines if line.text]


def _by_text(
    decoded: bytes, lines: Sequence[HeadLine], name: str, encoding: StreamEncoding, options: ReadOptions
) -> Detection:
    texts = _texts(lines)
    looked_at = texts[:_LOOKED_AT_LINES]
    if is_sql(looked_at):
        return _as_sql(decoded, encoding, options)
    if _is_cookies(looked_at):
        return Detection(FileKind.COOKIES, encoding)
    if is_ldif(looked_at):
        return Detection(FileKind.LDIF, encoding, LdifDialect())
    dialect = label_dialect(lines)
    if dialect is not None:
        return Detection(FileKind.BLOCKS, encoding, dialect)
    if parse_machine(name, "\n".join(looked_at)) is not None and not _has_credentials(lines):
        return Detection(FileKind.MACHINE, encoding)
    dialect = triplet_dialect(lines)
    if dialect is not None:
        return Detection(FileKind.BLOCKS, encoding, dialect)
    table = _as_table(decoded, encoding, options)
    if table is not None:
        return table
    if _share(_TAG, texts) >= _HALF:
        return Detection(FileKind.MARKUP, encoding)
    if _share(_LABELS_IN_LINE, texts) >= _HALF:
        return Detection(FileKind.LINES, encoding, problem=_LABELS_IN_LINES)
    if is_prose(texts):
        return Detection(FileKind.PROSE, encoding, ProseDialect())
    return Detection(FileKind.LINES, encoding, vote_line_dialect(texts))


def _share(pattern: re.Pattern[str], texts: Sequence[str]) -> float:
    return sum(pattern.search(text[:_LOOKED_AT_CHARACTERS]) is not None for text in texts) / len(texts)


def _as_json(decoded: bytes, encoding: StreamEncoding, options: ReadOptions) -> Detection:
    # The vocabulary of keys comes with the kernels, which only ingestion loads.
    from breachlight.leaks.formats.json_detection import json_dialect

    found = json_dialect(decoded, options)
    if isinstance(found, str):
        return Detection(FileKind.JSON, encoding, problem=found)
    return Detection(FileKind.JSON, encoding, found)


def _is_json(lines: Sequence[HeadLine]) -> bool:
    """Return whether the first lines of a file start like JSON, rather than with a section or a label in brackets."""
    first = [line for line in lines if line.text][:4]
    start = "\n".join(line.text for line in first).lstrip(_JSON_SPACE)
    if not start.startswith(("{", "[")) or first[0].label is not None:
        return False
    tokens = [match[0] for match in islice(_JSON_TOKEN.finditer(start.encode("utf-8", "replace")), 3)]
    second, third = [*tokens[1:], b"", b""][:2]
    is_string = second.startswith(b'"') and len(second) > 1
    if tokens[0] == b"{":
        return second == b"}" or (is_string and third == b":")
    return second in (b"{", b"[") or (is_string and third in (b",", b"]"))


def _is_cookies(texts: Sequence[str]) -> bool:
    cookies = sum(
        len(fields) == _COOKIE_FIELDS and fields[1].upper() in ("TRUE", "FALSE") for fields in map(_tabs, texts)
    )
    return cookies >= _MOST * len(texts)


def _tabs(text: str) -> list[str]:
    return text.split("\t", _COOKIE_FIELDS)


def _has_credentials(lines: Sequence[HeadLine]) -> bool:
    shown = (line for line in lines if line.text)
    return any(line.is_credential for line in islice(shown, _LOOKED_AT_LINES))
