"""Facts about the infected device of a stealer log, as they are stored with its records."""

from collections import Counter
from datetime import datetime
from typing import Any, Final

from breachlight.leaks.formats import decode_text, parse_machine

SYSTEM_FILE_BYTES: Final = 1 << 20
"""How much of a system file is read."""


def facts_of(name: str, data: bytes) -> dict[str, Any] | None:
    """Return what a system file says about its machine, None when it says nothing; ``name`` is the file's."""
    machine = parse_machine(name, decode_text(data))
    if machine is None:
        return None
    facts = {
        "family": machine.family,
        "key": machine.key,
        "computer": machine.computer,
        "user_name": machine.user,
        "ip": machine.ip,
        "country": machine.country,
        "city": machine.city,
        "operating_system": machine.os,
        "infected_at": _instant(machine.infected_at),
        "antivirus": list(machine.antivirus) or None,
        "malware_path": machine.malware_path,
        "build": machine.build,
    }
    return {name: value for name, value in facts.items() if value is not None}


def with_counts(facts: dict[str, Any], cookies: Counter[bytes], session_files: Counter[str]) -> dict[str, Any]:
    """Return facts with the numbers of cookies, of their domains, and of other session files by kind."""
    counted = {"cookies": cookies.total(), "cookie_domains": len(cookies)} if cookies else {}
    return facts | counted | {f"{kind}_files": count for kind, count in sorted(session_files.items())}


def _instant(value: datetime | None) -> str | None:
    return value.isoformat() if value else None
