"""GraphQL: public settings and countries, open to everybody, and the support form."""

from typing import Self

import strawberry

from breachlight.config import get_settings
from breachlight.site import models, service


@strawberry.type
class SiteSettings:
    """The public settings (spec §3) and the configuration that the client needs."""

    signup_enabled: bool
    login_enabled: bool
    individual_signup_enabled: bool
    organization_signup_enabled: bool
    partner_signup_enabled: bool
    turnkey_enabled: bool
    turnkey_site_key: str
    language: str
    contact_email: str
    analytics_measurement_id: str
    is_demonstration: bool
    password_ranges_enabled: bool = strawberry.field(description="Whether visitors may check passwords.")
    leak_pages_enabled: bool = strawberry.field(description="Whether anyone may read the catalogue of leaks at /leaks.")
    address_check_enabled: bool = strawberry.field(
        description="Whether visitors may ask, by email, which leaks contain their address."
    )
    opt_outs_enabled: bool = strawberry.field(description="Whether visitors may opt out on the website.")

    @classmethod
    def of(cls, settings: models.SiteSettings) -> Self:
        """Convert a row."""
        shown = {name: getattr(settings, name) for name in service.SETTING_NAMES}
        own = get_settings()
        return cls(
            **shown,
            contact_email=own.operator_email,
            analytics_measurement_id=own.analytics_id,
            is_demonstration=own.is_demonstration,
            password_ranges_enabled=settings.password_ranges_enabled,
            leak_pages_enabled=settings.leak_pages_enabled,
            address_check_enabled=settings.address_check_enabled,
            opt_outs_enabled=settings.opt_outs_enabled,
        )


@strawberry.type
class Country:
    """A country and its ISO 3166-1 alpha-2 code."""

    name: str
    code: str


@strawberry.type
class SiteQuery:
    """Public queries."""

    @strawberry.field
    async def site_settings(self) -> SiteSettings:
        """Return the public settings."""
        return SiteSettings.of(await service.get_site_settings())

    @strawberry.field
    def countries(self) -> list[Country]:
        """Return all countries, by name."""
        return [Country(name=country.name, code=country.code) for country in service.list_countries()]
