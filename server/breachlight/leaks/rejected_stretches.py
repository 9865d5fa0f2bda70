"""Rejected stretches of a file: what the quarantine keeps of input that gave no record, sealed."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import orjson

from breachlight.database.sealed_values import SealedColumn, register
from breachlight.kit.keys import KeyRing, SealError
from breachlight.leaks.formats.dialects import ArchiveDialect, Dialect, dump_dialect, load_dialect
from breachlight.leaks.sealed_stretches import PURPOSE, SIZE_BYTES, associated, unseal

MOST_STRETCHES: Final = 10_000
"""Stretches that are kept of one file; further ones are only counted (leak-formats §8)."""
MOST_BYTES: Final = 16 << 20
"""Bytes that are kept of one file."""
LONGEST_STRETCH: Final = 64 << 10
"""Bytes of one stretch; longer ones are only counted."""


@dataclass(frozen=True, slots=True)
class RejectedStretch:
    """Bytes of the decoded stream from ``start`` on; ``dialect`` and ``machine`` (JSON) are what they were read with.

    ``member`` names the member of an archive, or the sheet, that they are from ('' for other files), and ``member_offset`` is
    where in its decoded text they were.
    """

    start: int
    data: bytes
    reason: str
    dialect: Dialect
    machine: str | None
    member: str = ""
    member_offset: int = 0


def within_limits(stretches: Iterable[RejectedStretch]) -> list[RejectedStretch]:
    """Return the first stretches, as many as are kept of a file."""
    found: list[RejectedStretch] = []
    size = 0
    for stretch in stretches:
        size += len(stretch.data)
        if len(found) == MOST_STRETCHES or size > MOST_BYTES:
            break
        found.append(stretch)
    return found


def seal_stretch(ring: KeyRing, file_id: uuid.UUID, stretch: RejectedStretch) -> bytes:
    """Return a stretch sealed; it opens as this stretch of this file only."""
    origin = [stretch.member, stretch.member_offset]
    head = orjson.dumps({"dialect": dump_dialect(stretch.dialect), "machine": stretch.machine, "member": origin})
    plain = len(head).to_bytes(SIZE_BYTES, "big") + head + stretch.data
    return ring.seal(plain, associated(file_id, stretch.start), PURPOSE)


def open_stretch(ring: KeyRing, file_id: uuid.UUID, start: int, reason: str, sealed: bytes) -> RejectedStretch:
    """Return a sealed stretch.

    Raises:
        SealError: the bytes were changed, or belong to another file.
    """
    head, data = unseal(ring, file_id, start, sealed)
    dialect = load_dialect(head["dialect"], "")
    if isinstance(dialect, ArchiveDialect):
        raise SealError("The sealed value is not a stretch of a file.")
    # Earlier versions have kept no member.
    return RejectedStretch(start, data, reason, dialect, head["machine"], *head.get("member", ()))


register(
    SealedColumn(
        "quarantined_stretches",
        "sealed",
        place=lambda row: associated(row["file_id"], row["start"]),
        purpose=lambda _: PURPOSE,
        id_type="bigint",
        others=("file_id", "start"),
    )
)
