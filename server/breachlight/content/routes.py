"""The routes of the content service: the homepage, the pages of leaks, the content as GraphQL, its pictures, and robots.txt."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from breachlight.config import Settings
from breachlight.content.file_store import MEDIA_FOLDER
from breachlight.content.graphql import ContentContext, build_content_schema
from breachlight.content.home import HomePage
from breachlight.content.leak_pages.routes import SITEMAP_PATH, leak_page_routes
from breachlight.content.media import MediaFiles
from breachlight.content.pages import Templates
from breachlight.content.service import ContentService
from breachlight.graphql.origins import Origins
from breachlight.graphql.trusted_documents import TrustedDocuments
from breachlight.graphql.view import HTTPEndpoint
from breachlight.site.service import get_site_settings

CONTENT_PATH = "/content/graphql"
# What answers programs is no page; everything else may be found.
_ROBOTS = "User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /graphql\nDisallow: /dev/\n"


def content_routes(settings: Settings, content: ContentService, client_folder: Path, plain: ASGIApp) -> list[BaseRoute]:
    """Return the routes.

    Args:
        settings: of this process.
        content: where the content comes from.
        client_folder: the built client.
        plain: answers for the homepage where it cannot be filled.
    """

    def context(connection: HTTPConnection) -> ContentContext:
        return ContentContext(content, connection)

    schema = build_content_schema(introspection=settings.introspection_enabled)
    endpoint = HTTPEndpoint(schema, context, Origins.of([settings.public_url]), TrustedDocuments(), None)
    home = HomePage(settings, content, Templates(client_folder, settings.public_url), plain)
    return [
        Route("/", home, methods=["GET"]),
        Route(CONTENT_PATH, endpoint),
        Mount("/content/media", MediaFiles(settings.content_folder / MEDIA_FOLDER)),
        *_uploads(settings, content),
        *leak_page_routes(settings, content, client_folder),
        Route("/robots.txt", _robots(settings), methods=["GET"]),
    ]


def _uploads(settings: Settings, content: ContentService) -> list[BaseRoute]:
    if not settings.content_url:
        return []
    # An HTTP client, which most installations do without.
    from breachlight.content.strapi_client import ForwardedContent
    from breachlight.content.strapi_pictures import Uploads

    assert isinstance(content, ForwardedContent)
    return [Route("/content/uploads/{name:path}", Uploads(content).__call__, methods=["GET"])]


def _robots(settings: Settings) -> Callable[[Request], Awaitable[Response]]:
    sitemap = f"Sitemap: {settings.public_url.rstrip('/')}{SITEMAP_PATH}\n"

    async def robots(_: Request) -> Response:
        is_listed = (await get_site_settings()).leak_pages_enabled
        text = _ROBOTS + (sitemap if is_listed else "")
        return PlainTextResponse(text, headers={"cache-control": "public, max-age=3600"})

    return robots
