"""Which e-mail accounts of an organization exist, as it tells in a list (spec §2, FAQ 1: user account sync)."""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from breachlight.alerts.email_accounts.service import refresh_live_states
from breachlight.audit.events import record_event_of
from breachlight.auth.models import Account, AccountKind
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.domains.models import Domain
from breachlight.kit import clock
from breachlight.kit.addresses import email_key, parent_domains
from breachlight.kit.errors import ForbiddenError, UnauthenticatedError, ValidationError
from breachlight.kit.messages import say
from breachlight.monitored_emails.models import LiveEmailAccount, LiveEmailAccountList
from breachlight.rate_limits.limiter import RateLimit

MOST_ACCOUNTS: Final = 100_000
"""Addresses on the list of one account."""
MOST_IN_A_CALL: Final = 10_000
"""Addresses in one GraphQL mutation; more come as a file, or in pieces."""
LARGEST_FILE_BYTES: Final = 10 * 1024 * 1024

_CELLS: Final = re.compile(r"[,;\t\"\s<>]+")
_uploads = RateLimit("live-email-accounts", limit=120, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class LiveList:
    """How many addresses the list holds, and since when; nothing is there before the first upload."""

    size: int
    uploaded_at: datetime


@dataclass(frozen=True, slots=True)
class LiveListSaved:
    """What an upload came to.

    ``accepted`` addresses were taken, ``invalid`` lines held none, ``foreign`` addresses are at no verified domain of the
    account. Of the addresses that detections speak of, ``live`` exist and ``gone`` do not.
    """

    size: int
    accepted: int
    invalid: int
    foreign: int
    live: int
    gone: int


async def get_live_list(subject: Subject) -> LiveList | None:
    """Return what is known of the list, or None while there is none.

    Raises:
        ForbiddenError: an API key without the scope to read.
    """
    subject.require(Permission.READ)
    found = await LiveEmailAccountList.filter(account_id=subject.account_id).first()
    return LiveList(found.size, found.uploaded_at) if found else None


async def set_live_email_accounts(
    subject: Subject, emails: Iterable[str], *, append: bool, client: Client
) -> LiveListSaved:
    """Take a list of e-mail accounts that exist, in place of the former one or beside it, and hold all found addresses against it.

    Raises:
        ForbiddenError: the subject may not manage addresses, or the account is no organization.
        ValidationError: field ``emails``: none of them is at a verified domain, or there are too many.
        ThrottledError: too many uploads.
    """
    subject.require(Permission.MANAGE_EMAILS)
    account = await Account.filter(id=subject.account_id).first()
    if account is None:
        raise UnauthenticatedError
    if account.kind != AccountKind.ORGANIZATION:
        raise ForbiddenError(say("Only organizations have a list of email accounts."))
    await _uploads.hit(str(subject.account_id))
    domains = await Domain.filter(account_id=subject.account_id, is_verified=True, is_enabled=True)
    names = {domain.domain for domain in domains}
    keys, invalid, foreign = await asyncio.to_thread(_sorted_out, emails, names)
    if not keys:
        raise ValidationError({"emails": [say("None of these addresses is on a verified domain of this account.")]})
    async with transaction() as connection:
        # Whoever raises alerts holds the account too: no address is found meanwhile that is held against an older list.
        await Account.filter(id=subject.account_id).select_for_update(no_key=True).first()
        mine = LiveEmailAccount.filter(account_id=subject.account_id)
        if not append:
            await mine.delete()
        await connection.execute(
            """INSERT INTO live_email_accounts (account_id, email_key) SELECT $1, unnest($2::text[])
            ON CONFLICT (account_id, email_key) DO NOTHING""",
            subject.account_id,
            keys,
        )
        size = await mine.count()
        if size > MOST_ACCOUNTS:
            raise ValidationError(
                {"emails": [say("The list can contain at most {most} addresses.", most=MOST_ACCOUNTS)]}
            )
        told = {"user_id": subject.user_id, "size": size, "uploaded_at": clock.now()}
        await LiveEmailAccountList.update_or_create(told, account_id=subject.account_id)
        live, gone = await refresh_live_states(connection, subject.account_id)
        await record_event_of(subject, "live_emails_told", client, {"size": size})
    return LiveListSaved(size, len(keys), invalid, foreign, live, gone)


async def forget_live_email_accounts(subject: Subject, client: Client) -> None:
    """Delete the list: from now on nothing is said about whether an address exists.

    Raises:
        ForbiddenError: the subject may not manage addresses.
    """
    subject.require(Permission.MANAGE_EMAILS)
    async with transaction() as connection:
        if await Account.filter(id=subject.account_id).select_for_update(no_key=True).first() is None:
            raise UnauthenticatedError
        if await LiveEmailAccountList.filter(account_id=subject.account_id).delete():
            await LiveEmailAccount.filter(account_id=subject.account_id).delete()
            await refresh_live_states(connection, subject.account_id)
            await record_event_of(subject, "live_emails_forgotten", client)


def emails_of_file(content: bytes) -> list[str]:
    """Return what looks like an address in a file, whatever its columns and separators; ``""`` for a line without any.

    A first line without an address is a heading. Addresses are ASCII, so the encoding of other columns does not matter.
    """
    lines = [line for line in content.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    found = [[cell for cell in _CELLS.split(line) if "@" in cell] for line in lines]
    if found and not found[0]:
        found = found[1:]
    return [email for cells in found for email in cells or [""]]


def _sorted_out(emails: Iterable[str], domains: set[str]) -> tuple[list[str], int, int]:
    """Return the keys of the addresses at the domains, how many texts are no addresses, and how many are elsewhere."""
    keys: set[str] = set()
    invalid = foreign = 0
    for email in emails:
        key = email_key(email)
        if key is None:
            invalid += 1
        elif domains.isdisjoint(parent_domains(key.partition("@")[2])):
            foreign += 1
        else:
            keys.add(key)
    return sorted(keys), invalid, foreign
