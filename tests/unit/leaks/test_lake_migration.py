"""Lakes of version 0.1.0: refused until they are migrated, and found complete afterwards."""

import asyncpg
import pytest
from lake_lookup import find_domain, find_email
from lake_records import offsets, records, write
from old_lake import make_old

from breachlight.config import Settings
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake import migration
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.key_check import is_old_lake
from breachlight.leaks.lake.migration import migrate_lake
from breachlight.leaks.lake.store import Lake
from breachlight.processes.bootstrap import prepare


@pytest.fixture
def old_lake(settings: Settings, database_url: str, key_ring: KeyRing) -> None:
    with Lake(database_url, settings, key_ring) as lake:
        make_old(lake, key_ring, {1: records(2500), 2: records(40), 5: records(1200)})


@pytest.mark.usefixtures("old_lake")
async def test_an_old_lake_is_refused_until_it_is_migrated(
    connection: asyncpg.Connection, settings: Settings, database_url: str, key_ring: KeyRing
) -> None:
    assert await is_old_lake(connection, key_ring)
    with pytest.raises(LakeError, match=r'written by an earlier version.*run "breachlight migrate"'):
        Lake(database_url, settings, key_ring)
    steps: list[tuple[int, int]] = []
    migrate_lake(settings, key_ring, lambda done, total: steps.append((done, total)))
    assert steps == [(0, 6), (6, 6)]
    assert not await is_old_lake(connection, key_ring)
    with Lake(database_url, settings, key_ring) as lake:
        assert offsets(find_email(lake, "jane1300@mail.dom5.test")) == {1: [1300]}
        assert offsets(find_domain(lake, "site1.example")) == {1: [1], 2: [1], 5: [1]}
        write(lake, 9, records(40))
        lake.upkeep()
        assert offsets(find_email(lake, "jane1+x@mail.dom1.test")) == {1: [1], 2: [1], 5: [1], 9: [1]}
        lake.remove(1)
        assert offsets(find_email(lake, "jane1+x@mail.dom1.test")) == {2: [1], 5: [1], 9: [1]}


@pytest.mark.usefixtures("old_lake")
async def test_a_migration_that_was_cut_short_continues(
    connection: asyncpg.Connection,
    settings: Settings,
    database_url: str,
    key_ring: KeyRing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(migration, "_BLOCKS_PER_STEP", 3)

    def stop(done: int, total: int) -> None:
        assert total == 6
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrate_lake(settings, key_ring, stop)
    assert await is_old_lake(connection, key_ring)
    steps: list[int] = []
    migrate_lake(settings, key_ring, lambda done, _: steps.append(done))
    assert steps[0] == 3
    with Lake(database_url, settings, key_ring) as lake:
        assert offsets(find_domain(lake, "site1.example")) == {1: [1], 2: [1], 5: [1]}
    migrate_lake(settings, key_ring, lambda done, _: steps.append(done))
    assert steps[-1] == 6


async def test_a_new_lake_and_no_lake_need_no_migration(
    connection: asyncpg.Connection, settings: Settings, database_url: str, key_ring: KeyRing
) -> None:
    assert not await is_old_lake(connection, key_ring)
    Lake(database_url, settings, key_ring).close()
    assert not await is_old_lake(connection, key_ring)


@pytest.mark.usefixtures("old_lake")
async def test_every_start_migrates(
    connection: asyncpg.Connection, settings: Settings, database_url: str, key_ring: KeyRing
) -> None:
    await prepare(settings)
    assert not await is_old_lake(connection, key_ring)
    with Lake(database_url, settings, key_ring) as lake:
        assert offsets(find_domain(lake, "site1.example")) == {1: [1], 2: [1], 5: [1]}
