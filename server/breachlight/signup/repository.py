"""Queries of partner applications."""

from breachlight.kit import clock
from breachlight.signup.models import PartnerApplication


async def add_partner_application(*, company_size: int | None, **texts: str) -> None:
    """Store an application; ``texts`` are its other fields."""
    await PartnerApplication(**texts, company_size=company_size, created_at=clock.now()).save()
