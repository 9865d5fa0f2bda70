"""Files of the quarantine: list, find, drop; loads nothing that parses."""

import uuid
from dataclasses import dataclass

from breachlight.database.session import Connection
from breachlight.leaks.errors import OperationError
from breachlight.leaks.quarantine import files_repository as repository
from breachlight.leaks.quarantine.files_repository import QuarantinedFile
from breachlight.operators.recording import record
from breachlight.operators.service import Operator


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


async def drop_file(connection: Connection, file_id: str, by: Operator | None = None) -> Dropped:
    """Delete what the quarantine has of a file; a held file is forgotten, others stay ingested.

    Raises:
        OperationError: there is none with this id.
    """
    async with connection.transaction():
        file = await find_file(connection, file_id)
        removed = await repository.remove_stretches_of(connection, file.id)
        if file.is_held:
            await repository.forget_held_file(connection, file.id)
        detail = {"file": str(file.id), "stretches": removed, "held": file.is_held}
        await record(connection, by, "quarantine_dropped", detail)
    return Dropped(removed, file.is_held)
