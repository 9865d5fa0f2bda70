"""Domains of an account."""

import uuid

from breachlight.domains.models import Domain


async def list_domains(account_id: uuid.UUID) -> list[Domain]:
    """Return the domains of an account, in the order of their names."""
    return await Domain.filter(account_id=account_id).order_by("domain")
