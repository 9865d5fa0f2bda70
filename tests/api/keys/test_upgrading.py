"""The first start of this version on an installation whose database doesn't know its keys yet."""

import base64
import json
from pathlib import Path

import asyncpg
import pytest
from factories import make_account, make_user

from breachlight.config import Settings, get_key_ring
from breachlight.keys.repository import known_keys
from breachlight.kit.keys import KeyFileError, KeyRing
from breachlight.processes.bootstrap import prepare
from breachlight.sessions.mfa import device_codes


def write_format_1(path: Path, masters: dict[int, bytes], current: int) -> None:
    content = {
        "format": 1,
        "current": current,
        "masters": {str(number): base64.b64encode(key * 32).decode() for number, key in masters.items()},
        "index": base64.b64encode(b"i" * 32).decode(),
    }
    path.unlink(missing_ok=True)
    path.write_text(json.dumps(content))
    path.chmod(0o600)
    get_key_ring.cache_clear()


@pytest.fixture
async def sealed_with_2(settings: Settings, connection: asyncpg.Connection) -> None:
    """A secret that the second key of a file of format 1 sealed."""
    write_format_1(settings.key_file, {1: b"a", 2: b"b"}, 2)
    user = await make_user(connection, await make_account(connection))
    sealed = device_codes.seal_secret(KeyRing.load(settings.key_file), user.id, "SECRET", device_codes.SECRET)
    await connection.execute("UPDATE users SET mfa_device_secret_sealed = $2 WHERE id = $1", user.id, sealed)


@pytest.mark.usefixtures("sealed_with_2")
async def test_the_file_of_the_installation_is_registered_and_stays_as_it_is(
    settings: Settings, connection: asyncpg.Connection
) -> None:
    before = settings.key_file.read_bytes()
    await prepare(settings)
    known = await known_keys(connection)
    assert {name: row.state.value for name, row in known.items()} == {
        "signing-1": "old",
        "signing-2": "active",
        "sealing-1": "old",
        "sealing-2": "active",
        "indexing-1": "active",
    }
    assert settings.key_file.read_bytes() == before


@pytest.mark.usefixtures("sealed_with_2")
@pytest.mark.parametrize(("masters", "current"), [({1: b"a", 2: b"x"}, 2), ({1: b"a"}, 1)])
async def test_a_foreign_or_older_file_is_refused_and_not_registered(
    settings: Settings, connection: asyncpg.Connection, masters: dict[int, bytes], current: int
) -> None:
    write_format_1(settings.key_file, masters, current)
    with pytest.raises(KeyFileError, match="is not that of this installation: it can't open what is stored"):
        await prepare(settings)
    assert await known_keys(connection) == {}


async def test_two_hosts_that_start_at_once_on_an_empty_database_dont_both_make_keys(
    settings: Settings, connection: asyncpg.Connection
) -> None:
    await prepare(settings)
    settings.key_file.unlink()
    KeyRing.create(settings.key_file)
    get_key_ring.cache_clear()
    with pytest.raises(KeyFileError, match="is not that of this installation"):
        await prepare(settings)
