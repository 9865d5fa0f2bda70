"""The documents of the content service as typed values; their fields are those of ``server/content/schema.graphql``."""

import re
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.alias_generators import to_camel

from breachlight.content.addresses import is_safe_link, safe_link
from breachlight.kit.documents import STRICT, Line, Text, printable

ICONS: Final = (
    "watch", "detect", "domain", "shield", "api", "server", "mail", "chart", "clock", "people", "key", "check",
)  # fmt: skip
"""What the client has drawings of, in its public/home-icons.svg."""

UPLOADS_OF: Final = "uploads_of"
"""In the context of a validation: the base address of the content service whose pictures we pass on; not ours to check."""

MEDIA_PATH: Final = "/content/media/"
UPLOADS_PATH: Final = "/content/uploads/"
LONGEST_CONTENT: Final = 200_000
"""Characters of a legal document; the longest we know of has a third."""

_IMAGE = re.compile(rf"(?:{MEDIA_PATH}|{UPLOADS_PATH})[A-Za-z0-9._~/-]+")


class PublicationStatus(StrEnum):
    """Which version of a document."""

    DRAFT = "DRAFT"
    PUBLISHED = "PUBLISHED"


def _is_strict(info: ValidationInfo) -> bool:
    return bool(info.context and info.context.get(STRICT))


def _link(value: str, info: ValidationInfo) -> str:
    if _is_strict(info) and not is_safe_link(value):
        raise ValueError("write an address that starts with https://, http://, mailto:, / or #")
    return safe_link(value)


def _icon(value: str, info: ValidationInfo) -> str:
    if value in ICONS:
        return value
    if _is_strict(info):
        raise ValueError(f"write one of {', '.join(ICONS)}")
    return ICONS[0]


def _image_address(value: str, info: ValidationInfo) -> str:
    if info.context and (base := info.context.get(UPLOADS_OF)):
        # Browsers load pictures from our own server alone (content security policy); it passes these on.
        path = value.removeprefix(base)
        value = UPLOADS_PATH + path.removeprefix("/uploads/") if path.startswith("/uploads/") else ""
    if _IMAGE.fullmatch(value) and ".." not in value:
        return value
    if _is_strict(info):
        raise ValueError(f"write {MEDIA_PATH} followed by the name of a file in the folder media, in plain letters")
    return ""


Link = Annotated[str, Field(min_length=1, max_length=2_000), BeforeValidator(printable), AfterValidator(_link)]
Icon = Annotated[str, Field(max_length=300), BeforeValidator(printable), AfterValidator(_icon)]
Pixels = Annotated[int, Field(ge=1, le=20_000)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel)

    type_name: ClassVar[str]


# No document can have a field of these names: neither YAML nor the schema of a content service knows them.
_GIVEN_ID: Final = "\0id"
_GIVEN_LOCALE: Final = "\0locale"


class _Component(_Part):
    """A component; its id is its position among its like, from 1."""

    id: str = Field(default="1", validation_alias=_GIVEN_ID)


class Document(_Part):
    """A document in one language."""

    document_id: ClassVar[str]
    locale: str = Field(default="", validation_alias=_GIVEN_LOCALE)


class Image(_Part):
    """A picture that our own server shows; no address (an empty text) where it has none that it may show."""

    type_name = "UploadFile"

    url: Annotated[str, Field(max_length=2_000), AfterValidator(_image_address)]
    alternative_text: Annotated[str, Field(max_length=1_000), BeforeValidator(printable)] = ""
    width: Pixels | None = None
    height: Pixels | None = None

    @field_validator("alternative_text", mode="before")
    @classmethod
    def _no_text(cls, value: object) -> object:
        return "" if value is None else value

    @property
    def document_id(self) -> str:
        """What the schema asks for; the address tells pictures apart."""
        return self.url


class Hero(_Component):
    """The headline section."""

    type_name = "ComponentHomepageHero"

    heading: Line
    tagline: Text
    signup_button_text: Line


class InfoBox(_Component):
    """One box below the headline."""

    type_name = "ComponentHomepageInfoBox"

    icon: Icon
    title: Line
    text: Text


def _filled(value: object) -> object:
    """Return a list without its nulls; a content service gives null for one that was never filled."""
    if value is None:
        return []
    return [item for item in value if item is not None] if isinstance(value, list) else value


def _numbered(value: object) -> object:
    """Give each item of a list its position as id."""
    items = _filled(value)
    if not isinstance(items, list):
        return items
    return [
        {**item, _GIVEN_ID: str(number)} if isinstance(item, dict) else item for number, item in enumerate(items, 1)
    ]


