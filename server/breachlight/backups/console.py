"""The commands ``breachlight backup``, ``restore`` and ``verify``."""

import asyncio
import json
import sys
from pathlib import Path

from breachlight.backups import repository
from breachlight.backups.capture import Captured, capture, prune
from breachlight.backups.history import record_verification
from breachlight.backups.manifest import Manifest, Repository
from breachlight.backups.restoring import restore
from breachlight.backups.verification import verify
from breachlight.config import Settings
from breachlight.database.connection import connect, server
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import LOST, DatabaseError
from breachlight.database.migration_log import pending
from breachlight.restores.service import Report


async def back_up(settings: Settings, folder: Path, *, keep: int | None, as_json: bool) -> str:
    """Back up the installation into a folder, and return what to print.

    Raises:
        BackupError, DatabaseError: it isn't backed up; the message says what to do.
    """
    target = Repository(folder)
    with target.alone():
        async with server(settings):
            captured = await capture(settings, target, _note)
        deleted = await asyncio.to_thread(prune, target, keep, _note) if keep is not None else []
    if as_json:
        shown = {**_summary(captured.manifest), "new_files": captured.new_files, "new_bytes": captured.new_bytes}
        return json.dumps({**shown, "deleted": deleted}, indent=2)
    return _text(captured, deleted, settings)


async def restore_backup(settings: Settings, folder: Path, name: str | None) -> str:
    """Restore a backup into the installation of the settings, and return what to print.

    Raises:
        BackupError, DatabaseError, KeyFileError: the message says what to do.
    """
    source = Repository(folder)
    with source.reading():
        manifest = source.manifest(name)
        async with server(settings):
            report = await restore(settings, source, manifest, _note)
    return f"Restored the backup {manifest.name}. {_consequences(report)}Start Breachlight, then ingest again what was ingested since."


async def verify_backup(
    settings: Settings, folder: Path, name: str | None, scratch: Path | None, *, as_json: bool
) -> tuple[str, bool]:
    """Verify a backup, and return what to print and whether it is as it was made.

    Raises:
        BackupError, DatabaseError, KeyFileError: it can't be verified.
    """
    source = Repository(folder)
    with source.reading():
        manifest = source.manifest(name)
        differences = await verify(settings, source, manifest, scratch, _note)
        source.record_verification(manifest.name, is_intact=not differences)
    await _record(settings, manifest, is_intact=not differences)
    if as_json:
        return json.dumps({**_summary(manifest), "differences": differences}, indent=2), not differences
    if differences:
        return "\n".join([f"The backup {manifest.name} is not as it was made:", *differences]), False
    rows = sum(each.rows for each in manifest.tables.values())
    return (
        f"The backup {manifest.name} is intact: {len(manifest.tables)} tables with {rows} rows and "
        f"{len(manifest.lake_files)} files of the lake were restored and compared."
    ), True


async def _record(settings: Settings, manifest: Manifest, *, is_intact: bool) -> None:
    """Record a verification where the operator console reads it, if the backup's installation is the one of the settings."""
    if settings.database_url is None and not EmbeddedPostgreSQL(settings.data_folder).exists():
        return  # backups are verified on other hosts, too
    try:
        async with server(settings):
            connection = await connect(settings)
            try:
                if (
                    await pending(connection)
                    or await repository.installation_id(connection) != manifest.installation_id
                ):
                    return
                async with connection.transaction():
                    await record_verification(connection, manifest.name, is_intact=is_intact)
            finally:
                await connection.close(timeout=5)
    except (DatabaseError, *LOST):
        _note("The database can't be reached, so the operator console won't show this verification.")


def _summary(manifest: Manifest) -> dict[str, object]:
    return {
        "backup": manifest.name,
        "created_at": manifest.created_at,
        "version": manifest.version,
        "keys": sorted(manifest.keys),
        "tables": len(manifest.tables),
        "rows": sum(each.rows for each in manifest.tables.values()),
        "lake_files": len(manifest.lake_files),
        "lake_bytes": sum(each.size for each in manifest.lake_files),
        "dump_bytes": manifest.dump.size,
    }


def _text(captured: Captured, deleted: list[str], settings: Settings) -> str:
    manifest = captured.manifest
    lake = f"lake {len(manifest.lake_files)} files, of which {captured.new_files} new ({captured.new_bytes / 2**20:.1f} MiB)"
    lines = [
        f"Backup {manifest.name}: database {manifest.dump.size / 2**20:.1f} MiB, {lake}.",
        f"The key file isn't in it: back up {settings.key_file} elsewhere (keys: {', '.join(sorted(manifest.keys)) or 'none'}).",
    ]
    return "\n".join([*lines, *(f"Deleted the backup {name}." for name in deleted)])


def _consequences(report: Report | None) -> str:
    if report is None:
        return ""
    return f"Ended: {report.sessions_ended} sessions, {report.links_ended} links and codes. "


def _note(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 -- progress
