"""Sources of an ingestion: the paths of a command line, with folders walked and stealer-log folders recognised."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from breachlight.leaks.ingest.file_roles import FileRole, plan_files
from breachlight.leaks.ingest.parts import READ_TOGETHER, parted_archives
from breachlight.leaks.uploads.stored import StoredUpload

STANDARD_INPUT = "-"
_SKIPPED_ROLES = {
    FileRole.SYSTEM: ("system_file", "describes the infected device of the password files in its folder"),
    FileRole.OTHER: ("no_credentials", "in an infected device's folder, without credentials"),
}


@dataclass(eq=False, slots=True)
class DeviceFolder:
    """The folder of an infected device: its system file, and its files that are neither that nor password files."""

    system_file: Path
    other_files: list[Path] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Source:
    """One file or stream to ingest; ``path`` is None for standard input, ``size`` is in bytes.

    ``device`` is that of a stealer log. ``skip`` (reason, sentence) is set for files of a folder
    that are not read. ``parts`` are the further files of an archive in several files, ``fault`` (reason, sentence) why
    those cannot be read. ``upload`` is what an operator has uploaded instead.
    """

    name: str
    path: Path | None
    size: int = 0
    device: DeviceFolder | None = None
    skip: tuple[str, str] | None = None
    parts: tuple[Path, ...] = ()
    fault: tuple[str, str] | None = None
    upload: StoredUpload | None = None


def find_sources(
    paths: Sequence[str], uploads: Sequence[StoredUpload] = (), *, with_hidden: bool = True
) -> list[Source]:
    """Return the files that ``paths`` name, with folders walked in the order of names, after uploads; nothing is opened.

    Without ``with_hidden``, hidden files and folders below the folders are left out, and no role depends on them.
    """
    found = [Source(upload.shown, None, upload.size, upload=upload) for upload in uploads]
    for text in paths:
        if text == STANDARD_INPUT:
            found.append(Source("standard input", None))
            continue
        path = Path(text)
        if path.is_dir():
            found.extend(_in_folder(path, with_hidden=with_hidden))
        else:
            found.append(Source(text, path, _size(path)))
    return _with_parts(found)


def _with_parts(found: list[Source]) -> list[Source]:
    """Put the files of each archive in several files together."""
    names = {source.path: position for position, source in enumerate(found) if source.path and not source.skip}
    for archive in parted_archives([path for path in names if path is not None]):
        positions = sorted(names[path] for path in archive.paths if path in names)
        for position in positions[1:]:
            found[position] = replace(found[position], skip=READ_TOGETHER)
        first = archive.paths[0]
        found[positions[0]] = Source(
            str(first), first, sum(map(_size, archive.paths)), parts=archive.paths[1:], fault=archive.fault
        )
    return found


def _in_folder(folder: Path, *, with_hidden: bool) -> Iterator[Source]:
    files = list(_walk(folder, with_hidden=with_hidden))
    by_path = {source.path: source for source in files}
    skipped = [source for source in files if source.skip]
    planned = plan_files(source.path for source in files if source.path and not source.skip)
    yield from skipped
    devices = {file.system_file: DeviceFolder(Path(file.system_file)) for file in planned if file.system_file}
    for file in planned:
        if file.role is FileRole.OTHER and file.system_file:
            devices[file.system_file].other_files.append(Path(file.path))
    for file in planned:
        source = by_path[Path(file.path)]
        if file.role in _SKIPPED_ROLES:
            source = replace(source, skip=_SKIPPED_ROLES[file.role])
        elif file.system_file is not None:
            source = replace(source, device=devices[file.system_file])
        yield source


def _walk(folder: Path, *, with_hidden: bool) -> Iterator[Source]:
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
            if entry.name.startswith(".") and not with_hidden:
                continue
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
