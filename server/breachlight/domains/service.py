"""Domains of an account."""

import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.domains.guards import require_organization
from breachlight.domains.models import Domain
from breachlight.kit.errors import ValidationError
from breachlight.kit.pagination import page_problems

DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100


@dataclass(frozen=True, slots=True)
class DomainPage:
    """One page of an account's domains, in the order of their names."""

    results: list[Domain]
    total: int
    page: int
    page_size: int


async def list_domains(account_id: uuid.UUID) -> list[Domain]:
    """Return the domains of an account, in the order of their names."""
    return await Domain.filter(account_id=account_id).order_by("domain")


async def page_of_domains(subject: Subject, page: int = 1, page_size: int = DEFAULT_PAGE_SIZE) -> DomainPage:
    """Return a page of the account's domains. ``page`` begins at 1; a ``page_size`` over 100 is taken as 100.

    Raises:
        ForbiddenError: the subject may not read, or the account is no organization (specification section 6).
        ValidationError: a number is below 1.
    """
    subject.require(Permission.READ)
    await require_organization(subject)
    problems = page_problems(page, page_size)
    if problems:
        raise ValidationError(problems)
    page_size = min(page_size, LARGEST_PAGE_SIZE)
    domains = Domain.filter(account_id=subject.account_id)
    total = await domains.count()
    results = await domains.order_by("domain").offset((page - 1) * page_size).limit(page_size)
    return DomainPage(results, total, page, page_size)