class Headline(_Component):
    """The feature boxes."""

    type_name = "ComponentHomepageHeadline"

    heading: Line
    text: Text
    info_boxes: Annotated[tuple[InfoBox, ...], BeforeValidator(_numbered), Field(max_length=24)]


class Testimonial(_Component):
    """A testimonial."""

    type_name = "ComponentHomepageTestimonial"

    quote: Text
    name: Line
    role: Line


class Testimonials(_Component):
    """Testimonials."""

    type_name = "ComponentHomepageTestimonials"

    heading: Line
    background_image: Image
    items: Annotated[tuple[Testimonial, ...], BeforeValidator(_numbered), Field(max_length=24)]


class Screenshot(_Component):
    """The dashboard, in both themes."""

    type_name = "ComponentHomepageScreenshot"

    heading: Line
    text: Text
    image: Image
    dark_image: Image


class CallToAction(_Component):
    """Buttons that open an email."""

    type_name = "ComponentHomepageCallToAction"

    heading: Line
    text: Text
    consultation_button_text: Line
    demo_button_text: Line


class Question(_Component):
    """A question and its answer."""

    type_name = "ComponentHomepageQuestion"

    question: Text
    answer: Text


class Faq(_Component):
    """Frequently asked questions."""

    type_name = "ComponentHomepageFaq"

    heading: Line
    questions: Annotated[tuple[Question, ...], BeforeValidator(_numbered), Field(max_length=60)]


class MediaLink(_Component):
    """A link of the media block."""

    type_name = "ComponentHomepageMediaLink"

    link_text: Line
    link_url: Link


class Media(_Component):
    """A logo, words and links."""

    type_name = "ComponentHomepageMedia"

    logo: Image
    title: Line
    description: Text
    links: Annotated[tuple[MediaLink, ...], BeforeValidator(_numbered), Field(max_length=60)]


class Homepage(Document):
    """All blocks of the homepage (spec §1)."""

    type_name = "Homepage"
    document_id = "homepage"

    hero: Hero
    headline: Headline
    testimonials: Testimonials
    dashboard_screenshot: Screenshot
    call_to_action: CallToAction
    faq: Faq
    media: Media


class FooterLink(_Component):
    """A link at the foot of the public pages."""

    type_name = "ComponentFooterLink"

    link_text: Line
    link_url: Link = Field(alias="linkURL")


class Footer(Document):
    """The foot of the public pages."""

    type_name = "Footer"
    document_id = "footer"

    copyright_text: Text
    links: Annotated[tuple[FooterLink, ...], BeforeValidator(_numbered), Field(max_length=60)]


class _LegalDocument(Document):
    content: Annotated[
        str, Field(min_length=1, max_length=LONGEST_CONTENT, alias="Content"), BeforeValidator(printable)
    ]


class TermsOfUse(_LegalDocument):
    """The terms of use, in Markdown."""

    type_name = "TermsOfUse"
    document_id = "terms-of-use"


class PrivacyPolicy(_LegalDocument):
    """The privacy policy, in Markdown."""

    type_name = "PrivacyPolicy"
    document_id = "privacy-policy"


class Locale(_Part):
    """A language that the public site offers; the name is that of its own speakers."""

    type_name = "I18NLocale"

    code: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
    name: Line

    @property
    def document_id(self) -> str:
        """What the schema asks for."""
        return self.code


class Locales(_Part):
    """All languages, in the order in which they are offered."""

    locales: Annotated[tuple[Locale, ...], BeforeValidator(_filled), Field(min_length=1, max_length=100)]

    @model_validator(mode="after")
    def _once_each(self) -> "Locales":
        codes = [locale.code for locale in self.locales]
        if len(set(codes)) < len(codes):
            raise ValueError("list each language only once")
        return self


KINDS: Final[tuple[type[Document], ...]] = (Homepage, Footer, TermsOfUse, PrivacyPolicy)


def printed(part: BaseModel) -> dict[str, Any]:
    """Return a document as the client's questions get it: names of the schema, with ``id`` in lists and ``__typename``."""
    shown: dict[str, Any] = {"__typename": getattr(part, "type_name", "")}
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if name in {"id", "locale"}:
            continue
        alias = field.alias or name
        if isinstance(value, BaseModel):
            shown[alias] = printed(value)
        elif isinstance(value, tuple):
            shown[alias] = [
                {**printed(item), "id": item.id} if isinstance(item, _Component) else printed(item) for item in value
            ]
        else:
            shown[alias] = value
    return shown
