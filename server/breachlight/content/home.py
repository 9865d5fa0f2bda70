"""``/``: the homepage in the visitor's language, readable before any script runs; without content it's the client's own page."""

import asyncio
from typing import Final

import structlog
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from breachlight.config import Settings
from breachlight.content.documents import Footer, Homepage, PublicationStatus
from breachlight.content.features import Features
from breachlight.content.pages import Page, Templates, Written
from breachlight.content.service import ContentService
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE
from breachlight.kit.public_answers import has_current
from breachlight.kit.static_files import accepted_encodings
from breachlight.site.models import SiteSettings
from breachlight.site.service import SETTING_NAMES, get_site_settings

_LONGEST_WAIT: Final = 5.0
"""Seconds until the client's own page is given, whatever database or content service do."""

_LANGUAGE_COOKIE: Final = "language"
"""As in the client's src/i18n/language.ts."""

_log = structlog.get_logger(__name__)


class HomePage:
    """The ASGI application behind ``/``; ``plain`` answers where there is nothing to fill the template with."""

    def __init__(self, settings: Settings, content: ContentService, templates: Templates, plain: ASGIApp) -> None:
        self._contact_email = settings.operator_email
        self._analytics_id = settings.analytics_id
        self._is_demonstration = settings.is_demonstration
        self._content = content
        self._templates = templates
        self._plain = plain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        written = await self._written_in_time(request) or self._templates.write_plain(self._contact_email)
        answer = _answer(request, written) if written else self._plain
        await answer(scope, receive, send)

    async def _written_in_time(self, request: Request) -> Written | None:
        # A task of its own, since a query to a server that is frozen doesn't end when it is cancelled.
        writing = asyncio.create_task(self._write(request))
        writing.add_done_callback(lambda task: task.cancelled() or task.exception())
        try:
            done, _ = await asyncio.wait({writing}, timeout=_LONGEST_WAIT)
            if not done:
                raise TimeoutError
            return writing.result()
        except Exception as fault:
            # The client asks for settings and content itself, says what is missing, and tries again.
            _log.warning("the homepage is served without its content", exc_info=fault)
            return None
        finally:
            writing.cancel()

    async def _write(self, request: Request) -> Written | None:
        known = self._templates.languages()
        if not known:
            return None
        settings = await get_site_settings()
        locales = await self._content.locales(at_hand=True)
        offered = known & {locale.code for locale in locales}
        site_language = settings.language if settings.language in known else DEFAULT_LANGUAGE
        asked = request.query_params.get("locale")
        chosen = request.cookies.get(_LANGUAGE_COOKIE)
        language = asked if asked in offered else chosen if chosen in known else site_language
        if language is None or language not in known:
            return None
        is_draft = request.query_params.get("status") == "draft"
        status = PublicationStatus.DRAFT if is_draft else PublicationStatus.PUBLISHED
        homepage = await self._content.find(Homepage, status, language, at_hand=True)
        footer = await self._content.find(Footer, status, language, at_hand=True)
        page = Page(
            language=language,
            status=status,
            settings=self._public(settings),
            homepage=homepage,
            footer=footer,
            locales=locales,
            features=Features.of(settings, self._contact_email).for_templates(),
            site_language=site_language,
            is_current=self._content.is_current_at_hand,
        )
        return self._templates.write(page, offered)

    def _public(self, settings: SiteSettings) -> tuple[tuple[str, object], ...]:
        """Return the public settings as the client's question about them gets them."""
        shown: dict[str, object] = {_camel(name): getattr(settings, name) for name in SETTING_NAMES}
        own = (
            ("contactEmail", self._contact_email),
            ("analyticsMeasurementId", self._analytics_id),
            ("isDemonstration", self._is_demonstration),
            ("passwordRangesEnabled", settings.password_ranges_enabled),
            ("leakPagesEnabled", settings.leak_pages_enabled),
            ("addressCheckEnabled", settings.address_check_enabled),
            ("optOutsEnabled", settings.opt_outs_enabled),
        )
        return (*shown.items(), *own)


def _answer(request: Request, written: Written) -> Response:
    headers = {"cache-control": "no-cache", "vary": "Accept-Encoding, Cookie", "accept-ranges": "none"}
    is_packed = "gzip" in accepted_encodings(Headers(scope=request.scope).get("accept-encoding", ""))
    # A packed page is other bytes, so it has a mark of its own (RFC 9110, section 8.8.3.3).
    etag = f'"{written.etag}-gzip"' if is_packed else f'"{written.etag}"'
    headers["etag"] = etag
    if has_current(request, etag):
        return Response(status_code=304, headers=headers)
    if is_packed:
        headers["content-encoding"] = "gzip"
    body = written.packed if is_packed else written.plain
    return Response(body, headers=headers, media_type="text/html")


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)
