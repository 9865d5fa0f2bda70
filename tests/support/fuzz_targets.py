"""What must hold for any bytes that a parser of leak files is given, for hypothesis and for atheris."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from tallies import is_balanced

from breachlight.leaks.formats import (
    ArchiveDialect,
    BlockDialect,
    ColumnRole,
    Dialect,
    JsonDialect,
    LdifDialect,
    LineDialect,
    ProseDialect,
    StreamDecoder,
    detect,
    parse_part,
    parts_of,
    split_point,
)
from breachlight.leaks.formats.batches import dialect_after, longest_line
from breachlight.leaks.formats.dialects import SqlDialect, TableDialect
from breachlight.leaks.ingest.archives.files import RandomFile
from breachlight.leaks.ingest.archives.limits import ArchiveLimits, Budget
from breachlight.leaks.ingest.archives.members import MemberError
from breachlight.leaks.ingest.archives.opening import PEEKED_BYTES, Origin, Workshop
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.survey import Survey
from breachlight.leaks.parsed import ParsedPart
from breachlight.leaks.records import RejectReason

_BASE: Final = 1 << 40
_ROLES: Final = (ColumnRole.EMAIL, ColumnRole.PASSWORD, ColumnRole.OTHER, ColumnRole.SALT, ColumnRole.URL)

DIALECTS: Final[Mapping[str, tuple[Dialect, ...]]] = {
    "lines": (*(LineDialect(separator) for separator in ":;|\t, "), LineDialect(":", is_email_last=True)),
    "blocks": (BlockDialect(), BlockDialect(blank_separates=False), BlockDialect(is_unlabelled=True)),
    "tables": (
        TableDialect(",", _ROLES, devices=(("key", 4), ("ip", 0))),
        TableDialect(";", _ROLES, "'", 1, "a;b;c;d;e"),
        TableDialect("\t", _ROLES, "", 2),
        TableDialect("|", _ROLES, "", 3, has_url_lists=True),
    ),
    "sql": (SqlDialect(), SqlDialect(backslash=True)),
    "json": (
        JsonDialect(),
        JsonDialect(level=1),
        JsonDialect(level=1, first_key="email"),
        JsonDialect(level=2, first_key="email"),
        JsonDialect(by_line=True),
        JsonDialect(level=1, by_line=True, indent=" ", first_key="email"),
        JsonDialect(columns=(("email", "0"), ("password", "a.b"), ("hash", "c")), is_complete=True),
    ),
    "ldif": (LdifDialect(),),
    "prose": (ProseDialect(),),
}
"""Dialects of each reader."""


def check_detection(data: bytes, name: str = "some.txt") -> None:
    """Detect the file and read it as what it was found to be."""
    detection = detect(data, name)
    dialect = detection.dialect
    assert (dialect is None) == (detection.refusal is not None)
    if dialect is not None and not isinstance(dialect, ArchiveDialect):
        decoded = StreamDecoder(detection.encoding, longest_line(dialect)).feed(data, final=True)
        check_reader(decoded, dialect)


def check_reader(data: bytes, dialect: Dialect, window: int | None = None) -> None:
    """Read data as a whole and in two batches, cut where the first ``window`` bytes may be cut."""
    whole = _checked(data, dialect)
    window = len(data) // 2 if window is None else window
    cut = split_point(data[:window], dialect)
    assert 0 <= cut <= len(data[:window])
    spans = list(parts_of(data, dialect))
    assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    assert sum(end - start for start, end in spans) == len(data)
    if cut:
        first = _checked(data[:cut], dialect)
        second = _checked(data[cut:], dialect_after(data[:cut], dialect), cut)
        assert [*_rows(first), *_rows(second)] == _rows(whole)
        assert first.tally.lines + second.tally.lines == whole.tally.lines


def _checked(data: bytes, dialect: Dialect, start: int = 0) -> ParsedPart:
    part = parse_part(data, _BASE + start, dialect)
    count = len(part)
    assert is_balanced(part.tally)
    assert part.tally.records == count
    assert RejectReason.PARSER_FAULT not in part.tally.rejected
    for spans in (part.spans, part.other_usernames):
        starts, ends = spans[:, :, 0], spans[:, :, 1]
        assert np.all((starts == -1) | ((starts >= 0) & (starts <= ends) & (ends <= len(part.text))))
    for positions in (part.offsets, part.rejections.starts):
        assert np.all((positions >= _BASE + start) & (positions < _BASE + start + max(len(data), 1)))
    assert np.all(part.rejections.starts + part.rejections.lengths <= _BASE + start + len(data))
    part.table().validate(full=True)  # texts are valid UTF-8
    return part


def _rows(part: ParsedPart) -> list[dict[str, Any]]:
    return part.table().to_pylist()


def check_archive(data: bytes) -> None:
    """Go through an archive: what is wrong with it or a member is counted or one kind of error."""
    file = RandomFile(lambda offset, size: data[offset : offset + size], len(data))
    with TemporaryDirectory() as folder, suppress(MemberError):
        workshop = Workshop(Path(folder), Passwords([]), lambda: None)
        origin = Origin("some.zip", data[:PEEKED_BYTES], file, file)
        Survey(workshop, Budget(ArchiveLimits(total_bytes=1 << 24), len(data))).plan(origin)


def _target(name: str) -> Callable[[bytes], None]:
    dialects = DIALECTS[name]

    def check(data: bytes) -> None:
        if data:
            check_reader(data[2:], dialects[data[0] % len(dialects)], data[1] * len(data) // 256 if data[1:] else 0)

    return check


TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    "detection": check_detection,
    "archives": check_archive,
    **{name: _target(name) for name in DIALECTS},
}
"""Checks of bytes by name."""
