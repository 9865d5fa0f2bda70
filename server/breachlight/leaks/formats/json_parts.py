"""Records of JSON exports: parts of a file, and where it may be cut (leak-formats §13)."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import orjson

from breachlight.leaks.formats.dialects import JsonDialect
from breachlight.leaks.formats.json_vocabulary import FACTS, hash_of, vocabulary
from breachlight.leaks.formats.machines import UNKNOWN_FAMILY, Machine, country_code, ip_address
from breachlight.leaks.kernels import codes, json_rows
from breachlight.leaks.kernels import json as kernel
from breachlight.leaks.parsed import ParsedPart, RawFields, Rejections, finish
from breachlight.leaks.records import RejectReason, SkipReason, Tally

_PART_BYTES: Final = 2 << 20
_FACT_NAMES: Final = {role: name for name, role in FACTS.items()}
_LONGEST_FACT: Final = 500
_MOST_ANTIVIRUSES: Final = 10
_REASONS: Final = (RejectReason.BROKEN_ENTRY, RejectReason.TOO_DEEP, RejectReason.TOO_MANY_COMBINATIONS)


def split_json(window: bytes, dialect: JsonDialect) -> int:
    """Return how many bytes of a window may be parsed by themselves; 0: more must be read first."""
    if dialect.by_line:
        return window.rfind(b"\n" + dialect.indent.encode() + b"{") + 1
    return int(_scan(window, dialect, collects=False)[5])


def json_parts(data: bytes | memoryview, dialect: JsonDialect) -> Iterator[tuple[int, int]]:
    """Yield where parts begin and end that can be read by themselves: of a few megabytes, if lines tell entries apart."""
    entry = re.compile(re.escape(b"\n" + dialect.indent.encode() + b"{"))
    start = 0
    while start < len(data):
        # Elsewhere finding a part's end takes as long as reading it; batches are read at the same time anyway.
        found = entry.search(data, start + _PART_BYTES) if dialect.by_line else None
        end = found.start() + 1 if found else len(data)
        yield start, end
        start = end


def parse_json(
    data: bytes | memoryview, start_offset: int, dialect: JsonDialect, machine: str | None = None
) -> ParsedPart:
    """Read a part that begins at ``start_offset`` of the decoded stream. An entry counts as a line."""
    rows, extra, facts, stretches, skipped, _ = _scan(data, dialect, collects=True)
    size = len(data) + len(extra)
    text = np.empty(size + size // 4, np.uint8)  # finishing appends to it
    text[: len(data)] = np.frombuffer(data, np.uint8)
    text[len(data) : size] = extra
    fields = np.ascontiguousarray(rows[:, : 2 * codes.RAW_FIELDS]).reshape(-1, codes.RAW_FIELDS, 2)
    meta = rows[:, 2 * codes.RAW_FIELDS :]
    tally = Tally()
    tally.lines = skipped + len(stretches)
    if skipped:
        tally.skipped[SkipReason.NO_CREDENTIALS] = skipped
    reasons = [_REASONS[number] for number in stretches[:, 2].tolist()]
    tally.rejected = Counter(reasons)
    every = list(RejectReason)
    rejections = Rejections(
        stretches[:, 0].astype(np.int64) + start_offset,
        np.ascontiguousarray(stretches[:, 1]),
        np.array([every.index(reason) for reason in reasons], np.uint8),
    )
    raw = RawFields(
        text,
        size,
        fields,
        meta[:, json_rows.M_START].astype(np.int64) + start_offset,
        np.ascontiguousarray(meta[:, json_rows.M_LENGTH]),
        np.ones(len(rows), np.int32),
        np.ascontiguousarray(meta[:, json_rows.M_FLAGS]),
        meta[:, json_rows.M_TYPE].astype(np.uint8),
    )
    machines = (
        (_machines(text[:size], facts), np.ascontiguousarray(meta[:, json_rows.M_MACHINE])) if len(facts) else None
    )
    return finish(raw, machine=machine, machines=machines, rejections=rejections, tally=tally)


def _scan(data: bytes | memoryview, dialect: JsonDialect, *, collects: bool) -> Any:
    known = vocabulary(dialect.columns, is_complete=dialect.is_complete)
    return kernel.scan(
        np.frombuffer(data, np.uint8),
        dialect.level,
        kernel.ANY_KEY if dialect.first_key is None else hash_of(dialect.first_key),
        dialect.by_line,
        np.frombuffer(dialect.indent.encode() or b"", np.uint8),
        known.slots,
        known.content,
        known.limits,
        known.roles,
        known.ranks,
        known.types,
        known.paths,
        known.path_keys,
        collects,
    )


def _machines(text: npt.NDArray[np.uint8], facts: npt.NDArray[np.int32]) -> tuple[str, ...]:
    """Return each infected device as JSON, with the names that a stealer log's have."""
    content = text.tobytes()
    found: list[dict[str, list[str]]] = []
    for number, role, start, end in facts.tolist():
        if number == len(found):
            found.append({})
        value = content[start:end].decode("utf-8", "replace")[:_LONGEST_FACT]
        if value:
            found[number].setdefault(_FACT_NAMES[role], []).append(value)
    return tuple(map(machine_of, found))


def machine_of(facts: dict[str, list[str]]) -> str:
    """Return the JSON of an infected device of these facts, each with its values."""
    first = {name: values[0] for name, values in facts.items()}
    machine = Machine(
        family=first.get("family", UNKNOWN_FAMILY).lower(),
        hwid=first.get("key"),
        computer=first.get("computer"),
        user=first.get("user_name"),
        ip=ip_address(first.get("ip")),
        country=country_code(first.get("country")),
        city=first.get("city"),
        os=first.get("operating_system"),
        infected_at=_instant(first.get("infected_at", "")),
        antivirus=tuple(facts.get("antivirus", [])[:_MOST_ANTIVIRUSES]),
        malware_path=first.get("malware_path"),
        build=first.get("build"),
    )
    return orjson.dumps(machine.facts()).decode()


def _instant(text: str) -> datetime | None:
    """Return a date as exports write it (ISO 8601), in UTC."""
    try:
        instant = datetime.fromisoformat(text)
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
