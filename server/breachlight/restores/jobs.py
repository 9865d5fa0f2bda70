"""Notifications after a restore: one entry in the security log of each account, and emails about what must be done."""

import uuid
from typing import Any

from breachlight.audit.events import record_event
from breachlight.auth.models import User
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.auth.repository import find_account, find_active_user
from breachlight.database.session import Connection, transaction
from breachlight.domains.repository import verified_members
from breachlight.jobs import job
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.restores.consequences_repository import has_entry
from breachlight.restores.service import NOTIFY_JOB

_EVENT = "backup_restored"


@job(NOTIFY_JOB)
async def notify_account(payload: dict[str, Any]) -> None:
    """Record a restore in an account's security log, and email owners about keys and users about codes; once."""
    account_id = uuid.UUID(payload["account_id"])
    async with transaction() as connection:
        if await find_account(account_id) is None:
            return
        if await has_entry(connection, account_id, _EVENT, payload["restore_id"]):
            return
        numbers = {name: payload[name] for name in ("sessions", "revoked", "suspended")}
        await record_event(account_id, None, _EVENT, detail={"restore_id": payload["restore_id"], **numbers})
        if payload["suspended"]:
            roles = [role for role, permissions in PERMISSIONS_OF.items() if Permission.MANAGE_API_KEYS in permissions]
            for owner in await verified_members(account_id, roles):
                await _mail(connection, MailKind.API_KEYS_SUSPENDED, account_id, owner)
        for user_id in payload["voided_of"]:
            user = await find_active_user(uuid.UUID(user_id))
            if user is not None:
                await _mail(connection, MailKind.RECOVERY_CODES_VOIDED, account_id, user)


async def _mail(connection: Connection, kind: MailKind, account_id: uuid.UUID, user: User) -> None:
    values = {"name": user.first_name}
    await send_mail(connection, kind, to=user.email, account_id=account_id, language=user.language, values=values)
