"""Switching a domain on and off, and removing it."""

import uuid
from datetime import timedelta
from typing import Final

import structlog

from breachlight.alerts.email_accounts.service import refresh_live_states
from breachlight.alerts.repository import untie_domain
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_accounts
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.domains.guards import require_verified_organization
from breachlight.domains.models import Domain, DomainClaim
from breachlight.jobs import Payload, enqueue, job
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say
from breachlight.rate_limits.limiter import Throttle
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, monitor_domain, stop_monitoring

UNTIE_JOB: Final = "domains.untie"
CHUNK: Final = 10_000
"""Alerts of one transaction of the job: the account's other writers wait no longer than for these."""

# Each time a domain is switched on, the whole lake is looked through for it.
_changes = Throttle("change-domain", limit=60, window=timedelta(hours=1))
_log = structlog.get_logger("breachlight.domains")


async def set_domain_enabled(subject: Subject, domain_id: uuid.UUID, client: Client, *, enabled: bool) -> Domain:
    """Begin or cease to watch a domain; its proof and its alerts stay. Switched on again, what was missed is looked up.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage domains, the account is no organization, or its e-mail address is not proved yet.
        ThrottledError: too many changes.
    """
    domain = await _mine(subject, domain_id)
    if domain.is_enabled == enabled:
        return domain
    async with transaction() as connection:
        await lock_watchlist(connection)
        held = await Domain.filter(account_id=subject.account_id, id=domain_id).select_for_update().first()
        if held is None:
            raise NotFoundError(_UNKNOWN)
        if held.is_enabled == enabled:
            return held
        held.is_enabled = enabled
        await held.save(update_fields=["is_enabled"])
        if not enabled:
            await stop_monitoring(connection, subject.account_id, IdentityKind.DOMAIN, held.domain)
        elif held.is_verified:
            await monitor_domain(connection, subject.account_id, held.id, held.domain)
        await refresh_live_states(connection, subject.account_id)
        kind = "domain_enabled" if enabled else "domain_disabled"
        await record_event_of(subject, kind, client, {"domain": held.domain})
    return held


async def remove_domain(subject: Subject, domain_id: uuid.UUID, client: Client) -> str:
    """Forget a domain with its proof and cease to watch it; return its name. Its alerts stay among the Portals, by that name.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage domains, the account is no organization, or its e-mail address is not proved yet.
        ThrottledError: too many changes.
    """
    domain = await _mine(subject, domain_id)
    async with transaction() as connection:
        await lock_watchlist(connection)
        if not await Domain.filter(account_id=subject.account_id, id=domain_id).delete():
            raise NotFoundError(_UNKNOWN)
        await stop_monitoring(connection, subject.account_id, IdentityKind.DOMAIN, domain.domain)
        await refresh_live_states(connection, subject.account_id)
        await DomainClaim.filter(domain=domain.domain, account_id=subject.account_id, domain_id=domain_id).delete()
        await record_event_of(subject, "domain_removed", client, {"domain": domain.domain})
        await enqueue(connection, UNTIE_JOB, {"account_id": str(subject.account_id), "domain_id": str(domain_id)})
    return domain.domain


@job(UNTIE_JOB)
async def untie(payload: Payload) -> None:
    """Take the identifier of a removed domain from its alerts, piece by piece; run again after a crash, it goes on."""
    account_id, domain_id = uuid.UUID(payload["account_id"]), uuid.UUID(payload["domain_id"])
    count = CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            # The same first lock as in raising: all writers of an account's alerts come one after the other.
            await lock_accounts(connection, [account_id])
            count = await untie_domain(connection, account_id, domain_id, CHUNK)


_UNKNOWN: Final = say("There is no such domain.")


async def _mine(subject: Subject, domain_id: uuid.UUID) -> Domain:
    subject.require(Permission.MANAGE_DOMAINS)
    await require_verified_organization(subject)
    await _changes.hit(str(subject.account_id))
    domain = await Domain.filter(account_id=subject.account_id, id=domain_id).first()
    if domain is None:
        _log.warning("domain_not_found", account_id=str(subject.account_id), domain_id=str(domain_id))
        raise NotFoundError(_UNKNOWN)
    return domain
