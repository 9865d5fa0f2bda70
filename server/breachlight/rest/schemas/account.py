"""Answers about accounts, sessions, domains and the site (spec §3)."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from breachlight.rest.schemas.base import Answer, Count, Error, Instant, Message, Words

Role = Literal["Individual", "Organization"]


class SiteSettings(Answer):
    """The public settings of the site."""

    signup_enabled: bool
    login_enabled: bool
    individual_signup_enabled: bool
    organization_signup_enabled: bool
    partner_signup_enabled: bool
    turnkey_enabled: bool = Field(description="Whether human verification is on.")
    turnkey_site_key: str
    language: str


class Country(Answer):
    """A country by its English name."""

    name: str
    code: Annotated[str, Field(min_length=2, max_length=2, description="ISO 3166-1 alpha-2")]


class Domain(Answer):
    """A domain of the account and the TXT record that verifies it."""

    id: str
    domain: str
    domain_txt: str = Field(description="The value to publish as a TXT record.")
    domain_txt_secret: str = Field(description="The secret part of that value.")
    is_enabled: bool
    is_verified: bool


class DomainList(Answer):
    """One page of domains."""

    count: int
    next: str | None
    previous: str | None
    results: list[Domain]


class Address(Answer):
    """A postal address; missing parts are empty."""

    address_line_1: str
    address_line_2: str
    city: str
    state: str
    postal_code: str
    country: str = Field(description="ISO 3166-1 alpha-2")
    phone: str
    fax: str


class MfaSettings(Answer):
    """The second factors that are on."""

    is_mfa_device_enabled: bool
    is_mfa_email_enabled: bool


class NotificationSettings(Answer):
    """The three notification switches."""

    is_email_notifications_enabled: bool
    is_breach_alert_enabled: bool
    is_auto_close_duplicate_breach_records_enabled: bool


class User(Answer):
    """The person who is logged in."""

    id: str
    first_name: str
    last_name: str
    email: str
    role: Role
    image_url: str | None
    is_email_verified: bool
    mfa_settings: MfaSettings
    notification_settings: NotificationSettings
    primary_address: Address


class Individual(Answer):
    """Details of an individual account: none."""


class Organization(Answer):
    """Details of an organization account."""

    company_name: str


class Account(Answer):
    """An account: exactly one of ind and org is an object."""

    user: User
    ind: Individual | None
    org: Organization | None
    par: None
    domains: list[Domain]


class Tokens(Answer):
    """The tokens of a session."""

    auth_token: str
    refresh_token: str
    access_expires_utc: Instant
    refresh_expires_utc: Instant


class LoggedIn(Answer):
    """A new session and its account."""

    message: Words
    authentication: Tokens
    account: Account


class Refreshed(Answer):
    """The next tokens of a session."""

    message: Words
    authentication: Tokens


class Verified(RootModel[LoggedIn | Message]):
    """A new session where the link may open one, else a message."""


class EmailSent(Answer):
    """Whether an email was sent."""

    email_send: bool
    message: Words


class ProfileSaved(Answer):
    """The saved account; ``org_error`` says why the organization's part was not saved."""

    message: Words
    account: Account
    org_error: Error | None = None


class AccountExport(RootModel[dict[str, object]]):
    """Everything that is stored about the account."""


class MfaConfigured(Answer):
    """The outcome of turning a second factor on or off."""

    message: Words
    provisioning_uri: str = Field("", description="For an authenticator app, as a QR code.")


class MfaVerified(Answer):
    """The outcome of verifying a second factor."""

    message: Words
    recovery_codes: list[str] = Field(default_factory=list, description="With the first method, once.")


class LiveEmailAccounts(Answer):
    """The outcome of an upload."""

    message: Words
    size: Count = Field(description="Addresses on the list now.")
    accepted: Count = Field(description="Addresses accepted from this file.")
    invalid: Count = Field(description="Lines without an email address.")
    foreign: Count = Field(description="Addresses that aren't at a verified domain of the account.")
    live: Count = Field(description="Addresses with detections that are on the list.")
    gone: Count = Field(description="Addresses with detections that aren't on the list.")
