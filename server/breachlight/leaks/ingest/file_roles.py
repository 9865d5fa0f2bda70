"""Which files of a folder to read: in the folder of an infected device, its password files only (leak-formats §1)."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import PurePath
from typing import Final

_PASSWORDS: Final = re.compile(r"_?(?:all[ _]?)?passwords?(?:[ _]list)?(?:\[[^\]]*\].*|_list)?\.txt", re.IGNORECASE)
_SYSTEM: Final = re.compile(
    r"(?:user[ _]?information|system(?:[ _]?info(?:rmation)?)?|information)\.txt", re.IGNORECASE
)


class FileRole(StrEnum):
    """What a file is for."""

    LEAK = "leak"
    PASSWORDS = "passwords"
    SYSTEM = "system"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file and its role; ``system_file`` describes the machine that the file comes from.

    LEAK: a file outside of any machine's folder, read on its own. OTHER: a file of a machine that is not read, such as
    cookies, autofills and lists of bare passwords.
    """

    path: PurePath
    role: FileRole
    system_file: PurePath | None = None


def plan_files(paths: Iterable[PurePath]) -> list[PlannedFile]:
    """The role of each file of a folder tree, in the order of their paths.

    The folder of a machine is one with a system file in the same folder as a password file, or in a folder above it.
    """
    ordered = sorted(paths)
    return [
        PlannedFile(path, role, None if system is None else ordered[system])
        for path, (role, system) in zip(ordered, plan_names([path.as_posix() for path in ordered]), strict=True)
    ]


def plan_names(paths: Sequence[str], numbers: Sequence[int] | None = None) -> list[tuple[FileRole, int | None]]:
    """Return role and number of the system file for each of these paths, as ``plan_files`` does; ``/`` separates folders.

    ``numbers`` are those of the files, by default their positions.
    """
    # Strings, and few calls, because an archive may have a million names.
    numbers = range(len(paths)) if numbers is None else numbers
    split = [path.rpartition("/") for path in paths]
    kinds = [_kind_of(name) for _, _, name in split]
    system_files: dict[str, int] = {}
    for (folder, _, _), kind, number in zip(split, kinds, numbers, strict=True):
        if kind is FileRole.SYSTEM:
            system_files.setdefault(folder, number)
    nearest = _Nearest(system_files)
    machines = {
        machine
        for (folder, _, _), kind in zip(split, kinds, strict=True)
        if kind is FileRole.PASSWORDS and (machine := nearest[folder]) is not None
    }
    nearest = _Nearest(machines)
    planned: list[tuple[FileRole, int | None]] = []
    for (folder, _, _), kind, number in zip(split, kinds, numbers, strict=True):
        machine = nearest[folder]
        if machine is None:
            planned.append((FileRole.LEAK, None))
        elif system_files[machine] == number:
            planned.append((FileRole.SYSTEM, None))
        else:
            role = FileRole.PASSWORDS if kind is FileRole.PASSWORDS else FileRole.OTHER
            planned.append((role, system_files[machine]))
    return planned


class _Nearest(dict[str, str | None]):
    """The nearest of some folders at or above another one; remembered, because folders have many files."""

    def __init__(self, folders: Collection[str]) -> None:
        super().__init__()
        self._folders = folders

    def __missing__(self, folder: str) -> str | None:
        present = folder
        while present and present not in self._folders:
            present = present.rpartition("/")[0]
        self[folder] = nearest = present if present in self._folders else None
        return nearest


@lru_cache(maxsize=4096)  # the folders of infected devices have files of the same names
def _kind_of(name: str) -> FileRole:
    """Return what a file may be by its name: PASSWORDS, SYSTEM or OTHER."""
    if _PASSWORDS.fullmatch(name):
        return FileRole.PASSWORDS
    return FileRole.SYSTEM if _SYSTEM.fullmatch(name) else FileRole.OTHER


def is_system_file(name: str) -> bool:
    """Say whether a file of this name may be the system file of a stealer log."""
    return _kind_of(name) is FileRole.SYSTEM


def is_password_file(name: str) -> bool:
    """Say whether a file of this name may be the password file of a stealer log."""
    return _kind_of(name) is FileRole.PASSWORDS
