"""Sign-up of individuals, organizations and partners (specification section 4, Sign-up and Partner)."""

from dataclasses import dataclass

from breachlight.accounts.models import AccountKind
from breachlight.accounts.service import AccountView
from breachlight.sessions.subject import Client


@dataclass(frozen=True, slots=True)
class Registration:
    """A sign-up form; ``company_name`` counts for organizations alone. ``country`` is a name or an alpha-2 code."""

    kind: AccountKind
    email: str
    first_name: str
    last_name: str
    password: str
    verify_password: str
    country: str
    phone: str
    company_name: str = ""
    language: str | None = None
    cf_turnstile_response: str | None = None


@dataclass(frozen=True, slots=True)
class PartnerForm:
    """An application to become a partner; ``company_size`` is a number of people."""

    first_name: str
    last_name: str
    title: str
    email: str
    phone: str
    company_name: str
    company_size: int
    company_link: str
    preference: str
    cf_turnstile_response: str | None = None


async def register(form: Registration, client: Client) -> AccountView:
    """Make an account and its user, and mail the verification link; the session is opened by the caller.

    Raises:
        ForbiddenError: this sign-up is switched off.
        HumanVerificationError: as ``require_human``.
        ValidationError: fields by name, all at once; a taken address too, whose owner is mailed.
        ThrottledError: too many sign-ups from here.
    """
    raise NotImplementedError


async def apply_as_partner(form: PartnerForm, client: Client) -> None:
    """Keep an application, and mail the applicant and the operator.

    Raises:
        ForbiddenError: partner sign-up is switched off.
        HumanVerificationError, ValidationError, ThrottledError: as ``register``.
    """
    raise NotImplementedError
