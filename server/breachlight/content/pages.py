"""Rendering of the homepage: the build's template filled with content, readable before any script runs."""

import gzip
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import quote

import jinja2
from markupsafe import Markup

from breachlight.content.documents import Footer, Homepage, Image, Locale, PublicationStatus, printed

TEMPLATE_FOLDER: Final = "templates"

_NAME: Final = "Breachlight"
_SCRIPT_ESCAPES: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
# Open Graph names a territory with the language; these are those of the shipped texts.
_TERRITORIES: Final = {"ar": "ar_AR", "de": "de_DE", "en": "en_US", "es": "es_ES", "fr": "fr_FR", "ja": "ja_JP"}
_LONGEST_DESCRIPTION: Final = 300


@dataclass(frozen=True)
class Page:
    """All that a homepage is made of; two that are equal look the same."""

    language: str
    status: PublicationStatus
    settings: tuple[tuple[str, object], ...]
    homepage: Homepage | None
    footer: Footer | None
    locales: tuple[Locale, ...]
    features: tuple[tuple[str, object], ...]
    site_language: str
    is_current: bool

    @property
    def is_draft(self) -> bool:
        """Whether it shows drafts."""
        return self.status is PublicationStatus.DRAFT


@dataclass(frozen=True)
class Written:
    """A page as it is sent."""

    plain: bytes
    packed: bytes = field(repr=False)
    etag: str = ""

    @classmethod
    def of(cls, text: str) -> "Written":
        """Pack a text; the same text has the same mark on every machine."""
        plain = text.encode()
        return cls(plain, gzip.compress(plain, 6, mtime=0), hashlib.sha256(plain).hexdigest()[:32])


class Templates:
    """The templates of a build of the client; a new build is seen without a restart."""

    def __init__(self, client_folder: Path, public_url: str) -> None:
        self._folder = client_folder / TEMPLATE_FOLDER
        self._assets = client_folder / "assets"
        self._index = client_folder / "index.html"
        self._public_url = public_url.rstrip("/")
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(self._folder), autoescape=True, undefined=jinja2.StrictUndefined
        )
        self._written: dict[tuple[str, PublicationStatus], tuple[float, Page, Written]] = {}

    def languages(self) -> frozenset[str]:
        """Return the languages that the interface has texts in."""
        names = (file.name.split(".") for file in self._folder.glob("home.*.html"))
        return frozenset(parts[1] for parts in names if len(parts) == 3)

    def write(self, page: Page, offered: frozenset[str]) -> Written:
        """Return a page; one that has not changed is not written again.

        Raises:
            jinja2.TemplateError: the template is missing, or asks for what is not there.
            OSError: the build is gone.
        """
        place = (page.language, page.status)
        built_at = (self._folder / f"home.{page.language}.html").stat().st_mtime
        known = self._written.get(place)
        if known is not None and known[0] == built_at and known[1] == page:
            return known[2]
        written = Written.of(self._render(page, offered))
        self._written[place] = (built_at, page, written)
        return written

    def write_plain(self, contact_email: str) -> Written | None:
        """Return the client's own page with the operator's address, which needs no database; None without a build."""
        try:
            page = self._index.read_text("utf-8")
        except FileNotFoundError:
            return None
        contact = Markup('<meta name="contact-email" content="{}">').format(contact_email)
        return Written.of(page.replace("</head>", f"{contact}</head>", 1))

    def _render(self, page: Page, offered: frozenset[str]) -> str:
        homepage = printed(page.homepage) if page.homepage else None
        footer = printed(page.footer) if page.footer else None
        data = {
            "locale": page.language,
            "isCurrent": page.is_current,
            "settings": dict(page.settings),
            "homepage": homepage,
            "footer": footer,
            "locales": [printed(locale) for locale in page.locales],
        }
        return self._environment.get_template(f"home.{page.language}.html").render(
            head=self._head(page, offered),
            page_data=_script(data),
            homepage=attributes(homepage),
            footer=attributes(footer),
            features=dict(page.features),
        )

    def _head(self, page: Page, offered: frozenset[str]) -> Markup:
        """Return the metadata for search engines and link previews, and the font that the first paint needs."""
        address = self._address(page.language, page.site_language)
        lines = [self._font(), Markup('<link rel="canonical" href="{}">').format(address)]
        alternate = Markup('<link rel="alternate" hreflang="{}" href="{}">')
        if len(offered) > 1:
            lines += [alternate.format(code, self._address(code, page.site_language)) for code in sorted(offered)]
            lines.append(alternate.format("x-default", f"{self._public_url}/"))
        if page.is_draft:
            lines.append(Markup('<meta name="robots" content="noindex">'))
        if page.homepage is not None:
            lines += self._about(page.homepage, page.language, address)
        return Markup("\n    ").join(line for line in lines if line)

    def _about(self, homepage: Homepage, language: str, address: str) -> list[Markup]:
        hero = homepage.hero
        description = (
            hero.tagline
            if len(hero.tagline) <= _LONGEST_DESCRIPTION
            else hero.tagline[: _LONGEST_DESCRIPTION - 1].rstrip() + "…"
        )
        named = Markup('<meta name="{}" content="{}">')
        graph = Markup('<meta property="{}" content="{}">')
        image = homepage.dashboard_screenshot.image
        return [
            named.format("description", description),
            graph.format("og:type", "website"),
            graph.format("og:site_name", _NAME),
            graph.format("og:title", hero.heading),
            graph.format("og:description", description),
            graph.format("og:url", address),
            graph.format("og:locale", _TERRITORIES.get(language, language)),
            *self._image(image, graph),
            named.format("twitter:card", "summary_large_image" if image.url else "summary"),
            named.format("twitter:title", hero.heading),
            named.format("twitter:description", description),
            *([named.format("twitter:image", self._public_url + image.url)] if image.url else []),
        ]

    def _image(self, image: Image, graph: Markup) -> list[Markup]:
        if not image.url:
            return []
        facts = {"og:image": self._public_url + image.url, "og:image:alt": image.alternative_text}
        if image.width and image.height:
            facts |= {"og:image:width": str(image.width), "og:image:height": str(image.height)}
        return [graph.format(name, value) for name, value in facts.items() if value]

    def _address(self, language: str, site_language: str) -> str:
        """Return where a language has its homepage; the site's own language has the shortest address."""
        return f"{self._public_url}/" + ("" if language == site_language else f"?locale={quote(language)}")

    def _font(self) -> Markup:
        font = next(iter(sorted(self._assets.glob("inter-latin-wght-normal-*.woff2"))), None)
        if font is None:
            return Markup()
        return Markup('<link rel="preload" href="/assets/{}" as="font" type="font/woff2" crossorigin>').format(
            font.name
        )


def _script(data: dict[str, Any]) -> Markup:
    """Return data in a script element; no text in it can end the element or begin a comment (hostile-inputs A33)."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_SCRIPT_ESCAPES)
    return Markup('<script type="application/json" id="page-data">{}</script>').format(Markup(text))  # noqa: S704


def attributes(value: Any) -> Any:
    """Return dictionaries as objects: of a dictionary, ``items`` would be its method."""
    if isinstance(value, dict):
        return SimpleNamespace(**{name: attributes(item) for name, item in value.items()})
    return [attributes(item) for item in value] if isinstance(value, list) else value
