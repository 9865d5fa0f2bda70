"""Connections and what an operator is told about a wrong DATABASE_URL."""

import asyncio
from urllib.parse import urlsplit

import asyncpg
import pytest

from breachlight.config import Settings
from breachlight.database.connection import connect, database, dsn, server, tortoise_config
from breachlight.database.errors import DatabaseError
from breachlight.database.migrations import migrate
from breachlight.site.models import SiteSettings


def with_url(tmp_path, url):
    return Settings(environment="test", data_folder=tmp_path / "data", database_url=url)


async def rows_of_site_settings():
    return await SiteSettings.all().count()


async def refusal(tmp_path, url):
    with pytest.raises(DatabaseError) as caught:
        async with database(with_url(tmp_path, url)):
            pass
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert "top-secret-password" not in message
    return message


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://user:top-secret-password@localhost/breachlight",
        "postgresql://localhost/breachlight",
        "postgresql://user@localhost",
        "postgresql://user:top-secret-password@localhost:port/breachlight",
        "postgresql://user:top-secret-password@[::1/breachlight",
        "postgresql://user:top-secret-password@localhost/breachlight?sslmode=maybe",
        "postgresql://user:top-secret-password@localhost/breachlight?sslmode=verify-full&sslrootcert=/nowhere",
    ],
)
async def test_an_address_that_cannot_be_read(tmp_path, url):
    assert "write it as postgresql://" in await refusal(tmp_path, url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:top-secret-password@127.0.0.1:8199/breachlight",
        "postgresql://user:top-secret-password@host.invalid/breachlight",
        "postgresql://user:top-secret-password@/breachlight?host=/nowhere",
    ],
)
async def test_a_server_that_is_not_there(tmp_path, url):
    assert "start it, or correct DATABASE_URL" in await refusal(tmp_path, url)


async def test_a_wrong_password_and_a_missing_database(tmp_path, database_server):
    parts = urlsplit(database_server)
    assert "has no database nowhere" in await refusal(tmp_path, parts._replace(path="/nowhere").geturl())
    if parts.password:
        wrong = database_server.replace(parts.password, "top-secret-password")
        assert "refuses user" in await refusal(tmp_path, wrong)


async def test_tortoise_serves_every_task_and_may_come_up_again(settings):
    for _ in range(2):
        async with database(settings) as address:
            assert address == dsn(settings)
            tasks = [asyncio.create_task(rows_of_site_settings()) for _ in range(20)]
            assert await asyncio.gather(*tasks) == [1] * 20


async def test_sessions_are_in_utc(settings):
    connection = await connect(settings)
    try:
        assert await connection.fetchval("SHOW timezone") == "UTC"
    finally:
        await connection.close()


async def test_the_embedded_server_comes_up_and_goes_with_its_users(tmp_path):
    settings = Settings(environment="test", data_folder=tmp_path / "data", database_url=None)
    with pytest.raises(DatabaseError):
        dsn(settings)
    async with server(settings) as address:
        await migrate(settings)
        async with database(settings):
            assert await SiteSettings.all().count() == 1
        connection = await asyncpg.connect(address)
        await connection.close()
    with pytest.raises(OSError):  # noqa: PT011 -- whichever the system gives for a socket that is gone
        await asyncpg.connect(address)


def test_the_pool_is_small_unless_set():
    credentials = tortoise_config("postgresql://user@host.example/name")["connections"]["default"]["credentials"]
    assert (credentials["minsize"], credentials["maxsize"]) == (1, 5)
