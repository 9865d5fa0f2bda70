"""The list of an organization's active email accounts (spec §2, FAQ 1: user account sync)."""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from breachlight.alerts.email_accounts.service import refresh_live_states
from breachlight.audit.events import record_event_of
from breachlight.auth.models import AccountKind
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import find_account, lock_account
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit.addresses import email_key, parent_domains
from breachlight.kit.errors import ForbiddenError, UnauthenticatedError, ValidationError
from breachlight.kit.messages import say
from breachlight.monitored_emails import repository
from breachlight.rate_limits.limiter import RateLimit

MOST_ACCOUNTS: Final = 100_000
"""Addresses on the list of one account."""
MOST_IN_A_CALL: Final = 10_000
"""Addresses in one GraphQL mutation; upload a file for more, or use several calls."""
LARGEST_FILE_BYTES: Final = 10 * 1024 * 1024

_CELLS: Final = re.compile(r"[,;\t\"\s<>]+")
_uploads = RateLimit("live-email-accounts", limit=120, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class LiveList:
    """Size and upload time of the list."""

    size: int
    uploaded_at: datetime


@dataclass(frozen=True, slots=True)
class LiveListSaved:
    """The result of an upload.

    ``accepted`` addresses were stored, ``invalid`` lines had none, ``foreign`` addresses are not at a verified domain of the
    account. Of the addresses with detections, ``live`` are on the list and ``gone`` are not.
    """

    size: int
    accepted: int
    invalid: int
    foreign: int
    live: int
    gone: int


async def get_live_list(subject: Subject) -> LiveList | None:
    """Return size and upload time of the list, or None if there is none.

    Raises:
        ForbiddenError: an API key without the scope to read.
    """
    subject.require(Permission.READ)
    found = await repository.find_active_list(subject.account_id)
    return LiveList(found.size, found.uploaded_at) if found else None


async def set_live_email_accounts(
    subject: Subject, emails: Iterable[str], *, append: bool, client: Client
) -> LiveListSaved:
    """Store a list of active email accounts, or append to it, and mark all addresses with detections by it.

    Raises:
        ForbiddenError: the subject may not manage addresses, or the account is not an organization.
        ValidationError: field ``emails``: none of them is at a verified domain, or there are too many.
        ThrottledError: too many uploads.
    """
    subject.require(Permission.MANAGE_EMAILS)
    account = await find_account(subject.account_id)
    if account is None:
        raise UnauthenticatedError
    if account.kind != AccountKind.ORGANIZATION:
        raise ForbiddenError(say("Only organizations have a list of email accounts."))
    await _uploads.hit(str(subject.account_id))
    names = await repository.monitored_domains(subject.account_id)
    keys, invalid, foreign = await asyncio.to_thread(_classified, emails, names)
    if not keys:
        raise ValidationError({"emails": [say("None of these addresses is on a verified domain of this account.")]})
    async with transaction() as connection:
        # Raising alerts locks the account too: no new address is marked by an older list.
        await lock_account(subject.account_id)
        size = await repository.add_active_accounts(connection, subject.account_id, keys, replace=not append)
        if size > MOST_ACCOUNTS:
            raise ValidationError(
                {"emails": [say("The list can contain at most {most} addresses.", most=MOST_ACCOUNTS)]}
            )
        await repository.store_active_list(subject.account_id, subject.user_id, size)
        live, gone = await refresh_live_states(connection, subject.account_id)
        await record_event_of(subject, "live_emails_told", client, {"size": size})
    return LiveListSaved(size, len(keys), invalid, foreign, live, gone)


async def forget_live_email_accounts(subject: Subject, client: Client) -> None:
    """Delete the list: addresses are no longer marked as active or inactive.

    Raises:
        ForbiddenError: the subject may not manage addresses.
    """
    subject.require(Permission.MANAGE_EMAILS)
    async with transaction() as connection:
        await lock_account(subject.account_id)
        if await repository.remove_active_list(subject.account_id):
            await refresh_live_states(connection, subject.account_id)
            await record_event_of(subject, "live_emails_forgotten", client)


def emails_of_file(content: bytes) -> list[str]:
    """Return the addresses in a file with any columns and separators; ``""`` for a line without one.

    A first line without an address is a heading. Addresses are ASCII, so the encoding of other columns does not matter.
    """
    lines = [line for line in content.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    found = [[cell for cell in _CELLS.split(line) if "@" in cell] for line in lines]
    if found and not found[0]:
        found = found[1:]
    return [email for cells in found for email in cells or [""]]


def _classified(emails: Iterable[str], domains: set[str]) -> tuple[list[str], int, int]:
    """Return the keys of the addresses at the domains, and the numbers of invalid and of other addresses."""
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
