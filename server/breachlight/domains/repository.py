"""Queries of domains, their TXT records and their claims."""

import uuid
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from tortoise.expressions import Q

from breachlight.auth.models import Account, AccountKind, MembershipRole, User
from breachlight.domains.models import Domain, DomainClaim
from breachlight.kit import clock

_PERIOD: Final = timedelta(days=1)
_PERIOD_WHILE_MISSING: Final = timedelta(hours=6)


async def list_domains(account_id: uuid.UUID) -> list[Domain]:
    """Return the domains of an account, by name."""
    return await Domain.filter(account_id=account_id).order_by("domain")


async def page_of_domains(account_id: uuid.UUID, offset: int, limit: int) -> tuple[list[Domain], int]:
    """Return at most ``limit`` domains of an account from an offset on, by name, and the number of all."""
    domains = Domain.filter(account_id=account_id)
    total = await domains.count()
    # The offset of a page past the end may exceed PostgreSQL's integers.
    results = await domains.order_by("domain").offset(offset).limit(limit) if offset < total else []
    return results, total


async def adjacent_domains(
    account_id: uuid.UUID, name: str, until: datetime, limit: int, *, is_after: bool
) -> tuple[list[Domain], int]:
    """Return at most ``limit`` domains next to a name, nearest first, and the number of all; none that was added after an instant.

    Before the empty name are all.
    """
    domains = Domain.filter(account_id=account_id, created_at__lte=until)
    if is_after:
        return await domains.filter(domain__gt=name).order_by("domain").limit(limit), await domains.count()
    nearer = domains.filter(domain__lt=name) if name else domains
    return await nearer.order_by("-domain").limit(limit), await domains.count()


async def count_domains(account_id: uuid.UUID) -> int:
    """Return the number of domains of an account."""
    return await Domain.filter(account_id=account_id).count()


async def find_domain(account_id: uuid.UUID, domain_id: uuid.UUID) -> Domain | None:
    """Return a domain of an account."""
    return await Domain.filter(account_id=account_id, id=domain_id).first()


async def find_domain_by_name(account_id: uuid.UUID, name: str) -> Domain | None:
    """Return the domain of an account with a name in A-label form."""
    return await Domain.filter(account_id=account_id, domain=name).first()


async def lock_domain(account_id: uuid.UUID, domain_id: uuid.UUID) -> Domain | None:
    """Lock a domain until the caller's transaction ends and return it."""
    return await Domain.filter(account_id=account_id, id=domain_id).select_for_update().first()


async def add_domain(account_id: uuid.UUID, name: str, *, record: str, token: str) -> Domain:
    """Add a domain whose TXT record must be ``record``; ``token`` is its random part."""
    return await Domain.create(
        account_id=account_id, domain=name, domain_txt=record, domain_txt_secret=token, created_at=clock.now()
    )


async def set_enabled(domain: Domain, *, enabled: bool) -> None:
    """Store whether a locked domain is enabled."""
    domain.is_enabled = enabled
    await domain.save(update_fields=["is_enabled"])


async def remove_domain(account_id: uuid.UUID, domain_id: uuid.UUID) -> bool:
    """Delete a domain; False if there is none."""
    return bool(await Domain.filter(account_id=account_id, id=domain_id).delete())


async def mark_checked(account_id: uuid.UUID, domain_id: uuid.UUID) -> None:
    """Store that the TXT record was looked up now."""
    await Domain.filter(account_id=account_id, id=domain_id).update(checked_at=clock.now())


async def mark_verified(account_id: uuid.UUID, domain_id: uuid.UUID) -> None:
    """Store that a domain is verified since now."""
    await Domain.filter(account_id=account_id, id=domain_id).update(
        is_verified=True, verified_at=clock.now(), missing_since=None
    )


async def mark_unverified(domain: Domain) -> bool:
    """Store that a domain is no longer verified; False if its verification changed since ``domain`` was read."""
    return await _update_unchanged(domain, is_verified=False, verified_at=None, missing_since=None)


async def mark_record_missing(domain: Domain, since: datetime | None) -> bool:
    """Store since when the TXT record is missing, None for found again; False as in ``mark_unverified``."""
    return await _update_unchanged(domain, missing_since=since)


async def _update_unchanged(domain: Domain, **values: object) -> bool:
    unchanged = Domain.filter(
        account_id=domain.account_id, id=domain.id, is_verified=True, missing_since=domain.missing_since
    )
    return bool(await unchanged.update(**values))


async def domains_due(limit: int) -> list[Domain]:
    """Return the identifiers of the verified domains to reverify now, longest waiting first."""
    return await Domain.filter(_due()).order_by("checked_at", "id").limit(limit).only("account_id", "id")


async def find_due(account_id: uuid.UUID, domain_id: uuid.UUID) -> Domain | None:
    """Return a domain if it is due for reverification."""
    return await Domain.filter(_due(), account_id=account_id, id=domain_id).first()


def _due() -> Q:
    now = clock.now()
    return Q(is_verified=True) & (
        Q(checked_at__isnull=True)
        | Q(checked_at__lte=now - _PERIOD)
        | Q(checked_at__lte=now - _PERIOD_WHILE_MISSING, missing_since__isnull=False)
    )


async def lock_claim(name: str) -> DomainClaim | None:
    """Lock the claim of a domain until the caller's transaction ends and return it."""
    return await DomainClaim.filter(domain=name).select_for_update().first()


async def move_claim(claim: DomainClaim | None, domain: Domain) -> None:
    """Give the claim of a domain, if anybody has it, to the account of ``domain``."""
    if claim is not None:
        await claim.delete()
    await DomainClaim.create(
        domain=domain.domain, account_id=domain.account_id, domain_id=domain.id, proved_at=clock.now()
    )


async def release_claim(account_id: uuid.UUID, domain_id: uuid.UUID, name: str) -> None:
    """Delete the claim of a domain if it is this account's."""
    await DomainClaim.filter(domain=name, account_id=account_id, domain_id=domain_id).delete()


async def kind_of_account(account_id: uuid.UUID, user_id: uuid.UUID) -> AccountKind | None:
    """Return the kind of an account, None if the user is not a member."""
    account = await Account.filter(id=account_id, memberships__user_id=user_id).first()
    return account.kind if account else None


async def verified_members(account_id: uuid.UUID, roles: Collection[MembershipRole]) -> list[User]:
    """Return the active members of an account with one of the roles and a verified address."""
    members = User.filter(
        memberships__account_id=account_id,
        memberships__role__in=list(roles),
        disabled_at=None,
        email_verified_at__isnull=False,
    )
    return await members.order_by("id")
