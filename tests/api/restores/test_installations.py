"""The embedded database: a copied data folder is a restore; kill -9, restarts and moves are none."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from event_loops import run_apart
from factories import make_account, make_user
from process_installation import postgres_processes, wait_until
from products import Product, ProductCaller

from breachlight.auth.password_hashing import PARAMETERS, PasswordHasher
from breachlight.database.embedded import EmbeddedPostgreSQL

PASSWORD = "correct-Horse-7-staple"  # invented
EMAIL = "jo@people.example"
LOGOUT = "mutation L($token: String!) { logout(refreshToken: $token) { __typename } }"
REFRESH = "mutation R($token: String!) { refresh(refreshToken: $token) { __typename ... on Problem { code } } }"
ROUNDS = 12
# What a server does while people log out: it is killed in the middle of it.
CHANGES = """
import asyncio, sys
from breachlight.config import get_settings
from breachlight.database.connection import connect, server
from breachlight.restores.startup import check_restore, kept_generation
async def run():
    settings = get_settings()
    async with server(settings):
        print("restored" if await check_restore(settings) else "as it was", flush=True)
        async with kept_generation(settings):
            connection = await connect(settings)
            while True:
                await connection.execute("UPDATE sessions SET ended_at = NULL")
                await asyncio.sleep(0.002)
asyncio.run(run())
"""


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    installed = Product(tmp_path / "installed")
    yield installed
    installed.end()


def data_of(product: Product) -> Path:
    return product.folder / "data"


def fetch(product: Product, statement: str) -> list[asyncpg.Record]:
    async def run() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(EmbeddedPostgreSQL(data_of(product)).dsn())
        try:
            return await connection.fetch(statement)
        finally:
            await connection.close()

    return run_apart(run)


def serve_with_user(product: Product) -> ProductCaller:
    """Start the product, add a user, and log in."""
    product.serve()

    async def add() -> None:
        connection = await asyncpg.connect(EmbeddedPostgreSQL(data_of(product)).dsn())
        await connection.execute("UPDATE site_settings SET login_enabled = true")
        hasher = PasswordHasher.from_parameters(PARAMETERS)
        await make_user(connection, await make_account(connection), EMAIL, hasher.hash(PASSWORD))
        await connection.close()

    run_apart(add)
    return ProductCaller(product, EMAIL, PASSWORD)


def outside(product: Product) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((data_of(product) / "lake/restore-detection/generation.json").read_text())
    return record


def restores(product: Product) -> list[dict[str, Any]]:
    rows = fetch(product, "SELECT detail FROM operator_events WHERE kind = 'backup_restored'")
    return [json.loads(row["detail"]) for row in rows]


def copied(source: Path, target: Path) -> None:
    subprocess.run(["cp", "-a", str(source), str(target)], check=True)


@pytest.mark.long
def test_a_copied_data_folder_revives_nothing_and_a_move_is_no_restore(product: Product, tmp_path: Path) -> None:
    caller = serve_with_user(product)
    product.end()
    copied(data_of(product), tmp_path / "backup")

    product.serve()
    assert restores(product) == []
    before = outside(product)["generation"]
    caller.graphql(LOGOUT, {"token": caller.tokens["refreshToken"]})
    wait_until(lambda: outside(product)["generation"] > before)
    product.end()

    data_of(product).rename(tmp_path / "away")
    (tmp_path / "away").rename(data_of(product))
    product.serve()
    assert restores(product) == []
    product.end()

    shutil.rmtree(data_of(product))
    copied(tmp_path / "backup", data_of(product))
    product.serve()
    (found,) = restores(product)
    assert (found["reason"], found["knows_changes"], found["sessions_ended"]) == ("copied_folder", False, 1)
    answer = caller.graphql(REFRESH, {"token": caller.tokens["refreshToken"]})
    assert answer["data"]["refresh"]["code"] == "SESSION_ENDED"
    assert not [row for row in fetch(product, "SELECT kind FROM mails") if row["kind"] == "session_stolen"]
    product.end()
    product.serve()
    assert len(restores(product)) == 1


@pytest.mark.long
def test_a_restore_while_the_product_runs_is_detected_within_seconds(product: Product) -> None:
    caller = serve_with_user(product)
    generation = outside(product)["generation"]
    fetch(product, "UPDATE installation_state SET generation = 1")
    product.wait_until(lambda: restores(product))
    assert outside(product)["generation"] > generation
    answer = caller.graphql(REFRESH, {"token": caller.tokens["refreshToken"]})
    assert answer["data"]["refresh"]["code"] == "SESSION_ENDED"


@pytest.mark.long
def test_after_restore_does_the_same_by_hand(product: Product) -> None:
    caller = serve_with_user(product)
    done = product.run("after-restore")
    assert done.stdout.startswith("Ended: 1 sessions, 0 links and codes."), done.stderr
    assert restores(product)[0]["reason"] == "requested"
    answer = caller.graphql(REFRESH, {"token": caller.tokens["refreshToken"]})
    assert answer["data"]["refresh"]["code"] == "SESSION_ENDED"


@pytest.mark.long
def test_after_restore_applies_the_consequences_of_a_detected_restore_once(product: Product) -> None:
    serve_with_user(product)
    product.end()
    record = data_of(product) / "restore-detection/generation.json"
    newer = json.loads(record.read_text())
    for file in data_of(product).rglob("generation.json"):
        file.write_text(json.dumps(newer | {"generation": newer["generation"] + 5}))
    done = product.run("after-restore")
    assert done.stdout.startswith("A restored database was detected. Ended: 1 sessions"), done.stderr
    product.serve()
    assert [found["reason"] for found in restores(product)] == ["older_generation"]


@pytest.mark.long
def test_no_kill_9_counts_as_a_restore(product: Product) -> None:
    serve_with_user(product)
    product.end()
    chance = random.Random(14)
    generations = []
    for number in range(ROUNDS):
        with subprocess.Popen(
            [sys.executable, "-c", CHANGES], env=product.environment, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "as it was", f"round {number}"
            try:
                process.wait(chance.uniform(0, 1.6))
            except subprocess.TimeoutExpired:
                process.kill()
        for server in postgres_processes(data_of(product)) if number % 3 == 0 else []:
            os.kill(server.pid, signal.SIGKILL)
        generations.append(outside(product)["generation"])
    assert generations == sorted(set(generations))
