"""The domains of an account."""

from dataclasses import dataclass
from typing import Final

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.domains import repository
from breachlight.domains.models import Domain
from breachlight.kit.pagination import bounded_page_size

DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100


@dataclass(frozen=True, slots=True)
class DomainPage:
    """One page of an account's domains, by name."""

    results: list[Domain]
    total: int
    page: int
    page_size: int


async def page_of_domains(subject: Subject, page: int = 1, page_size: int = DEFAULT_PAGE_SIZE) -> DomainPage:
    """Return a page of the account's domains, which any kind of account may hold (spec §1).

    ``page`` begins at 1; a ``page_size`` over 100 counts as 100.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a number is below 1.
    """
    subject.require(Permission.READ)
    page_size = bounded_page_size(page, page_size, LARGEST_PAGE_SIZE)
    results, total = await repository.page_of_domains(subject.account_id, page, page_size)
    return DomainPage(results, total, page, page_size)
