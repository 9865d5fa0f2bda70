"""Records of a parsed part as rows that tests compare."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa

from breachlight.leaks.formats import parse_part
from breachlight.leaks.ingest.readings import Reading
from breachlight.leaks.parsed import ParsedPart, RawFields, finish
from breachlight.leaks.record_schema import RECORD_SCHEMA, flags_of
from breachlight.leaks.records import Flag, PasswordType


class Row(NamedTuple):
    """One record."""

    offset: int
    url: str | None
    host: str | None
    app: str | None
    username: str | None
    username_key: str | None
    email_key: str | None
    alias_key: str | None
    password: str | None
    password_type: PasswordType
    aliases: tuple[str, ...]
    flags: frozenset[Flag]
    machine: str | None
    software: str | None


def rows_of(part: ParsedPart) -> list[Row]:
    """Return the records of a part."""
    table = part.table()
    table.validate(full=True)
    assert table.schema == RECORD_SCHEMA
    rows = []
    for values in table.to_pylist():
        values["aliases"] = tuple(values.pop("other_usernames") or ())
        values["password_type"] = PasswordType(values["password_type"] or "none")
        values["flags"] = flags_of(values["flags"])
        rows.append(Row(**values))
    return rows


def rows_of_reading(reading: Reading, start: int = 0, size: int = 1 << 20) -> Iterator[Row]:
    """Yield the records of a file from an offset on, read in chunks of about ``size`` bytes."""
    for chunk in reading.chunks(reading.detection, start, size):
        for segment in chunk.segments:
            data = chunk.data[segment.start - chunk.start : segment.end - chunk.start]
            yield from rows_of(parse_part(data, segment.start, segment.dialect, segment.machine))


def table_of(records: Iterable[tuple[str | None, str | None, str | None]]) -> pa.Table:
    """Return the records of URLs, logins and secrets, finished as all readers do; numbers are their offsets."""
    return finish(RawFields.of_texts([tuple(text or None for text in record) for record in records])).table()
