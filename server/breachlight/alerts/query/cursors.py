"""The position of a reader of alerts in the order of commits, to resume from (design §4.5)."""

import base64
import binascii
import hashlib
import uuid
from typing import Final, NamedTuple, Self

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say

HORIZON: Final = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
"""In SQL: transactions below it have ended, and the statement sees all that they wrote; no row can appear there any more."""

_FORMAT = 1
_CHECK_BYTES = 4
_BYTES = 1 + 8 + 16 + _CHECK_BYTES
NEXT_TRANSACTION: Final = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
"""In SQL: no transaction from here on has ended yet."""


class Cursor(NamedTuple):
    """The last alert that was read, by its transaction and its identifier.

    Whoever stands here has read every alert that any transaction below ``transaction_id`` raised, and those of
    ``transaction_id`` up to ``alert_id``.
    """

    transaction_id: int
    alert_id: uuid.UUID

    @classmethod
    def before(cls, transaction_id: int) -> Self:
        """Return the position before a transaction."""
        return cls(transaction_id, uuid.UUID(int=0))

    def check(self, horizon: int) -> None:
        """Refuse a position that no reader of this database can have reached.

        Transactions are renumbered when a dump is restored into another server; from a place of the old numbers a
        reader would miss alerts without noticing.

        Raises:
            ValidationError: the place lies beyond the horizon of commits.
        """
        if self.transaction_id > horizon:
            raise ValidationError(
                {"after": [say("This cursor belongs to another database. Start again without a cursor.")]}
            )

    def encode(self) -> str:
        """Return the opaque text that clients keep."""
        data = bytes([_FORMAT]) + self.transaction_id.to_bytes(8, "big") + self.alert_id.bytes
        return base64.urlsafe_b64encode(data + _check(data)).decode("ascii").rstrip("=")

    @classmethod
    def decode(cls, text: str) -> Self:
        """Return the place that a text names; the empty text is the beginning.

        Raises:
            ValidationError: ``encode`` never made this text.
        """
        if not text:
            return cls.before(0)
        try:
            data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            data = b""
        content = data[:-_CHECK_BYTES]
        if len(data) != _BYTES or content[0] != _FORMAT or _check(content) != data[-_CHECK_BYTES:]:
            raise ValidationError({"after": [say("Invalid cursor. Pass a cursor exactly as returned, or none.")]})
        return cls(int.from_bytes(content[1:9], "big"), uuid.UUID(bytes=content[9:]))


def _check(content: bytes) -> bytes:
    """Catch texts that were cut or mistyped; a made-up cursor harms nobody, as reads stay inside the account."""
    return hashlib.sha256(content).digest()[:_CHECK_BYTES]
