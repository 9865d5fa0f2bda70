"""Enabled, disabled and removed domains."""

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
from breachlight.domains import repository
from breachlight.domains.access import require_verified_organization
from breachlight.domains.models import Domain
from breachlight.jobs import Payload, enqueue, job
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say
from breachlight.rate_limits.limiter import RateLimit
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, monitor_domain, stop_monitoring

UNTIE_JOB: Final = "domains.untie"
CHUNK: Final = 10_000
"""Alerts per transaction of the job, which bounds how long other writers of the account wait."""

# Enabling a domain scans the whole lake.
_changes = RateLimit("change-domain", limit=60, window=timedelta(hours=1))
_log = structlog.get_logger("breachlight.domains")


async def set_domain_enabled(subject: Subject, domain_id: uuid.UUID, client: Client, *, enabled: bool) -> Domain:
    """Enable or disable the monitoring of a domain; its verification and alerts stay. Enabling starts a retroactive scan.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage domains, the account is no organization, or its email address is not verified.
        ThrottledError: too many changes.
    """
    domain = await _mine(subject, domain_id)
    if domain.is_enabled == enabled:
        return domain
    async with transaction() as connection:
        await lock_watchlist(connection)
        locked = await repository.lock_domain(subject.account_id, domain_id)
        if locked is None:
            raise NotFoundError(_UNKNOWN)
        if locked.is_enabled == enabled:
            return locked
        await repository.set_enabled(locked, enabled=enabled)
        if not enabled:
            await stop_monitoring(connection, subject.account_id, IdentityKind.DOMAIN, locked.domain)
        elif locked.is_verified:
            await monitor_domain(connection, subject.account_id, locked.id, locked.domain)
        await refresh_live_states(connection, subject.account_id)
        kind = "domain_enabled" if enabled else "domain_disabled"
        await record_event_of(subject, kind, client, {"domain": locked.domain})
    return locked


async def remove_domain(subject: Subject, domain_id: uuid.UUID, client: Client) -> str:
    """Remove a domain with its verification, stop monitoring it and return its name. Its Portals alerts stay, by that name.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage domains, the account is no organization, or its email address is not verified.
        ThrottledError: too many changes.
    """
    domain = await _mine(subject, domain_id)
    async with transaction() as connection:
        await lock_watchlist(connection)
        if not await repository.remove_domain(subject.account_id, domain_id):
            raise NotFoundError(_UNKNOWN)
        await stop_monitoring(connection, subject.account_id, IdentityKind.DOMAIN, domain.domain)
        await refresh_live_states(connection, subject.account_id)
        await repository.release_claim(subject.account_id, domain_id, domain.domain)
        await record_event_of(subject, "domain_removed", client, {"domain": domain.domain})
        await enqueue(connection, UNTIE_JOB, {"account_id": str(subject.account_id), "domain_id": str(domain_id)})
    return domain.domain


@job(UNTIE_JOB)
async def untie(payload: Payload) -> None:
    """Remove the identifier of a removed domain from its alerts, in chunks; a run after a crash continues."""
    account_id, domain_id = uuid.UUID(payload["account_id"]), uuid.UUID(payload["domain_id"])
    count = CHUNK
    while count == CHUNK:
        async with transaction() as connection:
            # The first lock of every writer of alerts.
            await lock_accounts(connection, [account_id])
            count = await untie_domain(connection, account_id, domain_id, CHUNK)


_UNKNOWN: Final = say("Domain not found.")


async def _mine(subject: Subject, domain_id: uuid.UUID) -> Domain:
    subject.require(Permission.MANAGE_DOMAINS)
    await require_verified_organization(subject)
    await _changes.hit(str(subject.account_id))
    domain = await repository.find_domain(subject.account_id, domain_id)
    if domain is None:
        _log.warning("domain_not_found", account_id=str(subject.account_id), domain_id=str(domain_id))
        raise NotFoundError(_UNKNOWN)
    return domain
