"""GraphQL: public settings and countries, open to everybody, and the support form."""

import base64
import binascii
from enum import Enum
from typing import Self

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.config import get_settings
from breachlight.graphql.context import require_subject
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.site import models, service
from breachlight.support import service as support


@strawberry.type
class SiteSettings:
    """The public settings (specification section 3), the provider's address for questions, and where analytics reports to."""

    signup_enabled: bool
    login_enabled: bool
    individual_signup_enabled: bool
    organization_signup_enabled: bool
    partner_signup_enabled: bool
    turnkey_enabled: bool
    turnkey_site_key: str
    language: str
    contact_email: str
    analytics_measurement_id: str

    @classmethod
    def of(cls, settings: models.SiteSettings) -> Self:
        """Print the row."""
        shown = {name: getattr(settings, name) for name in service.SETTING_NAMES}
        own = get_settings()
        return cls(**shown, contact_email=own.operator_email, analytics_measurement_id=own.analytics_id)


@strawberry.type
class Country:
    """A country and its ISO 3166-1 alpha-2 code."""

    name: str
    code: str


@strawberry.type
class SiteQuery:
    """What a visitor may ask."""

    @strawberry.field
    async def site_settings(self) -> SiteSettings:
        """Return the public settings."""
        return SiteSettings.of(await service.get_site_settings())

    @strawberry.field
    def countries(self) -> list[Country]:
        """Return all countries, by name."""
        return [Country(name=country.name, code=country.code) for country in service.list_countries()]


@strawberry.enum
class SupportTopic(Enum):
    """What a request for support is about."""

    DETECTIONS = "detections"
    ACCOUNT = "account"
    OTHER = "other"


@strawberry.input
class SupportFileInput:
    """A file in Base64: a PNG or JPEG picture or a plain text of at most 512 KiB."""

    name: str
    content: str


@strawberry.input
class SupportInput:
    """The support form."""

    topic: SupportTopic
    subject: str
    message: str
    consent: bool
    file: SupportFileInput | None = None

    def form(self) -> support.SupportForm:
        """Return what the service takes.

        Raises:
            ValidationError: the file is not in Base64.
        """
        return support.SupportForm(
            topic=support.SupportTopic(self.topic.value),
            subject=self.subject,
            message=self.message,
            consent=self.consent,
            file=support.SupportFile(self.file.name, _decoded(self.file.content)) if self.file else None,
        )


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except binascii.Error:
        raise ValidationError({"file": [say("Send the file in Base64.")]}) from None


async def _contact_support(info: Info, input: SupportInput) -> MessageResult:  # noqa: A002 -- the schema's name
    return MessageSuccess(message=await support.request_support(await require_subject(info), input.form()))


@strawberry.type
class SiteMutation:
    """What a signed-in user may ask of the provider."""

    contact_support: MessageResult = strawberry.mutation(
        resolver=_contact_support, description="Mails the provider a question, with a file if need be."
    )
