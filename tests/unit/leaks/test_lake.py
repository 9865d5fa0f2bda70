"""The lake against a real PostgreSQL and real files."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import duckdb
import lake_records
import pytest
from key_rotation import rotate
from lake_lookup import find_domain, find_email
from lake_records import offsets, records, write

from breachlight.config import Settings
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.store import Lake, Place
from breachlight.leaks.record_schema import RECORD_SCHEMA

CANARY = "canary-Blue42-tweets"


@pytest.fixture
def lake(settings: Settings, database_url: str, key_ring: KeyRing) -> Iterator[Lake]:
    with Lake(database_url, settings, key_ring) as opened:
        yield opened


def test_what_was_written_is_found_by_address_alias_site_and_parent_domain(lake: Lake) -> None:
    table = records()
    write(lake, 7, table)
    assert offsets(find_email(lake, "jane1300+x@mail.dom5.test")) == {7: [1300]}
    assert offsets(find_email(lake, "jane1300@mail.dom5.test")) == {7: [1300]}
    assert offsets(find_domain(lake, "shop.site1301.example")) == {7: [1301]}
    assert offsets(find_domain(lake, "site1301.example")) == {7: [1301]}
    of_dom5 = [number for number in range(2500) if number % 3 and number % 7 == 5]
    assert offsets(find_domain(lake, "dom5.test")) == {7: of_dom5}
    ((_, found),) = find_email(lake, "jane1300@mail.dom5.test")
    assert found.schema == RECORD_SCHEMA
    assert found.to_pylist() == table.slice(1300, 1).to_pylist()


def test_nothing_else_is_found(lake: Lake) -> None:
    write(lake, 7, records())
    assert offsets(find_email(lake, "jane1300@dom5.test")) == {}
    assert offsets(find_domain(lake, "om5.test")) == {}
    assert offsets(find_domain(lake, "ite1301.example")) == {}
    assert offsets(find_domain(lake, "site1301.example.test")) == {}
    assert offsets(find_domain(lake, "acme.example")) == {}


def test_a_false_hit_of_a_digest_is_filtered_once_its_block_is_open(lake: Lake) -> None:
    write(lake, 7, records())
    everywhere = [Place(7, (0, 1, 2)), Place(8, (0,))]
    assert offsets(lake.read_email(everywhere, "jane1300@mail.dom5.test")) == {7: [1300]}
    assert offsets(lake.read_email(everywhere, "jane1300@mail.dom6.test")) == {}
    assert offsets(lake.read_domain(everywhere, "site1301.example")) == {7: [1301]}


def test_only_the_asked_batches_are_looked_through(lake: Lake) -> None:
    for batch_id in (1, 2, 3):
        write(lake, batch_id, records(5))
    assert offsets(find_email(lake, "jane1@mail.dom1.test", {1, 3})) == {1: [1], 3: [1]}
    assert [place.batch_id for place in lake.locate_domain("dom1.test")] == [1, 2, 3]
    assert offsets(find_domain(lake, "dom1.test", set())) == {}


def test_a_batch_is_removed_whole_and_can_be_written_again(lake: Lake) -> None:
    write(lake, 1, records(1200))
    write(lake, 2, records(5))
    lake.remove(1)
    lake.remove(99)
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {2: [1]}
    assert offsets(lake.read_email([Place(1, (0, 1))], "jane1@mail.dom1.test")) == {}
    write(lake, 1, records(1200))
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {1: [1], 2: [1]}


def test_a_batch_without_records_leaves_nothing(lake: Lake) -> None:
    write(lake, 1, records(0))
    assert lake.locate_domain("dom1.test") == []


async def test_nothing_readable_is_in_files_or_catalogue(
    lake: Lake, settings: Settings, connection: asyncpg.Connection
) -> None:
    write(lake, 1, records(40, CANARY))
    write(lake, 2, records(3, CANARY))
    lake.upkeep()
    words = [CANARY, "jane", "site1.example", "dom1.test", "login"]
    stored = [path.read_bytes() for path in Path(settings.lake_path).rglob("*") if path.is_file()]
    assert len(stored) >= 6
    tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'lake'")
    assert len(tables) > 20
    for table in tables:
        stored += [str(row).encode() for row in await connection.fetch(f'SELECT t::text FROM lake."{table[0]}" AS t')]
    for word in words:
        forms = (word.encode(), word.encode().hex().encode(), word.encode("utf-16-le"))
        assert not [data for data in stored for form in forms if form in data]


def test_a_moved_block_does_not_open(lake: Lake) -> None:
    write(lake, 1, records(5))
    write(lake, 2, records(5))
    with lake._transaction() as cursor:
        (sealed,) = cursor.execute("SELECT sealed FROM lake.blocks WHERE batch_id = 1").fetchone() or (b"",)
        cursor.execute("DELETE FROM lake.blocks WHERE batch_id = 2")
        cursor.execute("INSERT INTO lake.blocks VALUES (2, 0, $sealed)", {"sealed": sealed})
    assert offsets(find_email(lake, "jane1@mail.dom1.test", {1})) == {1: [1]}
    with pytest.raises(LakeError, match="Block 0 of batch 2 of the lake cannot be opened"):
        list(find_email(lake, "jane1@mail.dom1.test", {2}))


def test_old_and_new_blocks_open_after_the_key_was_rotated(lake: Lake, settings: Settings, key_ring: KeyRing) -> None:
    write(lake, 1, records(5))
    rotate(key_ring)
    write(lake, 2, records(5))
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {1: [1], 2: [1]}


def test_maintenance_merges_the_digests_and_loses_nothing(lake: Lake) -> None:
    for batch_id in range(6):
        write(lake, batch_id, records(30))
    lake.upkeep()
    with lake._cursor() as cursor:
        files = cursor.execute("SELECT count(*) FROM ducklake_list_files('lake', 'email_digests')").fetchone()
    assert files == (1,)
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {batch_id: [1] for batch_id in range(6)}
    lake.remove(3)
    lake.upkeep()
    assert 3 not in offsets(find_domain(lake, "dom1.test"))


def test_maintenance_merges_many_small_files_of_blocks_and_loses_nothing(lake: Lake) -> None:
    def files() -> int:
        with lake._cursor() as cursor:
            row = cursor.execute("SELECT count(*) FROM ducklake_list_files('lake', 'blocks')").fetchone()
        assert row is not None
        return int(row[0])

    for batch_id in range(3):
        write(lake, batch_id, records(30))
    lake.upkeep()
    assert files() == 3
    for batch_id in range(3, 66):
        write(lake, batch_id, records(3))
    lake.upkeep()
    assert files() == 1
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {batch_id: [1] for batch_id in range(66)}
    lake.remove(3)
    lake.upkeep()
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {
        batch_id: [1] for batch_id in range(66) if batch_id != 3
    }


def test_i01_loads_removals_and_maintenance_at_once(
    lake: Lake, settings: Settings, database_url: str, key_ring: KeyRing
) -> None:
    write(lake, 0, records(30))
    with Lake(database_url, settings, key_ring) as other, ThreadPoolExecutor(4) as pool:
        work: list[Any] = []
        for number in range(1, 5):
            work.append(pool.submit(write, lake, number, records(30)))
            work.append(pool.submit(write, other, 10 + number, records(30)))
        work += [pool.submit(other.upkeep), pool.submit(lake.remove, 0)]
        for one in work:
            one.result()
    expected = [1, 2, 3, 4, 11, 12, 13, 14]
    assert [place.batch_id for place in lake.locate_email("jane1@mail.dom1.test")] == expected


def test_several_processes_may_make_the_lake(settings: Settings, database_url: str, key_ring: KeyRing) -> None:
    def open_and_write(number: int) -> None:
        with Lake(database_url, settings, key_ring) as lake:
            write(lake, number, records(2))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(open_and_write, range(4)))
    with Lake(database_url, settings, key_ring) as lake:
        assert len(lake.locate_email("jane1@mail.dom1.test")) == 4


WRITER = """
import sys
from breachlight.config import get_settings
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.store import Lake
sys.path.insert(0, sys.argv[1])
from lake_records import records, write
settings = get_settings()
with Lake(sys.argv[2], settings, KeyRing.load(settings.key_file)) as lake:
    table = records(20000)
    for batch_id in range(1000):
        print(batch_id, flush=True)
        write(lake, batch_id, table)
