"""The embedded PostgreSQL: started by the first process that wants it, shared by all, stopped by the last one out.

Files under ``<data folder>/postgresql`` (mode 0700): ``cluster`` (the data, and the Unix socket), ``credentials.json``
(mode 0600), ``server.log``, and two lock files. ``turn.lock`` is held while the server is started or stopped, by one
process at a time; ``users.lock`` is held, shared, by everybody who uses the server. The kernel lets go of both when a
process dies, so after a kill -9 nothing is left to clean up.
"""

import asyncio
import fcntl
import json
import os
import secrets
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg

from breachlight.database.cluster import ADMINISTRATOR, Cluster
from breachlight.database.errors import DatabaseError
from breachlight.kit.file_births import birth_of

NAME = "breachlight"
_PORT = 5432
_START_SECONDS = 60.0
# A process that is just being executed has no command line yet, so for this long none is to be seen.
_EXECUTION_SECONDS = 1.0
_RECOVERY_SECONDS = 900.0


class EmbeddedPostgreSQL:
    """One server per data folder, for any number of processes of the same user."""

    def __init__(self, folder: Path) -> None:
        """Name the data folder; nothing happens before ``acquire``."""
        self._folder = folder.absolute() / "postgresql"
        self._users: int | None = None

    def acquire(self) -> str:
        """Start the server or join the running one, and return its DSN. Blocks: call it in a thread.

        Raises:
            DatabaseError: one sentence that says what to do.
        """
        if self._users is not None:
            return self.dsn()
        try:
            self._make_folder()
            with self._turn():
                users = self._open_lock("users.lock")
                try:
                    fcntl.flock(users, fcntl.LOCK_SH)
                    self._bring_up()
                except BaseException:
                    os.close(users)
                    raise
                self._users = users
        except OSError as error:
            raise DatabaseError(
                f"The embedded PostgreSQL cannot use {self._folder} ({error.strerror}): make that folder writable with "
                "1 GB free, set another one in BREACHLIGHT_DATA_FOLDER, or set DATABASE_URL."
            ) from error
        return self.dsn()

    def release(self) -> None:
        """Leave the server; the last process out stops it. Blocks; does nothing when not acquired."""
        if self._users is None:
            return
        users, self._users = self._users, None
        try:
            with self._turn():
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return
                Cluster(self._folder).stop()
        finally:
            os.close(users)

    def revive(self) -> bool:
        """Start the acquired server again if it has died, and say whether it had. Blocks.

        Raises:
            DatabaseError: it does not start.
        """
        if self._users is None or Cluster(self._folder).server_id() is not None:
            return False
        with self._turn():
            # Another process, or our own release, may have come first.
            if self._users is None or Cluster(self._folder).server_id() is not None:
                return False
            self._bring_up()
            return True

    def dsn(self) -> str:
        """Return the DSN of the server, whether it runs or not.

        Raises:
            DatabaseError: it has never been started here.
        """
        return self._dsn_of(NAME, NAME)

    def administrator_dsn(self, database: str = NAME) -> str:
        """Return the DSN of the server's superuser, who owns what the product's role must not change.

        Raises:
            DatabaseError: it has never been started here.
        """
        return self._dsn_of(ADMINISTRATOR, database)

    def exists(self) -> bool:
        """Return whether there is a cluster, running or not."""
        return (Cluster(self._folder).data / "PG_VERSION").exists()

    def creation_mark(self) -> str | None:
        """Return when the cluster's files were created, which differs in a copy of the folder; None where unknown."""
        data = Cluster(self._folder).data
        # A copy that leaves equal files alone, as rsync does, still replaces pg_control, which PostgreSQL writes in place.
        births = [birth_of(data / name) for name in ("PG_VERSION", "global/pg_control")]
        return None if None in births else ":".join(map(str, births))

    def _dsn_of(self, role: str, database: str) -> str:
        try:
            password = json.loads((self._folder / "credentials.json").read_text())[role]
        except (OSError, ValueError, KeyError) as error:
            raise DatabaseError(
                f"The passwords of the embedded PostgreSQL in {self._folder / 'credentials.json'} are missing or cannot "
                "be read: restore that file from a backup, or move the folder away to start with an empty database."
            ) from error
        host = quote(str(Cluster(self._folder).socket_folder), safe="")
        return f"postgresql://{role}:{password}@/{database}?host={host}&port={_PORT}"

    def _make_folder(self) -> None:
        missing = [path for path in (self._folder, *self._folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir(mode=0o700, exist_ok=True)
        status = self._folder.stat()
        if status.st_uid != os.geteuid():
            raise DatabaseError(
                f"{self._folder} belongs to user id {status.st_uid} and this is user id {os.geteuid()}: "
                "run Breachlight as that user, or set another folder in BREACHLIGHT_DATA_FOLDER."
            )
        if status.st_mode & 0o077:
            raise DatabaseError(
                f"{self._folder} can be read by other users and contains the database's password: "
                f"run chmod 700 {self._folder}."
            )

    @contextmanager
    def _turn(self) -> Iterator[None]:
        turn = self._open_lock("turn.lock")
        try:
            fcntl.flock(turn, fcntl.LOCK_EX)
            yield
        finally:
            os.close(turn)

    def _open_lock(self, name: str) -> int:
        # Python opens files close-on-exec (PEP 446), so the server cannot inherit a lock.
        return os.open(self._folder / name, os.O_RDWR | os.O_CREAT, 0o600)

    def _bring_up(self) -> None:
        cluster = Cluster(self._folder)
        if cluster.exists:
            cluster.check_version()
        else:
            cluster.create(self._new_credentials())
        is_ours = cluster.server_id() is None
        if is_ours:
            cluster.start(_settings())
        self._wait_for_answer(cluster, is_ours=is_ours)

    def _new_credentials(self) -> str:
        passwords = {ADMINISTRATOR: secrets.token_urlsafe(32), NAME: secrets.token_urlsafe(32)}
        path, draft = self._folder / "credentials.json", self._folder / "credentials.new"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            json.dump(passwords, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        return passwords[ADMINISTRATOR]

    def _wait_for_answer(self, cluster: Cluster, *, is_ours: bool) -> None:
        begin, pause = time.monotonic(), 0.02
        while True:
            number, waited = cluster.server_id(), time.monotonic() - begin
            if not cluster.alive and not is_ours:
                # What was found running was dying of a kill -9.
                cluster.start(_settings())
                begin, is_ours = time.monotonic(), True
                continue
            if not cluster.alive and waited > _EXECUTION_SECONDS:
                raise DatabaseError(cluster.failure())
            try:
                _in_thread(_look_in(self.dsn()))
                return
            except (asyncpg.InvalidPasswordError, asyncpg.InvalidCatalogNameError):
                # A cluster whose first start was cut short before our role and database stood.
                self._prepare()
            except asyncpg.CannotConnectNowError:  # it replays its log after a kill -9
                if waited > _RECOVERY_SECONDS:
                    raise DatabaseError(_silent(cluster, number)) from None
            except asyncpg.TooManyConnectionsError:
                return
            except (OSError, TimeoutError, asyncpg.PostgresError) as error:
                if waited > _START_SECONDS:
                    raise DatabaseError(_silent(cluster, number)) from error
            time.sleep(pause)
            pause = min(pause * 1.3, 0.5)

    def _prepare(self) -> None:
        password = json.loads((self._folder / "credentials.json").read_text())[NAME]
        try:
            _in_thread(_make_role_and_database(self._dsn_of(ADMINISTRATOR, "postgres"), password))
        except asyncpg.InvalidPasswordError as error:
            raise DatabaseError(
                f"{self._folder / 'credentials.json'} does not contain the passwords of this cluster: "
                "restore that file from a backup, or move the folder away to start with an empty database."
            ) from error


def _silent(cluster: Cluster, number: int | None) -> str:
    return (
        f"The embedded PostgreSQL (process {number}) is running but does not respond: see {cluster.log}, "
        "or end that process and try again."
    )


def _settings() -> dict[str, str]:
    memory_mb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    return {
        "listen_addresses": "",
        "unix_socket_permissions": "0700",
        "max_connections": "200",
        "shared_buffers": f"{min(1024, max(128, memory_mb // 16))}MB",
        "effective_cache_size": f"{max(256, memory_mb // 2)}MB",
        "max_wal_size": "2GB",
        "random_page_cost": "1.1",
        "jit": "off",
        "timezone": "UTC",
        "log_timezone": "UTC",
        # A failed statement, its details and the lines of a COPY hold leaked secrets; clients are still told.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
    }


async def _look_in(dsn: str) -> None:
    connection = await asyncpg.connect(dsn, timeout=5)
    await connection.close()


async def _make_role_and_database(dsn: str, password: str) -> None:
    connection = await asyncpg.connect(dsn, timeout=30)
    try:
        # To stretch a password makes guesses slow, and each log-in too: here there are 256 random bits to guess.
        await connection.execute("SET scram_iterations = 1")
        # The password is of token_urlsafe's alphabet; DDL takes no parameters.
        exists = await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", NAME)
        await connection.execute(f"{'ALTER' if exists else 'CREATE'} ROLE {NAME} LOGIN CREATEDB PASSWORD '{password}'")
        if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", NAME):
            await connection.execute(f"CREATE DATABASE {NAME} OWNER {NAME}")
    finally:
        await connection.close()


def _in_thread(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end from blocking code, whether or not this thread has an event loop."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
