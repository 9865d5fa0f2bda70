"""The domains of an account."""

from dataclasses import dataclass
from typing import Final

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.domains import repository
from breachlight.domains.models import Domain
from breachlight.kit.adjacent_pages import Adjacent, LinkedRows
from breachlight.kit.anchors import Anchor
from breachlight.kit.pagination import bounded_page_size

DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100

_KIND: Final = "domains"


@dataclass(frozen=True, slots=True)
class DomainPage:
    """One page of an account's domains, by name; ``next`` and ``previous`` are the anchors of the adjacent pages."""

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

    ``page`` begins at 1; a ``page_size`` over 100 counts as 100. With ``as_of`` of another page, the page is the adjacent one,
    whatever its number: domains that were added since are left out, and none is repeated or skipped when others are removed.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a number is below 1, or ``as_of`` is invalid or too old.
    """
    subject.require(Permission.READ)
    page_size = bounded_page_size(page, page_size, LARGEST_PAGE_SIZE)
    adjacent = Adjacent.decode(as_of, _KIND) if as_of else None
    anchor = Anchor.now(_KIND, "") if adjacent is None else adjacent.anchor
    if adjacent is None:
        found, total = await repository.page_of_domains(subject.account_id, (page - 1) * page_size, page_size + 1)
    else:
        found, total = await repository.adjacent_domains(
            subject.account_id, adjacent.key, anchor.at, page_size + 1, is_after=adjacent.is_after
        )
    linked = LinkedRows.of(
        found, page_size, lambda domain: domain.domain, anchor=anchor, adjacent=adjacent, is_first=page == 1
    )
    return DomainPage(linked.rows, total, page, page_size, linked.next, linked.previous)
