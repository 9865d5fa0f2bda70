"""The DuckDB that holds the lake: its extensions, its catalogue in PostgreSQL, and its files.

Nothing but digests, numbers and sealed bytes ever enters this DuckDB, so it may spill to disk.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import duckdb
import structlog

from breachlight.config import Settings
from breachlight.database.addresses import named
from breachlight.leaks.lake.faults import LakeError, full_disk, lake_errors

CATALOGUE_SCHEMA: Final = "lake"
"""The schema of PostgreSQL that holds DuckLake's catalogue."""

MEMORY_LIMIT: Final = "384MB"
_OPENING_LOCK: Final = 0x6C616B66
_EXTENSIONS: Final = ("ducklake", "postgres_scanner", "httpfs")
_LARGEST_POOL: Final = 4
# Loads of several processes end one after the other: who comes second tries again, soon and often.
_RETRIES: Final = {"ducklake_max_retry_count": 100, "ducklake_retry_wait_ms": 10, "ducklake_retry_backoff": 1.05}
_STORE_SECONDS: Final = 5
_CHECK_NAME: Final = "store-check.txt"
_HAS_DATA: Final = """
SELECT (EXISTS (SELECT FROM public.batches) OR EXISTS (
    SELECT FROM lake.ducklake_data_file JOIN lake.ducklake_table USING (table_id) WHERE table_name = 'blocks'
))::text
"""

_log = structlog.get_logger(__name__)


def connect_lake(dsn: str, settings: Settings) -> duckdb.DuckDBPyConnection:
    """Open a DuckDB that has the lake attached as ``lake`` and its PostgreSQL as ``locks``.

    Raises:
        LakeError: the folder cannot be written, the store or PostgreSQL cannot be reached, or the lake is elsewhere.
    """
    path, dsn = data_path(settings), named(dsn)
    spill = settings.data_folder / "lake-spill"
    connection = duckdb.connect(
        ":memory:",
        config={
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            # Their packages were held to the lock's hashes when they were installed; to hold a hundred megabytes to their
            # signatures again takes half a second of every start. Nothing but these files is ever loaded.
            "allow_unsigned_extensions": "true",
            "threads": 1,  # a batch is small: sorted by one thread, it takes less of the processor than by two
            "memory_limit": MEMORY_LIMIT,
            "temp_directory": str(spill),
        },
    )
    try:
        with lake_errors(settings):
            for name in _EXTENSIONS:
                connection.execute(f"LOAD {_quoted(str(_extension(name)))}")
            connection.execute(f"SET pg_pool_max_connections = {_LARGEST_POOL}")
            for name, value in _RETRIES.items():
                connection.execute(f"SET {name} = {value}")
            if path.startswith("s3://"):
                connection.execute(_secret(settings, path))
            connection.execute(f"ATTACH {_quoted(dsn)} AS locks (TYPE postgres)")
            # Making the same catalogue twice at once fails.
            with advisory_lock(connection, _OPENING_LOCK, shared=False):
                _prepare_catalogue(connection, settings, path)
                connection.execute(
                    f"ATTACH {_quoted(f'ducklake:postgres:{dsn}')} AS lake "
                    f"(DATA_PATH {_quoted(path)}, METADATA_SCHEMA {_quoted(CATALOGUE_SCHEMA)}, DATA_INLINING_ROW_LIMIT 0)"
                )
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare_catalogue(connection: duckdb.DuckDBPyConnection, settings: Settings, path: str) -> None:
    """Check the store of a new lake before its catalogue names it, and drop a catalogue at another path that has no data.

    So a mistyped path is corrected by correcting the setting, until something has been ingested.
    """
    (is_made,) = _asked(connection, "SELECT (to_regclass('lake.ducklake_metadata') IS NOT NULL)::text")
    if is_made == "true":
        (stored,) = _asked(connection, "SELECT max(value) FROM lake.ducklake_metadata WHERE key = 'data_path'")
        if stored in {None, path}:
            return
        (has_data,) = _asked(connection, _HAS_DATA)
        if has_data == "true":
            return  # attaching reports where the lake is
    if path.startswith("s3://"):
        check_store(settings, writes=True)
    if is_made == "true":
        _log.warning("the lake is empty and is created at another path", old=stored, new=path)
        connection.execute(f"CALL postgres_execute('locks', 'DROP SCHEMA {CATALOGUE_SCHEMA} CASCADE')").fetchall()


def _asked(connection: duckdb.DuckDBPyConnection, statement: str) -> tuple[str | None]:
    """Return the only value of a statement in PostgreSQL."""
    rows = connection.execute("SELECT * FROM postgres_query('locks', $statement)", {"statement": statement}).fetchall()
    return (rows[0][0],)


def read_object(settings: Settings, address: str) -> tuple[str, float | None] | None:
    """Return the text of an object in the lake's store and the time in seconds at which it was stored, or None if there is none.

    Raises:
        OSError: the store doesn't answer within seconds, or refuses.
    """
    with _store(settings) as store:
        # Without a pattern, glob takes an object for there.
        folder = address.rpartition("/")[0]
        found = store.execute("SELECT file FROM glob($all) WHERE file = $one", {"all": f"{folder}/*", "one": address})
        if not found.fetchall():
            return None
        (row,) = store.execute(
            "SELECT content, epoch(last_modified) FROM read_text($address)", {"address": address}
        ).fetchall()
        return str(row[0]), row[1]


def write_object(settings: Settings, address: str, line: str) -> None:
    """Write one line of text as an object of the lake's store.

    Raises:
        OSError: the store doesn't answer within seconds, or refuses.
    """
    with _store(settings) as store:
        _write_line(store, address, line)


