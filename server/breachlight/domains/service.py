"""The domains of an account."""

from dataclasses import dataclass
from typing import Final

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.domains import repository
from breachlight.domains.models import Domain
from breachlight.kit.adjacent_pages import Adjacent, Links
from breachlight.kit.anchors import Anchor
from breachlight.kit.pagination import bounded_page_size

DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100

_KIND: Final = "domains"


@dataclass(frozen=True, slots=True)
class DomainPage:
    """One page of an account's domains, by name; ``next`` and ``previous`` are the anchors of its neighbours."""

    results: list[Domain]
    total: int
    page: int
    page_size: int
    next: str | None
    previous: str | None


async def page_of_domains(
    subject: Subject, page: int = 1, page_size: int = DEFAULT_PAGE_SIZE, *, as_of: str | None = None
) -> DomainPage:
    """Return a page of the account's domains, which any kind of account may hold (spec §1).

    ``page`` begins at 1; a ``page_size`` over 100 counts as 100. With ``as_of``, which another page's ``next`` or ``previous`` contains, the
    page is the neighbour of that one, whatever its number: domains that were added since are left out, and none is repeated or skipped when others are removed.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a number is below 1, or ``as_of`` is invalid or too old.
    """
    subject.require(Permission.READ)
    page_size = bounded_page_size(page, page_size, LARGEST_PAGE_SIZE)
    if as_of:
        return await _adjacent_page(subject, page, page_size, Adjacent.decode(as_of, _KIND))
    results, total = await repository.page_of_domains(subject.account_id, page, page_size)
    return _linked(
        results, total, page, page_size, Anchor.now(_KIND, ""), has_more=page * page_size < total, has_less=page > 1
    )


async def _adjacent_page(subject: Subject, page: int, page_size: int, adjacent: Adjacent) -> DomainPage:
    anchor = adjacent.anchor
    found, total = await repository.adjacent_domains(
        subject.account_id, adjacent.key, anchor.at, page_size + 1, is_after=adjacent.is_after
    )
    has_others, results = len(found) > page_size, found[:page_size]
    if adjacent.is_after:
        return _linked(results, total, page, page_size, anchor, has_more=has_others, has_less=True)
    return _linked(results[::-1], total, page, page_size, anchor, has_more=True, has_less=has_others)


def _linked(
    results: list[Domain], total: int, page: int, page_size: int, anchor: Anchor, *, has_more: bool, has_less: bool
) -> DomainPage:
    links = Links.of(anchor, [domain.domain for domain in results], has_more=has_more, has_less=has_less)
    return DomainPage(results, total, page, page_size, links.next, links.previous)
