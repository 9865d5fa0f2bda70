"""Reverification: the TXT record of every verified domain is looked up once a day (hostile-inputs D04).

Each domain is due a day after its last check, which spreads the load over the day. Domains due at once become jobs of some
dozens, few of which run at a time. A run that dies changes all or nothing of one domain; the rest stay due.
"""

import asyncio
import uuid
from datetime import datetime, timedelta
from typing import Final

import structlog

from breachlight.audit.events import record_event
from breachlight.database.session import transaction
from breachlight.domains import repository
from breachlight.domains.models import Domain
from breachlight.domains.revocation import GRACE, RevocationReason, mail_managers, revoke
from breachlight.domains.txt_records import TxtRecords
from breachlight.jobs import Payload, enqueue_many, job, scheduled
from breachlight.kit import clock
from breachlight.mail.models import MailKind

RECHECK_JOB: Final = "domains.recheck"

_MOST_DUE: Final = 2_000
"""Domains per tick."""
_CHUNK: Final = 50
_APART: Final = timedelta(seconds=10)
"""Between the starts of two chunks, which spares the name servers of a large provider."""
_AT_ONCE: Final = 10
"""Domains of one chunk that are looked up at the same time."""

_log = structlog.get_logger("breachlight.domains")


@scheduled("domains.recheck", "*/10 * * * *")
async def recheck_due() -> None:
    """Enqueue the domains that are due, longest waiting first."""
    due = await repository.domains_due(_MOST_DUE)
    chunks = [due[start : start + _CHUNK] for start in range(0, len(due), _CHUNK)]
    for number, chunk in enumerate(chunks):
        async with transaction() as connection:
            named = [[str(domain.account_id), str(domain.id)] for domain in chunk]
            # The next tick finds a waiting chunk due again.
            key = f"{RECHECK_JOB}/{chunk[0].id}"
            await enqueue_many(connection, RECHECK_JOB, [{"domains": named}], [key], delay=number * _APART)


@job(RECHECK_JOB, at_once=2)
async def recheck(payload: Payload) -> None:
    """Reverify the domains of the payload, pairs of account and domain."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def check(account_id: str, domain_id: str) -> None:
        async with gate:
            await recheck_domain(uuid.UUID(account_id), uuid.UUID(domain_id))

    outcomes = await asyncio.gather(*(check(*named) for named in payload["domains"]), return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome


async def recheck_domain(account_id: uuid.UUID, domain_id: uuid.UUID) -> None:
    """Look up the record of one verified domain, unless it was checked lately, and apply the result.

    Only clear answers count: while name servers fail or stay silent, the domain stays verified.
    """
    domain = await repository.find_due(account_id, domain_id)
    if domain is None:
        return
    from breachlight.domains.dns_lookup import find_records  # dnspython, which most processes do without

    # Name servers may take seconds: no transaction is open meanwhile.
    records = await find_records(domain.domain)
    await apply_lookup(domain, records)
    await repository.mark_checked(account_id, domain_id)


async def apply_lookup(domain: Domain, records: TxtRecords) -> None:
    """Store that the record of a verified domain is missing or found again; revoke the domain if it was missing for too long."""
    now = clock.now()
    if records.verifies(domain.domain_txt):
        await _note_found(domain)
    elif not records.lacks(domain.domain_txt):
        _log.info("domain_recheck_unclear", account_id=str(domain.account_id), domain_id=str(domain.id))
    elif domain.missing_since is None:
        await _note_missing(domain, now)
    elif now >= domain.missing_since + GRACE:
        await _revoke(domain)


async def _note_found(domain: Domain) -> None:
    if domain.missing_since is None:
        return
    async with transaction():
        if await repository.mark_record_missing(domain, None):
            await record_event(domain.account_id, None, "domain_record_found", detail={"domain": domain.domain})


async def _note_missing(domain: Domain, now: datetime) -> None:
    async with transaction() as connection:
        if not await repository.mark_record_missing(domain, now):
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


async def _revoke(domain: Domain) -> None:
    async with transaction() as connection:
        if await revoke(connection, domain, RevocationReason.RECORD_MISSING):
            await repository.release_claim(domain.account_id, domain.id, domain.domain)
