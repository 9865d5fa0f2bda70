"""Rendering of the pages of leaks into the frame of the public pages that the client's build has drawn."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import quote, urlencode

import jinja2
from markupsafe import Markup

from breachlight.content.documents import Footer, printed
from breachlight.content.features import Features
from breachlight.content.leak_pages import texts
from breachlight.content.pages import TEMPLATE_FOLDER, attributes
from breachlight.kit.messages import Sentence
from breachlight.kit.messages.catalogues import day, number
from breachlight.leaks.catalogue_entry import LeakEntry

PATH: Final = "/leaks"
FEED_PATH: Final = f"{PATH}/feed.xml"

_TEMPLATES: Final = Path(__file__).parent / "templates"
_FRAME: Final = "frame.{}.html"
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_DESCRIPTION: Final = 300
_NO_FOOTER: Final = SimpleNamespace(copyrightText="", links=[])


@dataclass(frozen=True, slots=True)
class Language:
    """The language of an answer, and that of the site, whose addresses need no name of a language."""

    code: str
    site: str
    offered: frozenset[str]

    def query(self, code: str | None = None) -> dict[str, str]:
        """Return what an address says about a language."""
        code = code or self.code
        return {} if code == self.site else {"locale": code}


class LeakPages:
    """The templates of the pages in the frame of a build of the client; a new build is seen without a restart."""

    def __init__(self, client_folder: Path, public_url: str) -> None:
        self._folder = client_folder / TEMPLATE_FOLDER
        self._public_url = public_url.rstrip("/")
        self._frames = _environment(self._folder)
        self._pages = _environment(_TEMPLATES)
        self._documents = _environment(_TEMPLATES, finalize=_in_xml)
        self._documents.filters["instant"] = lambda at: format_datetime(at, usegmt=True)
        self._pages.globals.update(leak_path=leak_path, flags_of=_flags_of, address=self.address)

    def languages(self) -> frozenset[str]:
        """Return the languages that there is a frame in."""
        names = (file.name.split(".") for file in self._folder.glob(_FRAME.format("*")))
        return frozenset(parts[1] for parts in names if len(parts) == 3)

    def address(self, path: str, query: Mapping[str, object] | None = None) -> str:
        """Return an absolute address."""
        return self._public_url + with_query(path, query or {})

    def html(
        self,
        name: str,
        language: Language,
        features: Features,
        footer: Footer | None,
        *,
        path: str,
        title: str,
        description: str,
        is_indexed: bool = True,
        query: Mapping[str, object] | None = None,
        **values: object,
    ) -> bytes:
        """Return a page; ``path`` and ``query`` are its canonical address in the site's language."""
        content = self._pages.get_template(name).render(
            t={key: text.in_language(language.code) for key, text in texts.TEXTS.items()},
            path=PATH,
            link=_links(language),
            features=features,
            say=lambda sentence: sentence.in_language(language.code),
            number=lambda value: number(value, language.code),
            day=lambda value: _day(value, language.code),
            kind=lambda entry: texts.KINDS[entry.kind].in_language(language.code),
            **values,
        )
        head = self._pages.get_template("head.html").render(
            canonical=self.address(path, {**(query or {}), **language.query()}),
            alternates={
                code: self.address(path, {**(query or {}), **language.query(code)}) for code in sorted(language.offered)
            },
            default=self.address(path, query),
            feed=self.address(FEED_PATH, language.query()),
            feed_title=texts.TEXTS["heading"].in_language(language.code),
            title=title,
            description=shortened(description),
            is_indexed=is_indexed,
        )
        text = self._frames.get_template(_FRAME.format(language.code)).render(
            title=title,
            head=Markup(head),  # noqa: S704 -- written by an escaping template
            content=Markup(content),  # noqa: S704 -- the same
            features=dict(features.for_templates()),
            footer=attributes(printed(footer)) if footer else _NO_FOOTER,
        )
        return text.encode()

    def xml(self, name: str, **values: object) -> bytes:
        """Return a document for programs."""
        return self._documents.get_template(name).render(**values).encode()


def leak_path(name: str) -> str:
    """Return where the page of a leak is."""
    return f"{PATH}/{quote(name, safe='')}"


def with_query(path: str, query: Mapping[str, object]) -> str:
    """Return a path with those values of a query that are set."""
    given = {name: value for name, value in query.items() if value not in ("", None)}
    return f"{path}?{urlencode(given)}" if given else path


def shortened(text: str) -> str:
    """Return a text in the length that search engines show."""
    return text if len(text) <= _LONGEST_DESCRIPTION else text[: _LONGEST_DESCRIPTION - 1].rstrip() + "…"


def _environment(folder: Path, *, finalize: Callable[[object], object] | None = None) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finalize,
    )


def _in_xml(value: object) -> object:
    """Leave out characters that no XML document may have."""
    return _NOT_IN_XML.sub("", value) if type(value) is str else value


def _links(language: Language) -> Any:
    def link(path: str, **query: object) -> str:
        return with_query(path, {**query, **language.query()})

    return link


def _day(value: date | datetime, language: str) -> str:
    return day(value.date() if isinstance(value, datetime) else value, language)


def _flags_of(entry: LeakEntry) -> list[Sentence]:
    """Return what a reader must know before they rely on a leak."""
    flags = [
        (not entry.is_verified, texts.UNVERIFIED),
        (entry.is_fabricated, texts.FABRICATED),
        (entry.is_spam_list, texts.SPAM_LIST),
        (entry.is_malware, texts.MALWARE),
    ]
    return [text for is_set, text in flags if is_set]
