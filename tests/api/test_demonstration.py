"""The demonstration that fills an empty installation, whole or gone on with."""

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from factories import make_account, make_user
from process_installation import postgres_processes
from products import COMMAND, Product

from breachlight.config import Settings
from breachlight.database.connection import connect, server
from breachlight.demonstration.leaks import LEAKS
from breachlight.processes.bootstrap import prepare


@pytest.mark.spec("B4.4.3")
@pytest.mark.long
async def test_a_killed_demonstration_is_resumed(
    settings: Settings, connection: asyncpg.Connection, tmp_path: Path
) -> None:
    assert settings.database_url is not None
    product = Product(tmp_path / "installed", DATABASE_URL=settings.database_url.get_secret_value())
    ingested = "SELECT count(DISTINCT leak_id) FROM leak_files"
    process = subprocess.Popen(
        [COMMAND, "demo"], env=product.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 60
    while await connection.fetchval(ingested) < 3:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    process.kill()
    process.wait()

    for _ in range(2):  # the second time there is nothing left to do
        done = product.run("demo")
        assert done.returncode == 0, done.stderr
        assert "http://localhost:" in done.stdout
        assert await connection.fetchval(ingested) == len(LEAKS)
        assert await connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
        assert await connection.fetchval("SELECT count(*) FROM users") == 2
        assert await connection.fetchval("SELECT count(*) FROM identities") == 3
    assert await connection.fetchval("SELECT count(*) FROM alerts") > 200
    events = [line for line in product.log_lines() if line["event"] == "filling the demonstration"]
    assert len(events) == 1


async def test_an_installation_with_accounts_of_its_own_is_left_alone(
    settings: Settings, connection: asyncpg.Connection, tmp_path: Path
) -> None:
    assert settings.database_url is not None
    product = Product(tmp_path / "installed", DATABASE_URL=settings.database_url.get_secret_value())
    assert product.run("migrate").returncode == 0
    assert product.run("settings").returncode == 0
    assert product.run("ingest", str(tmp_path / "absent")).returncode == 1
    await make_user(connection, await make_account(connection))
    assert product.run("demo").returncode == 0
    assert await connection.fetchval("SELECT count(*) FROM users") == 1
    assert await connection.fetchval("SELECT count(*) FROM leaks") == 0


@pytest.fixture
def heard() -> Iterator[None]:
    """Let what is started hear Ctrl-C, to which a shell makes the tests deaf that it runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("command", "moment"),
    [("serve", "while its database starts"), ("serve", "while it is filled"), ("demo", "while its database starts")],
)
def test_a_demonstration_that_is_stopped_leaves_no_database_behind(
    tmp_path: Path, command: str, moment: str, told: signal.Signals
) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    data = tmp_path / "installed" / "data"
    try:
        product.start(command)
        if moment == "while it is filled":
            product.wait_until(lambda: "filling the demonstration" in product.log_text())
        product.wait_until(lambda: postgres_processes(data))
        process = product.running[command]
        process.send_signal(told)
        assert process.wait(30) == 128 + told
    finally:
        product.end()
    assert postgres_processes(data) == []


def test_sigterm_stops_what_a_shell_has_made_deaf_to_ctrl_c(tmp_path: Path) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    deaf = subprocess.Popen(
        ["/bin/sh", "-c", 'trap "" INT; exec "$0" demo', COMMAND],
        env=product.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    product.wait_until(lambda: postgres_processes(tmp_path / "installed" / "data"))
    deaf.send_signal(signal.SIGTERM)
    assert deaf.wait(30) == 128 + signal.SIGTERM
    assert postgres_processes(tmp_path / "installed" / "data") == []


async def test_a_stopped_demonstration_stops_its_database_however_many_signals_come(tmp_path: Path) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    settings = Settings(environment="demonstration", data_folder=product.folder / "data", database_url=None)
    async with server(settings):
        await prepare(settings)
        connection = await connect(settings)
        await make_user(connection, await make_account(connection))
        await connection.close()

    try:
        process = product.serve().running["serve"]
        while process.poll() is None and postgres_processes(settings.data_folder):
            process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        product.end()
    assert postgres_processes(settings.data_folder) == []
