"""``/leaks``, ``/leaks/{name}``, feed, JSON and sitemap: readable without scripts, without a login, and found by search engines."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Final

import orjson
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.config import Settings
from breachlight.content.documents import Footer, PublicationStatus
from breachlight.content.features import Features
from breachlight.content.leak_pages import texts
from breachlight.content.leak_pages.rendering import FEED_PATH, PATH, Language, LeakPages, leak_path, with_query
from breachlight.content.service import ContentService
from breachlight.database.session import reading
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import NotFoundError, UnavailableError
from breachlight.kit.messages.answering import chosen_language
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE, LANGUAGES
from breachlight.kit.public_answers import REFUSED, has_current, kept, packed
from breachlight.leaks.public_catalogue import repository
from breachlight.leaks.public_catalogue.breaches import breach_of
from breachlight.leaks.public_catalogue.repository import PublicOrder
from breachlight.rate_limits.limiter import RateLimit
from breachlight.site.models import SiteSettings
from breachlight.site.service import get_site_settings

JSON_PATH: Final = f"{PATH}.json"
SITEMAP_PATH: Final = "/sitemap.xml"
LIMIT: Final = RateLimit("leak_pages", 1_200, timedelta(minutes=10))
PAGE_SIZE: Final = 25
JSON_PAGE_SIZE: Final = 100
FEED_SIZE: Final = 50
SITEMAP_SIZE: Final = 20_000

_PARTS_PATH: Final = "/sitemap"
_LONGEST_SEARCH: Final = 200
_LAST_PAGE: Final = 1_000_000
_LANGUAGE_COOKIE: Final = "language"
# A page names the files of its build, so it must not outlive it.
_PAGE_HEADERS: Final = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
_KEPT: Final = kept(300, "Accept-Encoding")
_HTML, _JSON = "text/html", "application/json; charset=utf-8"
_RSS, _XML = "application/rss+xml", "application/xml"

_Answer = Callable[[Request, SiteSettings], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class _Query:
    """What a visitor searches for, in which order, and which page."""

    search: str
    order: PublicOrder
    page: int

    @classmethod
    def of(cls, request: Request) -> "_Query":
        given = request.query_params
        search = " ".join(given.get("q", "").replace("\0", " ").split())[:_LONGEST_SEARCH]
        page = given.get("page", "")
        number = int(page) if page.isascii() and page.isdecimal() and len(page) <= len(str(_LAST_PAGE)) else 1
        is_by_breach = given.get("sort") == PublicOrder.BREACHED
        return cls(search, PublicOrder.BREACHED if is_by_breach else PublicOrder.ADDED, min(max(number, 1), _LAST_PAGE))

    @property
    def named(self) -> dict[str, object]:
        """What an address says of it; the usual order and the first page are not named."""
        return {
            "q": self.search,
            "sort": "" if self.order is PublicOrder.ADDED else self.order.value,
            "page": self.page if self.page > 1 else "",
        }


def leak_page_routes(settings: Settings, content: ContentService, client_folder: Path) -> list[BaseRoute]:
    """Return the routes; they answer as unknown paths while the pages are off."""
    pages = _Pages(settings, content, LeakPages(client_folder, settings.public_url))
    return [
        Route(PATH, _guarded(pages.list), methods=["GET"]),
        Route(JSON_PATH, _guarded(pages.json), methods=["GET"]),
        Route(FEED_PATH, _guarded(pages.feed), methods=["GET"]),
        Route(f"{PATH}/{{name:path}}", _guarded(pages.leak), methods=["GET"]),
        Route(SITEMAP_PATH, _guarded(pages.sitemap), methods=["GET"]),
        Route(f"{_PARTS_PATH}/{{number:int}}.xml", _guarded(pages.sitemap_part), methods=["GET"]),
    ]


def _guarded(answer: _Answer) -> Callable[[Request], Awaitable[Response]]:
    async def guarded(request: Request) -> Response:
        settings = await get_site_settings()
        if not settings.leak_pages_enabled:
            raise NotFoundError
        usage = await LIMIT.count(network_of(request.client.host if request.client else ""))
        if usage.is_over:
            headers = {**REFUSED, "Retry-After": str(usage.seconds_left)}
            language = _preferred(request, LANGUAGES) or DEFAULT_LANGUAGE
            return Response(texts.BUSY.in_language(language), 429, headers, "text/plain")
        return await answer(request, settings)

    return guarded


class _Pages:
    """The answers."""

    def __init__(self, settings: Settings, content: ContentService, pages: LeakPages) -> None:
        self._contact_email = settings.operator_email
        self._content = content
        self._pages = pages

    async def list(self, request: Request, settings: SiteSettings) -> Response:
        """Answer with a page of the list."""
        query = _Query.of(request)
        async with reading() as connection:
            leaks, total = await repository.page_of_public_leaks(
                connection, query.search, query.order, page=query.page, page_size=PAGE_SIZE
            )
        language = await self._language(request, settings)
        pages = max(1, -(-total // PAGE_SIZE))
        return await self._html(
            request,
            settings,
            language,
            "list.html",
            path=PATH,
            query=query.named,
            title=texts.TEXTS["heading"].in_language(language.code),
            description=texts.TEXTS["about"].in_language(language.code),
            is_indexed=not query.search and query.page <= pages,
            leaks=leaks,
            total=texts.total(total),
            pages=pages,
            page=min(query.page, pages + 1),
            page_of=texts.page_of(query.page, pages),
            search=query.search,
            sort=query.order.value,
            default_sort=PublicOrder.ADDED.value,
            orders={
                PublicOrder.ADDED.value: texts.TEXTS["by_added"].in_language(language.code),
                PublicOrder.BREACHED.value: texts.TEXTS["by_breach"].in_language(language.code),
            },
            locale=language.query().get("locale", ""),
            feed_path=FEED_PATH,
            json_path=with_query(JSON_PATH, {**query.named, "page": ""}),
        )

    async def leak(self, request: Request, settings: SiteSettings) -> Response:
        """Answer with the page of a leak; former names and other spellings lead to it."""
        name = request.path_params["name"].replace("\0", "")
        async with reading() as connection:
            entry = await repository.public_leak(connection, name)
        language = await self._language(request, settings)
        if entry is None:
            title = texts.TEXTS["missing"].in_language(language.code)
            return await self._html(
                request,
                settings,
                language,
                "missing.html",
                status=404,
                path=PATH,
                title=title,
                description=title,
                is_indexed=False,
            )
        path = leak_path(entry.name)
        if entry.name != name:
            return RedirectResponse(with_query(path, language.query()), 301, _PAGE_HEADERS)
        return await self._html(
            request,
            settings,
            language,
            "leak.html",
            path=path,
            title=entry.title,
            description=entry.description or texts.TEXTS["about"].in_language(language.code),
            entry=entry,
        )

    async def json(self, request: Request, _: SiteSettings) -> Response:
        """Answer with a page of the list for programs."""
        query = _Query.of(request)
        async with reading() as connection:
            leaks, total = await repository.page_of_public_leaks(
                connection, query.search, query.order, page=query.page, page_size=JSON_PAGE_SIZE
            )
        is_last = query.page * JSON_PAGE_SIZE >= total
        following = self._pages.address(JSON_PATH, {**query.named, "page": query.page + 1})
        body = {
            "total": total,
            "next": None if is_last else following,
            "leaks": [{**breach_of(entry), "Page": self._pages.address(leak_path(entry.name))} for entry in leaks],
        }
        return _answer(request, orjson.dumps(body), _KEPT, _JSON)

    async def feed(self, request: Request, settings: SiteSettings) -> Response:
        """Answer with the leaks that were added last."""
        async with reading() as connection:
            leaks, _ = await repository.page_of_public_leaks(
                connection, "", PublicOrder.ADDED, page=1, page_size=FEED_SIZE
            )
        language = await self._language(request, settings)
        body = self._pages.xml(
            "feed.xml",
            title=texts.TEXTS["heading"].in_language(language.code),
            description=texts.TEXTS["about"].in_language(language.code),
            language=language.code,
            home=self._pages.address(PATH, language.query()),
            own=self._pages.address(FEED_PATH, language.query()),
            leaks=[(entry, self._pages.address(leak_path(entry.name), language.query())) for entry in leaks],
        )
        return _answer(request, body, {**_KEPT, "Vary": _PAGE_HEADERS["Vary"], "Content-Language": language.code}, _RSS)

    async def sitemap(self, request: Request, _: SiteSettings) -> Response:
        """Answer with the parts of the sitemap: search engines take at most 50,000 addresses from each."""
        async with reading() as connection:
            changes = await repository.changes_by_part(connection, SITEMAP_SIZE)
        parts = [
            (self._pages.address(f"{_PARTS_PATH}/{number}.xml"), changed_at.date().isoformat())
            for number, changed_at in enumerate(changes, 1)
        ]
        return _answer(request, self._pages.xml("sitemap_index.xml", parts=parts), _KEPT, _XML)

    async def sitemap_part(self, request: Request, _: SiteSettings) -> Response:
        """Answer with one part of the leaks; the first part also has the list."""
        number = request.path_params["number"]
        if not 1 <= number <= _LAST_PAGE:
            raise NotFoundError
        async with reading() as connection:
            found = await repository.names_of_part(connection, number, SITEMAP_SIZE)
        if not found:
            raise NotFoundError
        pages = [(self._pages.address(leak_path(name)), changed_at.date().isoformat()) for name, changed_at in found]
        if number == 1:
            newest = max(changed_at for _, changed_at in found).date().isoformat()
            pages.insert(0, (self._pages.address(PATH), newest))
        return _answer(request, self._pages.xml("sitemap.xml", pages=pages), _KEPT, _XML)

    async def _language(self, request: Request, settings: SiteSettings) -> Language:
        known = self._pages.languages() & LANGUAGES
        if not known:  # there is no build of the client
            raise NotFoundError
        try:
            offered = known & {locale.code for locale in await self._content.locales(at_hand=True)}
        except UnavailableError:
            offered = known
        site = settings.language if settings.language in known else DEFAULT_LANGUAGE
        offered = offered | {site}
        return Language(_preferred(request, offered) or site, site, offered)

    async def _html(
        self,
        request: Request,
        settings: SiteSettings,
        language: Language,
        name: str,
        *,
        path: str,
        title: str,
        description: str,
        status: int = 200,
        is_indexed: bool = True,
        query: Mapping[str, object] | None = None,
        **values: object,
    ) -> Response:
        try:
            footer = await self._content.find(Footer, PublicationStatus.PUBLISHED, language.code, at_hand=True)
        except UnavailableError:
            footer = None
        body = self._pages.html(
            name,
            language,
            Features.of(settings, self._contact_email),
            footer,
            path=path,
            title=title,
            description=description,
            is_indexed=is_indexed,
            query=query,
            **values,
        )
        return _answer(request, body, {**_PAGE_HEADERS, "Content-Language": language.code}, _HTML, status)


def _preferred(request: Request, offered: frozenset[str]) -> str | None:
    """Return the language that a visitor asks for, has chosen on the homepage, or has a browser of."""
    wishes = (
        request.query_params.get("locale"),
        request.cookies.get(_LANGUAGE_COOKIE),
        chosen_language(",".join(request.headers.getlist("accept-language"))),
    )
    return next((wish for wish in wishes if wish in offered), None)


def _answer(request: Request, body: bytes, headers: Mapping[str, str], media_type: str, status: int = 200) -> Response:
    if status != 200:
        return Response(body, status, headers, media_type)
    tagged = {**headers, "ETag": f'W/"{blake2b(body, digest_size=12).hexdigest()}"'}
    if has_current(request, tagged["ETag"]):
        return Response(status_code=304, headers=tagged)
    return packed(request, body, tagged, media_type)
