"""Fixtures of all tests: a real PostgreSQL, one database per test, settings, keys and connections.

The server is the embedded one, in a folder of this run, one for each pytest-xdist worker: transactions are numbered for the
whole server, so an open one of another test would affect what this one reads. With BREACHLIGHT_TEST_DATABASE_URL the tests
run on another server instead, whose role must be allowed to create databases; there they take turns. With BREACHLIGHT_TEST_CITUS
they run on a Citus cluster (``citus_cluster``).
"""

import asyncio
import fcntl
import gc
import hashlib
import os
import shutil
import signal
import threading
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from itertools import compress, groupby, islice
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg
import psutil
import pytest
from argon2 import PasswordHasher, extract_parameters
from background_work import is_background
from citus_cluster import FOLDER as CITUS
from citus_cluster import CitusCluster
from databases import execute_patiently, named_database
from event_loops import run_apart
from external_database import ExternalPostgreSQL
from hypothesis import HealthCheck
from hypothesis import settings as example_settings
from products import free_port
from tortoise.models import MetaInfo

from breachlight.auth import password_hashing
from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import connect, database
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.migrations import migrate
from breachlight.kit import clock
from breachlight.kit.garbage import collect_garbage_seldom
from breachlight.kit.keys import KeyRing
from breachlight.site import edited_content

Result = TypeVar("Result")
MIGRATIONS = Path(__file__).parents[1] / "server" / "migrations" / "models"
_MEMORY = Path("/dev/shm")
_ENOUGH = 8 << 30

# How long an example takes, or to invent it, depends on what else the machine does.
example_settings.register_profile(
    "patient", parent=example_settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
example_settings.load_profile("patient")


def pytest_configure() -> None:
    """Keep the folders of the tests in memory where there is enough of it.

    A database is made and dropped for each of a thousand tests, which costs a file system on a disk more than the test.
    """
    if _MEMORY.is_dir() and min(shutil.disk_usage(_MEMORY).free, psutil.virtual_memory().available) >= _ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))
    gc.disable()


def pytest_collection_finish() -> None:
    """Exclude collected tests, which live to the end, from garbage collection."""
    gc.freeze()
    collect_garbage_seldom()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let each worker begin with its part of the long tests, so that none is left alone with one at the end.

    pytest-xdist gives each worker an equal run of the list, from front to back.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    is_long = [item.get_closest_marker("long") is not None for item in items]
    # Tests of a file stay together: some share what took long to prepare.
    files = [list(tests) for _, tests in groupby(compress(items, is_long), key=lambda item: item.path)]
    first = [[item for file in files[worker::workers] for item in file] for worker in range(workers)]
    rest = iter([item for item, long in zip(items, is_long, strict=True) if not long])
    share = len(items) // workers
    items[:] = [item for begun in first for item in (*begun, *islice(rest, max(share - len(begun), 0)))] + list(rest)


def settings_for(folder: Path, database_url: str, administrator_url: str) -> Settings:
    urls: dict[str, Any] = {"database_url": database_url, "database_admin_url": administrator_url}
    return Settings(environment="test", data_folder=folder, **urls)


@pytest.fixture
def primary() -> Iterator[ExternalPostgreSQL]:
    """A PostgreSQL server that an operator runs."""
    server = ExternalPostgreSQL(free_port())
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session", autouse=True)
def cheap_hashing() -> Iterator[None]:
    """Hash passwords with the least parameters: thousands of logins of these tests would take minutes of the processor.

    Servers that a test starts as processes, and tests that ask for ``real_hashing``, have the parameters of the product.
    """
    real = password_hashing._hasher, password_hashing._nobody
    password_hashing._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    password_hashing._nobody = password_hashing._hash_of_nothing(extract_parameters(password_hashing._hasher.hash("")))
    yield
    password_hashing._hasher, password_hashing._nobody = real


