"""Public settings and countries."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import pycountry

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.site import repository
from breachlight.site.models import SiteSettings

SETTING_NAMES = (
    "signup_enabled",
    "login_enabled",
    "individual_signup_enabled",
    "organization_signup_enabled",
    "partner_signup_enabled",
    "turnkey_enabled",
    "turnkey_site_key",
    "language",
)

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


@dataclass(frozen=True, slots=True)
class Country:
    """A country; ``code`` is ISO 3166-1 alpha-2 (design §4.1)."""

    name: str
    code: str


def is_language(text: str) -> bool:
    """Return whether a text is a language code such as ``en`` or ``pt-BR``."""
    return _LANGUAGE.fullmatch(text) is not None


async def get_site_settings() -> SiteSettings:
    """Return the public settings."""
    return await repository.get_settings()


async def change_site_settings(changes: dict[str, Any]) -> SiteSettings:
    """Change some public settings, given by their names of spec §3.

    Raises:
        ValidationError: a name is unknown, or the language is not a language code.
    """
    unknown = sorted(set(changes) - set(SETTING_NAMES))
    if unknown:
        known = ", ".join(SETTING_NAMES)
        raise ValidationError(
            {name: [say("Unknown setting; the settings are: {known}.", known=known)] for name in unknown}
        )
    if "language" in changes and not is_language(changes["language"]):
        raise ValidationError({"language": [say("Enter a language code, such as en or pt-BR.")]})
    await repository.change_settings(changes)
    return await get_site_settings()


@cache
def list_countries() -> tuple[Country, ...]:
    """Return all countries in the order of their names."""
    countries = (Country(getattr(item, "common_name", item.name), item.alpha_2) for item in pycountry.countries)
    return tuple(sorted(countries, key=lambda country: country.name))
