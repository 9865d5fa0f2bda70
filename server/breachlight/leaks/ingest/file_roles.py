"""Which files of a folder to read: in the folder of an infected device, its password files only (leak-formats §1)."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Final

_PASSWORDS: Final = re.compile(r"_?(?:all[ _]?)?passwords?(?:[ _]list)?(?:\[[^\]]*\].*|_list)?\.txt", re.IGNORECASE)
_SYSTEM: Final = re.compile(
    r"(?:user[ _]?information|system(?:[ _]?info(?:rmation)?)?|information)\.txt", re.IGNORECASE
)

_MOST_REMEMBERED: Final = 4096


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
    kinds = [_kind_of[name] for _, _, name in split]
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
    outside = (FileRole.LEAK, None)
    own = {machine: _roles_of_machine(system_files[machine]) for machine in machines}
    planned: list[tuple[FileRole, int | None]] = []
    for (folder, _, _), kind, number in zip(split, kinds, numbers, strict=True):
        machine = nearest[folder]
        if machine is None:
            planned.append(outside)
        elif system_files[machine] == number:
            planned.append((FileRole.SYSTEM, None))
        else:
            planned.append(own[machine][kind is FileRole.PASSWORDS])
    return planned


def _roles_of_machine(system_file: int) -> tuple[tuple[FileRole, int], tuple[FileRole, int]]:
    """Return the role of a machine's other files, and of its password files."""
    return (FileRole.OTHER, system_file), (FileRole.PASSWORDS, system_file)


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


class _KindOf(dict[str, FileRole]):
    """What a file may be by its name, PASSWORDS, SYSTEM or OTHER; remembered: the folders of machines have files of the same names."""

    def __missing__(self, name: str) -> FileRole:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        kind = FileRole.SYSTEM if _SYSTEM.fullmatch(name) else FileRole.OTHER
        self[name] = kind = FileRole.PASSWORDS if _PASSWORDS.fullmatch(name) else kind
        return kind


_kind_of: Final = _KindOf()


def is_system_file(name: str) -> bool:
    """Say whether a file of this name may be the system file of a stealer log."""
    return _kind_of[name] is FileRole.SYSTEM


def is_password_file(name: str) -> bool:
    """Say whether a file of this name may be the password file of a stealer log."""
    return _kind_of[name] is FileRole.PASSWORDS
