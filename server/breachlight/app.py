"""The ASGI application: the faces of the product under one set of middleware."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp

from breachlight.accounts.images import image_routes
from breachlight.alert_digests.preferences import unsubscribe_routes
from breachlight.alerts.live.feed import live_alerts
from breachlight.api_keys.middleware import ApiKeyMiddleware
from breachlight.api_keys.quota import refusal, spend
from breachlight.api_keys.service import authenticate
from breachlight.api_keys.tokens import is_key
from breachlight.auth.remembered_access import remember_access
from breachlight.auth.subject import Subject, require_mfa_setup
from breachlight.config import CLIENT_FOLDER, Settings, get_settings
from breachlight.content.routes import content_routes
from breachlight.content.service import ContentService, content_service
from breachlight.database.connection import database
from breachlight.database.listener import Listener, listening
from breachlight.graphql.context import context_factory
from breachlight.graphql.trusted_documents import MANIFEST, TrustedDocuments
from breachlight.graphql.view import graphql_routes
from breachlight.keys.watch import key_watch
from breachlight.kit.activity import ActivityMiddleware
from breachlight.kit.body_limit import BodyLimit
from breachlight.kit.errors import UnauthenticatedError
from breachlight.kit.headers import SecurityHeaders
from breachlight.kit.messages.answering import AnswerLanguage
from breachlight.kit.static_files import ClientFiles
from breachlight.leaks.email_ranges.routes import email_range_routes
from breachlight.leaks.password_ranges.routes import password_range_routes
from breachlight.leaks.public_catalogue.routes import public_catalogue_routes
from breachlight.mail.dev_mailbox import mailbox_routes
from breachlight.processes.health import health_routes
from breachlight.rest.error_middleware import ErrorMiddleware
from breachlight.rest.routes import rest_routes
from breachlight.rest.uploads import upload_routes
from breachlight.schema import build_schema
from breachlight.site.edited_content import edited_content
from breachlight.site.human_verification import human_verification
from breachlight.site.language import SiteLanguage

_EDITOR_PAGE = "graphiql.html"
_NOT_FOR_VISITORS = (_EDITOR_PAGE, "templates", ".vite", MANIFEST)
_SPEAKING = ("/api", "/graphql", "/content/graphql", "/unsubscribe", "/dev/mail")
"""Paths under which answers hold sentences of the server itself."""
# Behind the bounds of GraphQL and REST themselves: no other handler can be made to read without end.
LARGEST_BODY_BYTES = 11 * 1024 * 1024


def create_app() -> Starlette:
    """Return the application for the settings of this process; the supervisor has migrated the database before."""
    settings = get_settings()
    content = content_service(settings)
    application = _Application(
        routes=_routes(settings, content),
        middleware=[
            Middleware(
                SecurityHeaders,
                version=client_version(),
                is_https=settings.public_url.startswith("https://"),
                editor_path="/graphql" if settings.graphiql_enabled else None,
                # The setting that switches it on may change while this runs; without a secret it refuses every form anyway.
                shows_widget=settings.turnstile_secret is not None,
                runs_analytics=bool(settings.analytics_id),
            ),
            Middleware(AnswerLanguage, paths=_SPEAKING, site_language=SiteLanguage()),
            Middleware(ActivityMiddleware),
            Middleware(ErrorMiddleware),
            Middleware(ApiKeyMiddleware),
            Middleware(BodyLimit, max_body_size=LARGEST_BODY_BYTES),
        ],
        lifespan=_lifespan,
    )
    application.state.content = content
    return application


class _Application(Starlette):
    """Starlette with the middleware that it is given alone: ``ErrorMiddleware`` does what its own two do."""

    def build_middleware_stack(self) -> ASGIApp:
        """Return the routes under the middleware."""
        app: ASGIApp = self.router
        for kind, arguments, options in reversed(self.user_middleware):
            app = kind(app, *arguments, **options)
        return app


def client_version() -> str:
    """Return the build of the client on disk, for tabs opened before an upgrade."""
    try:
        return str(json.loads((CLIENT_FOLDER / "version.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return "none"


def _routes(settings: Settings, content: ContentService) -> list[BaseRoute]:
    files = ClientFiles(CLIENT_FOLDER, hidden=_NOT_FOR_VISITORS)
    page = CLIENT_FOLDER / _EDITOR_PAGE if settings.graphiql_enabled else None
    trusted = TrustedDocuments.read(
        CLIENT_FOLDER / MANIFEST,
        is_exclusive=settings.trusted_documents == "only",
        has_graphiql=settings.graphiql_enabled,
    )
    return [
        *password_range_routes(),  # first: it may have a thousand requests a second, and routes are tried in turn
        *graphql_routes(
            build_schema(introspection=settings.introspection_enabled),
            context_factory=context_factory(authenticate, _admit, require_mfa_setup),
            public_urls=[settings.public_url],
            graphiql_page=page,
            trusted=trusted,
        ),
        *email_range_routes(_authenticate_key),  # before the catalogue, which refuses all else below breachedaccount
        *public_catalogue_routes(),
        *upload_routes([settings.public_url]),
        *rest_routes([settings.public_url]),
        *image_routes(),
        *health_routes(settings),
        *mailbox_routes(settings),
        *unsubscribe_routes(),
        *content_routes(settings, content, CLIENT_FOLDER, files),
        Mount("/", files),
    ]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    settings = get_settings()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(app.state.content.aclose)
        await stack.enter_async_context(database(settings, is_impatient=True))
        await stack.enter_async_context(key_watch("server"))
        await stack.enter_async_context(edited_content())
        listener = app.state.listener = Listener(settings)
        stack.enter_context(live_alerts(listener))
        remember_access(listener)
        await stack.enter_async_context(listening(listener))
        await stack.enter_async_context(human_verification(settings))
        yield


async def _authenticate_key(token: str) -> Subject:
    """Return the subject of a key that comes in a header of its own, which the middleware doesn't know."""
    if not is_key(token):
        raise UnauthenticatedError
    subject = await authenticate(token)
    require_mfa_setup(subject)
    await _admit(subject)
    return subject


async def _admit(subject: Subject) -> None:
    """Count an operation on a socket: it passes no middleware, and would be a way around the quota of a key."""
    if subject.api_key_id is None:
        return
    usage = await spend(subject.api_key_id)
    if usage.is_over:
        raise refusal(usage)
