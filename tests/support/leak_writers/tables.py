"""A writer of delimited tables."""

from collections.abc import Sequence

from leak_writers.records import LeakRecord


def write(
    records: Sequence[LeakRecord],
    *,
    separator: str = ",",
    header: Sequence[str] | None = ("id", "username", "email", "password", "joined"),
    doubled: bool = True,
    quote_all: bool = False,
    line_end: str = "\n",
    encoding: str = "utf-8",
    ragged: bool = False,
) -> bytes:
    """Write records as ``id, username, email, password, joined``; ``ragged`` leaves out the last cell of some rows."""
    lines = [] if header is None else [separator.join(header)]
    for number, record in enumerate(records):
        cells = [str(number), f"name{number}", record.login or "", record.secret or "NULL", "2020-01-31"]
        if ragged and number % 2:
            cells = cells[:-1]
        lines.append(separator.join(_cell(cell, separator, doubled=doubled, quote_all=quote_all) for cell in cells))
    return line_end.join([*lines, ""]).encode(encoding)


def _cell(text: str, separator: str, *, doubled: bool, quote_all: bool) -> str:
    if not quote_all and not any(sign in text for sign in (separator, '"', "\n", "\r", "\\")):
        return text
    escaped = text.replace('"', '""') if doubled else text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
