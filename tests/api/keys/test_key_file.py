"""Key files that are foreign, old, damaged or gone, as commands and running processes meet them."""

import asyncio
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import httpx
import psutil
import pytest
from callers import PASSWORD
from customers import add_customer
from products import Product

from breachlight.kit.keys import KeyRing

LOGIN = {"email": "jo@people.test", "password": PASSWORD}


@pytest.fixture
def product(tmp_path: Path, database_url: str) -> Iterator[Product]:
    installed = Product(tmp_path / "host", DATABASE_URL=database_url)
    yield installed
    installed.end()


@pytest.fixture
def key_file(product: Product) -> Path:
    """The key file of an installation that has a user and was started once."""
    assert product.run("migrate").returncode == 0
    assert product.run("leaks", "list").returncode == 0
    add_customer(product.environment["DATABASE_URL"])
    return product.folder / "data" / "keys.json"


async def _content(address: str) -> list[object]:
    """Return what a refused command must leave as it was."""
    connection = await asyncpg.connect(address)
    try:
        return [
            [tuple(row) for row in await connection.fetch(f"SELECT * FROM {table}")]
            for table in (
                "known_keys",
                "key_holders",
                "site_settings",
                "leaks",
                "leak_files",
                "operator_events",
                "sessions",
            )
        ]
    finally:
        await connection.close()


def _foreign(path: Path) -> None:
    path.unlink()
    KeyRing.create(path)


def _without_sealing(path: Path) -> None:
    content = json.loads(path.read_text())
    content["keys"]["sealing-2"] = content["keys"].pop("sealing-1")
    path.write_text(json.dumps(content))


@pytest.mark.long
def test_every_command_refuses_a_foreign_key_file_before_it_writes_anything(
    product: Product, key_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "leak.txt").write_text("jo@people.test:Invented-1\n")
    _foreign(key_file)
    before = asyncio.run(_content(product.environment["DATABASE_URL"]))
    for command in (
        ["settings", "login_enabled=false"],
        ["migrate"],
        ["leaks", "list"],
        ["leaks", "retract", "leak"],
        ["quarantine", "list"],
        ["erase", "jo@people.test"],
        ["users", "signout", "jo@people.test"],
        ["keys", "list"],
        ["keys", "rotate"],
        ["ingest", str(tmp_path / "leak.txt")],
        ["worker"],
        ["serve"],
    ):
        done = product.run(*command)
        assert done.returncode == 1, (command, done.stdout, done.stderr)
        (line,) = [line for line in done.stderr.splitlines() if not line.startswith("{")]
        assert "is not that of this installation" in line, command
        assert "Nothing was changed." in line
    assert asyncio.run(_content(product.environment["DATABASE_URL"])) == before
    assert not list((product.folder / "data" / "lake").rglob("*.parquet"))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_without_sealing, "lacks sealing-1, retired after this database was backed up"),
        (lambda path: path.write_text(path.read_text()[:60]), "is damaged: restore it from its backup"),
        (lambda path: path.write_text("no JSON"), "is damaged: restore it from its backup"),
        (lambda path: path.chmod(0o644), "run chmod 600"),
        (lambda path: (path.unlink(), path.mkdir()), "is a folder"),
        (os.unlink, "cannot be opened without it"),
    ],
)
def test_an_unusable_key_file_is_one_sentence(
    product: Product, key_file: Path, damage: Callable[[Path], object], sentence: str
) -> None:
    damage(key_file)
    done = product.run("settings", "login_enabled=false")
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert sentence in line


def test_a_server_that_restarts_without_its_keys_answers_503_until_they_are_back(
    product: Product, key_file: Path
) -> None:
    product.serve()
    away = key_file.with_suffix(".away")
    key_file.rename(away)
    key_file.mkdir()
    supervisor = psutil.Process(product.running["serve"].pid)
    (child,) = [each for each in supervisor.children() if "breachlight.processes.server" in " ".join(each.cmdline())]
    os.kill(child.pid, signal.SIGKILL)
    product.wait_until(lambda: product.status("/readyz") == 503)
    ready = httpx.get(product.url + "/readyz").json()
    assert ready["failing"] == ["keys"]
    assert str(key_file) not in str(ready)
    answer = httpx.post(product.url + "/api/v1/account/login", json=LOGIN, timeout=30)
    assert (answer.status_code, answer.headers["retry-after"], list(answer.json())) == (503, "5", ["error"])
    query = {"query": 'mutation { login(input: {email: "jo@people.test", password: "x"}) { __typename } }'}
    fault = httpx.post(product.url + "/graphql", json=query, timeout=30).json()["errors"][0]
    assert fault["extensions"]["code"] == "UNAVAILABLE"
    assert any("is a folder" in line.get("reason", "") for line in product.log_lines())
    key_file.rmdir()
    away.rename(key_file)
    product.wait_until(lambda: product.status("/readyz") == 200)
    assert httpx.post(product.url + "/api/v1/account/login", json=LOGIN, timeout=30).status_code == 200


def test_readiness_reports_a_file_of_another_installation_and_the_process_keeps_its_keys(
    product: Product, key_file: Path
) -> None:
    product.serve()
    shutil.copy2(key_file, key_file.with_suffix(".copy"))
    _foreign(key_file)
    product.wait_until(lambda: product.status("/readyz") == 503)
    assert httpx.post(product.url + "/api/v1/account/login", json=LOGIN, timeout=30).status_code == 200
    shutil.copy2(key_file.with_suffix(".copy"), key_file)
    product.wait_until(lambda: product.status("/readyz") == 200)
