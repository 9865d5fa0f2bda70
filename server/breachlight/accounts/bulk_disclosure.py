"""The owners' switch for bulk disclosure: whether one request may disclose several leaked passwords."""

from datetime import timedelta
from typing import Final

from breachlight.accounts import repository
from breachlight.accounts.service import AccountView, get_account
from breachlight.alerts.disclosure.mails import send_switch_mails
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_account
from breachlight.auth.subject import Client, Subject, require_fresh
from breachlight.database.session import transaction
from breachlight.rate_limits.limiter import RateLimit

_changes: Final = RateLimit("bulk-disclosure-changes", limit=10, window=timedelta(hours=1))


async def set_bulk_disclosure(subject: Subject, *, is_enabled: bool, client: Client) -> AccountView:
    """Turn bulk disclosure on or off for the whole account, and email all owners.

    Raises:
        ForbiddenError: the subject is not an owner.
        ReauthenticationRequiredError: the login is more than five minutes old.
        ThrottledError: more than 10 changes in an hour.
    """
    subject.require(Permission.MANAGE_ACCOUNT)
    require_fresh(subject)
    await _changes.hit(str(subject.account_id))
    async with transaction() as connection:
        account = await lock_account(subject.account_id)
        if account.is_bulk_disclosure_enabled != is_enabled:
            await repository.set_bulk_disclosure(subject.account_id, is_enabled=is_enabled)
            kind = "bulk_disclosure_enabled" if is_enabled else "bulk_disclosure_disabled"
            await record_event_of(subject, kind, client)
            await send_switch_mails(connection, subject, client, is_enabled=is_enabled)
    return await get_account(subject.account_id, subject.user_id)
