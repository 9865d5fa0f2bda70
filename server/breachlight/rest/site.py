"""The default base: public settings and countries."""

from breachlight.rest.operations import Call
from breachlight.rest.schemas.account import Country, SiteSettings
from breachlight.rest.schemas.base import NoQuery
from breachlight.site import service


async def site_settings(call: Call[None, NoQuery]) -> SiteSettings:
    """Return the public settings."""
    del call
    return SiteSettings.model_validate(await service.get_site_settings())


async def countries(call: Call[None, NoQuery]) -> list[Country]:
    """Return all countries by name."""
    del call
    return [Country(name=country.name, code=country.code) for country in service.list_countries()]