def check_store(settings: Settings, *, writes: bool = False) -> None:
    """Ask the lake's object store for its files, or with ``writes`` write a line of text to it and read that again.

    Raises:
        LakeError: it doesn't answer within seconds, has no such bucket, refuses, or loses what is written.
    """
    if writes:
        address, text = f"{data_path(settings)}{_CHECK_NAME}", "written to check this store"
        with lake_errors(settings), _connected_store(settings) as store:
            _write_line(store, address, text)
            (content,) = store.execute("SELECT content FROM read_text($address)", {"address": address}).fetchall()[0]
        if content.strip() != text:
            raise LakeError(f"The object store of the lake {settings.lake_path} does not return what is written to it.")
        return
    with lake_errors(settings), _connected_store(settings) as store:
        store.execute("SELECT count(*) FROM glob($all)", {"all": f"{data_path(settings)}{_CHECK_NAME}*"}).fetchall()


def _write_line(store: duckdb.DuckDBPyConnection, address: str, line: str) -> None:
    plain = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01'"
    store.execute(f"COPY (SELECT {_quoted(line)}) TO {_quoted(address)} ({plain})")


@contextmanager
def _store(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a DuckDB that reaches the lake's store, without the lake; its errors become ``OSError``."""
    try:
        with _connected_store(settings) as connection:
            yield connection
    except duckdb.Error as error:
        raise OSError(type(error).__name__) from None


@contextmanager
def _connected_store(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(":memory:", config={"allow_unsigned_extensions": "true", "threads": 1}) as connection:
        connection.execute(f"LOAD {_quoted(str(_extension('httpfs')))}")
        connection.execute(f"SET http_timeout = {_STORE_SECONDS}")
        connection.execute("SET http_retries = 1")
        connection.execute(_secret(settings, data_path(settings)))
        yield connection


@contextmanager
def advisory_lock(connection: duckdb.DuckDBPyConnection, number: int, *, shared: bool) -> Iterator[None]:
    """Hold an advisory lock of PostgreSQL, alone or ``shared``; if this process dies it goes with its connection."""
    function = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
    with connection.cursor() as cursor:
        cursor.begin()
        try:
            cursor.execute(f"SELECT * FROM postgres_query('locks', 'SELECT {function}({number})::text')").fetchall()
            yield
        finally:
            # Always, also when the lock was not had: a transaction on a lost connection that DuckDB itself has to roll
            # back, when the cursor is closed, ends the whole process.
            with suppress(duckdb.Error):  # its connection is gone, and the lock with it
                cursor.rollback()


@contextmanager
def tried_lock(connection: duckdb.DuckDBPyConnection, number: int) -> Iterator[bool]:
    """Hold an advisory lock alone if nobody has it, and yield whether it is held."""
    with connection.cursor() as cursor:
        cursor.begin()
        try:
            statement = f"SELECT pg_try_advisory_xact_lock({number})::text"
            rows = cursor.execute(
                "SELECT * FROM postgres_query('locks', $statement)", {"statement": statement}
            ).fetchall()
            yield rows[0][0] == "true"
        finally:
            with suppress(duckdb.Error):  # as in advisory_lock
                cursor.rollback()


def check_space(settings: Settings, size: int) -> None:
    """Make sure that so many bytes fit on the disk of a local lake: a load that fails half-way leaves its files there.

    Raises:
        LakeError: they do not fit.
    """
    if not settings.lake_path.startswith("s3://") and shutil.disk_usage(settings.lake_path).free < size:
        raise full_disk(settings.lake_path)


def data_path(settings: Settings) -> str:
    """Return where the lake's files are, as DuckLake stores it: absolute and with a slash at its end.

    Raises:
        LakeError: the folder cannot be created or written.
    """
    if settings.lake_path.startswith("s3://"):
        return settings.lake_path.rstrip("/") + "/"
    folder = Path(settings.lake_path).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise LakeError(
            f"The folder of the lake {folder} cannot be created ({error.strerror}): make the folder above it writable, or "
            "set another path in BREACHLIGHT_LAKE_PATH."
        ) from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise LakeError(
            f"The lake {folder} cannot be written: make it writable for this user, or correct BREACHLIGHT_LAKE_PATH."
        )
    return f"{folder}/"


def _extension(name: str) -> Path:
    package = find_spec(f"duckdb_extension_{name}")
    for location in (package.submodule_search_locations or []) if package else []:
        for file in Path(location).glob(f"extensions/*/{name}.duckdb_extension"):
            return file
    raise LakeError(f"The DuckDB extension {name} is not installed: install Breachlight again with its dependencies.")


def _secret(settings: Settings, path: str) -> str:
    """How to reach the S3 store; held by this DuckDB only, never written."""
    options = {
        "TYPE": "s3",
        "REGION": _quoted(settings.lake_s3_region),
        "SCOPE": _quoted(path),
        "USE_SSL": "true" if settings.lake_s3_use_tls else "false",
    }
    if settings.lake_s3_key_id and settings.lake_s3_secret:
        options["KEY_ID"] = _quoted(settings.lake_s3_key_id)
        options["SECRET"] = _quoted(settings.lake_s3_secret.get_secret_value())
    if settings.lake_s3_endpoint:
        options |= {"ENDPOINT": _quoted(settings.lake_s3_endpoint), "URL_STYLE": _quoted("path")}
    return f"CREATE SECRET lake_store ({', '.join(f'{name} {value}' for name, value in options.items())})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
