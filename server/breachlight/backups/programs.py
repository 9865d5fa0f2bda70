"""pg_dump and pg_restore of the embedded PostgreSQL, for any server."""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from breachlight.backups.errors import BackupError
from breachlight.database.addresses import without_secrets
from breachlight.database.binaries import binaries_folder

_SHOWN = 300


async def dump(address: str, snapshot: str, file: Path) -> None:
    """Write a dump of the database as of a snapshot.

    Raises:
        BackupError: it can't be written.
    """
    await _run("pg_dump", address, "--format=custom", "--compress=gzip:3", f"--snapshot={snapshot}", f"--file={file}")


async def restore(address: str, file: Path) -> None:
    """Restore a dump into an empty database: all of it or nothing.

    Raises:
        BackupError: it can't be restored; the database is still empty.
    """
    options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    await _run("pg_restore", address, *options, str(file))


async def _run(program: str, address: str, *options: str) -> None:
    shown, secrets = without_secrets(address)
    with _environment(secrets) as environment:
        child = await asyncio.create_subprocess_exec(
            binaries_folder(for_other_account=False) / program,
            f"--dbname={shown}",
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
    if child.returncode:
        # Further lines may quote what is stored.
        first = next((line for line in errors.decode(errors="replace").splitlines() if "error" in line.lower()), "")
        raise BackupError(f"{program} failed with exit code {child.returncode}: {first[:_SHOWN] or 'it was stopped.'}")


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
