"""New domains and their verification by a DNS TXT record (draft-ietf-dnsop-domain-verification-techniques)."""

import secrets
import uuid
from datetime import timedelta
from typing import Final

import structlog

from breachlight.alerts.email_accounts.service import refresh_live_states
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_account
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.domains import repository
from breachlight.domains.access import require_verified_organization
from breachlight.domains.models import Domain, DomainClaim
from breachlight.domains.names import UnfitDomainError, domain_key
from breachlight.domains.reverification import apply_lookup
from breachlight.domains.revocation import RevocationReason, revoke
from breachlight.domains.txt_records import LABEL, TxtRecords
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.messages import say
from breachlight.rate_limits.limiter import RateLimit
from breachlight.watchlist.service import lock_watchlist, monitor_domain

MOST_DOMAINS: Final = 100
"""Domains of one account."""

_TOKEN_BYTES: Final = 16
_PREFIX: Final = "breachlight-verification="
_SHOWN_RECORDS: Final = 3
_SHOWN_CHARACTERS: Final = 100
_UNKNOWN: Final = say("Domain not found.")

_additions = RateLimit("add-domain", limit=60, window=timedelta(hours=1))
_checks = RateLimit("verify-domain", limit=30, window=timedelta(minutes=10))
_log = structlog.get_logger("breachlight.domains")


async def add_domain(subject: Subject, name: str, client: Client) -> Domain:
    """Add a domain with a new TXT record to verify it by; return it as it is if the account has it already.

    Raises:
        ForbiddenError: the subject may not manage domains, the account is no organization, or its email address is not verified.
        ValidationError: field ``domain``: no domain, a public suffix, a free mail provider's, or one too many.
        ThrottledError: too many attempts.
    """
    subject.require(Permission.MANAGE_DOMAINS)
    await require_verified_organization(subject)
    await _additions.hit(str(subject.account_id))
    try:
        key = domain_key(name)
    except UnfitDomainError as error:
        raise ValidationError({"domain": [error.sentence]}) from None
    token = secrets.token_hex(_TOKEN_BYTES)
    async with transaction():
        await lock_account(subject.account_id)
        present = await repository.find_domain_by_name(subject.account_id, key)
        if present is not None:
            return present
        if await repository.count_domains(subject.account_id) >= MOST_DOMAINS:
            raise ValidationError({"domain": [say("An account can have at most {most} domains.", most=MOST_DOMAINS)]})
        domain = await repository.add_domain(subject.account_id, key, record=_PREFIX + token, token=token)
        await record_event_of(subject, "domain_added", client, {"domain": domain.domain})
    return domain


async def verify_domain(subject: Subject, domain_id: uuid.UUID, client: Client) -> Domain:
    """Look the TXT record up, at the ``_breachlight`` label and at the domain itself; monitor the domain on success.

    A domain belongs to one account. Another account that verified it before keeps it for as long as its own record exists
    (hostile-inputs D04). A verified domain whose record is missing is treated as in its daily reverification.

    Raises:
        NotFoundError: unknown, or another account's.
        ForbiddenError: the subject may not manage domains, the account is no organization, or its email address is not verified.
        ProblemError: TXT_NOT_FOUND, DNS_UNAVAILABLE or DOMAIN_TAKEN; the message says what to do.
        ThrottledError: too many attempts.
    """
    subject.require(Permission.MANAGE_DOMAINS)
    await require_verified_organization(subject)
    await _checks.hit(str(subject.account_id))
    domain = await repository.find_domain(subject.account_id, domain_id)
    if domain is None:
        _log.warning("domain_not_found", account_id=str(subject.account_id), domain_id=str(domain_id))
        raise NotFoundError(_UNKNOWN)
    if domain.is_verified and domain.missing_since is None:
        return domain
    from breachlight.domains.dns_lookup import find_records  # dnspython, which most processes do without

    # Name servers may take seconds: no transaction is open meanwhile.
    records = await find_records(domain.domain)
    await repository.mark_checked(subject.account_id, domain_id)
    if domain.is_verified:
        await apply_lookup(domain, records)
    if not records.verifies(domain.domain_txt):
        raise _not_verified(domain, records)
    if not domain.is_verified:
        async with transaction() as connection:
            await _claim(connection, subject, domain, records, client)
    present = await repository.find_domain(subject.account_id, domain_id)
    if present is None:
        raise NotFoundError(_UNKNOWN)
    return present


