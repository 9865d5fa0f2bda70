"""Which files of a folder to read: in the folder of an infected device, its password files only (leak-formats §1)."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
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

    The folder of a machine is one that holds a system file beside or above a password file.
    """
    ordered = sorted(paths)
    system_files: dict[PurePath, PurePath] = {}
    for path in ordered:
        if _SYSTEM.fullmatch(path.name):
            system_files.setdefault(path.parent, path)
    machines: dict[PurePath, PurePath] = {}
    nearest = _Nearest(system_files)
    for path in ordered:
        if _PASSWORDS.fullmatch(path.name) and (folder := nearest.of(path.parent)) is not None:
            machines[folder] = system_files[folder]
    nearest = _Nearest(machines)
    return [_planned(path, nearest.of(path.parent), machines) for path in ordered]


class _Nearest:
    """The nearest of some folders at or above another one; remembered, because an archive has thousands of files."""

    def __init__(self, folders: Collection[PurePath]) -> None:
        self._folders = folders
        self._known: dict[PurePath, PurePath | None] = {}

    def of(self, folder: PurePath) -> PurePath | None:
        if folder not in self._known:
            self._known[folder] = next(
                (parent for parent in (folder, *folder.parents) if parent in self._folders), None
            )
        return self._known[folder]


def _planned(path: PurePath, folder: PurePath | None, machines: dict[PurePath, PurePath]) -> PlannedFile:
    if folder is None:
        return PlannedFile(path, FileRole.LEAK)
    if path == machines[folder]:
        return PlannedFile(path, FileRole.SYSTEM)
    if _PASSWORDS.fullmatch(path.name):
        return PlannedFile(path, FileRole.PASSWORDS, machines[folder])
    return PlannedFile(path, FileRole.OTHER, machines[folder])


def is_system_file(name: str) -> bool:
    """Say whether a file of this name may be the system file of a stealer log."""
    return _SYSTEM.fullmatch(name) is not None


def is_password_file(name: str) -> bool:
    """Say whether a file of this name may be the password file of a stealer log."""
    return _PASSWORDS.fullmatch(name) is not None
