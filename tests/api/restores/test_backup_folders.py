"""Backups and restores that were interrupted, and folders of backups whose files were damaged."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
from databases import named_database
from factories import make_account, make_user
from pydantic import SecretStr

from breachlight.backups import restoring
from breachlight.backups.capture import capture
from breachlight.backups.manifest import Manifest, Repository
from breachlight.backups.repository import table_contents
from breachlight.config import Settings
from breachlight.database.errors import DatabaseError
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
def elsewhere(
    settings: Settings, database_server: str, administer: Callable[[str], None], tmp_path: Path
) -> Iterator[Settings]:
    """Settings of an empty installation on the same server, with the same key file."""
    name = f"test_{uuid.uuid4().hex}"
    administer(f"CREATE DATABASE {name}")
    changes = {
        "database_url": SecretStr(named_database(database_server, name)),
        "lake_path": str(tmp_path / "elsewhere" / "lake"),
        "data_folder": tmp_path / "elsewhere",
        "key_file": settings.key_file,
    }
    yield settings.model_copy(update=changes)
    administer(f"DROP DATABASE {name} WITH (FORCE)")


async def backed_up(settings: Settings, repository: Repository) -> Manifest:
    return (await capture(settings, repository, silent)).manifest


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
