"""Capture of a backup from a running installation.

The order makes it consistent. First a lock keeps the lake's files from being deleted. Then one snapshot of PostgreSQL gives the
dump, the counts and the names of the lake's files: DuckLake commits a file's name after the file is whole, so every named file
exists, and stays while the lock is held. Then the files are copied that earlier backups haven't; they never change. What is
ingested meanwhile is in neither.
"""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from breachlight.audit.operators import record_operator_event
from breachlight.backups import programs, repository
from breachlight.backups.errors import BackupError
from breachlight.backups.history import BACKUP_MADE, name_of
from breachlight.backups.lake_files import LakeFiles, digest_of, draft_of, files_of, require_space, sync
from breachlight.backups.manifest import Manifest, Repository, StoredFile
from breachlight.config import Settings
from breachlight.database.connection import administrator_dsn, connect, dsn
from breachlight.database.migration_log import pending
from breachlight.database.session import Connection
from breachlight.keys.repository import known_keys
from breachlight.kit import clock
from breachlight.kit.key_file import KeyState

_CLOSE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Captured:
    """A backup, and how much of it was copied now."""

    manifest: Manifest
    new_files: int
    new_bytes: int


async def capture(settings: Settings, target: Repository, note: Callable[[str], None]) -> Captured:
    """Back up the installation into a folder that nobody else uses; the database server must be up.

    Raises:
        BackupError, DatabaseError: it isn't backed up; the message says what to do.
    """
    created_at = clock.now()
    folder = target.backup(name_of(created_at))
    connection = await connect(settings)
    try:
        earlier = await asyncio.to_thread(target.manifests, note)
        await _require_same(connection, target, earlier)
        await asyncio.to_thread(target.remove_leftovers)
        await repository.hold_lake_files(connection)
        try:
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise BackupError(
                f"The folder {folder} cannot be made ({error.strerror}): run the command again."
            ) from None
        try:
            captured = await _capture(connection, settings, target, created_at, earlier, note)
        except BaseException:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
            raise
        await _record(connection, captured)
    finally:
        await connection.close(timeout=_CLOSE_SECONDS)
    return captured


async def _capture(  # noqa: PLR0917 -- the inputs of one step of ``capture``
    connection: Connection,
    settings: Settings,
    target: Repository,
    created_at: datetime,
    earlier: Sequence[Manifest],
    note: Callable[[str], None],
) -> Captured:
    name = name_of(created_at)
    dump = target.dump(name)
    async with repository.snapshot(connection) as shared:
        note("Dumping the database")
        address = administrator_dsn(settings) if settings.database_url is None else None
        try:
            dumping = asyncio.create_task(programs.dump(address or dsn(settings), shared, dump))
            files = await repository.lake_files(connection)
            tables = await repository.table_contents(connection)
            rows = await repository.lake_rows(connection)
            keys = await known_keys(connection)
            installation = await repository.installation_id(connection)
            migration = await repository.last_migration(connection)
            server = await repository.server_version(connection)
        except ValueError as error:
            raise BackupError(f"The lake cannot be backed up: {error}.") from None
        finally:
            await dumping
    note(f"Copying the lake: {len(files)} files")
    known = {each.path: each for manifest in earlier for each in manifest.lake_files}
    stored, new = await asyncio.to_thread(_copy_new, files_of(settings), target, files, known)
    kept = {key: row for key, row in keys.items() if row.state is not KeyState.RETIRED}
    manifest = Manifest(
        name,
        created_at.isoformat(),
        installation,
        version("breachlight"),
        server,
        migration,
        {key: row.digest.hex() for key, row in kept.items()},
        {key: row.state.value for key, row in kept.items()},
        tables,
        StoredFile(dump.name, dump.stat().st_size, await asyncio.to_thread(digest_of, dump)),
        stored,
        rows,
    )
    await asyncio.to_thread(manifest.write, target.backup(name))
    return Captured(manifest, len(new), sum(each.size for each in new))


def _copy_new(
    lake: LakeFiles, target: Repository, files: dict[str, int], known: dict[str, StoredFile]
) -> tuple[list[StoredFile], list[StoredFile]]:
    """Copy the files that the repository hasn't or has damaged, and return all of them and those that were copied."""
    require_space(target.lake, sum(size for path, size in files.items() if not _has_size(target.lake / path, size)))
    stored, new = [], []
    for path, size in sorted(files.items()):
        copied = target.lake / path
        found = _stored(copied, path) if _has_size(copied, size) else None
        if found is None or known.get(path, found) != found:  # the copy has rotted; the lake's file never changes
            _fetch(lake, path, copied)
            found = _stored(copied, path)
            new.append(found)
        if found.size != size:
            raise BackupError(
                f"The file {path} of the lake has {found.size} bytes instead of {size}: the lake is damaged."
            )
        stored.append(found)
    return stored, new


def _stored(file: Path, path: str) -> StoredFile:
    return StoredFile(path, file.stat().st_size, digest_of(file))


def _has_size(file: Path, size: int) -> bool:
    return file.exists() and file.stat().st_size == size


def _fetch(lake: LakeFiles, path: str, target: Path) -> None:
    draft = draft_of(target)
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lake.fetch(path, draft)
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BackupError(
            f"The file {path} of the lake cannot be copied ({error.strerror or type(error).__name__}): check the lake and the "
            "disk of the backup, then run the command again."
        ) from None


def _name(created_at: datetime) -> str:
    return f"{created_at:%Y-%m-%dT%H-%M-%SZ}"


async def _require_same(connection: Connection, target: Repository, earlier: Sequence[Manifest]) -> None:
    if not earlier:
        return
    theirs, ours = earlier[-1].installation_id, await repository.installation_id(connection)
    if theirs is not None and theirs != ours:
        raise BackupError(f"The folder {target.folder} has backups of another installation: choose another folder.")


async def _record(connection: Connection, captured: Captured) -> None:
    """Enter the backup in the operators' audit log, which is how its age is known."""
    if await pending(connection):
        return  # the log may not be there yet
    detail = {"name": captured.manifest.name, "new_files": captured.new_files, "new_bytes": captured.new_bytes}
    async with connection.transaction():
        await record_operator_event(connection, BACKUP_MADE, detail)


def prune(target: Repository, keep: int, note: Callable[[str], None]) -> list[str]:
    """Delete all but the newest backups and the files that only they need, and return their names.

    Nothing is deleted while a backup is verified or restored. Backups whose manifest can't be read are kept, and then all files.
    """
    manifests = target.manifests(lambda _: None)  # the backup has noted them
    kept, old = manifests[-keep:], [each.name for each in manifests[:-keep]]
    with target.deleting() as may_delete:
        if not may_delete:
            note(
                "No old backup is deleted: one in the folder is being verified or restored. The next backup deletes them."
            )
            return []
        for name in old:
            target.delete(name)
        if target.names() == [each.name for each in kept]:
            needed = {each.path for manifest in kept for each in manifest.lake_files}
            for path in target.lake.rglob("*.parquet"):
                if str(path.relative_to(target.lake)) not in needed:
                    path.unlink()
    return old
