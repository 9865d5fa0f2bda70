"""Sources of an ingestion: the paths of a command line, with folders walked and stealer-log folders recognised."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import orjson

from breachlight.leaks.formats import FileRole, decode_text, parse_machine, plan_files

STANDARD_INPUT = "-"
_SYSTEM_FILE_BYTES = 1 << 20
_SKIPPED_ROLES = {
    FileRole.SYSTEM: ("system_file", "describes the infected device of the password files in its folder"),
    FileRole.OTHER: ("no_credentials", "in an infected device's folder, without credentials"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """One file or stream to ingest; ``path`` is None for standard input, ``size`` is in bytes.

    ``system_file`` describes the infected device of a stealer log. ``skip`` (reason, sentence) is set for files of a folder
    that are not read.
    """

    name: str
    path: Path | None
    size: int = 0
    system_file: Path | None = None
    skip: tuple[str, str] | None = None


def find_sources(paths: Sequence[str]) -> list[Source]:
    """Return the files that ``paths`` name, with folders walked in the order of names; nothing is opened."""
    found: list[Source] = []
    for text in paths:
        if text == STANDARD_INPUT:
            found.append(Source("standard input", None))
            continue
        path = Path(text)
        if path.is_dir():
            found.extend(_in_folder(path))
        else:
            found.append(Source(text, path, _size(path)))
    return found


def machine_facts(system_file: Path) -> str | None:
    """Return what a stealer's system file says about its machine as JSON, None when it says nothing."""
    try:
        with system_file.open("rb") as file:
            text = decode_text(file.read(_SYSTEM_FILE_BYTES))
    except OSError:
        return None
    machine = parse_machine(system_file.name, text)
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
    return orjson.dumps({name: value for name, value in facts.items() if value is not None}).decode()


def _instant(value: datetime | None) -> str | None:
    return value.isoformat() if value else None


def _in_folder(folder: Path) -> Iterator[Source]:
    files = list(_walk(folder))
    by_path = {source.path: source for source in files}
    skipped = [source for source in files if source.skip]
    planned = plan_files(source.path for source in files if source.path and not source.skip)
    yield from skipped
    for file in planned:
        source = by_path[Path(file.path)]
        if file.role in _SKIPPED_ROLES:
            source = replace(source, skip=_SKIPPED_ROLES[file.role])
        elif file.system_file is not None:
            source = replace(source, system_file=Path(file.system_file))
        yield source


def _walk(folder: Path) -> Iterator[Source]:
    waiting = [folder]
    while waiting:
        present = waiting.pop()
        try:
            entries = sorted(os.scandir(present), key=lambda entry: entry.name)
        except OSError:
            yield Source(str(present), present)  # reading it will be refused with a reason
            continue
        for entry in entries:
            path = Path(entry.path)
            if entry.is_symlink():
                yield Source(entry.path, path, skip=("symbolic_link", "it is a symbolic link: give its target instead"))
            elif entry.is_dir():
                waiting.append(path)
            elif entry.is_file():
                yield Source(entry.path, path, _size(path))
            else:
                yield Source(entry.path, path, skip=("no_file", "it is neither a file nor a folder"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
