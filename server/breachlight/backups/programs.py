"""pg_dump and pg_restore of the embedded PostgreSQL, for any server."""

import asyncio
import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from breachlight.backups.errors import BackupError
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
    shown, password = _without_password(address)
    environment = {**os.environ, "PGPASSWORD": password, "PGCONNECT_TIMEOUT": "10"} if password else dict(os.environ)
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


def _without_password(address: str) -> tuple[str, str | None]:
    """Return an address that other users may see in the list of processes, and its password."""
    parts = urlsplit(address)
    query = parse_qsl(parts.query)
    given = (
        unquote(parts.password) if parts.password else next((text for name, text in query if name == "password"), None)
    )
    user, _, hosts = parts.netloc.rpartition("@")
    netloc = f"{user.partition(':')[0]}@{hosts}" if user else hosts
    kept = urlencode([(name, text) for name, text in query if name != "password"])
    return urlunsplit((parts.scheme, netloc, parts.path, kept, "")), given
