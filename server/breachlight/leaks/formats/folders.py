"""Which files of a folder to read: in the folder of an infected device, its password files only (leak-formats §1)."""

import re
from collections.abc import Iterable
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
    """A file and its role; ``system_file`` describes the machine that a password file comes from.

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
    for path in ordered:
        if _PASSWORDS.fullmatch(path.name) and (folder := _nearest(path, system_files)) is not None:
            machines[folder] = system_files[folder]
    return [_planned(path, machines) for path in ordered]


def _nearest(path: PurePath, folders: dict[PurePath, PurePath]) -> PurePath | None:
    return next((parent for parent in path.parents if parent in folders), None)


def _planned(path: PurePath, machines: dict[PurePath, PurePath]) -> PlannedFile:
    folder = _nearest(path, machines)
    if folder is None:
        return PlannedFile(path, FileRole.LEAK)
    if path == machines[folder]:
        return PlannedFile(path, FileRole.SYSTEM)
    if _PASSWORDS.fullmatch(path.name):
        return PlannedFile(path, FileRole.PASSWORDS, machines[folder])
    return PlannedFile(path, FileRole.OTHER)
