"""pg_dump and pg_restore of the embedded PostgreSQL, for any server."""

import asyncio
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from breachlight.backups.errors import BackupError
from breachlight.database.addresses import without_secrets
from breachlight.database.binaries import binaries_folder
from breachlight.leaks.ranges.definitions import INDEXES
from breachlight.restores.repository import RESTORED_SCHEMA

_SHOWN: Final = 300
# Hashes without a key stay out of backups: a worker builds that index again.
_DUMPED: Final = (
    "--format=custom",
    "--compress=gzip:3",
    f"--exclude-schema={RESTORED_SCHEMA}",
    *(f"--exclude-schema={index.schema}" for index in INDEXES),
)
_RESTORED: Final = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")


async def dump(address: str, snapshot: str, file: Path) -> None:
    """Write a dump of the database as of a snapshot.

    Raises:
        BackupError: it can't be written.
    """
    await _connected("pg_dump", address, *_DUMPED, f"--snapshot={snapshot}", f"--file={file}")


async def restore(address: str, file: Path) -> None:
    """Restore a dump into an empty database: all of it or nothing.

    Raises:
        BackupError: it can't be restored; the database is still empty.
    """
    await _connected("pg_restore", address, *_RESTORED, str(file))


async def archive_fault(file: Path) -> str | None:
    """Read a dump to its end, without a server, and return why that isn't possible, or None."""
    code, error = await _run("pg_restore", "--file=/dev/null", str(file), environment=os.environ)
    return f"The dump {file} of the backup cannot be read ({error}): use another backup." if code > 0 else None


async def _connected(program: str, address: str, *options: str) -> None:
    shown, secrets = without_secrets(address)
    with _environment(secrets) as environment:
        code, error = await _run(program, f"--dbname={shown}", *options, environment=environment)
    if code:
        raise BackupError(f"{program} failed with exit code {code}: {error or 'it was stopped.'}")


async def _run(program: str, *options: str, environment: Mapping[str, str]) -> tuple[int, str]:
    """Return the exit code, below 0 if the program was stopped, and the first error; further lines may quote what is stored."""
    child = await asyncio.create_subprocess_exec(
        binaries_folder(for_other_account=False) / program,
        *options,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await child.communicate()
    except asyncio.CancelledError:
        child.terminate()
        await child.wait()
        raise
    lines = errors.decode(errors="replace").splitlines()
    return await child.wait(), next((line for line in lines if "error" in line.lower()), "")[:_SHOWN]


@contextmanager
def _environment(secrets: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield the environment of a program with secrets of its address; libpq has no variable for that of a client's key."""
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "10"}
    if "password" in secrets:
        environment["PGPASSWORD"] = secrets["password"]
    if "sslpassword" not in secrets:
        yield environment
        return
    with tempfile.NamedTemporaryFile("w", prefix="breachlight-service-") as file:  # mode 0600
        file.write(f"[breachlight]\nsslpassword={secrets['sslpassword']}\n")
        file.flush()
        yield {**environment, "PGSERVICEFILE": file.name, "PGSERVICE": "breachlight"}
