"""Restoring of a backup into an empty database and an empty lake, wherever they are."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import asyncpg

from breachlight.backups import programs, repository
from breachlight.backups.errors import BackupError, DamagedError
from breachlight.backups.lake_files import LakeFiles, digest_of, files_of
from breachlight.backups.manifest import Manifest, Repository, StoredFile
from breachlight.config import Settings, key_service
from breachlight.database.connection import connect, dsn
from breachlight.database.migration_files import known_migrations
from breachlight.database.migrations import migrate
from breachlight.keys.registry import misfit
from breachlight.keys.repository import KeyRow
from breachlight.kit.key_file import KeyState
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.ducklake import check_store, data_path
from breachlight.leaks.lake.faults import LakeError
from breachlight.restores.detection import Reason
from breachlight.restores.repository import mark_restored, restored_backup
from breachlight.restores.service import Report
from breachlight.restores.startup import check_restore


async def restore(
    settings: Settings, source: Repository, manifest: Manifest, note: Callable[[str], None]
) -> Report | None:
    """Restore a backup, end what it has revived, and report that; the database server must be up.

    Raises:
        BackupError, DatabaseError, KeyFileError: the message says what to do.
    """
    require_version(manifest)
    await asyncio.to_thread(require_key_file, settings, manifest)
    await asyncio.to_thread(require_whole_dump, source, manifest)
    has_dump = await _has_dump(settings, manifest)
    lake = await asyncio.to_thread(_open_lake, settings, manifest)
    note(f"Copying the lake: {len(manifest.lake_files)} files")
    await asyncio.to_thread(_put_files, source, manifest, lake)
    if not has_dump:
        note("Restoring the database")
        await _mark(settings, manifest)
        await restore_database(settings, source, manifest)
    advice = "Run the command again"
    try:
        await adapt(settings)
        advice = "Run `breachlight after-restore` before you start Breachlight"
        await migrate(settings)
        # A copy on the same server, next to no records of the old one, looks like no restore.
        return await check_restore(settings, Reason.REQUESTED)
    except BaseException:
        note(f"The database is restored, but not everything was done. {advice}.")
        raise


def require_version(manifest: Manifest) -> None:
    """Refuse a backup of a database that a newer version has migrated.

    Raises:
        BackupError: it is one.
    """
    if manifest.migration is not None and manifest.migration not in known_migrations():
        raise BackupError(
            f"The backup {manifest.name} is of a newer Breachlight ({manifest.version}, {manifest.migration}): use that version."
        )


def require_key_file(settings: Settings, manifest: Manifest) -> KeyRing:
    """Return the keys, if they are those of the backup.

    Raises:
        BackupError: they aren't.
        KeyFileError: the key file is missing or can't be used.
    """
    if not settings.key_file.exists():
        raise BackupError(
            f"The key file {settings.key_file} is missing: put the one of the backed-up installation there, or set its path in "
            "BREACHLIGHT_KEY_FILE. Nothing was restored."
        )
    ring = KeyRing.load(settings.key_file, key_service(settings))
    then = datetime.now(UTC)
    known = {
        name: KeyRow(name, bytes.fromhex(digest), KeyState(manifest.key_states[name]), then, then)
        for name, digest in manifest.keys.items()
    }
    reason = misfit(ring, known).replace("the database", "the backup").replace("this installation", "the backup")
    if reason:
        raise BackupError(
            f"The key file {settings.key_file} {reason}: put the right one there, or set its path in BREACHLIGHT_KEY_FILE. "
            "Nothing was restored."
        )
    return ring


async def _has_dump(settings: Settings, manifest: Manifest) -> bool:
    """Return whether a restore of this backup was stopped after the dump; False for an empty database.

    Raises:
        BackupError: the database has anything else.
    """
    connection = await connect(settings)
    try:
        if not await repository.has_tables(connection):
            return False
        if await restored_backup(connection) == manifest.name:
            return True
    finally:
        await connection.close(timeout=5)
    where = "DATABASE_URL" if settings.database_url else "BREACHLIGHT_DATA_FOLDER"
    raise BackupError(f"The database isn't empty: choose an empty one in {where}. Nothing was restored.")


async def _mark(settings: Settings, manifest: Manifest) -> None:
    """Let the database count as restored before the dump is in it: a start between the two would let old sessions live."""
    connection = await connect(settings)
    try:
        await mark_restored(connection, manifest.name)
    except asyncpg.InsufficientPrivilegeError:
        raise BackupError(
            "The product's role may not create schemas: let it own the database. Nothing was restored."
        ) from None
    finally:
        await connection.close(timeout=5)


def _open_lake(settings: Settings, manifest: Manifest) -> LakeFiles:
    try:
        data_path(settings)
        if "://" in settings.lake_path:
            check_store(settings, writes=True)
        lake = files_of(settings)
        present = lake.present()
    except LakeError as error:
        raise BackupError(error.reason) from None
    except OSError as error:
        raise BackupError(f"The lake {settings.lake_path} cannot be used ({type(error).__name__}).") from None
    if present - {each.path for each in manifest.lake_files}:
        raise BackupError(
            f"The lake {settings.lake_path} has files of another lake: choose an empty path in BREACHLIGHT_LAKE_PATH. Nothing "
            "was restored."
        )
    return lake


def _put_files(source: Repository, manifest: Manifest, lake: LakeFiles) -> None:
    for each in manifest.lake_files:
        put_file(source, each, lake)


def put_file(source: Repository, each: StoredFile, lake: LakeFiles) -> None:
    """Copy a file of a backup into a lake, after comparing it with its hash.

    Raises:
        DamagedError: it isn't as it was stored.
        BackupError: it can't be written.
    """
    path = source.lake / each.path
    _require_whole(
        path, each, "the next backup copies it again if the lake still has it. Use another backup until then."
    )
    try:
        lake.put(path, each.path)
    except OSError as error:
        raise BackupError(
            f"The file {each.path} of the lake cannot be written ({error.strerror or type(error).__name__}): free some space, "
            "then run the command again."
        ) from None


def require_whole_dump(source: Repository, manifest: Manifest) -> None:
    """Compare the dump of a backup with its hash.

    Raises:
        DamagedError: it isn't as it was stored.
    """
    _require_whole(source.dump(manifest.name), manifest.dump, "use another backup.")


def _require_whole(file: Path, each: StoredFile, remedy: str) -> None:
    if not file.exists() or file.stat().st_size != each.size or digest_of(file) != each.sha256:
        raise DamagedError(f"The file {file} of the backup is missing or damaged: {remedy}")


async def restore_database(settings: Settings, source: Repository, manifest: Manifest) -> None:
    """Restore the dump of a backup.

    Raises:
        BackupError: it can't be restored; the database is still empty.
    """
    await programs.restore(dsn(settings), source.dump(manifest.name))


async def adapt(settings: Settings) -> None:
    """Let a restored database name the lake where it is now."""
    connection = await connect(settings)
    try:
        await repository.adapt(connection, await asyncio.to_thread(data_path, settings))
    finally:
        await connection.close(timeout=5)