@pytest.fixture(scope="session", autouse=True)
def models_finished_once() -> Iterator[None]:
    """Let Tortoise work out each model's fields and filters once, not for each of some two thousand applications."""
    real, finished = MetaInfo.finalise_model, set[MetaInfo]()

    def finish(meta: MetaInfo) -> None:
        if meta not in finished:
            finished.add(meta)
            real(meta)

    MetaInfo.finalise_model = finish  # type: ignore[method-assign]  # every database of these tests is PostgreSQL
    yield
    MetaInfo.finalise_model = real  # type: ignore[method-assign]


@pytest.fixture
def real_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as the product does."""
    hasher = PasswordHasher.from_parameters(password_hashing.PARAMETERS)
    monkeypatch.setattr(password_hashing, "_hasher", hasher)
    monkeypatch.setattr(password_hashing, "_nobody", password_hashing._hash_of_nothing(password_hashing.PARAMETERS))


@pytest.fixture(scope="session")
def citus() -> Iterator[CitusCluster | None]:
    """The cluster that the tests run on; None without BREACHLIGHT_TEST_CITUS."""
    cluster = CitusCluster(CITUS) if CITUS else None
    yield cluster
    if cluster is not None:
        cluster.remove()


@pytest.fixture(scope="session")
def database_server(tmp_path_factory: pytest.TempPathFactory, citus: CitusCluster | None) -> Iterator[str]:
    """The DSN of a running server, the embedded one unless BREACHLIGHT_TEST_DATABASE_URL names another."""
    if citus is not None:
        yield citus.coordinator.url
        return
    given = os.environ.get("BREACHLIGHT_TEST_DATABASE_URL")
    if given:
        yield given
        return
    folder = tmp_path_factory.getbasetemp() / "server"
    server = EmbeddedPostgreSQL(folder)
    url = server.acquire()
    _spare_the_disk(folder)
    yield url
    server.release()


@pytest.fixture(scope="session")
def administrator_url(database_server: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The DSN of an administrator for a database of the server: of its superuser, or of the role that the tests are given."""
    if CITUS or os.environ.get("BREACHLIGHT_TEST_DATABASE_URL"):
        return lambda name: named_database(database_server, name)
    return EmbeddedPostgreSQL(tmp_path_factory.getbasetemp() / "server").administrator_dsn


def _spare_the_disk(folder: Path) -> None:
    """Let a server of tests not wait for its disk, and keep little there: its data must outlive its processes alone."""
    (settings,) = folder.rglob("postgresql.auto.conf")
    with settings.open("a") as file:
        file.write("fsync = off\nfull_page_writes = off\nmax_wal_size = 256MB\n")
    os.kill(int((settings.parent / "postmaster.pid").read_text().split("\n", 1)[0]), signal.SIGHUP)


