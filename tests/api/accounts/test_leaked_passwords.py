"""Passwords that stand in the lake are refused; what the lake cannot say in time refuses nothing else (A05)."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from ingestion_harness import Silence
from sign_up import Visitor, field_errors

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit.keys import KeyRing
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.ingest.ingestion import Ingestion
from breachlight.leaks.ingest.sources import find_sources
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.leaked_password_index import fill_index
from breachlight.leaks.leaked_passwords import has_leaked

LEAKED = "six-Leaked-herons-9"  # invented
OTHER_LEAKED = "two-Leaked-otters-8"  # invented
NOT_LEAKED = "six-Silent-herons-9"  # invented
MESSAGE = "This password appeared in a leak. Choose another."


@pytest.fixture
def ingest(settings: Settings, key_ring: KeyRing, tmp_path: Path, visitor: Visitor) -> Any:
    """Take a leak of these lines in."""

    async def take(name: str, *lines: str, batch_bytes: int = 1 << 20) -> None:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "lines.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        with Lake(dsn(settings), settings, key_ring) as lake:
            leak = LeakDescription(name)
            ingestion = Ingestion(
                settings, key_ring, lake, leak, stopped=lambda: False, progress=Silence(), batch_bytes=batch_bytes
            )
            for source in find_sources([str(folder)]):
                await ingestion.ingest(source)

    return take


def lines(*passwords: str) -> list[str]:
    return [f"jo{number}@people.example:{password}" for number, password in enumerate(passwords)] + [
        f"user{number}@people.example:invented-secret-{number}" for number in range(50)
    ]


async def test_a05_a_leaked_password_is_refused_once_its_leak_is_in_the_index(
    visitor: Visitor, ingest: Any, settings: Settings
) -> None:
    await ingest("first", *lines(LEAKED, LEAKED))
    await fill_index()
    assert field_errors(await visitor.register(password=LEAKED)) == {"password": MESSAGE}
    assert (await visitor.register(password=LEAKED.upper()))["__typename"] == "LoginSuccess"
    await ingest("second", *lines(OTHER_LEAKED))
    other = {"email": "other@people.test"}
    await fill_index()
    assert field_errors(await visitor.register(**other, password=OTHER_LEAKED)) == {"password": MESSAGE}
    assert field_errors(await visitor.register(**other, password=LEAKED)) == {"password": MESSAGE}
    assert (await visitor.register(**other, password=NOT_LEAKED))["__typename"] == "LoginSuccess"


async def test_each_batch_enters_the_index_once(visitor: Visitor, ingest: Any, connection: asyncpg.Connection) -> None:
    passwords = [f"leaked-number-{number}" for number in range(600)]
    leaked = [f"jo{number}@people.example:{word}" for number, word in enumerate(passwords)]
    await ingest("leak", *leaked, batch_bytes=1024)
    assert await connection.fetchval("SELECT count(*) FROM batches") > 8
    await asyncio.gather(*(fill_index() for _ in range(3)))
    await fill_index()
    sizes = await connection.fetch("SELECT length(digests) AS size FROM leaked_passwords.digests")
    assert sum(row["size"] for row in sizes) == 6 * len(passwords)
    taken = "SELECT count(*) FROM leaked_passwords.batches"
    assert await connection.fetchval(taken) == await connection.fetchval("SELECT count(*) FROM batches")
    assert all([await has_leaked(word) for word in passwords])
    assert not any([await has_leaked(f"another-number-{number}") for number in range(600)])


async def test_without_new_batches_the_lake_is_not_opened(visitor: Visitor, ingest: Any, settings: Settings) -> None:
    await ingest("leak", *lines(LEAKED))
    await fill_index()
    lake = Path(settings.lake_path)
    lake.rename(lake.with_name("moved"))
    await fill_index()
    assert not lake.exists()
    assert await has_leaked(LEAKED)


async def test_a05_without_the_index_the_list_and_own_words_still_apply(
    visitor: Visitor, ingest: Any, connection: asyncpg.Connection
) -> None:
    await ingest("first", *lines(LEAKED))
    await fill_index()
    await connection.execute("ALTER TABLE leaked_passwords.digests RENAME COLUMN digests TO lost")
    assert (await visitor.register(password="password1"))["__typename"] == "ValidationProblem"
    assert (await visitor.register(password="Ida-Moss-2026"))["__typename"] == "ValidationProblem"
    assert (await visitor.register(password=LEAKED))["__typename"] == "LoginSuccess"


async def test_a05_a_locked_index_delays_nobody_for_long(
    visitor: Visitor, ingest: Any, connection: asyncpg.Connection
) -> None:
    await ingest("first", *lines(LEAKED))
    await fill_index()
    async with connection.transaction():
        await connection.execute("LOCK TABLE leaked_passwords.digests")
        assert (await visitor.register(password="password1"))["__typename"] == "ValidationProblem"
        assert (await visitor.register(password=LEAKED))["__typename"] == "LoginSuccess"


async def test_hashes_that_leaked_are_no_passwords(visitor: Visitor, ingest: Any) -> None:
    digest = "5f4dcc3b5aa765d61d8327deb882cf99"
    await ingest("first", *lines(LEAKED), f"jo@people.example:{digest}")
    await fill_index()
    assert await has_leaked(LEAKED)
    assert not await has_leaked(digest)


async def test_nothing_readable_is_in_the_index(visitor: Visitor, ingest: Any, connection: asyncpg.Connection) -> None:
    await ingest("first", *lines(LEAKED))
    await fill_index()
    rows = await connection.fetch("SELECT * FROM leaked_passwords.digests")
    kept = b"".join(row["digests"] for row in rows)
    assert len(kept) == 6 * 51
    assert LEAKED.encode() not in kept
    for plain in (hashlib.blake2b(LEAKED.encode(), digest_size=8), hashlib.sha256(LEAKED.encode())):
        assert plain.digest()[2:8] not in kept
