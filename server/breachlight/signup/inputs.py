"""GraphQL inputs of sign-up."""

import strawberry

from breachlight.auth.models import AccountKind
from breachlight.signup.registration import PartnerForm, Registration


@strawberry.input
class RegisterIndividualInput:
    """The sign-up form of a person."""

    email: str
    first_name: str
    last_name: str
    password: str
    verify_password: str
    country: str
    phone: str
    language: str | None = None
    cf_turnstile_response: str | None = None
    address_token: str | None = strawberry.field(
        default=None, description="Of the link that an address check emailed: it verifies the address."
    )

    def form(self, kind: AccountKind, company_name: str = "") -> Registration:
        """Return the input of the service."""
        return Registration(
            kind=kind,
            email=self.email,
            first_name=self.first_name,
            last_name=self.last_name,
            password=self.password,
            verify_password=self.verify_password,
            country=self.country,
            phone=self.phone,
            company_name=company_name,
            language=self.language,
            cf_turnstile_response=self.cf_turnstile_response,
            address_token=self.address_token,
        )


@strawberry.input
class RegisterOrganizationInput(RegisterIndividualInput):
    """The sign-up form of a company."""

    company_name: str = ""


@strawberry.input
class PartnerInput:
    """The application form of a partner."""

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

    def form(self) -> PartnerForm:
        """Return the input of the service."""
        return PartnerForm(
            first_name=self.first_name,
            last_name=self.last_name,
            title=self.title,
            email=self.email,
            phone=self.phone,
            company_name=self.company_name,
            company_size=self.company_size,
            company_link=self.company_link,
            preference=self.preference,
            cf_turnstile_response=self.cf_turnstile_response,
        )