async def _claim(connection: Connection, subject: Subject, domain: Domain, records: TxtRecords, client: Client) -> None:
    """Give a domain that was just verified to the account, and monitor it unless it is disabled."""
    await lock_watchlist(connection)
    await lock_account(subject.account_id)
    locked = await repository.lock_domain(subject.account_id, domain.id)
    if locked is None:
        raise NotFoundError(_UNKNOWN)  # removed during the DNS lookup
    if locked.is_verified:
        return  # a concurrent check was faster
    await repository.mark_verified(subject.account_id, domain.id)
    claim = await repository.lock_claim(domain.domain)
    if claim is not None and claim.account_id != subject.account_id:
        await _take_over(connection, claim, records, domain.domain_txt)
    await repository.move_claim(claim, domain)
    if locked.is_enabled:
        await monitor_domain(connection, subject.account_id, domain.id, domain.domain)
        await refresh_live_states(connection, subject.account_id)
    await record_event_of(subject, "domain_verified", client, {"domain": domain.domain})


async def _take_over(connection: Connection, claim: DomainClaim, records: TxtRecords, record: str) -> None:
    """Revoke the domain of another account whose record is gone, if two name servers agree on that and on the new record.

    Raises:
        ProblemError: DOMAIN_TAKEN: its record is still there, or fewer than two name servers say that it is gone;
            DNS_UNAVAILABLE: that is unknown.
    """
    theirs = await repository.lock_domain(claim.account_id, claim.domain_id)
    if theirs is None:
        return
    if records.shows(theirs.domain_txt):
        raise ProblemError(
            say(
                "Another account has verified {domain}. Remove that account's TXT record from the "
                "DNS, then check again.",
                domain=claim.domain,
            ),
            "DOMAIN_TAKEN",
        )
    if not records.is_answer:
        raise _unanswered()
    if not records.replaces(theirs.domain_txt, record):
        raise ProblemError(
            say(
                "Another account has verified {domain}. Its TXT record is gone, but too few name servers confirm that. "
                "Check again in a week: by then that account has lost the domain.",
                domain=claim.domain,
            ),
            "DOMAIN_TAKEN",
        )
    await revoke(connection, theirs, RevocationReason.TAKEN_OVER)


def _unanswered() -> ProblemError:
    return ProblemError(
        say("The name servers didn't respond in time. Nothing is lost; check again in a few minutes."),
        "DNS_UNAVAILABLE",
    )


def _not_verified(domain: Domain, records: TxtRecords) -> ProblemError:
    if not records.is_answer:
        return _unanswered()
    if records.shows(domain.domain_txt):
        return ProblemError(
            say("Only some name servers return the TXT record so far. Check again in a few minutes."),
            "TXT_NOT_FOUND",
        )
    found = _found(records)
    if not found:
        return ProblemError(
            say(
                "TXT record not found at {label} or {domain}. New records can take up to an hour to "
                "appear; check again later.",
                label=f"{LABEL}.{domain.domain}",
                domain=domain.domain,
            ),
            "TXT_NOT_FOUND",
        )
    return ProblemError(
        say(
            "TXT record not found at {label} or {domain}. Found instead: {found}. It must be exactly {expected}",
            label=f"{LABEL}.{domain.domain}",
            domain=domain.domain,
            found=", ".join(found),
            expected=domain.domain_txt,
        ),
        "TXT_NOT_FOUND",
    )


def _found(records: TxtRecords) -> list[str]:
    """Return the records at the label, then those at the domain that look like ours, cut and safe to show."""
    at_label = {text for one in records.seen for text in one.at_label or ()}
    at_domain = {text for one in records.seen for text in one.at_domain or () if b"breachlight" in text.lower()}
    texts = [*sorted(at_label), *sorted(at_domain - at_label)]
    return [f"“{_printable(text)}”" for text in texts[:_SHOWN_RECORDS]]


def _printable(text: bytes) -> str:
    shown = "".join(character if character.isprintable() else "\ufffd" for character in text.decode("utf-8", "replace"))
    return shown if len(shown) <= _SHOWN_CHARACTERS else shown[: _SHOWN_CHARACTERS - 1] + "…"
