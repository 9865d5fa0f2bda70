"""The quarantine as operators use it: typed functions, for the command line now and an operators' console later."""

import uuid
from dataclasses import dataclass

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.kit.masking import shape
from breachlight.leaks.errors import OperationError
from breachlight.leaks.formats.decoding import decode_line
from breachlight.leaks.quarantine import repository
from breachlight.leaks.quarantine.repository import QuarantinedFile
from breachlight.leaks.rejected_stretches import open_stretch


@dataclass(frozen=True, slots=True)
class ShownStretch:
    """A stretch: where it was, why it was rejected, and its shape, or its text if it was revealed.

    ``start`` is an offset in the decoded stream; ``member`` and ``member_offset`` say where in an archive or a workbook it was.
    """

    start: int
    length: int
    reason: str
    text: str
    member: str | None = None
    member_offset: int | None = None


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file with the first of its stretches."""

    file: QuarantinedFile
    stretches: list[ShownStretch]


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was deleted."""

    stretches: int
    was_held: bool


async def list_files(connection: Connection) -> list[QuarantinedFile]:
    """Return the files with something in the quarantine, the newest first."""
    return await repository.list_files(connection)


async def find_file(connection: Connection, file_id: str) -> QuarantinedFile:
    """Return a file with something in the quarantine.

    Raises:
        OperationError: there is none with this id.
    """
    try:
        found = await repository.find_file(connection, uuid.UUID(file_id))
    except ValueError:
        found = None
    if found is None:
        raise OperationError(f"The quarantine has no file {file_id}: run breachlight quarantine list.")
    return found


async def show_file(
    connection: Connection, ring: KeyRing, file_id: str, *, limit: int, reveal: bool = False
) -> ShownFile:
    """Return a file with up to ``limit`` stretches, masked unless ``reveal``, which is audited.

    Raises:
        OperationError: there is none with this id.
        SealError: a stretch was changed, or the key file lacks its key.
    """
    file = await find_file(connection, file_id)
    rows = await repository.stretches(connection, file.id, 0, limit)
    if reveal:
        # First, so that nothing is shown without a trace.
        async with connection.transaction():
            await record_operator_event(
                connection, "quarantine_revealed", {"file": str(file.id), "stretches": len(rows)}
            )
    shown = []
    for row in rows:
        stretch = open_stretch(ring, file.id, row["start"], row["reason"], row["sealed"])
        text = decode_line(stretch.data)[0].rstrip("\r\n")
        origin = (stretch.member, stretch.member_offset) if stretch.member else (None, None)
        shown.append(ShownStretch(row["start"], row["length"], row["reason"], text if reveal else shape(text), *origin))
    return ShownFile(file, shown)


async def drop_file(connection: Connection, file_id: str) -> Dropped:
    """Delete what the quarantine has of a file; a held file is forgotten, others stay ingested.

    Raises:
        OperationError: there is none with this id.
    """
    async with connection.transaction():
        file = await find_file(connection, file_id)
        removed = await repository.remove_stretches_of(connection, file.id)
        if file.is_held:
            await repository.forget_held_file(connection, file.id)
        await record_operator_event(
            connection, "quarantine_dropped", {"file": str(file.id), "stretches": removed, "held": file.is_held}
        )
    return Dropped(removed, file.is_held)
