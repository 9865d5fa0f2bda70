"""``/content/graphql``: the content service in the shape of a Strapi 5, which ``server/content/schema.graphql`` describes.

``python -m breachlight.content.graphql --check FILE`` fails when the schema that is served is another.
"""

import argparse
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NewType, TypeAlias, cast

import strawberry
from graphql import GraphQLSchema, build_schema, lexicographic_sort_schema, print_schema
from starlette.requests import HTTPConnection

from breachlight.content import documents
from breachlight.content.service import ContentService
from breachlight.graphql.context import Context
from breachlight.graphql.schema import Schema, create_schema
from breachlight.kit.errors import UnauthenticatedError
from breachlight.kit.identifiers import new_id

I18NLocaleCode = NewType("I18NLocaleCode", str)
PublicationStatus: TypeAlias = documents.PublicationStatus
strawberry.enum(documents.PublicationStatus)

_SCALARS: Final[dict[object, Any]] = {
    I18NLocaleCode: strawberry.scalar(name="I18NLocaleCode", serialize=str, parse_value=str)
}


# The types below are never made: resolvers return the documents themselves, whose attributes have the same names.


@strawberry.type
class I18NLocale:
    """A language."""

    document_id: strawberry.ID
    name: str | None
    code: str | None


@strawberry.type
class UploadFile:
    """A picture."""

    document_id: strawberry.ID
    url: str
    alternative_text: str | None
    width: int | None
    height: int | None


@strawberry.type(name="ComponentHomepageHero")
class Hero:
    """See ``documents``, as for all that follow."""

    id: strawberry.ID
    heading: str
    tagline: str
    signup_button_text: str


@strawberry.type(name="ComponentHomepageInfoBox")
class InfoBox:  # noqa: D101
    id: strawberry.ID
    icon: str
    title: str
    text: str


@strawberry.type(name="ComponentHomepageHeadline")
class Headline:  # noqa: D101
    id: strawberry.ID
    heading: str
    text: str
    info_boxes: list[InfoBox | None] | None


@strawberry.type(name="ComponentHomepageTestimonial")
class Testimonial:  # noqa: D101
    id: strawberry.ID
    quote: str
    name: str
    role: str


@strawberry.type(name="ComponentHomepageTestimonials")
class Testimonials:  # noqa: D101
    id: strawberry.ID
    heading: str
    background_image: UploadFile
    items: list[Testimonial | None] | None


@strawberry.type(name="ComponentHomepageScreenshot")
class Screenshot:  # noqa: D101
    id: strawberry.ID
    heading: str
    text: str
    image: UploadFile
    dark_image: UploadFile


@strawberry.type(name="ComponentHomepageCallToAction")
class CallToAction:  # noqa: D101
    id: strawberry.ID
    heading: str
    text: str
    consultation_button_text: str
    demo_button_text: str


@strawberry.type(name="ComponentHomepageQuestion")
class Question:  # noqa: D101
    id: strawberry.ID
    question: str
    answer: str


@strawberry.type(name="ComponentHomepageFaq")
class Faq:  # noqa: D101
    id: strawberry.ID
    heading: str
    questions: list[Question | None] | None


@strawberry.type(name="ComponentHomepageMediaLink")
class MediaLink:  # noqa: D101
    id: strawberry.ID
    link_text: str
    link_url: str


@strawberry.type(name="ComponentHomepageMedia")
class Media:  # noqa: D101
    id: strawberry.ID
    logo: UploadFile
    title: str
    description: str
    links: list[MediaLink | None] | None


@strawberry.type
class Homepage:  # noqa: D101
    document_id: strawberry.ID
    locale: str | None
    hero: Hero
    headline: Headline
    testimonials: Testimonials
    dashboard_screenshot: Screenshot
    call_to_action: CallToAction
    faq: Faq
    media: Media


@strawberry.type(name="ComponentFooterLink")
class FooterLink:  # noqa: D101
    id: strawberry.ID
    link_text: str
    link_url: str = strawberry.field(name="linkURL")


@strawberry.type
class Footer:  # noqa: D101
    document_id: strawberry.ID
    locale: str | None
    copyright_text: str
    links: list[FooterLink | None] | None


@strawberry.type
class TermsOfUse:  # noqa: D101
    document_id: strawberry.ID
    locale: str | None
    content: str = strawberry.field(name="Content")


@strawberry.type
class PrivacyPolicy:  # noqa: D101
    document_id: strawberry.ID
    locale: str | None
    content: str = strawberry.field(name="Content")


class ContentContext(Context[Any]):
    """The context of a content query, always that of a visitor."""

    def __init__(self, content: ContentService, connection: HTTPConnection) -> None:
        state: dict[str, Any] = connection.scope.get("state") or {}
        super().__init__(_nobody, token=None, request_id=str(state.get("request_id") or new_id()), client_address="")
        self.content = content


async def _nobody(token: str) -> Any:
    del token
    raise UnauthenticatedError


Info: TypeAlias = strawberry.Info[ContentContext, Any]
_PUBLISHED: Final = documents.PublicationStatus.PUBLISHED


async def _locales(info: Info) -> list[I18NLocale | None]:
    return cast("list[I18NLocale | None]", list(await info.context.content.locales()))


def _finding(kind: type[documents.Document]) -> Callable[..., Awaitable[Any]]:
    """Return the resolver of a question for one document."""

    async def find(
        info: Info,
        status: PublicationStatus | None = _PUBLISHED,
        locale: I18NLocaleCode | None = strawberry.UNSET,
    ) -> Any:
        return await info.context.content.find(kind, status or _PUBLISHED, locale or None)

    return find


@strawberry.type
class Query:
    """The five questions; an unknown locale has no documents, as in Strapi."""

    i18n_locales: list[I18NLocale | None] = strawberry.field(resolver=_locales, name="i18NLocales")
    homepage: Homepage | None = strawberry.field(resolver=_finding(documents.Homepage))
    footer: Footer | None = strawberry.field(resolver=_finding(documents.Footer))
    terms_of_use: TermsOfUse | None = strawberry.field(resolver=_finding(documents.TermsOfUse))
    privacy_policy: PrivacyPolicy | None = strawberry.field(resolver=_finding(documents.PrivacyPolicy))


@cache
def build_content_schema(*, introspection: bool) -> Schema:
    """Return the schema of the content service; ``introspection`` says whether clients may ask for it."""
    return create_schema(Query, scalars=_SCALARS, introspection=introspection)


def _printed(schema: GraphQLSchema) -> str:
    return print_schema(lexicographic_sort_schema(schema))


def main() -> None:
    """Compare the schema with the file that the client is built from."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", type=Path, required=True)
    file: Path = parser.parse_args().check
    served = build_schema(build_content_schema(introspection=True).as_str())
    if _printed(served) != _printed(build_schema(file.read_text(encoding="utf-8"))):
        sys.exit(f"{file} does not match what the server serves at /content/graphql: update one of them.")


if __name__ == "__main__":
    main()
