"""Revocation of verified domains, and the emails about it."""

import uuid
from datetime import timedelta
from enum import StrEnum
from typing import Final

from breachlight.alerts.email_accounts.service import refresh_live_states
from breachlight.audit.events import record_event
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.database.session import Connection
from breachlight.domains import repository
from breachlight.domains.models import Domain
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, stop_monitoring

GRACE: Final = timedelta(days=7)
"""How long the TXT record of a verified domain may be missing."""


class RevocationReason(StrEnum):
    """Why a domain was revoked; emails say it in words."""

    RECORD_MISSING = "record_missing"
    TAKEN_OVER = "taken_over"


async def revoke(connection: Connection, domain: Domain, reason: RevocationReason) -> bool:
    """Revoke the verification of a domain in the caller's transaction: stop monitoring it and email its managers.

    The caller releases or moves the claim. Alerts stay. False, with nothing changed, if the verification changed since
    ``domain`` was read.
    """
    await lock_watchlist(connection)
    if not await repository.mark_unverified(domain):
        return False
    await stop_monitoring(connection, domain.account_id, IdentityKind.DOMAIN, domain.domain)
    await refresh_live_states(connection, domain.account_id)
    await record_event(domain.account_id, None, "domain_lost", detail={"domain": domain.domain})
    await mail_managers(connection, MailKind.DOMAIN_LOST, domain.account_id, domain=domain.domain, reason=reason.value)
    return True


async def mail_managers(connection: Connection, kind: MailKind, account_id: uuid.UUID, **values: str) -> None:
    """Email every member who may manage domains, in the caller's transaction."""
    roles = [role for role, permissions in PERMISSIONS_OF.items() if Permission.MANAGE_DOMAINS in permissions]
    for user in await repository.verified_members(account_id, roles):
        await send_mail(
            connection,
            kind,
            to=user.email,
            account_id=account_id,
            language=user.language,
            values={"name": user.first_name, **values},
        )
