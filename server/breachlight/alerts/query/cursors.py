"""The position of a reader of an account's alerts, to resume from (design §4.5).

A cursor is a number of the account (``models.AlertSequence``): its reader has read every alert up to it. Older cursors name the
PostgreSQL transaction that raised an alert; they are translated until ``OLD_CURSORS_END``.
"""

import base64
import binascii
import hashlib
import uuid
from importlib.metadata import version
from typing import Final

from breachlight.alerts.bookkeeping_repository import fetch_number_before
from breachlight.database.session import Connection
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence, say

OLD_CURSORS_END: Final = (0, 3)
"""The version that refuses older cursors; ``alerts.transaction_id``, its index and the translation can go then."""

_OLD_FORMAT: Final = 1
_FORMAT: Final = 2
_NUMBER_BYTES: Final = 8
_CHECK_BYTES: Final = 4
INVALID: Final = say("Invalid cursor. Pass a cursor exactly as returned, or none.")
_FOREIGN: Final = say("This cursor belongs to another database. Start again without a cursor.")
_OUTDATED: Final = say("This cursor is from an earlier version of Breachlight. Start again without a cursor.")


def encode_cursor(account_id: uuid.UUID, number: int) -> str:
    """Return the opaque text that clients keep."""
    data = bytes([_FORMAT]) + number.to_bytes(_NUMBER_BYTES, "big")
    return base64.urlsafe_b64encode(data + _check(data, account_id)).decode("ascii").rstrip("=")


async def read_cursor(connection: Connection, account_id: uuid.UUID, text: str, last: int) -> int:
    """Return the number of a cursor; the empty text is the beginning. ``last`` is the account's last number.

    Raises:
        ValidationError: ``encode_cursor`` never made this text for the account, no reader of this database can have reached the
            number, or the cursor is of a version whose cursors have ended.
    """
    if not text:
        return 0
    content, check = _decoded(text)
    if content[0] == _OLD_FORMAT:
        return await _translated(connection, account_id, content, check)
    if content[0] != _FORMAT or len(content) != 1 + _NUMBER_BYTES or check != _check(content, account_id):
        raise refusal(INVALID)
    number = int.from_bytes(content[1:], "big")
    # After a restore that nothing noticed, a reader would otherwise miss alerts without noticing.
    if number > last:
        raise refusal(_FOREIGN)
    return number


async def _translated(connection: Connection, account_id: uuid.UUID, content: bytes, check: bytes) -> int:
    """Return the largest number up to which the reader with an older cursor has certainly read every alert."""
    if len(content) != 1 + _NUMBER_BYTES + 16 or check != _check(content):
        raise refusal(INVALID)
    if _installed_version() >= OLD_CURSORS_END:
        raise refusal(_OUTDATED)
    transaction_id, alert_id = int.from_bytes(content[1 : 1 + _NUMBER_BYTES], "big"), content[1 + _NUMBER_BYTES :]
    if transaction_id >= 2**63:
        raise refusal(_FOREIGN)
    number = await fetch_number_before(connection, account_id, transaction_id, uuid.UUID(bytes=alert_id))
    if number is None:
        raise refusal(_FOREIGN)
    return number


def refusal(sentence: Sentence) -> ValidationError:
    """Return the refusal of a cursor."""
    return ValidationError({"after": [sentence]})


def _decoded(text: str) -> tuple[bytes, bytes]:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) <= _CHECK_BYTES:
        raise refusal(INVALID)
    return data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]


def _check(content: bytes, account_id: uuid.UUID | None = None) -> bytes:
    """Catch texts that were cut, mistyped or another account's; a made-up cursor harms nobody, as reads stay inside the account."""
    return hashlib.sha256(content + (account_id.bytes if account_id else b"")).digest()[:_CHECK_BYTES]


def _installed_version() -> tuple[int, ...]:
    return tuple(int(part) for part in version("breachlight").split(".")[:2])
