"""Without the lake everything but ingestion works, and ingestion resumes: a store that is down, a full disk, a mistyped bucket."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from callers import PASSWORD
from customers import add_customer
from products import COMMAND, Product, ProductCaller
from s3_server import KEY_ID, S3Server, s3_server

LINES = 400
USER = "someone@people.test"


@pytest.fixture
def store() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def product(tmp_path: Path, store: S3Server, database_url: str) -> Iterator[Product]:
    installation = Product(
        tmp_path,
        DATABASE_URL=database_url,
        BREACHLIGHT_LAKE_PATH="s3://leaks/v1",
        BREACHLIGHT_LAKE_S3_ENDPOINT=store.endpoint,
        BREACHLIGHT_LAKE_S3_KEY_ID=KEY_ID,
        BREACHLIGHT_LAKE_S3_SECRET="invented",
        BREACHLIGHT_LAKE_S3_USE_TLS="false",
        BREACHLIGHT_LOG_LEVEL="info",
    )
    yield installation
    installation.end()


def leak(folder: Path, name: str = "leak.txt") -> str:
    lines = [f"user{number}@people.test:Blue{number}\n" for number in range(LINES)]
    (folder / name).write_text("jo@people.test:Blue42\n" + "".join(lines))
    return str(folder / name)


def detections(product: Product) -> int:
    """Log in as that user, and return the number of detections in the list."""
    with closing(ProductCaller(product, USER, PASSWORD)) as caller:
        return len(caller.graphql("{ alerts { results { id } } }")["data"]["alerts"]["results"])


def lake_component(product: Product) -> tuple[int, dict[str, str]]:
    answer = httpx.get(product.url + "/readyz", timeout=10)
    return answer.status_code, answer.json()["components"]["lake"]


def test_a_store_that_is_down_stops_ingestion_alone_and_it_resumes(
    product: Product, store: S3Server, tmp_path: Path
) -> None:
    product.serve()
    add_customer(product.environment["DATABASE_URL"], USER, monitored="jo@people.test")
    first = product.run("ingest", leak(tmp_path), "--json")
    assert first.returncode == 0, first.stderr
    store.is_down = True
    product.wait_until(lambda: lake_component(product)[1]["status"] == "warning")
    assert lake_component(product) == (200, {"status": "warning", "reason": "the object store does not respond"})
    assert detections(product) == 1
    (tmp_path / "second.txt").write_text("jo@people.test:Green7\n")
    command = [COMMAND, "ingest", str(tmp_path / "second.txt"), "--leak", "leak", "--json"]
    with subprocess.Popen(
        command, env=product.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as waiting:
        assert waiting.stderr is not None
        for line in waiting.stderr:
            if "does not respond" in line:
                assert "Trying again for a minute" in line
                break
        else:
            pytest.fail("the outage wasn't reported")
        store.is_down = False
        output, errors = waiting.communicate(timeout=120)
    assert waiting.returncode == 0, errors
    assert json.loads(output)["total"]["records"] == 1
    assert detections(product) == 2
    product.wait_until(lambda: lake_component(product)[1] == {"status": "ok"})
    again = json.loads(product.run("ingest", leak(tmp_path), str(tmp_path / "second.txt"), "--json").stdout)
    assert {file["state"] for file in again["files"]} == {"already_ingested"}


def test_a_mistyped_bucket_on_the_first_start_is_corrected_by_correcting_it(
    product: Product, store: S3Server, tmp_path: Path
) -> None:
    store.missing_buckets = {"leeks"}
    product.environment["BREACHLIGHT_LAKE_PATH"] = "s3://leeks/v1"
    for command in (["serve"], ["ingest", leak(tmp_path)]):
        refused = product.run(*command)
        assert refused.returncode == 1
        assert f"The bucket leeks does not exist at {store.endpoint}: correct BREACHLIGHT_LAKE_PATH" in refused.stderr
    assert not (product.folder / "data" / "keys.json").exists()
    product.environment["BREACHLIGHT_LAKE_PATH"] = "s3://leaks/v1"
    done = product.run("ingest", leak(tmp_path))
    assert done.returncode == 0, done.stderr
    assert any(name.startswith("leaks/v1/main/blocks/") for name in store.objects)


def test_a_lake_without_data_follows_a_corrected_path_and_one_with_data_does_not(
    product: Product, store: S3Server, tmp_path: Path
) -> None:
    """The first bucket exists, but it is another one than meant."""
    product.environment["BREACHLIGHT_LAKE_PATH"] = "s3://wrong/v1"
    assert product.run("leaks", "list").returncode == 0
    product.run("erase", "nobody@people.test")  # opens the lake, and makes it
    assert [name for name in store.objects if name.startswith("wrong/v1/main/")]
    product.environment["BREACHLIGHT_LAKE_PATH"] = "s3://leaks/v1"
    done = product.run("ingest", leak(tmp_path))
    assert done.returncode == 0, done.stderr
    product.environment["BREACHLIGHT_LAKE_PATH"] = "s3://wrong/v1"
    refused = product.run("ingest", leak(tmp_path, "other.txt"))
    assert refused.returncode == 1
    assert "The lake is at s3://leaks/v1/, not at s3://wrong/v1" in refused.stderr


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 80 MiB, where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"no file system can be mounted here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_of_the_lake_stops_ingestion_alone_and_it_resumes(
    small_disk: Path, tmp_path: Path, database_url: str
) -> None:
    lake = small_disk / "lake"
    product = Product(tmp_path / "product", DATABASE_URL=database_url, BREACHLIGHT_LAKE_PATH=lake)
    try:
        product.serve()
        add_customer(database_url, USER, monitored="jo@people.test")
        filler = small_disk / "filler"
        free = os.statvfs(small_disk)
        filler.write_bytes(b"\0" * (free.f_bavail * free.f_bsize - 4096))
        assert lake_component(product) == (200, {"status": "warning", "reason": "the disk is full"})
        stopped = product.run("ingest", leak(tmp_path))
        assert stopped.returncode == 1
        assert f"The disk of the lake {lake} is full: free some space" in stopped.stderr
        assert detections(product) == 0
        product.end()
        product.serve()  # also a start does without the lake's disk
        filler.unlink()
        done = product.run("ingest", leak(tmp_path), "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["total"]["records"] == LINES + 1
        assert detections(product) == 1
        assert lake_component(product) == (200, {"status": "ok"})
    finally:
        product.end()
