"""``breachlight keys list|rotate``, as text or JSON."""

import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.keys import importing, rotation
from breachlight.keys.rotation import ListedKey
from breachlight.kit.clock import write_instant
from breachlight.kit.key_file import Ring
from breachlight.kit.key_services import KeyService
from breachlight.kit.keys import KeyRing


async def list_keys(connection: Connection, ring: KeyRing, *, as_json: bool) -> str:
    """Return all keys, one per line."""
    listed = await rotation.list_keys(connection, ring)
    if as_json:
        return json.dumps([_plain(key) for key in listed], indent=2)
    return "\n".join(
        f"{key.name:<12}  {key.state:<8}  created {_day(key.created_at)}  {key.state} since {_day(key.changed_at)}{_notes(key)}"
        for key in listed
    )


async def rotate(connection: Connection, ring: KeyRing, rings: Sequence[Ring], *, seconds: float, as_json: bool) -> str:
    """Rotate rings, showing what is waited for on standard error, and return the new keys."""
    rotated = [await rotation.rotate(connection, ring, each, _show_waiting, seconds=seconds) for each in rings]
    if as_json:
        return json.dumps({"rotated": [key.name for key in rotated], "key_file": str(ring.path)})
    names = " and ".join(key.name for key in rotated)
    return f"In use from now on: {names}. Back up {ring.path}, and copy it to every host."


async def import_keys(
    connection: Connection,
    ring: KeyRing,
    path: Path,
    service: KeyService | None,
    prepare: Callable[[], Awaitable[object]],
) -> str:
    """Add keys from another key file, ``prepare`` the database, which they fit then, and say which."""
    names = [key.name for key in await importing.import_keys(connection, ring, path, service)]
    await prepare()
    async with connection.transaction():
        await record_operator_event(connection, "key_imported", {"keys": names})
    return (
        f"Added from {path}: {' and '.join(names)}. Copy {ring.path} to every host. To retire the keys again, run "
        '"breachlight keys reseal" first.'
    )


async def protect(connection: Connection, ring: KeyRing, service: KeyService | None) -> str:
    """Write the key file with or without the protection of a key service, and say so."""
    await rotation.protect(connection, ring, service)
    if service is None:
        return (
            f"{ring.path} is no longer protected: everyone who can read it has the keys. Unset BREACHLIGHT_KEY_SERVICE."
        )
    return f"{ring.path} is protected by {service.name}. Delete unprotected copies, backups included."


def _show_waiting(lacking: list[str]) -> None:
    print(f"Waiting for {', '.join(lacking)}", file=sys.stderr, flush=True)  # noqa: T201 -- progress


def _plain(key: ListedKey) -> dict[str, object]:
    return {
        "key": key.name,
        "ring": key.ring,
        "state": key.state.value,
        "created_at": write_instant(key.created_at),
        "changed_at": write_instant(key.changed_at),
        "in_file": key.in_file,
        "lacking": key.lacking,
    }


def _day(instant: datetime) -> str:
    return f"{instant:%Y-%m-%d}"


def _notes(key: ListedKey) -> str:
    notes = [] if key.in_file or key.state == "retired" else ["not in this key file"]
    notes += [f"lacking in {', '.join(key.lacking)}"] if key.lacking else []
    return f"  {'; '.join(notes)}" if notes else ""
