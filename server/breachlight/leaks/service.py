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
from breachlight.kit.pagination import bounded_page_size
from breachlight.leaks import visible_leaks_repository as repository
from breachlight.leaks.catalogue_entry import LeakEntry

DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100


@dataclass(frozen=True, slots=True)
class LeakPage:
    """One page of the catalogue, the newest entries first."""

    results: list[LeakEntry]
    total: int
    page: int
    page_size: int


async def page_of_leaks(subject: Subject, page: int = 1, page_size: int = DEFAULT_PAGE_SIZE) -> LeakPage:
    """Return a page of the leaks that the subject may see.

    ``page`` begins at 1; a ``page_size`` over 100 counts as 100.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: a number is below 1.
    """
    subject.require(Permission.READ)
    page_size = bounded_page_size(page, page_size, LARGEST_PAGE_SIZE)
    async with reading() as connection:
        results, total = await repository.page_of_leaks(
            connection, subject.account_id, subject.user_id, page, page_size, for_domains=may_see_for_domains(subject)
        )
    return LeakPage(results, total, page, page_size)


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
