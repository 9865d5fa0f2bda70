"""What the errors of the lake's DuckDB mean, in sentences for the operator."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Final

import duckdb

from breachlight.config import Settings
from breachlight.kit.errors import UnavailableError

_SERVER_ERRORS: Final = 500
_TOO_MANY: Final = 429
_NO_ANSWER: Final = re.compile(
    r"could not (connect to server|resolve hostname)|timeout|timed out|connection (error|reset|refused)", re.IGNORECASE
)
_STORED_PATH: Final = re.compile(r'existing data path in the catalog "([^"]*)"')
_KIND: Final = re.compile(r"[A-Z][A-Za-z ]{0,40}:")
# What libpq, PostgreSQL, PgBouncer and DuckDB's extensions say when a connection breaks or can't be made. Some of it names a
# socket, or repeats the statement with the path of the lake, so it comes before the signs of files and object stores.
_CATALOGUE_LOST: Final = re.compile(
    r"connection to server|connect to postgres|server closed|server conn crashed|terminating connection"
    r"|connection (has been|was|is) (closed|lost)|no connection to the server|connection pointer is null"
    r"|the database system is|(receive|send) data (from|to) (the )?server|lost synchronization|unexpected eof"
    r"|too many (clients|connections)|connection slots|server login|pgbouncer"
    # libpq has nothing to say of a connection that had broken before.
    r'|failed to execute query "[^"]*":\s*$'
    # Only DuckLake goes on after a statement that failed, and its statements are PostgreSQL's.
    r"|unsuccessful query result|transaction is aborted",
    re.IGNORECASE,
)
_CATALOGUE_AWAY: Final = "The lake's catalogue in PostgreSQL cannot be reached: check that the server is up."
# A standby is, until it takes over.
_READ_ONLY: Final = "in a read-only transaction"
_CATALOGUE_READ_ONLY: Final = "The lake's catalogue is on a PostgreSQL server that is read-only: make it writable."


class StoreFault(StrEnum):
    """Why an object store can't be used, without any address."""

    UNREACHABLE = "the object store does not respond"
    NO_BUCKET = "the bucket does not exist"
    REFUSED = "the object store refuses the access key"


class LakeError(UnavailableError):
    """The lake can't be used; ``reason`` is a sentence for the operator on what to do, and clients get a general message.

    ``fault`` is the object store's, if that is the cause.
    """

    code = "LAKE_UNAVAILABLE"

    def __init__(self, reason: str, fault: StoreFault | None = None) -> None:
        super().__init__()
        self.reason = reason
        self.fault = fault

    @property
    def is_outage(self) -> bool:
        """Whether waiting may help."""
        return self.fault is StoreFault.UNREACHABLE

    def __str__(self) -> str:
        return self.reason


class CatalogueError(LakeError):
    """The lake's catalogue can't be reached, which waiting may mend."""

    @property
    def is_outage(self) -> bool:
        """Whether waiting may help."""
        return True


class UnclearError(LakeError):
    """Nothing is known of the error; a few more attempts may help."""


@contextmanager
def lake_errors(settings: Settings) -> Iterator[None]:
    """Turn DuckDB's errors into a ``LakeError``; none of them is passed on as text, since they may hold the DSN."""
    try:
        yield
    except duckdb.Error as error:
        raise _lake_error(error, settings) from None


def _lake_error(error: duckdb.Error, settings: Settings) -> LakeError:
    text, path = str(error), settings.lake_path
    # Object stores are reached over HTTP, whose errors have similar words.
    if "HTTP" not in text and _CATALOGUE_LOST.search(text):
        return CatalogueError(_CATALOGUE_AWAY)
    if _READ_ONLY in text:
        return CatalogueError(_CATALOGUE_READ_ONLY)
    fault = _store_fault(error) if path.startswith("s3://") else None
    if fault is not None:
        return LakeError(_sentence_of(fault, settings), fault)
    reason = _reason(text, path)
    if reason is not None:
        return LakeError(reason)
    if "postgres" in text.lower():
        return CatalogueError(_CATALOGUE_AWAY)
    # Some errors begin with the statement.
    kind = text.partition(":")[0] if _KIND.match(text) else "unknown error"
    return UnclearError(
        f"The lake {path} cannot be used ({kind}): check that its folder and its PostgreSQL are unchanged."
    )


def _store_fault(error: duckdb.Error) -> StoreFault | None:
    """Return what is wrong with the object store, if the error is about it; "not found" alone is about a file."""
    text = str(error)
    if "NoSuchBucket" in text:
        return StoreFault.NO_BUCKET
    status = getattr(error, "status_code", None)
    if status in {401, 403}:
        return StoreFault.REFUSED
    is_down = isinstance(status, int) and (status >= _SERVER_ERRORS or status == _TOO_MANY)
    is_silent = "HTTP" in text and _NO_ANSWER.search(text) is not None
    return StoreFault.UNREACHABLE if is_down or is_silent else None


def full_disk(path: str) -> LakeError:
    """Return the error of a lake whose disk has no more room."""
    return LakeError(f"The disk of the lake {path} is full: free some space, then run the same command again.")


def _reason(text: str, path: str) -> str | None:
    """Return what is wrong with the lake's files, or None if nothing is known of the error."""
    stored = _STORED_PATH.search(text)
    if stored is not None:
        return f"The lake is at {stored[1]}, not at {path}: correct BREACHLIGHT_LAKE_PATH."
    lowered = text.lower()
    if "no space left" in lowered or "disk quota" in lowered:
        return full_disk(path).reason
    if "permission denied" in lowered or "read-only file system" in lowered:
        return f"The lake {path} cannot be written: make it writable for this user, or correct BREACHLIGHT_LAKE_PATH."
    if any(sign in lowered for sign in ("out of memory", "failed to allocate")):
        return "The lake needs more memory than is free: stop other programs, then run the same command again."
    if path.startswith("s3://") and any(sign in lowered for sign in ("http", "s3", "connection error", "curl")):
        return (
            f"The object store of the lake {path} does not respond as expected: check BREACHLIGHT_LAKE_S3_ENDPOINT, "
            "the key and its permissions, and whether the store is up."
        )
    if "cannot open file" in lowered or "no files found" in lowered or "no such file" in lowered:
        return f"A file of the lake {path} is missing or cannot be opened: restore the folder from its backup."
    return None


def _sentence_of(fault: StoreFault, settings: Settings) -> str:
    path, store = settings.lake_path, settings.lake_s3_endpoint or "Amazon S3"
    match fault:
        case StoreFault.NO_BUCKET:
            bucket = path.removeprefix("s3://").partition("/")[0]
            return (
                f"The bucket {bucket} does not exist at {store}: correct BREACHLIGHT_LAKE_PATH, or create the bucket."
            )
        case StoreFault.REFUSED:
            return (
                f"The object store {store} refuses access to the lake {path}: check BREACHLIGHT_LAKE_S3_KEY_ID, "
                "BREACHLIGHT_LAKE_S3_SECRET and the permissions of that key."
            )
    return (
        f"The object store of the lake {path} does not respond ({store}): check whether it is up, and "
        "BREACHLIGHT_LAKE_S3_ENDPOINT."
    )
