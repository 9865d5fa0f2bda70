"""Queries of second factors and their codes."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Final

from tortoise.expressions import Q

from breachlight.auth.models import User
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.sessions.models import CodePurpose, MailedCode, RecoveryCode

_STORE_MAILED_CODE: Final = """
INSERT INTO mailed_codes (id, account_id, user_id, purpose, digest, sent_at, expires_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, NULL)
ON CONFLICT (account_id, user_id, purpose)
DO UPDATE SET digest = excluded.digest, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
"""
_FACTORS: Final = (
    "is_mfa_device_enabled",
    "is_mfa_email_enabled",
    "mfa_device_secret_sealed",
    "mfa_device_counter",
    "mfa_device_pending_sealed",
    "mfa_device_pending_at",
)


async def store_second_factors(user: User) -> None:
    """Store the second factors of a locked user."""
    await user.save(update_fields=_FACTORS)


async def use_time_step(user_id: uuid.UUID, step: int) -> bool:
    """Store the last accepted time step of a user's device; False if it or a later one was accepted before."""
    unused = Q(mfa_device_counter=None) | Q(mfa_device_counter__lt=step)
    return await User.filter(unused, id=user_id, is_mfa_device_enabled=True).update(mfa_device_counter=step) == 1


async def discard_pending_secrets(offered_before: datetime) -> None:
    """Delete the secrets of devices whose first code never came."""
    await User.filter(mfa_device_pending_at__lt=offered_before).update(
        mfa_device_pending_sealed=None, mfa_device_pending_at=None
    )


async def store_mailed_code(
    connection: Connection,
    account_id: uuid.UUID,
    user_id: uuid.UUID,
    purpose: CodePurpose,
    *,
    digest: bytes,
    sent_at: datetime,
    expires_at: datetime,
) -> None:
    """Store the digest of an emailed code, replacing an earlier one of the user and purpose."""
    values = (new_id(), account_id, user_id, purpose.value, digest, sent_at, expires_at)
    await connection.execute(_STORE_MAILED_CODE, *values)


async def use_mailed_code(account_id: uuid.UUID, user_id: uuid.UUID, purpose: CodePurpose, digest: bytes) -> bool:
    """Mark a valid emailed code as used; False if there is none. Of concurrent calls one gets True."""
    now = clock.now()
    valid = MailedCode.filter(
        account_id=account_id, user_id=user_id, purpose=purpose, digest=digest, used_at=None, expires_at__gt=now
    )
    return await valid.update(used_at=now) == 1


async def delete_mailed_code(account_id: uuid.UUID, user_id: uuid.UUID, purpose: CodePurpose) -> None:
    """Delete the emailed code of a user and purpose."""
    await MailedCode.filter(account_id=account_id, user_id=user_id, purpose=purpose).delete()


async def delete_mailed_codes(expired_before: datetime) -> None:
    """Delete the emailed codes that expired before an instant."""
    await MailedCode.filter(expires_at__lt=expired_before).delete()


async def add_recovery_codes(account_id: uuid.UUID, user_id: uuid.UUID, digests: Collection[str]) -> None:
    """Store the digests of new recovery codes."""
    now = clock.now()
    await RecoveryCode.bulk_create(
        RecoveryCode(account_id=account_id, user_id=user_id, digest=digest, created_at=now) for digest in digests
    )


async def use_recovery_code(account_id: uuid.UUID, user_id: uuid.UUID, digest: str) -> bool:
    """Mark an unused recovery code as used; False if there is none."""
    unused = RecoveryCode.filter(account_id=account_id, user_id=user_id, digest=digest, used_at=None)
    return await unused.update(used_at=clock.now()) == 1


async def count_recovery_codes(account_id: uuid.UUID, user_id: uuid.UUID) -> int:
    """Return the number of unused recovery codes of a user."""
    return await RecoveryCode.filter(account_id=account_id, user_id=user_id, used_at=None).count()


async def delete_codes(account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Delete the emailed codes and the recovery codes of a user."""
    await MailedCode.filter(account_id=account_id, user_id=user_id).delete()
    await delete_recovery_codes(account_id, user_id)


async def delete_recovery_codes(account_id: uuid.UUID, user_id: uuid.UUID) -> None:
    """Delete the recovery codes of a user."""
    await RecoveryCode.filter(account_id=account_id, user_id=user_id).delete()