"""


def test_i02_a_batch_is_whole_or_absent_after_kill_9(lake: Lake, database_url: str) -> None:
    arguments = [sys.executable, "-c", WRITER, str(Path(lake_records.__file__).parent), database_url]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        begun = [writer.stdout.readline() for _ in range(3)]
        time.sleep(0.15)
        os.kill(writer.pid, signal.SIGKILL)
        begun += writer.stdout.readlines()
    for batch_id in range(len(begun)):
        with lake._cursor() as cursor:
            counts = [
                cursor.execute(f"SELECT count(*) FROM lake.{table} WHERE batch_id = {batch_id}").fetchone()
                for table in ("blocks", "email_digests", "domain_digests")
            ]
        blocks = counts[0]
        assert blocks in {(20,), (0,)}
        assert all((count == (0,)) == (blocks == (0,)) for count in counts)
    lake.remove(len(begun) - 1)  # its lock went with the process
    lake.upkeep()
    assert len(lake.locate_email("jane1@mail.dom1.test")) >= 2


def test_the_key_check_of_earlier_lakes_stays_valid(lake: Lake, key_ring: KeyRing) -> None:
    with lake._cursor() as cursor:
        stored = cursor.execute("SELECT max(digest) FROM lake.key_check").fetchone()
    assert stored is not None
    # The text of version 0.1.0: another one would make every existing lake refuse its own key file.
    assert int(stored[0]) == Digester(key_ring).email("the key that belongs to this lake")


def test_another_key_file_is_refused_in_one_sentence(lake: Lake, settings: Settings, database_url: str) -> None:
    other = KeyRing.of(b"a" * 32, b"b" * 32)
    with pytest.raises(LakeError, match="is not the one this lake was created with: restore that one"):
        Lake(database_url, settings, other)


def test_a_lake_at_another_path_is_refused(
    lake: Lake, settings: Settings, database_url: str, key_ring: KeyRing, tmp_path: Path
) -> None:
    write(lake, 1, records(5))
    moved = settings.model_copy(update={"lake_path": str(tmp_path / "elsewhere")})
    with pytest.raises(LakeError) as refused:
        Lake(database_url, moved, key_ring)
    assert refused.value.reason == (
        f"The lake is at {settings.lake_path}/, not at {tmp_path}/elsewhere: correct BREACHLIGHT_LAKE_PATH."
    )


def test_a_path_that_cannot_be_a_folder_is_refused(
    settings: Settings, database_url: str, key_ring: KeyRing, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LakeError, match=r"cannot be created .* set another path in BREACHLIGHT_LAKE_PATH"):
        Lake(database_url, settings.model_copy(update={"lake_path": str(tmp_path / "file" / "lake")}), key_ring)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(
    settings: Settings, database_url: str, key_ring: KeyRing, tmp_path: Path
) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(LakeError, match="cannot be written: make it writable for this user"):
        Lake(database_url, settings.model_copy(update={"lake_path": str(folder)}), key_ring)


def test_an_unavailable_server_is_reported_without_its_password(settings: Settings, key_ring: KeyRing) -> None:
    with pytest.raises(LakeError, match="catalogue in PostgreSQL cannot be reached") as refused:
        Lake("postgresql://breachlight:s3cret-word@127.0.0.1:9/none", settings, key_ring)
    assert "s3cret-word" not in str(refused.value)


def test_an_unavailable_store_is_reported(settings: Settings, database_url: str, key_ring: KeyRing) -> None:
    away = {"lake_path": "s3://leaks/v1", "lake_s3_endpoint": "127.0.0.1:9", "lake_s3_use_tls": False}
    with pytest.raises(
        LakeError, match=r"store of the lake s3://leaks/v1 does not respond .* BREACHLIGHT_LAKE_S3_ENDPOINT"
    ):
        Lake(database_url, settings.model_copy(update=away), key_ring)


def test_i09_a_full_disk_stores_nothing_and_is_reported(
    settings: Settings, database_url: str, key_ring: KeyRing, tmp_path: Path
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(small)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no right to mount a small file system")
    try:
        with Lake(database_url, settings.model_copy(update={"lake_path": str(small)}), key_ring) as lake:
            write(lake, 1, records(100))
            with pytest.raises(LakeError, match="is full: free some space"):
                write(lake, 2, records(60_000))
            assert [place.batch_id for place in lake.locate_email("jane1@mail.dom1.test")] == [1]
            write(lake, 3, records(100))
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_a_missing_file_is_reported(lake: Lake, settings: Settings) -> None:
    write(lake, 1, records(5))
    for path in Path(settings.lake_path).rglob("blocks/*.parquet"):
        path.unlink()
    with pytest.raises(LakeError, match="is missing or cannot be opened: restore the folder from its backup"):
        list(find_email(lake, "jane1@mail.dom1.test"))


def test_the_lake_is_sorted_by_digest(lake: Lake, settings: Settings) -> None:
    write(lake, 1, records(5000))
    (path,) = Path(settings.lake_path).rglob("email_digests/*.parquet")
    digests = [row[0] for row in duckdb.sql(f"SELECT digest FROM '{path}'").fetchall()]
    assert digests == sorted(digests)


def digest_files(lake: Lake) -> int:
    with lake._cursor() as cursor:
        counted = cursor.execute("SELECT count(*) FROM ducklake_list_files('lake', 'domain_digests')").fetchone()
    assert counted is not None
    return int(counted[0])


@pytest.mark.long
def test_many_loads_are_compacted_and_few_are_not(lake: Lake) -> None:
    for batch_id in range(40):
        write(lake, batch_id, records(3))
    lake.compact()
    assert digest_files(lake) == 40
    for batch_id in range(40, 60):
        write(lake, batch_id, records(3))
    lake.compact()
    assert digest_files(lake) == 1
    assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {batch_id: [1] for batch_id in range(60)}


def test_one_block_is_read_without_its_neighbours(lake: Lake, settings: Settings) -> None:
    write(lake, 1, records(40_000))
    (path,) = Path(settings.lake_path).rglob("blocks/*.parquet")
    groups = duckdb.sql(f"SELECT max(row_group_num_rows) FROM parquet_metadata('{path}')").fetchone()
    assert groups == (16,)
    assert offsets(find_email(lake, "jane39998+x@mail.dom0.test")) == {1: [39_998]}
