"""Backups and restores that were interrupted, and folders of backups whose files were damaged."""

import asyncio
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import asyncpg
import pytest
from factories import make_account, make_session, make_user
from lake_records import records, write
from pydantic import SecretStr

from breachlight.backups import programs, restoring
from breachlight.backups.capture import capture, prune
from breachlight.backups.errors import BackupError
from breachlight.backups.history import last_backup
from breachlight.backups.lake_files import digest_of
from breachlight.backups.manifest import Manifest, Repository, StoredFile
from breachlight.backups.object_files import ObjectFiles
from breachlight.backups.repository import table_contents
from breachlight.backups.verification import verify
from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.database.errors import DatabaseError
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.store import Lake
from breachlight.restores.detection import Reason
from breachlight.restores.startup import check_restore


def silent(_: str) -> None:
    """Say nothing."""


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    repository = Repository(tmp_path / "backups")
    with repository.alone():
        yield repository


@pytest.fixture
def elsewhere(settings: Settings, empty_database_url: str, tmp_path: Path) -> Settings:
    """Settings of an empty installation on the same server, with the same key file."""
    changes = {
        "database_url": SecretStr(empty_database_url),
        "lake_path": str(tmp_path / "elsewhere" / "lake"),
        "data_folder": tmp_path / "elsewhere",
        "key_file": settings.key_file,
    }
    return settings.model_copy(update=changes)


async def backed_up(settings: Settings, repository: Repository) -> Manifest:
    return (await capture(settings, repository, silent)).manifest


@pytest.fixture
async def filled(settings: Settings, key_ring: KeyRing) -> Settings:
    """Settings of an installation whose lake has files."""
    with await asyncio.to_thread(Lake, dsn(settings), settings, key_ring) as lake:
        await asyncio.to_thread(write, lake, 1, records(20))
    return settings


async def backed_up_later(settings: Settings, repository: Repository, minutes: int) -> Manifest:
    with clock.standing_at(datetime.now(UTC) + timedelta(minutes=minutes)):
        return await backed_up(settings, repository)


