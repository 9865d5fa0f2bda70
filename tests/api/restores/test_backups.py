"""``breachlight backup``, ``verify`` and ``restore`` between installations of processes, on other servers and paths."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import asyncpg
import pytest
from callers import PASSWORD
from customers import add_customer
from products import Product, ProductCaller
from s3_server import KEY_ID, S3Server, s3_server

from breachlight.backups.manifest import Repository
from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit.keys import KeyRing
from breachlight.kit.object_store import sign
from breachlight.leaks.lake.erasure import purge
from breachlight.leaks.lake.repository import HOLD_LOCK
from breachlight.leaks.lake.store import Lake

ALERTS = "{ alerts { results { id seenAt: lastSeen } } }"
USER = "someone@people.test"


@pytest.fixture
def store() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def product(tmp_path: Path, database_url: str) -> Iterator[Product]:
    installed = Product(tmp_path / "old", DATABASE_URL=database_url, BREACHLIGHT_LOG_LEVEL="warning")
    yield installed
    installed.end()


def ingest(product: Product, name: str, *lines: str) -> None:
    path = product.folder / f"{name}.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    done = product.run("ingest", str(path), "--leak", "leak")
    assert done.returncode == 0, done.stderr


def detections(product: Product) -> int:
    with closing(ProductCaller(product, USER, PASSWORD)) as caller:
        return len(caller.graphql("{ alerts { results { id } } }")["data"]["alerts"]["results"])


def backed_up(product: Product, folder: Path) -> dict[str, int]:
    done = product.run("backup", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    report: dict[str, int] = json.loads(done.stdout)
    return report


def with_key_file(product: Product, source: Product) -> Product:
    (product.folder / "data").mkdir(mode=0o700, exist_ok=True)
    shutil.copy2(source.folder / "data" / "keys.json", product.folder / "data" / "keys.json")
    return product


def test_a_running_installation_is_backed_up_verified_and_restored_elsewhere(product: Product, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    product.serve()
    add_customer(product.environment["DATABASE_URL"], USER, monitored="jo@people.test")
    ingest(product, "one", "jo@people.test:Blue42", *(f"user{number}@people.test:B{number}" for number in range(300)))
    first = backed_up(product, backups)
    ingest(product, "two", "jo@people.test:Green7")
    with closing(ProductCaller(product, USER, PASSWORD)) as before:
        second = backed_up(product, backups)
        assert first["new_files"] == first["lake_files"]
        assert 0 < second["new_files"] < second["lake_files"]
        verified = product.run("verify", str(backups), "--json")
        assert (verified.returncode, json.loads(verified.stdout)["differences"]) == (0, [])
        assert '"is_intact": true' in product.run("audit", "list", "--json").stdout
        assert not list(backups.glob(".verify-*"))
        moved = with_key_file(Product(tmp_path / "new", BREACHLIGHT_LOG_LEVEL="warning"), product)
        restored = moved.run("restore", str(backups))
        assert restored.returncode == 0, restored.stderr
        assert "Ended: 1 sessions" in restored.stdout
        product.end()
        (product.folder / "data" / "lake").rename(tmp_path / "away")  # nothing of the old path is needed
        try:
            moved.serve()
            refused = before.http.get(moved.url + "/api/v1/account/info")
            assert refused.status_code == 401
            assert detections(moved) == 2
            ingest(moved, "three", "jo@people.test:Red1")
            assert detections(moved) == 3
            done = moved.run("ingest", str(product.folder / "one.txt"), "--leak", "leak", "--json")
            assert json.loads(done.stdout)["files"][0]["state"] == "already_ingested"
            erased = moved.run("erase", "user7@people.test")  # reads, rewrites and deletes files of the lake
            assert erased.returncode == 0, erased.stderr
        finally:
            moved.end()

    (tmp_path / "away").rename(product.folder / "data" / "lake")
    done = product.run("backup", str(backups), "--keep", "1", "--json")
    assert len(json.loads(done.stdout)["deleted"]) == 2
    assert [path.name for path in (backups / "backups").iterdir()] == [json.loads(done.stdout)["backup"]]
    (damaged, *_) = sorted((backups / "lake").rglob("*.parquet"))
    content = damaged.read_bytes()
    damaged.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    found = product.run("verify", str(backups))
    assert found.returncode == 3
    assert "is missing or damaged" in found.stdout


def test_what_does_not_fit_is_refused_and_nothing_is_written(
    product: Product, empty_database_url: str, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    assert product.run("leaks", "list").returncode == 0
    ingest(product, "one", "jo@people.test:Blue42")
    with Repository(backups).alone():
        assert "Another backup into" in product.run("backup", str(backups)).stderr
    backed_up(product, backups)
    target = Product(tmp_path / "new", DATABASE_URL=empty_database_url)
    refused = target.run("restore", str(backups))
    assert refused.returncode == 1
    assert "is missing: put the one of the backed-up installation there" in refused.stderr
    keys = tmp_path / "new" / "data" / "keys.json"
    keys.parent.mkdir(mode=0o700, exist_ok=True)
    KeyRing.create(keys)
    for command in ("restore", "verify"):
        refused = target.run(command, str(backups))
        assert refused.returncode == 1
        assert "is not that of the backup" in refused.stderr
    with_key_file(target, product)
    target.environment["DATABASE_URL"] = product.environment["DATABASE_URL"]
    assert "The database isn't empty" in target.run("restore", str(backups)).stderr
    target.environment["DATABASE_URL"] = empty_database_url
    (tmp_path / "new" / "data" / "lake").mkdir()
    (tmp_path / "new" / "data" / "lake" / "other.parquet").touch()
    assert "has files of another lake" in target.run("restore", str(backups)).stderr
    other = Product(tmp_path / "third", DATABASE_URL=empty_database_url)
    assert other.run("leaks", "list").returncode == 0
    assert "has backups of another installation" in other.run("backup", str(backups)).stderr
    assert "There is no backup in" in target.run("restore", str(tmp_path / "none")).stderr


def test_a_lake_in_an_object_store_moves_to_another_one_and_server(
    product: Product, empty_database_url: str, store: S3Server, tmp_path: Path
) -> None:
    backups = tmp_path / "backups"
    in_store = {
        "BREACHLIGHT_LAKE_PATH": "s3://leaks/v1",
        "BREACHLIGHT_LAKE_S3_ENDPOINT": store.endpoint,
        "BREACHLIGHT_LAKE_S3_KEY_ID": KEY_ID,
        "BREACHLIGHT_LAKE_S3_SECRET": "invented",
        "BREACHLIGHT_LAKE_S3_USE_TLS": "false",
    }
    product.environment |= in_store
    assert product.run("leaks", "list").returncode == 0
    add_customer(product.environment["DATABASE_URL"], USER, monitored="jo@people.test")
    ingest(product, "one", "jo@people.test:Blue42", *(f"user{number}@people.test:B{number}" for number in range(300)))
    assert backed_up(product, backups)["new_files"] > 3
    assert backed_up(product, backups)["new_files"] == 0
    target = with_key_file(Product(tmp_path / "new", DATABASE_URL=empty_database_url, **in_store), product)
    target.environment["BREACHLIGHT_LAKE_PATH"] = "s3://elsewhere/lake"
    restored = target.run("restore", str(backups))
    assert restored.returncode == 0, restored.stderr
    store.missing_buckets = {"leaks"}
    try:
        target.serve()
        assert detections(target) == 1
        assert target.run("erase", "user7@people.test").returncode == 0
    finally:
        target.end()
    store.missing_buckets, store.is_down = set(), True
    backed = product.run("backup", str(backups))
    assert backed.returncode == 0, backed.stderr  # nothing new is to be copied
    assert product.run("verify", str(backups)).returncode == 0


async def test_files_stay_while_a_backup_runs(settings: Settings, key_ring: KeyRing, database_url: str) -> None:
    connection, watcher = await asyncpg.connect(database_url), await asyncpg.connect(database_url)
    try:
        with await asyncio.to_thread(Lake, dsn(settings), settings, key_ring) as lake:
            await connection.execute("SELECT pg_advisory_lock_shared($1)", HOLD_LOCK)
            deleting = asyncio.create_task(asyncio.to_thread(purge, lake))
            waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted)"
            async with asyncio.timeout(60):
                while not await watcher.fetchval(waiting, HOLD_LOCK):
                    await asyncio.sleep(0.05)
            await asyncio.to_thread(lake.upkeep)  # merges, and leaves what is unused for the next time
            assert not deleting.done()
            await connection.execute("SELECT pg_advisory_unlock_shared($1)", HOLD_LOCK)
            await asyncio.wait_for(deleting, 60)
    finally:
        await connection.close()
        await watcher.close()


def test_requests_are_signed_as_amazon_documents_it() -> None:
    """The examples of Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)."""
    credentials = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    headers = {"host": "examplebucket.s3.amazonaws.com", "x-amz-content-sha256": nothing}
    day = datetime(2013, 5, 24)  # noqa: DTZ001 -- UTC
    read = sign("GET", "/test.txt", {}, {**headers, "range": "bytes=0-9"}, credentials, "us-east-1", day)
    assert read["authorization"].endswith("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    listed = sign("GET", "/", {"max-keys": "2", "prefix": "J"}, headers, credentials, "us-east-1", day)
    assert listed["authorization"].endswith("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
