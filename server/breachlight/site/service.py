"""Public settings and countries."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import pycountry

from breachlight.database.session import transaction
from breachlight.jobs import enqueue_unless_waiting
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

LOOKUP_SETTING_NAMES = (
    "password_ranges_enabled",
    "password_ranges_minimum",
    "public_catalogue_enabled",
    "leak_pages_enabled",
    "email_ranges_enabled",
    "address_check_enabled",
    "opt_outs_enabled",
)
"""Settings of the public lookups, which only operators see."""

_JOBS_OF_SWITCHES = {
    "password_ranges_enabled": "password_ranges.update",  # belong to a feature above
    "email_ranges_enabled": "email_ranges.update",
}
_MOST = 1_000_000_000
_SITE_KEY = re.compile(r"[!-~]{0,128}")
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
    """Change some public settings, given by their names of spec §3, or settings of the public lookups.

    Raises:
        ValidationError: a name is unknown, the language is not a language code, the site key has characters that none
            has, or a number is out of its range.
    """
    names = (*SETTING_NAMES, *LOOKUP_SETTING_NAMES)
    unknown = sorted(set(changes) - set(names))
    if unknown:
        known = ", ".join(names)
        raise ValidationError(
            {name: [say("Unknown setting; the settings are: {known}.", known=known)] for name in unknown}
        )
    if "language" in changes and not is_language(changes["language"]):
        raise ValidationError({"language": [say("Enter a language code, such as en or pt-BR.")]})
    if _SITE_KEY.fullmatch(changes.get("turnkey_site_key", "")) is None:
        raise ValidationError({"turnkey_site_key": [say("Enter the site key of a Turnstile widget.")]})
    if not 1 <= changes.get("password_ranges_minimum", 1) <= _MOST:
        raise ValidationError({"password_ranges_minimum": [say("Enter a number from 1 to {most}.", most=_MOST)]})
    async with transaction() as connection:
        await repository.change_settings(changes)
        for name in _JOBS_OF_SWITCHES.keys() & changes.keys():
            await enqueue_unless_waiting(connection, _JOBS_OF_SWITCHES[name])
    return await get_site_settings()


@cache
def list_countries() -> tuple[Country, ...]:
    """Return all countries in the order of their names."""
    countries = (Country(getattr(item, "common_name", item.name), item.alpha_2) for item in pycountry.countries)
    return tuple(sorted(countries, key=lambda country: country.name))
