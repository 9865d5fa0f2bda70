"""How an account stops holding a domain that it has proved, and what its managers are told."""

import uuid
from datetime import timedelta
from enum import StrEnum
from typing import Final

from tortoise.queryset import QuerySet

from breachlight.alerts.email_accounts.service import refresh_live_states
from breachlight.audit.events import record_event
from breachlight.auth.models import User
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.database.session import Connection
from breachlight.domains.models import Domain
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, stop_monitoring

GRACE: Final = timedelta(days=7)
"""How long the TXT record of a verified domain may be missing."""


class LossReason(StrEnum):
    """Why a domain was lost; mails say it in words."""

    RECORD_MISSING = "record_missing"
    TAKEN_OVER = "taken_over"


async def lose_domain(connection: Connection, domain: Domain, reason: LossReason) -> bool:
    """End an account's hold of a domain, in the caller's transaction: nothing of it is watched, and its managers hear of it.

    The claim is the caller's to release or to give away. Alerts stay. False when the row is not as ``domain`` was read:
    nothing has changed then.
    """
    await lock_watchlist(connection)
    if not await unchanged(domain).update(is_verified=False, verified_at=None, missing_since=None):
        return False
    await stop_monitoring(connection, domain.account_id, IdentityKind.DOMAIN, domain.domain)
    await refresh_live_states(connection, domain.account_id)
    await record_event(domain.account_id, None, "domain_lost", detail={"domain": domain.domain})
    await mail_managers(connection, MailKind.DOMAIN_LOST, domain.account_id, domain=domain.domain, reason=reason.value)
    return True


def unchanged(domain: Domain) -> QuerySet[Domain]:
    """Return the row of a verified domain, if nothing about its proof has changed since ``domain`` was read."""
    return Domain.filter(
        account_id=domain.account_id, id=domain.id, is_verified=True, missing_since=domain.missing_since
    )


async def mail_managers(connection: Connection, kind: MailKind, account_id: uuid.UUID, **values: str) -> None:
    """Mail everybody who manages the domains of an account, in the caller's transaction."""
    roles = [role for role, permissions in PERMISSIONS_OF.items() if Permission.MANAGE_DOMAINS in permissions]
    managers = User.filter(
        memberships__account_id=account_id,
        memberships__role__in=roles,
        disabled_at=None,
        email_verified_at__isnull=False,
    )
    for user in await managers.order_by("id"):
        await send_mail(
            connection,
            kind,
            to=user.email,
            account_id=account_id,
            language=user.language,
            values={"name": user.first_name, **values},
        )
