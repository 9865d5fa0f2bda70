"""Queries of monitored emails and of the list of active email accounts."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from breachlight.auth.models import EmailClaim, OneTimeToken, TokenPurpose
from breachlight.database.session import Connection
from breachlight.domains.models import Domain
from breachlight.kit import clock
from breachlight.monitored_emails.models import LiveEmailAccount, LiveEmailAccountList, MonitoredEmail


async def list_monitored(account_id: uuid.UUID) -> list[MonitoredEmail]:
    """Return the monitored emails of an account, by address."""
    return await MonitoredEmail.filter(account_id=account_id).order_by("email_key")


async def count_monitored(account_id: uuid.UUID) -> int:
    """Return the number of monitored emails of an account."""
    return await MonitoredEmail.filter(account_id=account_id).count()


async def has_address(account_id: uuid.UUID, key: str) -> bool:
    """Return whether a member logs in with an address, or the account has it as a monitored email."""
    is_member = await EmailClaim.filter(email_key=key, user__memberships__account_id=account_id).exists()
    return is_member or await MonitoredEmail.filter(account_id=account_id, email_key=key).exists()


async def find_monitored(account_id: uuid.UUID, monitored_id: uuid.UUID) -> MonitoredEmail | None:
    """Return a monitored email of an account."""
    return await MonitoredEmail.filter(account_id=account_id, id=monitored_id).first()


async def find_monitored_by_key(account_id: uuid.UUID, key: str) -> MonitoredEmail | None:
    """Return the monitored email of an account with an email key."""
    return await MonitoredEmail.filter(account_id=account_id, email_key=key).first()


async def add_monitored(account_id: uuid.UUID, user_id: uuid.UUID, email: str, key: str) -> MonitoredEmail:
    """Add a monitored email that is not verified yet."""
    return await MonitoredEmail.create(
        account_id=account_id, user_id=user_id, email=email, email_key=key, created_at=clock.now()
    )


async def set_requester(monitored: MonitoredEmail, user_id: uuid.UUID) -> None:
    """Store who asked last for a monitored email."""
    monitored.user_id = user_id
    await monitored.save(update_fields=["user_id"])


async def mark_verified(monitored: MonitoredEmail) -> bool:
    """Store that a monitored email is verified since now; False if it was removed."""
    mine = MonitoredEmail.filter(account_id=monitored.account_id, id=monitored.id)
    return bool(await mine.update(verified_at=clock.now()))


async def remove_monitored(monitored: MonitoredEmail) -> None:
    """Delete a monitored email and the links that would verify it."""
    await monitored.delete()
    await OneTimeToken.filter(
        account_id=monitored.account_id, purpose=TokenPurpose.MONITOR_EMAIL, email_key=monitored.email_key
    ).delete()


async def remove_unverified(before: datetime) -> None:
    """Delete the monitored emails that were added before an instant and never verified."""
    await MonitoredEmail.filter(verified_at=None, created_at__lt=before).delete()


async def monitored_domains(account_id: uuid.UUID) -> set[str]:
    """Return the names of the verified and enabled domains of an account."""
    domains = await Domain.filter(account_id=account_id, is_verified=True, is_enabled=True)
    return {domain.domain for domain in domains}


async def find_active_list(account_id: uuid.UUID) -> LiveEmailAccountList | None:
    """Return the size and upload time of the list of active email accounts."""
    return await LiveEmailAccountList.filter(account_id=account_id).first()


async def add_active_accounts(
    connection: Connection, account_id: uuid.UUID, keys: Sequence[str], *, replace: bool
) -> int:
    """Add email keys to the list of active email accounts, or replace it, and return its new size."""
    mine = LiveEmailAccount.filter(account_id=account_id)
    if replace:
        await mine.delete()
    await connection.execute(
        """INSERT INTO live_email_accounts (account_id, email_key) SELECT $1, unnest($2::text[])
        ON CONFLICT (account_id, email_key) DO NOTHING""",
        account_id,
        list(keys),
    )
    return await mine.count()


async def store_active_list(account_id: uuid.UUID, user_id: uuid.UUID, size: int) -> None:
    """Store the size of the list of active email accounts, uploaded now."""
    values = {"user_id": user_id, "size": size, "uploaded_at": clock.now()}
    await LiveEmailAccountList.update_or_create(values, account_id=account_id)


async def remove_active_list(account_id: uuid.UUID) -> bool:
    """Delete the list of active email accounts; False if there is none."""
    if not await LiveEmailAccountList.filter(account_id=account_id).delete():
        return False
    await LiveEmailAccount.filter(account_id=account_id).delete()
    return True
