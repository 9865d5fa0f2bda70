"""The catalogue of leaks as accounts see it: a sensitive leak is shown to those whom it concerns only.

These are the verified owner of an affected address, and those who may reveal passwords (owners and analysts) in the organization
that verified the address's domain, the affected site or the leak's own domain.
"""

from dataclasses import dataclass
from typing import Final

from breachlight.alerts.leak_audience import may_see_for_domains
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.adjacent_pages import Adjacent, LinkedRows
from breachlight.kit.anchors import Anchor, refusal
from breachlight.kit.clock import read_instant, write_instant
from breachlight.kit.pagination import bounded_page_size
from breachlight.leaks import visible_leaks_repository as repository
from breachlight.leaks.catalogue_entry import LeakEntry

DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100
LeakOrder = repository.LeakOrder

_KIND: Final = "leaks"


@dataclass(frozen=True, slots=True)
class LeakPage:
    """One page of the catalogue; ``next`` and ``previous`` are the anchors of the adjacent pages."""

    results: list[LeakEntry]
    total: int
    page: int
    page_size: int
    next: str | None
    previous: str | None


async def page_of_leaks(
    subject: Subject,
    page: int = 1,
    page_size: int = DEFAULT_PAGE_SIZE,
    *,
    as_of: str | None = None,
    order: LeakOrder = LeakOrder.ADDED,
    is_reversed: bool = False,
) -> LeakPage:
    """Return a page of the leaks that the subject may see.

    ``page`` begins at 1; a ``page_size`` over 100 counts as 100. With ``as_of`` of another page, the page is the adjacent one,
    whatever its number: leaks that were added since are left out, and none is repeated or skipped when others are removed.
    Only the newest first have adjacent pages; pages in another order have numbers.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a number is below 1, or ``as_of`` is invalid, too old or in another order.
    """
    subject.require(Permission.READ)
    has_adjacent = order is LeakOrder.ADDED and not is_reversed
    if as_of and not has_adjacent:
        raise refusal()
    page_size = bounded_page_size(page, page_size, LARGEST_PAGE_SIZE)
    adjacent = Adjacent.decode(as_of, _KIND) if as_of else None
    neighbor = None if adjacent is None else _neighbor(adjacent)
    anchor = Anchor.now(_KIND, "") if adjacent is None else adjacent.anchor
    async with reading() as connection:
        found, total = await repository.page_of_leaks(
            connection,
            subject.account_id,
            subject.user_id,
            page,
            page_size,
            for_domains=may_see_for_domains(subject),
            neighbor=neighbor,
            order=order,
            is_reversed=is_reversed,
        )
    if not has_adjacent:
        return LeakPage(found[:page_size], total, page, page_size, None, None)
    linked = LinkedRows.of(found, page_size, _key_of, anchor=anchor, adjacent=adjacent, is_first=page == 1)
    return LeakPage(linked.rows, total, page, page_size, linked.next, linked.previous)


def _key_of(entry: LeakEntry) -> str:
    return f"{write_instant(entry.added_at)}/{entry.name}"


def _neighbor(adjacent: Adjacent) -> repository.Neighbor:
    added_at, _, name = adjacent.key.partition("/")
    instant = read_instant(added_at) if adjacent.key else None
    if "\0" in name or (instant is None and adjacent.key):
        raise refusal()
    return repository.Neighbor(instant, name, adjacent.anchor.at, adjacent.is_after)


async def find_leak(subject: Subject, name: str) -> LeakEntry | None:
    """Return a leak by its name or a former name; None if there is none that the subject may see.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    if "\0" in name:  # PostgreSQL has no such text
        return None
    async with reading() as connection:
        return await repository.find_leak(
            connection, subject.account_id, subject.user_id, name, for_domains=may_see_for_domains(subject)
        )
