"""Exports of directories (RFC 2849)."""

import base64
from collections.abc import Iterable
from typing import Final

from leak_writers.records import LeakRecord

_WIDTH: Final = 40


def write(records: Iterable[LeakRecord], *, end: str = "\n", width: int = _WIDTH) -> bytes:
    """Return one entry for each record; ``width`` is where lines are folded."""
    entries = [
        ["version: 1"],
        *(
            [
                f"dn: cn=person {number},ou=people,dc=acme,dc=example",
                "objectClass: inetOrgPerson",
                *_attribute("mail", record.login),
                *_attribute("userPassword", record.password),
                "jpegPhoto:: /9j/4AAQSkZJRg==",
            ]
            for number, record in enumerate(records)
        ),
    ]
    lines = [line for entry in entries for line in [*entry, ""]]
    return "".join(piece for line in lines for piece in _folded(line, end, width)).encode()


def _attribute(name: str, value: str | None) -> list[str]:
    if value is None:
        return []
    # RFC 2849, SAFE-STRING
    is_safe = (
        value.isascii() and value.isprintable() and not value.startswith((" ", ":", "<")) and value == value.strip()
    )
    return [f"{name}: {value}" if is_safe else f"{name}:: {base64.b64encode(value.encode()).decode()}"]


def _folded(line: str, end: str, width: int) -> list[str]:
    pieces = [line[start : start + width] for start in range(0, len(line), width)] or [""]
    return [pieces[0] + end, *(f" {piece}{end}" for piece in pieces[1:])]
