"""The leaked passwords of alerts: sealed one by one, searched by a blind index, shown as bullets (design §4.8).

Every account has keys of its own, derived from the key file. Equal passwords of two accounts therefore have different
indexes, so that nobody who reads the database learns that two customers share one.
"""

import hmac
import uuid
from collections.abc import Sequence

from breachlight.database.sealed_values import SealedColumn, register
from breachlight.kit.keys import KeyRing


def seal_passwords(ring: KeyRing, passwords: Sequence[tuple[uuid.UUID, uuid.UUID, str]]) -> list[bytes]:
    """Seal passwords, each given behind its account and its alert; it can't be opened elsewhere."""
    return ring.seal_all([(_bytes(text), _place(alert), _purpose(account)) for account, alert, text in passwords])


def open_password(ring: KeyRing, account_id: uuid.UUID, alert_id: uuid.UUID, sealed: bytes) -> str:
    """Return a sealed password.

    Raises:
        SealError: it was changed, or moved from another row or account.
    """
    return ring.open(sealed, _place(alert_id), _purpose(account_id)).decode("utf-8", "surrogatepass")


def password_index(ring: KeyRing, account_id: uuid.UUID, password: str) -> bytes:
    """Return the blind index of a password: 32 bytes, equal for equal passwords of one account."""
    # Not hmac.digest, which lets go of the interpreter's lock: that costs more than the digest when other threads want it.
    return hmac.new(ring.index_key(_purpose(account_id)), _bytes(password), "sha256").digest()


def _purpose(account_id: uuid.UUID) -> str:
    return f"alerts.password/{account_id}"


def _place(alert_id: uuid.UUID) -> bytes:
    return b"alerts.password_sealed|" + alert_id.bytes


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")


register(
    SealedColumn(
        "alerts",
        "password_sealed",
        place=lambda row: _place(row["id"]),
        purpose=lambda row: _purpose(row["account_id"]),
        is_of_account=True,
    )
)
