"""Columns of tables that describe infected devices, as in SpyCloud's exports (leak-formats §15)."""

import csv
from collections.abc import Sequence
from typing import Final

import numpy as np

from breachlight.leaks.formats.dialects import TableDialect
from breachlight.leaks.formats.json_parts import machine_of
from breachlight.leaks.formats.json_vocabulary import FACTS, folded, vocabulary
from breachlight.leaks.kernels.json_scopes import R_FACT
from breachlight.leaks.parsed import Bytes, Integers

_FIRST_MERE_FACT: Final = FACTS["user_name"]
_AMBIGUOUS: Final = frozenset(("guid", "logdate"))
_EMPTY: Final = frozenset(("", "-", "null", "\\n", "[]", "none"))
_NAMES: Final = {role: name for name, role in FACTS.items()}


def device_columns(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return facts of infected devices with their columns (from 0); nothing unless a name says that it is of a device."""
    words = vocabulary().words
    roles = [words.get(folded(name), 0) for name in names]
    is_device = any(
        R_FACT <= role < _FIRST_MERE_FACT and folded(name) not in _AMBIGUOUS
        for name, role in zip(names, roles, strict=True)
    )
    return tuple((_NAMES[role], column) for column, role in enumerate(roles) if is_device and role in _NAMES)


def devices_of_rows(text: Bytes, places: Integers, dialect: TableDialect) -> tuple[tuple[str, ...], Integers]:
    """Return the infected devices of rows (start, length), as JSON, and the number of each row's, -1 for none."""
    machines: list[str] = []
    known: dict[tuple[str, ...], int] = {}
    rows = np.full(len(places), -1, np.int32)
    for row, (start, length) in enumerate(places[:, :2].tolist()):
        cells = _cells(text[start : start + length].tobytes().decode("utf-8", "replace"), dialect)
        values = tuple(cells[column].strip() if column < len(cells) else "" for _, column in dialect.devices)
        if values not in known:
            machine = _machine(values, dialect)
            known[values] = -1 if machine is None else len(machines)
            machines += [] if machine is None else [machine]
        rows[row] = known[values]
    return tuple(machines), rows


def _machine(values: Sequence[str], dialect: TableDialect) -> str | None:
    facts: dict[str, list[str]] = {}
    for (name, _), value in zip(dialect.devices, values, strict=True):
        if value.lower() not in _EMPTY:
            facts.setdefault(name, []).append(value)
    return machine_of(facts) if any(FACTS[name] < _FIRST_MERE_FACT for name in facts) else None


def _cells(row: str, dialect: TableDialect) -> list[str]:
    escape = "\\" if dialect.backslash else None
    try:
        lines = csv.reader(
            row.splitlines(keepends=True),
            delimiter=dialect.separator,
            quotechar=dialect.quote or None,
            escapechar=escape,
            quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
        )
        return next(lines, [])
    except csv.Error:
        return []
