"""Keeping proofs true: the TXT record of every verified domain is looked for once a day (hostile-inputs D04).

Domains come due one by one, a day after they were last looked at, so that the load spreads over the day; what is due at once
becomes jobs of some dozens, few of which run at a time. A run that dies changes nothing or all of one domain, and what it left
is due still.
"""

import asyncio
import uuid
from datetime import datetime, timedelta
from typing import Final

import structlog
from tortoise.expressions import Q

from breachlight.audit.events import record_event
from breachlight.database.session import transaction
from breachlight.domains.dns_lookup import TxtRecords, find_records
from breachlight.domains.models import Domain, DomainClaim
from breachlight.domains.revocation import GRACE, LossReason, lose_domain, mail_managers, unchanged
from breachlight.jobs import Payload, enqueue_many, job, scheduled
from breachlight.kit import clock
from breachlight.mail.models import MailKind

RECHECK_JOB: Final = "domains.recheck"

_PERIOD: Final = timedelta(days=1)
_PERIOD_WHILE_MISSING: Final = timedelta(hours=6)
_MOST_DUE: Final = 2_000
"""Domains that one tick hands out."""
_PIECE: Final = 50
_APART: Final = timedelta(seconds=10)
"""Between the beginnings of pieces: name servers of one provider are not asked for thousands of domains at once."""
_AT_ONCE: Final = 10
"""Domains of one piece that are asked for at the same time."""

_log = structlog.get_logger("breachlight.domains")


@scheduled("domains.recheck", "*/10 * * * *")
async def recheck_due() -> None:
    """Hand the domains that are due to jobs, those that have waited longest first."""
    due = await Domain.filter(_due(clock.now())).order_by("checked_at", "id").limit(_MOST_DUE).only("account_id", "id")
    pieces = [due[start : start + _PIECE] for start in range(0, len(due), _PIECE)]
    for number, piece in enumerate(pieces):
        async with transaction() as connection:
            named = [[str(domain.account_id), str(domain.id)] for domain in piece]
            # While a piece waits, the next tick finds it due again.
            key = f"{RECHECK_JOB}/{piece[0].id}"
            await enqueue_many(connection, RECHECK_JOB, [{"domains": named}], [key], delay=number * _APART)


@job(RECHECK_JOB, at_once=2)
async def recheck(payload: Payload) -> None:
    """Look for the records of the domains that ``domains`` names, as pairs of account and domain."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def check(account_id: str, domain_id: str) -> None:
        async with gate:
            await recheck_domain(uuid.UUID(account_id), uuid.UUID(domain_id))

    outcomes = await asyncio.gather(*(check(*named) for named in payload["domains"]), return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome


async def recheck_domain(account_id: uuid.UUID, domain_id: uuid.UUID) -> None:
    """Look for the record of one verified domain, unless it was looked for of late, and draw the consequence.

    Only clear answers count: while name servers fail or stay silent, nothing changes for the holder.
    """
    mine = Domain.filter(account_id=account_id, id=domain_id)
    domain = await mine.filter(_due(clock.now())).first()
    if domain is None:
        return
    # No transaction is open while name servers are waited for.
    records = await find_records(domain.domain)
    await judge(domain, records)
    await mine.update(checked_at=clock.now())


async def judge(domain: Domain, records: TxtRecords) -> None:
    """Note that the record of a verified domain is missing or back; drop the domain once it was missing for too long."""
    now = clock.now()
    if records.proves(domain.domain_txt):
        await _note_found(domain)
    elif not records.lacks(domain.domain_txt):
        _log.info("domain_recheck_unclear", account_id=str(domain.account_id), domain_id=str(domain.id))
    elif domain.missing_since is None:
        await _note_missing(domain, now)
    elif now >= domain.missing_since + GRACE:
        await _drop(domain)


async def _note_found(domain: Domain) -> None:
    if domain.missing_since is None:
        return
    async with transaction():
        if await unchanged(domain).update(missing_since=None):
            await record_event(domain.account_id, None, "domain_record_found", detail={"domain": domain.domain})


async def _note_missing(domain: Domain, now: datetime) -> None:
    async with transaction() as connection:
        if not await unchanged(domain).update(missing_since=now):
            return
        await record_event(domain.account_id, None, "domain_record_missing", detail={"domain": domain.domain})
        await mail_managers(
            connection,
            MailKind.DOMAIN_RECORD_MISSING,
            domain.account_id,
            domain=domain.domain,
            record=domain.domain_txt,
            day=(now + GRACE).date().isoformat(),
        )


async def _drop(domain: Domain) -> None:
    async with transaction() as connection:
        if await lose_domain(connection, domain, LossReason.RECORD_MISSING):
            await DomainClaim.filter(domain=domain.domain, account_id=domain.account_id, domain_id=domain.id).delete()


def _due(now: datetime) -> Q:
    return Q(is_verified=True) & (
        Q(checked_at__isnull=True)
        | Q(checked_at__lte=now - _PERIOD)
        | Q(checked_at__lte=now - _PERIOD_WHILE_MISSING, missing_since__isnull=False)
    )
