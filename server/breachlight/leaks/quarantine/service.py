"""What the command line shows of rejected input."""

from dataclasses import dataclass

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.kit.masking import shape
from breachlight.leaks.line_text import decode_line
from breachlight.leaks.quarantine import repository
from breachlight.leaks.quarantine.files import find_file
from breachlight.leaks.quarantine.files_repository import QuarantinedFile
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
