"""Archives in several files: ``x.zip.001``, ``x.7z.001``, ``x.part1.rar``, ``x.rar`` with ``x.r00``."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_NUMBERED: Final = re.compile(
    r"(?P<stem>.+\.(?:zip|7z|rar|tar|tgz|gz|bz2|xz|zst))\.(?P<number>[0-9]{2,4})", re.IGNORECASE
)
_RAR: Final = re.compile(r"(?P<stem>.+)\.part(?P<number>[0-9]{1,5})\.rar", re.IGNORECASE)
_OLD_RAR: Final = re.compile(r"(?P<stem>.+)\.(?:rar|(?P<letter>[r-z])(?P<number>[0-9]{2}))", re.IGNORECASE)
_SPLIT_ZIP: Final = re.compile(r"(?P<stem>.+)\.z[0-9]{2}", re.IGNORECASE)

READ_TOGETHER: Final = ("archive_part", "read together with the first part of its archive")
MISSING_PART: Final = (
    "missing_part",
    "a part of this archive is missing: put all parts into one folder, or give all of them",
)
SPLIT_ZIP: Final = (
    "split_zip",
    "split zip archives cannot be read: join the parts first (zip -s 0 split.zip --out joined.zip)",
)


@dataclass(frozen=True, slots=True)
class _Part:
    kind: str
    stem: str
    number: int


@dataclass(frozen=True, slots=True)
class PartedArchive:
    """The files of one archive, in order; ``fault`` (reason, sentence) says why they cannot be read."""

    paths: tuple[Path, ...]
    fault: tuple[str, str] | None = None


def parted_archives(paths: Sequence[Path]) -> Iterator[PartedArchive]:
    """Yield the archives in several files that some of these files belong to; files in the same folder complete them."""
    given: dict[tuple[str, str], list[Path]] = {}
    for path in paths:
        if (part := _part(path.name)) is not None:
            given.setdefault((part.kind, part.stem), []).append(path)
        elif _SPLIT_ZIP.fullmatch(path.name) is not None:
            yield PartedArchive((path,), SPLIT_ZIP)
    listings: dict[Path, list[Path]] = {}
    for (kind, stem), own in given.items():
        numbers: dict[int, Path] = {}
        folders = {path.parent for path in own}
        for path in (*own, *(path for folder in folders for path in _files(folder, listings))):
            part = _part(path.name)
            if part is not None and (part.kind, part.stem) == (kind, stem):
                numbers.setdefault(part.number, path)
        if kind == "old_rar" and len(numbers) == 1 and 0 in numbers:
            continue  # one file, as most .rar
        ordered = sorted(numbers)
        is_whole = ordered[0] <= (0 if kind == "old_rar" else 1) and ordered[-1] - ordered[0] == len(ordered) - 1
        yield PartedArchive(tuple(numbers[number] for number in ordered), None if is_whole else MISSING_PART)


def _part(name: str) -> _Part | None:
    if (found := _NUMBERED.fullmatch(name)) is not None:
        return _Part("numbered", found["stem"], int(found["number"]))
    if (found := _RAR.fullmatch(name)) is not None:
        return _Part("rar", found["stem"], int(found["number"]))
    if (found := _OLD_RAR.fullmatch(name)) is not None:
        letter = found["letter"]
        number = 0 if letter is None else 1 + (ord(letter.lower()) - ord("r")) * 100 + int(found["number"])
        # A .z01 belongs to a split zip.
        return None if letter is not None and letter.lower() == "z" else _Part("old_rar", found["stem"], number)
    return None


def _files(folder: Path, known: dict[Path, list[Path]]) -> Iterable[Path]:
    if folder not in known:
        try:
            known[folder] = sorted(Path(entry.path) for entry in os.scandir(folder) if entry.is_file())
        except OSError:
            known[folder] = []
    return known[folder]
