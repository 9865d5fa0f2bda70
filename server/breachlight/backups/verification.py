"""Verification of a backup: restored to a scratch location, and compared with its manifest."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from breachlight.backups import programs, repository
from breachlight.backups.errors import BackupError, DamagedError
from breachlight.backups.lake_files import FolderFiles, LakeFiles
from breachlight.backups.manifest import SCRATCH, Manifest, Repository, TableContent
from breachlight.backups.restoring import (
    adapt,
    put_file,
    require_key_file,
    require_version,
    require_whole_dump,
    restore_database,
)
from breachlight.config import Settings
from breachlight.database.connection import connect, dsn, server
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.inspection import count_rows, open_newest
from breachlight.leaks.lake.store import Lake

_SHOWN: Final = 20


async def verify(
    settings: Settings, source: Repository, manifest: Manifest, scratch: Path | None, note: Callable[[str], None]
) -> list[str]:
    """Restore a backup to a scratch location, compare everything with the manifest, and return the differences.

    Every file's hash, the rows of every table of the database and of the lake, and the newest blocks of the lake, which the key
    file must open. The scratch location is removed.

    Raises:
        BackupError, DatabaseError, KeyFileError: it can't be verified.
    """
    require_version(manifest)
    ring = await asyncio.to_thread(require_key_file, settings, manifest)
    async with _scratch(settings, scratch or source.folder) as trial, server(trial):
        note(f"Comparing {len(manifest.lake_files)} files of the lake")
        lake = FolderFiles(Path(trial.lake_path), links=True)
        damaged = await asyncio.to_thread(_damaged_files, source, manifest, lake)
        if damaged:
            return damaged[:_SHOWN]
        note("Restoring the database to a scratch location")
        try:
            await restore_database(trial, source, manifest)
        except BackupError:
            fault = await programs.archive_fault(source.dump(manifest.name))
            if fault is None:
                raise
            return [fault]
        connection = await connect(trial)
        try:
            differences = _compare(manifest.tables, await repository.table_contents(connection))
        finally:
            await connection.close(timeout=5)
        await adapt(trial)
        note("Reading the lake")
        return [*differences, *await asyncio.to_thread(_compare_lake, trial, ring, manifest)]


@asynccontextmanager
async def _scratch(settings: Settings, parent: Path) -> AsyncIterator[Settings]:
    """Yield the settings of an installation of its own, with an embedded database, in a folder that is removed."""
    try:
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix=SCRATCH, dir=parent))
    except OSError as error:
        raise BackupError(
            f"The folder {parent} cannot be written ({error.strerror}): choose another with --scratch."
        ) from None
    changes = {
        "data_folder": folder,
        "database_url": None,
        "database_direct_url": None,
        "database_replica_url": None,
        "database_admin_url": None,
        "lake_path": str(folder / "lake"),
    }
    try:
        yield settings.model_copy(update=changes)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _damaged_files(source: Repository, manifest: Manifest, lake: LakeFiles) -> list[str]:
    """Copy the files of a backup that are whole into a lake, and return what is wrong with the others and the dump."""
    damaged = []
    try:
        require_whole_dump(source, manifest)
    except DamagedError as error:
        damaged.append(str(error))
    for each in manifest.lake_files:
        try:
            put_file(source, each, lake)
        except DamagedError as error:
            damaged.append(str(error))
    return damaged


def _compare(expected: dict[str, TableContent], found: dict[str, TableContent]) -> list[str]:
    differences = []
    for name in sorted({*expected, *found}):
        before, after = expected.get(name), found.get(name)
        if before is None or after is None:
            differences.append(f"The table {name} is {'missing' if after is None else 'new'}.")
        elif before.rows != after.rows:
            differences.append(f"The table {name} has {after.rows} rows instead of {before.rows}.")
        elif before.digest != after.digest:
            differences.append(f"The {before.rows} rows of the table {name} have other contents.")
    return differences[:_SHOWN]


def _compare_lake(settings: Settings, ring: KeyRing, manifest: Manifest) -> list[str]:
    if not manifest.lake_rows:
        return []
    with ExitStack() as stack:
        try:
            lake = stack.enter_context(Lake(dsn(settings), settings, ring))
        except LakeError as error:
            raise BackupError(error.reason) from None
        try:
            found = count_rows(lake)
            open_newest(lake)
        except LakeError as error:
            return [error.reason]
    return [
        f"The lake's table {name} has {found.get(name, 0)} rows instead of {rows}."
        for name, rows in sorted(manifest.lake_rows.items())
        if found.get(name) != rows
    ]
