"""The audit log in the console: list, verification, export."""

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from breachlight.audit import shipping
from breachlight.audit.verification import Verification, verify
from breachlight.auth.streaming import Recheck, while_permitted
from breachlight.auth.subject import Subject, require_fresh
from breachlight.config import get_key_ring
from breachlight.console import audit_log_repository as repository
from breachlight.console.audit_log_repository import Event, Wanted
from breachlight.database.session import reading, transaction
from breachlight.graphql.limits import MAXIMUM_PAGE_SIZE
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.json import encode
from breachlight.kit.messages import say
from breachlight.kit.pagination import bounded_page_size, invalid_cursor
from breachlight.operators.recording import record
from breachlight.operators.service import Operator, require_operator
from breachlight.rate_limits.limiter import RateLimit

_LARGEST_SEQUENCE: Final = 2**63 - 1
# A verification reads the whole log.
_verifications = RateLimit("console-verify", limit=20, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class Filter:
    """What a list of events shows; ``account`` is an id or a member's address, and without it operators' events are listed."""

    account: str | None = None
    kind: str | None = None
    person: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some events, the newest first; ``account_id`` is None for those of operators."""

    account_id: uuid.UUID | None
    events: list[Event]
    has_more: bool

    @property
    def cursor(self) -> str:
        """Return the position of the last event."""
        return str(self.events[-1].sequence) if self.events else ""


async def list_events(operator: Operator, chosen: Filter, first: int, after: str | None) -> Page:
    """Return a page of events; reading those of an account is recorded.

    Raises:
        ValidationError: a filter is invalid, or no account has the given id or address.
    """
    size = bounded_page_size(1, first, MAXIMUM_PAGE_SIZE)
    wanted = Wanted(_position(after), chosen.kind or None, chosen.since, chosen.until, size + 1)
    if not chosen.account:
        account_id, found = None, await repository.operator_events(wanted, chosen.person or None)
    else:
        account_id = await _account(chosen.account)
        person = email_key(chosen.person) or chosen.person if chosen.person else None
        found = await repository.account_events(wanted, account_id, person)
        async with transaction() as connection:
            await record(connection, operator, "console_account_log_read", {"account_id": str(account_id)})
    return Page(account_id, found[:size], len(found) > size)


async def list_kinds(account_id: uuid.UUID | None) -> list[str]:
    """Return the kinds of events of operators or of an account."""
    if account_id is None:
        return await repository.kinds_of_operators()
    return await repository.kinds_of_account(account_id)


async def verify_log(operator: Operator) -> Verification:
    """Check the whole audit log, as ``breachlight audit verify`` does.

    Raises:
        ThrottledError: too many verifications.
    """
    await _verifications.hit(str(operator.user_id))
    async with reading() as connection:
        result = await verify(connection, get_key_ring())
    async with transaction() as connection:
        found = {"rows": result.rows, "chains": result.chains, "breaks": len(result.breaks)}
        await record(connection, operator, "console_audit_log_verified", found)
    return result


async def export_log(subject: Subject, recheck: Recheck) -> AsyncIterator[bytes]:
    """Return the whole audit log as JSON lines, as ``breachlight audit export`` prints them.

    It ends when the subject's session or role does.

    Raises:
        ForbiddenError: as ``require_operator``.
        ReauthenticationRequiredError: the login is too old.
    """
    operator = await require_operator(subject)
    require_fresh(subject)
    async with transaction() as connection:
        await record(connection, operator, "console_audit_log_exported", {})

    async def still() -> Subject:
        current = await recheck()
        await require_operator(current)
        return current

    return while_permitted(_lines(), still, lambda _: None)


async def _lines() -> AsyncIterator[bytes]:
    async for records in shipping.all_records():
        yield b"".join(encode(one) + b"\n" for one in records)


async def _account(text: str) -> uuid.UUID:
    given = text.strip()
    account_id = parse_id(given)
    if account_id is None:
        account_id = await repository.account_of_email(email_key(given) or "")
    elif not await repository.account_exists(account_id):
        account_id = None
    if account_id is None:
        raise ValidationError({"account": [say("No account has this ID or email address.")]})
    return account_id


def _position(after: str | None) -> int | None:
    if not after:
        return None
    if not (after.isascii() and after.isdigit() and len(after) <= 19 and int(after) <= _LARGEST_SEQUENCE):
        raise invalid_cursor()
    return int(after)
