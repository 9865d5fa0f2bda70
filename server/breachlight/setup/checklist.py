"""The checklist of the first run, computed from facts: nobody ticks anything off."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from breachlight.audit.operators import list_operator_events
from breachlight.database.session import reading
from breachlight.setup import repository
from breachlight.site.models import SiteSettings
from breachlight.site.service import get_site_settings

EMAIL_ARRIVED: Final = "setup_email_arrived"
DNS_ANSWERED: Final = "setup_dns_answered"
"""Kinds of entries of the operators' audit log that are facts of the checklist, too."""


class SetupStep(StrEnum):
    """Steps of the first run, in their order."""

    OPERATOR = "operator"
    SECOND_FACTOR = "second_factor"
    EMAIL = "email"
    DNS = "dns"
    LEAK = "leak"
    DOMAIN = "domain"
    DETECTION = "detection"
    SIGN_UP = "sign_up"


@dataclass(frozen=True, slots=True)
class StepState:
    """A step, and whether it is done."""

    step: SetupStep
    is_done: bool


async def checklist() -> list[StepState]:
    """Return every step in its order. A verified domain shows that DNS answers, too."""
    settings = await get_site_settings()
    async with reading() as connection:
        facts = await repository.fetch_facts(connection)
        email = await list_operator_events(connection, EMAIL_ARRIVED, 1)
        dns = await list_operator_events(connection, DNS_ANSWERED, 1)
    done = {
        SetupStep.OPERATOR: facts.has_operator,
        SetupStep.SECOND_FACTOR: facts.has_second_factor,
        SetupStep.EMAIL: bool(email),
        SetupStep.DNS: bool(dns) or facts.has_domain,
        SetupStep.LEAK: facts.has_leak,
        SetupStep.DOMAIN: facts.has_domain,
        SetupStep.DETECTION: facts.has_detection,
        SetupStep.SIGN_UP: is_sign_up_open(settings),
    }
    return [StepState(step, done[step]) for step in SetupStep]


def is_sign_up_open(settings: SiteSettings) -> bool:
    """Return whether somebody can sign up and log in."""
    is_any = settings.individual_signup_enabled or settings.organization_signup_enabled
    return settings.signup_enabled and settings.login_enabled and is_any
