"""Facts about the infected device of a stealer log, as they are stored with its records."""

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


def _instant(value: datetime | None) -> str | None:
    return value.isoformat() if value else None
