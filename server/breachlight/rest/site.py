"""The default base: public settings, countries, and forms about an address."""

from breachlight.leaks.address_checks.service import request_check
from breachlight.rest.operations import Call
from breachlight.rest.schemas import forms
from breachlight.rest.schemas.account import Country, SiteSettings
from breachlight.rest.schemas.base import Message, NoQuery
from breachlight.site import service


async def site_settings(call: Call[None, NoQuery]) -> SiteSettings:
    """Return the public settings."""
    del call
    return SiteSettings.model_validate(await service.get_site_settings())


async def countries(call: Call[None, NoQuery]) -> list[Country]:
    """Return all countries by name."""
    del call
    return [Country(name=country.name, code=country.code) for country in service.list_countries()]


async def address_check(call: Call[forms.AddressCheckRequest, NoQuery]) -> Message:
    """Have an address checked; the answer is emailed to it."""
    form = call.body
    message = await request_check(
        form.email,
        language=form.language,
        cf_turnstile_response=form.cf_turnstile_response,
        client=call.client,
    )
    return Message(message=message)
