"""``breachlight keys rotate`` while processes run, on one host and on two."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import jwt
import pytest
from callers import PASSWORD
from customers import add_customer
from key_rotation import wait_until_used
from products import Product, ProductCaller

from breachlight.kit.keys import sealed_with

ALERTS = "{ alerts { results { id } } }"
REVEAL = "mutation ($id: ID!) { revealPassword(alertId: $id) { __typename ... on RevealPasswordSuccess { password } } }"


@pytest.fixture
def host(tmp_path: Path, database_url: str) -> Iterator[Product]:
    installed = Product(tmp_path / "a", DATABASE_URL=database_url)
    assert installed.run("settings", "login_enabled=true").returncode == 0
    yield installed
    installed.end()


@pytest.fixture
def other_host(tmp_path: Path, host: Product, database_url: str) -> Iterator[Product]:
    """A second host of the same installation, with a copy of the key file."""
    lake = host.folder / "data" / "lake"
    installed = Product(tmp_path / "b", DATABASE_URL=database_url, BREACHLIGHT_LAKE_PATH=lake)
    assert host.run("leaks", "list").returncode == 0
    _copy_keys(host, installed)
    yield installed
    installed.end()


def _keys(product: Product) -> Path:
    return product.folder / "data" / "keys.json"


def _copy_keys(source: Product, target: Product) -> None:
    _keys(target).parent.mkdir(exist_ok=True, mode=0o700)
    shutil.copy2(_keys(source), _keys(target))


async def _fetch(address: str, statement: str) -> list[Any]:
    connection = await asyncpg.connect(address)
    try:
        return [row[0] for row in await connection.fetch(statement)]
    finally:
        await connection.close()


def _signed_with(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])


def _states(product: Product) -> dict[str, str]:
    done = product.run("keys", "list", "--json")
    assert done.returncode == 0, done.stderr
    return {key["key"]: key["state"] for key in json.loads(done.stdout)}


@pytest.mark.long
def test_running_processes_take_up_new_keys_without_a_restart(host: Product, tmp_path: Path) -> None:
    host.serve()
    host.start("worker")
    url = host.environment["DATABASE_URL"]
    add_customer(url, has_domain=True)
    (tmp_path / "one.txt").write_text("jo@acme.example:Invented-1\n")
    assert host.run("ingest", str(tmp_path / "one.txt")).returncode == 0
    with closing(ProductCaller(host, "jo@people.test", PASSWORD)) as caller:
        assert _signed_with(caller.tokens["authToken"]) == "1"
        done = host.run("keys", "rotate", "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["rotated"] == ["signing-2", "sealing-2"]
        (tmp_path / "two.txt").write_text("kim@acme.example:Invented-2\n")
        assert host.run("ingest", str(tmp_path / "two.txt")).returncode == 0
        found = [alert["id"] for alert in caller.graphql(ALERTS)["data"]["alerts"]["results"]]
        revealed = {caller.graphql(REVEAL, {"id": each})["data"]["revealPassword"]["password"] for each in found}
        assert revealed == {"Invented-1", "Invented-2"}
        wait_until_used(host, "signing-2")
        with closing(ProductCaller(host, "jo@people.test", PASSWORD)) as again:
            assert _signed_with(again.tokens["authToken"]) == "2"
    sealed = asyncio.run(_fetch(url, "SELECT password_sealed FROM alerts"))
    assert sorted(map(sealed_with, sealed)) == [1, 2]
    assert _states(host) == {
        "signing-1": "old",
        "signing-2": "active",
        "sealing-1": "old",
        "sealing-2": "active",
        "indexing-1": "active",
    }
    events = asyncio.run(_fetch(url, "SELECT kind FROM operator_events ORDER BY happened_at, id"))
    assert events == ["key_added", "key_rotated"] * 2


@pytest.mark.long
def test_no_host_uses_a_key_before_every_host_has_it(host: Product, other_host: Product) -> None:
    host.serve()
    other_host.serve()
    add_customer(host.environment["DATABASE_URL"], has_domain=True)
    refused = host.run("keys", "rotate", "signing", "--wait", "0")
    assert refused.returncode == 1
    assert "signing-2 is in the key file and not in use yet" in refused.stderr
    assert (_states(host)["signing-1"], _states(host)["signing-2"]) == ("active", "next")
    ready = httpx.get(host.url + "/readyz").json()
    assert (ready["status"], ready.get("warnings")) == ("ready", None)
    waiting = httpx.get(other_host.url + "/readyz").json()
    lacking = "the key file lacks signing-2, which a rotation waits for"
    assert (waiting["status"], waiting["warnings"]) == ("ready", {"keys": lacking})
    assert waiting["components"]["keys"] == {"status": "warning", "reason": lacking}
    _copy_keys(host, other_host)
    done = host.run("keys", "rotate", "signing", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rotated"] == ["signing-2"]
    # The copied file still says that the key waits; the database's state counts.
    wait_until_used(host, "signing-2")
    with closing(ProductCaller(host, "jo@people.test", PASSWORD)) as caller:
        assert _signed_with(caller.tokens["authToken"]) == "2"
    with closing(ProductCaller(other_host, "jo@people.test", PASSWORD)) as caller:
        assert _signed_with(caller.tokens["authToken"]) == "2"


def test_a_host_with_an_old_key_file_says_so_and_starts_nothing(host: Product, other_host: Product) -> None:
    assert host.run("keys", "rotate", "sealing").returncode == 0  # no process runs that could lack it
    for command in (["serve"], ["settings", "login_enabled=false"]):
        done = other_host.run(*command)
        assert done.returncode == 1
        assert "is older than the database: it lacks sealing-2" in done.stderr
    host.serve()
    before = _keys(host).read_bytes()
    content = json.loads(before)
    del content["keys"]["sealing-2"]
    content["keys"]["sealing-1"]["state"] = "active"
    _keys(host).write_text(json.dumps(content))
    host.wait_until(lambda: host.status("/readyz") == 503)
    answer = httpx.get(host.url + "/readyz").json()
    assert answer["reasons"] == {"keys": "the key file is older than the database: it lacks sealing-2"}
    _keys(host).write_bytes(before)
    host.wait_until(lambda: host.status("/readyz") == 200)


def test_the_indexing_key_stays(host: Product) -> None:
    done = host.run("keys", "rotate", "indexing")
    assert done.returncode == 1
    assert "can't be rotated" in done.stderr
    assert set(_states(host)) == {"signing-1", "sealing-1", "indexing-1"}