@pytest.fixture
def turn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No other test has the server: by itself where each worker has its own, by a lock where all are given one."""
    if not (os.environ.get("BREACHLIGHT_TEST_DATABASE_URL") and os.environ.get("PYTEST_XDIST_WORKER")):
        yield
        return
    with (tmp_path_factory.getbasetemp().parent / "turn").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def database_template(
    database_server: str,
    administrator_url: Callable[[str], str],
    tmp_path_factory: pytest.TempPathFactory,
    citus: CitusCluster | None,
) -> str:
    """The name of a database with every migration applied, made by one worker; tests get copies of it."""
    marks = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(MIGRATIONS.glob("*.py")))).hexdigest()[:12]
    name = f"breachlight_template_{marks}"
    folder = tmp_path_factory.mktemp("template")

    async def prepare() -> str:
        if citus is not None:
            await citus.create_database(name, "template0")
            await migrate(settings_for(folder, named_database(database_server, name), administrator_url(name)))
            await citus.distribute(name)
            return name
        connection = await asyncpg.connect(database_server)
        try:
            await connection.execute("SELECT pg_advisory_lock(hashtext('breachlight test template'))")
            if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
                draft = f"{name}_draft"
                await execute_patiently(connection, f"DROP DATABASE IF EXISTS {draft} WITH (FORCE)")
                await connection.execute(f"CREATE DATABASE {draft} TEMPLATE template0")
                url = named_database(database_server, draft)
                await migrate(settings_for(folder, url, administrator_url(draft)))
                await connection.execute(f"ALTER DATABASE {draft} RENAME TO {name}")
        finally:
            await connection.close()
        return name

    return run_apart(prepare)


@pytest.fixture(scope="session")
def administer(database_server: str) -> Iterator[Callable[[str], None]]:
    """Run a statement on the server, over one connection that each test makes and drops its database through."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    links: list[asyncpg.Connection] = []

    async def execute(statement: str) -> None:
        if not links or links[-1].is_closed():
            links.append(await asyncpg.connect(database_server))
        await execute_patiently(links[-1], statement)

    async def close() -> None:
        for link in links:
            await link.close()

    def run(work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, loop).result()

    try:
        yield lambda statement: run(execute(statement))
        run(close())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def database_url(
    database_server: str,
    database_template: str,
    administer: Callable[[str], None],
    turn: None,
    citus: CitusCluster | None,
) -> Iterator[str]:
    """The DSN of a fresh, migrated database that goes when the test ends."""
    name = f"test_{uuid.uuid4().hex}"
    if citus is not None:
        run_apart(lambda: citus.create_database(name, database_template))
        citus.refused()
        yield named_database(database_server, name)
        run_apart(lambda: citus.drop_database(name))
        if refused := citus.refused():
            pytest.fail("Citus refused:\n" + "\n".join(refused), pytrace=False)
        return
    administer(f"CREATE DATABASE {name} TEMPLATE {database_template} STRATEGY FILE_COPY")
    yield named_database(database_server, name)
    administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def empty_database_url(database_server: str, administer: Callable[[str], None]) -> Iterator[str]:
    """The DSN of a database without tables on the same server, that goes when the test ends."""
    name = f"test_{uuid.uuid4().hex}"
    administer(f"CREATE DATABASE {name}")
    yield named_database(database_server, name)
    administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def settings(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Settings of the test environment; get_settings() and child processes see the same."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    for variable in [name for name in os.environ if name.startswith("BREACHLIGHT_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("BREACHLIGHT_ENVIRONMENT", "test")
    monkeypatch.setenv("BREACHLIGHT_DATA_FOLDER", str(folder))
    monkeypatch.setenv("DATABASE_URL", database_url)
    # Tests count the statements of requests; a look for edited content would be one more at any time.
    monkeypatch.setattr(edited_content, "_LOOK_SECONDS", 3_600.0)
    get_settings.cache_clear()
    get_key_ring.cache_clear()
    yield get_settings()
    get_settings.cache_clear()
    get_key_ring.cache_clear()


@pytest.fixture
def key_ring(settings: Settings) -> KeyRing:
    """A new key ring, written to the settings' key file."""
    return KeyRing.create(settings.key_file)


@pytest.fixture
async def connection(settings: Settings) -> AsyncIterator[asyncpg.Connection]:
    """A connection to the test's database."""
    link = await connect(settings)
    yield link
    await link.close()


@pytest.fixture
async def administrator(
    administrator_url: Callable[[str], str], database_url: str
) -> AsyncIterator[asyncpg.Connection]:
    """A connection to the test's database as an administrator, who may do what the product's role may not."""
    link = await asyncpg.connect(administrator_url(urlsplit(database_url).path[1:]))
    yield link
    await link.close()


@pytest.fixture
async def tortoise(settings: Settings) -> AsyncIterator[None]:
    """Tortoise up on the test's database, for tests that call services."""
    async with database(settings):
        yield


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that asyncpg executes from here on, except those of the application's background tasks."""
    seen: list[str] = []
    original = asyncpg.Connection._execute

    async def counted(self: Any, query: str, *rest: Any, **named: Any) -> Any:
        if not is_background():
            seen.append(query)
        return await original(self, query, *rest, **named)

    monkeypatch.setattr(asyncpg.Connection, "_execute", counted)
    return seen


@pytest.fixture
def fresh_hour(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to the beginning of an hour, so that no quota is renewed within a test."""
    offset = tmp_path / "clock"
    offset.write_text(str(3600 - clock.now().timestamp() % 3600 + 5), encoding="ascii")
    monkeypatch.setenv("BREACHLIGHT_CLOCK_OFFSET_FILE", str(offset))