@pytest.mark.usefixtures("key_ring")
async def test_a_restore_that_stopped_before_its_end_counts_as_one_at_the_next_start(
    connection: asyncpg.Connection,
    settings: Settings,
    elsewhere: Settings,
    repository: Repository,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await check_restore(settings)
    await make_user(connection, await make_account(connection), "jo@people.test")
    manifest = await backed_up(settings, repository)

    async def fail(_: Settings) -> None:
        raise DatabaseError("the disk is full")

    notes: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(restoring, "migrate", fail)
        with pytest.raises(DatabaseError):
            await restoring.restore(elsewhere, repository, manifest, notes.append)
    assert "Run `breachlight after-restore` before you start Breachlight" in notes[-1]
    report = await check_restore(elsewhere)
    assert report is not None
    assert report.reason is Reason.REQUESTED
    assert await check_restore(elsewhere) is None


def kill_restore_before(step: str, settings: Settings, source: Repository) -> None:
    """Run the command, which kills itself where it would call a function of ``restoring``."""
    assert settings.database_url is not None
    environment = {
        **os.environ,
        "BREACHLIGHT_ENVIRONMENT": "test",
        "DATABASE_URL": settings.database_url.get_secret_value(),
        "BREACHLIGHT_DATA_FOLDER": str(settings.data_folder),
        "BREACHLIGHT_LAKE_PATH": settings.lake_path,
        "BREACHLIGHT_KEY_FILE": str(settings.key_file),
    }
    script = f"""
import os, signal
from breachlight.backups import restoring
restoring.{step} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from breachlight.cli import main
main()
"""
    command = [sys.executable, "-c", script, "restore", str(source.folder)]
    assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL


@pytest.mark.usefixtures("key_ring")
@pytest.mark.parametrize("runs_again", [True, False])
async def test_a_restore_that_was_killed_after_the_dump_revives_nothing(
    connection: asyncpg.Connection, settings: Settings, elsewhere: Settings, repository: Repository, runs_again: bool
) -> None:
    await check_restore(settings)
    await make_session(connection, await make_user(connection, await make_account(connection), "jo@people.test"))
    manifest = await backed_up(settings, repository)
    await asyncio.to_thread(kill_restore_before, "adapt", elsewhere, repository)
    if runs_again:
        report = await restoring.restore(elsewhere, repository, manifest, silent)
    else:
        report = await check_restore(elsewhere)
    assert report is not None
    assert (report.reason, report.sessions_ended) == (Reason.REQUESTED, 1)
    assert await check_restore(elsewhere) is None
    with pytest.raises(BackupError, match="The database isn't empty"):
        await restoring.restore(elsewhere, repository, manifest, silent)


@pytest.mark.usefixtures("key_ring")
async def test_the_age_of_the_last_backup_is_known_to_every_process(
    connection: asyncpg.Connection, settings: Settings, repository: Repository
) -> None:
    assert await last_backup(connection) is None
    created = []
    for minutes in (0, 1):
        with clock.standing_at(clock.now() + timedelta(minutes=minutes)):
            created.append((await backed_up(settings, repository)).created_at)
    assert await last_backup(connection) == datetime.fromisoformat(created[1]).replace(microsecond=0)


async def test_the_digest_of_a_table_covers_every_column(connection: asyncpg.Connection) -> None:
    account = await make_account(connection)
    user = await make_user(connection, account)
    await connection.execute(
        "INSERT INTO user_images (id, account_id, user_id, content, created_at) VALUES ($1, $2, $3, 'image', now())",
        uuid.uuid4(),
        account.id,
        user.id,
    )
    before = (await table_contents(connection))["public.user_images"]
    await connection.execute("UPDATE user_images SET created_at = now() - interval '1 day'")
    assert (await table_contents(connection))["public.user_images"].digest != before.digest


@pytest.mark.parametrize("is_truncated", [True, False])
async def test_a_damaged_copy_is_copied_again_by_the_next_backup(
    filled: Settings, repository: Repository, is_truncated: bool
) -> None:
    first = await capture(filled, repository, silent)
    stored = first.manifest.lake_files[0]
    copied = repository.lake / stored.path
    content = copied.read_bytes()
    copied.write_bytes(content[:-1] if is_truncated else content[:-1] + bytes([content[-1] ^ 1]))
    with clock.standing_at(datetime.now(UTC) + timedelta(minutes=1)):
        second = await capture(filled, repository, silent)
    assert copied.read_bytes() == content
    assert (second.new_files, second.manifest.lake_files) == (1, first.manifest.lake_files)


async def test_old_backups_are_deleted_without_what_others_need_or_read(
    filled: Settings, repository: Repository
) -> None:
    for minutes in (1, 2, 3):
        await backed_up_later(filled, repository, minutes)
    first, second, third = repository.names()
    notes: list[str] = []
    with repository.reading():
        assert prune(repository, 2, notes.append) == []
        assert "is being verified or restored" in notes[-1]
    (repository.backup(second) / "manifest.json").write_text("{")  # its dump may still be wanted
    (repository.lake / "unknown.parquet").touch()
    assert prune(repository, 1, silent) == [first]
    assert repository.names() == [second, third]
    assert (repository.lake / "unknown.parquet").exists()  # whether the unreadable backup needs it isn't known
    (repository.backup(second) / "manifest.json").unlink()
    assert prune(repository, 1, silent) == []
    assert sorted(each.path for each in repository.manifest().lake_files) == sorted(
        str(path.relative_to(repository.lake)) for path in repository.lake.rglob("*.parquet")
    )


async def test_an_unreadable_manifest_and_the_leftovers_of_killed_commands_block_no_backup(
    filled: Settings, repository: Repository
) -> None:
    old = await backed_up_later(filled, repository, 1)
    (repository.backup(old.name) / "manifest.json").write_text('{"format": 1}')
    killed = repository.backup("2026-01-01T00-00-00Z")
    scratch, draft, others = (
        repository.folder / ".verify-1",
        repository.lake / ".a.parquet.part",
        repository.folder / "own",
    )
    for folder in (killed, scratch, others):
        folder.mkdir()
    (killed / "database.dump").touch()
    draft.touch()
    notes: list[str] = []
    with repository.reading(), clock.standing_at(datetime.now(UTC) + timedelta(minutes=2)):
        await capture(filled, repository, notes.append)
    assert str(repository.backup(old.name)) in notes[0]
    assert (killed.exists(), draft.exists(), scratch.exists()) == (False, False, True)
    new = await backed_up_later(filled, repository, 3)
    assert (scratch.exists(), others.exists()) == (False, True)
    assert repository.names()[-1] == new.name


async def test_a_damaged_backup_differs_and_a_failure_of_the_verification_does_not(
    filled: Settings, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = await backed_up(filled, repository)
    copied = [repository.lake / each.path for each in manifest.lake_files]
    dump = repository.dump(manifest.name)
    for file in (dump, *copied[:2]):
        os.truncate(file, file.stat().st_size - 1)
    differences = await verify(filled, repository, manifest, None, silent)
    assert [str(file) in text for file, text in zip((dump, *copied[:2]), differences, strict=True)] == [True] * 3
    again = await backed_up_later(filled, repository, 1)
    assert await verify(filled, repository, again, None, silent) == []

    async def fail(*_: object) -> None:
        raise BackupError("pg_restore failed with exit code 1: no space left on device")

    monkeypatch.setattr(programs, "restore", fail)
    with pytest.raises(BackupError, match="no space left"):
        await verify(filled, repository, again, None, silent)
    dump = repository.dump(again.name)
    os.truncate(dump, 4096)
    whole = replace(again, dump=StoredFile("database.dump", 4096, digest_of(dump)))  # it was written like this
    assert "cannot be read (pg_restore: error: " in (await verify(filled, repository, whole, None, silent))[0]


async def test_nothing_is_written_if_the_dump_is_damaged(
    filled: Settings, elsewhere: Settings, repository: Repository
) -> None:
    manifest = await backed_up(filled, repository)
    dump = repository.dump(manifest.name)
    os.truncate(dump, dump.stat().st_size - 1)
    with pytest.raises(BackupError, match=r"database\.dump of the backup is missing or damaged"):
        await restoring.restore(elsewhere, repository, manifest, silent)
    assert not Path(elsewhere.lake_path).exists()


def test_a_redirect_of_the_store_is_no_content(settings: Settings, tmp_path: Path) -> None:
    class Redirect(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(307)
            self.send_header("Content-Length", "0")
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Redirect) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        changes = {
            "lake_path": "s3://leaks/v1",
            "lake_s3_endpoint": f"127.0.0.1:{server.server_address[1]}",
            "lake_s3_use_tls": False,
        }
        try:
            with pytest.raises(OSError, match="HTTP 307"):
                ObjectFiles(settings.model_copy(update=changes)).fetch("blocks/a.parquet", tmp_path / "a.parquet")
        finally:
            server.shutdown()
