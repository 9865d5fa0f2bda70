"""Requests of the account, mfa and user bases (spec §3)."""

from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from breachlight.kit.messages import say
from breachlight.monitored_emails.active_accounts import LARGEST_FILE_BYTES
from breachlight.rest.schemas.base import Body, JudgedBody, JudgedText, OneOf, Query, RequiredText, UploadedFile
from breachlight.rest.schemas.parameters import AS_OF, AsOf, PageNumber, text_or

_NEEDED = Field("", json_schema_extra={"minLength": 1})
HumanVerification = Annotated[str | None, Field(description="The response of the human-verification widget.")]


class RefreshTokenRequest(Body):
    """The refresh token of a session."""

    refresh: RequiredText


class SecondFactorCodes(Body):
    """At most one code of a second factor."""

    device_verification_code: str | None = Field(None, description="From the authenticator app.")
    email_verification_code: str | None = Field(None, description="From the email.")
    recovery_code: str | None = None


class LoginRequest(SecondFactorCodes):
    """Credentials, with a code if a second factor is on."""

    email: RequiredText
    password: RequiredText
    remember_me: bool = False
    cf_turnstile_response: HumanVerification = None


class MagicLinkRequest(SecondFactorCodes):
    """The token of a login link, with a code if a second factor is on."""

    token: RequiredText


class MagicLinkQuery(Query):
    """The token of a login link."""

    token: RequiredText = Field(description="The token of the link.")


class LoginCodeRequest(Body):
    """Who asks for a code by email; after a login link, email and password are not needed."""

    email_token: RequiredText = Field(description="From the answer “MFA required”.")
    email: str | None = None
    password: str | None = None


class VerificationCode(Body):
    """The first code of a second factor."""

    verification_code: RequiredText


class MfaSwitch(Body):
    """Whether a second factor is to be on."""

    enable: bool


class EmailConfirmation(Body):
    """The two parts of a verification link."""

    uidb64: RequiredText
    token: RequiredText


class AddressCheckRequest(Body):
    """An address, and the language of the email."""

    email: RequiredText
    language: str | None = Field(None, description="For example en or pt-BR; the site’s by default.")
    cf_turnstile_response: HumanVerification = None


class PasswordResetRequest(Body):
    """The address of the account."""

    email: RequiredText
    cf_turnstile_response: HumanVerification = None


class PasswordResetConfirmation(JudgedBody):
    """The parts of a reset link and the new password."""

    model_config = ConfigDict(json_schema_extra={"required": ["email", "uid", "token", "new_password"]})

    email: JudgedText = _NEEDED
    uid: JudgedText = _NEEDED
    token: JudgedText = _NEEDED
    new_password: JudgedText = _NEEDED


class PasswordChange(JudgedBody):
    """The old password, and the new one twice."""

    model_config = ConfigDict(json_schema_extra={"required": ["old_password", "new_password", "verify_new_password"]})

    old_password: JudgedText = _NEEDED
    new_password: JudgedText = _NEEDED
    verify_new_password: JudgedText = _NEEDED


class SignUpAddress(Body):
    """Country and phone number."""

    country: JudgedText = Field("", description="A country by its name or code.")
    phone: JudgedText = Field("", description="In international format, starting with +.")


class SignUpUser(Body):
    """The person who signs up."""

    email: JudgedText = ""
    first_name: JudgedText = ""
    last_name: JudgedText = ""
    password: JudgedText = ""
    verify_password: JudgedText = ""
    language: str | None = Field(None, description="Of emails, for example en or pt-BR; the site’s by default.")
    primary_address: SignUpAddress | None = None


class CompanyName(Body):
    """The organization that signs up."""

    company_name: JudgedText = ""


class NoDetails(Body):
    """Nothing."""


class SignUp(JudgedBody):
    """Fields of both kinds of sign-up."""

    user: SignUpUser | None = None
    cf_turnstile_response: HumanVerification = None


class IndividualSignUp(SignUp):
    """Sign-up of an individual."""

    model_config = ConfigDict(json_schema_extra={"required": ["user"]})

    ind: NoDetails | None = None


class OrganizationSignUp(SignUp):
    """Sign-up of an organization."""

    model_config = ConfigDict(json_schema_extra={"required": ["user", "org"]})

    org: CompanyName | None = None


class PartnerPhone(Body):
    """The phone number of an applicant."""

    phone: JudgedText = Field("", description="In international format, starting with +.")


class PartnerContact(Body):
    """The person who applies."""

    email: JudgedText = ""
    first_name: JudgedText = ""
    last_name: JudgedText = ""
    primary_address: PartnerPhone | None = None


class PartnerCompany(Body):
    """The company of an applicant."""

    company_name: JudgedText = ""
    company_size: Annotated[int | None, Field(description="Number of people.")] = None
    title: JudgedText = Field("", description="Job title of the applicant.")
    company_link: JudgedText = Field("", description="The company’s website.")
    preference: JudgedText = Field("", description="How the applicant would like to partner.")


class PartnerApplicationRequest(JudgedBody):
    """An application to become a partner."""

    model_config = ConfigDict(json_schema_extra={"required": ["user", "par"]})

    user: PartnerContact | None = None
    par: PartnerCompany | None = None
    cf_turnstile_response: HumanVerification = None


class AddressChanges(Body):
    """Parts of the address to change."""

    address_line_1: str | None = None
    address_line_2: str | None = None
    city: str | None = None
    state: str | None = None
    postal_code: str | None = None
    country: str | None = Field(None, description="A country by its name or code.")
    phone: str | None = None
    fax: str | None = None


class NotificationChanges(Body):
    """Notification switches to change."""

    is_email_notifications_enabled: bool | None = None
    is_breach_alert_enabled: bool | None = None
    is_auto_close_duplicate_breach_records_enabled: bool | None = None


class UserChanges(Body):
    """Parts of the user to change."""

    first_name: str | None = None
    last_name: str | None = None
    primary_address: AddressChanges | None = None
    notification_settings: NotificationChanges | None = None


class OrganizationChanges(Body):
    """The organization’s part to change."""

    company_name: str | None = None


class ProfileUpdate(JudgedBody):
    """Parts of the profile to change; what is missing or null stays."""

    user: UserChanges | None = None
    org: OrganizationChanges | None = None


class DomainListQuery(Query):
    """A page of domains."""

    page: PageNumber = Field(1, description="Page number.")
    as_of: AsOf = AS_OF


class EmailList(UploadedFile):
    """A list of email addresses."""

    media_types: ClassVar = ("text/csv", "text/plain")
    largest_bytes: ClassVar = LARGEST_FILE_BYTES


class EmailListQuery(Query):
    """What an upload does with the former list."""

    mode: Annotated[
        str, OneOf(("replace", "append"), say("The mode must be replace or append.")), text_or("replace")
    ] = Field("replace", description="replace replaces the former list, append adds to it.")
