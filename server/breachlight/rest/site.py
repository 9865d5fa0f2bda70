"""The default base: public settings and countries."""

from starlette.requests import Request
from starlette.responses import Response

from breachlight.rest.responses import answer
from breachlight.site import service


async def site_settings(request: Request) -> Response:
    """GET site-settings."""
    del request
    settings = await service.get_site_settings()
    return answer({name: getattr(settings, name) for name in service.SETTING_NAMES})


async def countries(request: Request) -> Response:
    """GET countries: an array of name and code."""
    del request
    return answer([{"name": country.name, "code": country.code} for country in service.list_countries()])
