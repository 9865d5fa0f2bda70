"""Queries of the demonstration."""

from datetime import datetime

from breachlight.auth.models import User
from breachlight.domains.models import Domain, DomainClaim
from breachlight.kit import clock
from breachlight.leaks.models import Leak, LeakFile, LeakFileState


async def has_users() -> bool:
    """Return whether the installation has users."""
    return await User.exists()


async def is_ingested(leak: str) -> bool:
    """Return whether a file of a leak is ingested."""
    return await LeakFile.exists(leak__name=leak, state=LeakFileState.DONE)


async def describe_leak(name: str, description: str) -> None:
    """Store what the catalogue says about a leak."""
    await Leak.filter(name=name).update(description=description)


async def verify_all_users(at: datetime) -> None:
    """Mark the addresses of all users as verified."""
    await User.all().update(email_verified_at=at)


async def verify_domain(domain: Domain, at: datetime) -> None:
    """Mark a domain as verified, with its claim."""
    await Domain.filter(account_id=domain.account_id, id=domain.id).update(
        is_verified=True, verified_at=at, checked_at=clock.now(), created_at=at
    )
    await DomainClaim.create(domain=domain.domain, account_id=domain.account_id, domain_id=domain.id, proved_at=at)


async def find_verified_domain(name: str) -> Domain | None:
    """Return the verified domain of a name."""
    return await Domain.filter(domain=name, is_verified=True).first()
