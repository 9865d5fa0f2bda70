"""Email accounts found in alerts, by person, and which of them are active (spec §2, FAQ 1)."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from breachlight.alerts.bookkeeping_repository import fetch_last
from breachlight.alerts.email_accounts import repository
from breachlight.alerts.query.anchor_repository import fetch_past
from breachlight.alerts.query.anchors import read_anchor, write_anchor
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_accounts
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, reading
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.kit.pagination import page_problems

LARGEST_PAGE_SIZE: Final = 100
LONGEST_SEARCH: Final = 254

PeopleOrder = repository.PeopleOrder

_KIND: Final = "people"


@dataclass(frozen=True, slots=True)
class Address:
    """One address of a person, and how many of its detections nobody has closed."""

    id: str
    email: str
    open_detections: int


@dataclass(frozen=True, slots=True)
class Person:
    """A mailbox with its detections; ``is_live`` is None if unknown."""

    email: str
    addresses: list[Address]
    open_detections: int
    last_seen: datetime
    is_live: bool | None


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """One page of people; ``as_of`` anchors other pages of the same list."""

    results: list[Person]
    total: int
    page: int
    page_size: int
    as_of: str


async def list_people(
    subject: Subject,
    page: int,
    page_size: int,
    search: str,
    *,
    as_of: str | None = None,
    order: PeopleOrder = PeopleOrder.OPEN,
    is_reversed: bool = False,
) -> PeoplePage:
    """Return the people whose addresses at the account were found in leaks.

    ``page`` begins at 1; a ``page_size`` over 100 is taken as 100; ``search`` is a part of an address. With ``as_of`` of another
    page, people are chosen and ordered by what they were when that page was read, and shown as they are now.

    Raises:
        ForbiddenError: an API key without the scope to read.
        ValidationError: a number is below 1, the text too long, or ``as_of`` invalid or too old.
    """
    subject.require(Permission.READ)
    problems = page_problems(page, page_size)
    if len(search) > LONGEST_SEARCH or "\0" in search:
        problems["search"] = [say("The search can have at most {most} characters.", most=LONGEST_SEARCH)]
    if problems:
        raise ValidationError(problems)
    anchor = read_anchor(subject.account_id, as_of, _KIND) if as_of else None
    page_size = min(page_size, LARGEST_PAGE_SIZE)
    wanted = search.strip().lower()
    async with reading() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        past = None if anchor is None else await fetch_past(connection, subject.account_id, anchor)
        fetch = partial(
            repository.fetch_people,
            connection,
            subject.account_id,
            wanted,
            past=past,
            order=order,
            is_reversed=is_reversed,
        )
        rows = await fetch(offset=(page - 1) * page_size, limit=page_size)
        # A page behind the last one has the total of the list, too.
        one = rows or (await fetch(offset=0, limit=1) if page > 1 else [])
        last = one[0]["last"] if one else await fetch_last(connection, subject.account_id)
    results = [
        Person(
            row["email"],
            [Address(*address) for address in zip(row["ids"], row["emails"], row["opens"], strict=True)],
            row["open"],
            row["last_seen"],
            row["is_live"],
        )
        for row in rows
    ]
    as_of = as_of or write_anchor(subject.account_id, last, _KIND)
    return PeoplePage(results, one[0]["total"] if one else 0, page, page_size, as_of)


async def refresh_live_states(connection: Connection, account_id: uuid.UUID) -> tuple[int, int]:
    """Compare every email account with the uploaded list and the domains of the account; return how many exist and do not.

    Call it in the transaction that changes the list, or which domains are verified and enabled, after that change. This locks
    the account until the transaction ends, as raising alerts does, so no address that is found meanwhile is compared with
    the old list.
    """
    await lock_accounts(connection, [account_id])
    return await repository.refresh_live_states(connection, account_id)
