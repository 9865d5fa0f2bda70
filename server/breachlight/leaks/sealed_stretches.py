"""The sealed form of rejected stretches, for those who only look at them: it loads no parser."""

import uuid
from typing import Any, Final

import orjson

from breachlight.kit.keys import KeyRing

PURPOSE: Final = "quarantine"
SIZE_BYTES: Final = 4


def associated(file_id: uuid.UUID, start: int) -> bytes:
    """Return what the seal of a stretch is bound to: it opens as this stretch of this file only."""
    return b"quarantined_stretches|" + file_id.bytes + b"|" + str(start).encode()


def unseal(ring: KeyRing, file_id: uuid.UUID, start: int, sealed: bytes) -> tuple[dict[str, Any], bytes]:
    """Return what is known of a stretch (dialect, machine, member), and its bytes.

    Raises:
        SealError: the bytes were changed, or belong to another file.
    """
    plain = ring.open(sealed, associated(file_id, start), PURPOSE)
    end = SIZE_BYTES + int.from_bytes(plain[:SIZE_BYTES], "big")
    head: dict[str, Any] = orjson.loads(plain[SIZE_BYTES:end])
    return head, plain[end:]
