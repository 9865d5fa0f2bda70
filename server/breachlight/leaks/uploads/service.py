"""Uploads of leak files: created, received in parts, ingested by a command, deleted."""

import asyncio
import secrets
import shutil
import socket
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Final

from breachlight.config import Settings
from breachlight.database.sealed_values import SealedColumn, register
from breachlight.database.session import Connection, reading
from breachlight.kit import clock
from breachlight.kit.errors import ProblemError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.keys import KeyRing
from breachlight.kit.messages import say
from breachlight.leaks.uploads import repository
from breachlight.leaks.uploads.repository import UploadRow
from breachlight.leaks.uploads.sealed_file import KEY_BYTES, SealedFile

UNFINISHED_FOR: Final = timedelta(days=1)
"""How long an upload may wait for its next bytes."""
COMPLETE_FOR: Final = timedelta(days=7)
"""How long a complete upload may wait for its ingestion."""
LARGEST_BYTES: Final = 1 << 40

_LONGEST_NAME: Final = 255
_SPARE_BYTES: Final = 1 << 30  # of the disk that the embedded database may share
_PURPOSE: Final = "uploads"


class NoSpaceError(ProblemError):
    """The disk hasn't room for an upload."""


def upload_folder(settings: Settings) -> Path:
    """Return the folder of all uploads."""
    return settings.data_folder / "uploads"


async def create_upload(
    connection: Connection, settings: Settings, ring: KeyRing, *, name: str, size: int, operator: str
) -> UploadRow:
    """Expect a file of so many bytes.

    Raises:
        NoSpaceError: with all other uploads, it would fill the disk.
    """
    folder = upload_folder(settings)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free - _SPARE_BYTES - await repository.bytes_to_come(connection)
    if size > min(free, LARGEST_BYTES):
        raise NoSpaceError(say("The disk of the server has no room for this file. Free some space there."))
    upload_id, now = new_id(), clock.now()
    key = ring.seal(secrets.token_bytes(KEY_BYTES), upload_id.bytes, _PURPOSE)
    row = UploadRow(upload_id, shown_name(name), size, 0, key, operator, socket.gethostname(), now, now)
    await repository.add_upload(connection, row)
    return row


def opened(settings: Settings, ring: KeyRing, upload: UploadRow, *, writes: bool) -> SealedFile:
    """Open the bytes of an upload. Blocks: call it in a thread.

    Raises:
        InUseError: another writer has it open.
        OSError: the folder can't be used.
        FileNotFoundError: another host has received it.
    """
    key = ring.open(upload.key_sealed, upload.id.bytes, _PURPOSE)
    return SealedFile(_folder_of(settings, upload.id), upload.id, key, writes=writes)


def uploads_here(settings: Settings) -> list[uuid.UUID]:
    """Return the uploads whose bytes this host has. Blocks: call it in a thread."""
    folder = upload_folder(settings)
    if not folder.is_dir():
        return []
    return [found for entry in folder.iterdir() if (found := parse_id(entry.name)) is not None]


def remove_bytes(settings: Settings, upload_id: uuid.UUID) -> None:
    """Remove the bytes of an upload whose row, and key, are deleted. Blocks: call it in a thread."""
    shutil.rmtree(_folder_of(settings, upload_id), ignore_errors=True)


async def delete_abandoned(connection: Connection) -> list[UploadRow]:
    """Delete uploads that nobody continues or ingests."""
    now = clock.now()
    return await repository.delete_abandoned(connection, now - UNFINISHED_FOR, now - COMPLETE_FOR)


async def remove_ownerless(settings: Settings) -> None:
    """Remove bytes on this host that no upload owns any more: rows are deleted on other hosts too."""
    folder = upload_folder(settings)
    if not folder.is_dir():
        return
    present = {entry.name for entry in folder.iterdir()}
    async with reading() as connection:
        owned = {str(row.id) for row in await repository.uploads(connection)}
    for name in present - owned:
        await asyncio.to_thread(shutil.rmtree, folder / name, ignore_errors=True)


def expires_after(*, is_complete: bool) -> timedelta:
    """Return how long after it was last touched an upload is deleted."""
    return COMPLETE_FOR if is_complete else UNFINISHED_FOR


def _folder_of(settings: Settings, upload_id: uuid.UUID) -> Path:
    return upload_folder(settings) / str(upload_id)


def shown_name(name: str) -> str:
    """Return the last part of a file's name, fit for one line."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable())[:_LONGEST_NAME] or "file"


register(SealedColumn("leak_uploads", "key_sealed", place=lambda row: row["id"].bytes, purpose=lambda _: _PURPOSE))
