"""Facts about the infected device of a stealer log, as they are stored with its records."""

from collections import Counter
from typing import Any, Final

from breachlight.leaks.formats.decoding import decode_lines
from breachlight.leaks.formats.machines import machine_of_lines

SYSTEM_FILE_BYTES: Final = 1 << 20
"""How much of a system file is read."""


def facts_of(name: str, data: bytes) -> dict[str, Any] | None:
    """Return what a system file says about its machine, None when it says nothing; ``name`` is the file's."""
    machine = machine_of_lines(name, decode_lines(data))
    return None if machine is None else machine.facts()


def with_counts(facts: dict[str, Any], cookies: int, domains: int, session_files: Counter[str]) -> dict[str, Any]:
    """Return facts with the numbers of cookies, of their domains, and of other session files by kind."""
    counted = {"cookies": cookies, "cookie_domains": domains} if cookies else {}
    return facts | counted | {f"{kind}_files": count for kind, count in sorted(session_files.items())}
