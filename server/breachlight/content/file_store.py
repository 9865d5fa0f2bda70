"""The documents that lie with the product: looked at again with every question, so that an edit needs no restart."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Generic, TypeVar

import structlog

from breachlight.content.documents import (
    KINDS,
    Document,
    Homepage,
    Locale,
    PrivacyPolicy,
    PublicationStatus,
    TermsOfUse,
)
from breachlight.content.reading import MARKDOWN, DocumentError, Mistake, read_document, read_locales

DEFAULT_LOCALE: Final = "en"
"""What a question without a locale is about, as in Strapi."""

MEDIA_FOLDER: Final = "media"
_LOCALES_FILE: Final = "locales.yaml"
_IN_MARKDOWN: Final[frozenset[type[Document]]] = frozenset({TermsOfUse, PrivacyPolicy})

Kind = TypeVar("Kind", bound=Document)
Read = TypeVar("Read")
_Signature = tuple[int, int, int]

_log = structlog.get_logger(__name__)


class _Watched(Generic[Read]):
    """The last valid content of a file."""

    def __init__(self, file: Path, read: Callable[[Path], Read]) -> None:
        self._file = file
        self._read = read
        self._seen: _Signature | None = None
        self._is_missed = False
        self._good: Read | None = None

    def look(self) -> Read | None:
        """Return the file's content, its last valid content if it is broken, or None if it never existed."""
        try:
            found = self._file.stat()
        except OSError:
            self._miss()
            return self._good
        signature = (found.st_mtime_ns, found.st_size, found.st_ino)
        if signature != self._seen:
            # An edit that is not done yet is looked at again when it is: its time or its size then differs.
            self._seen = signature
            self._take()
        self._is_missed = False
        return self._good

    def _take(self) -> None:
        try:
            self._good = self._read(self._file)
        except DocumentError as error:
            _warn(str(error), kept=self._good is not None)
        except OSError as error:
            _warn(f"{self._file}: it cannot be read: {error.strerror}", kept=self._good is not None)

    def _miss(self) -> None:
        # Editors put a new file in the place of the old one; between the two there is none.
        if self._good is not None and not self._is_missed:
            _warn(f"{self._file}: it is missing; restore it, or restart without it", kept=True)
        self._is_missed = True


def _warn(reason: str, *, kept: bool) -> None:
    _log.warning(
        "a document of the content service is invalid",
        reason=reason,
        shown="the last valid version" if kept else "nothing",
    )


class EmbeddedContent:
    """The content service over a folder of documents."""

    is_current_at_hand: Final = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._locales = _Watched(folder / _LOCALES_FILE, read_locales)
        self._documents: dict[Path, _Watched[Document]] = {}

    async def locales(self, *, at_hand: bool = False) -> tuple[Locale, ...]:
        """Return the languages that are offered; they are always at hand."""
        del at_hand
        return self._offered()

    async def find(
        self, kind: type[Kind], status: PublicationStatus, locale: str | None, *, at_hand: bool = False
    ) -> Kind | None:
        """Return a document; see ``ContentService``."""
        del at_hand
        return self._find(kind, status, DEFAULT_LOCALE if locale is None else locale)

    async def aclose(self) -> None:
        """End; nothing is held open."""

    def _offered(self) -> tuple[Locale, ...]:
        locales = self._locales.look()
        return locales.locales if locales else ()

    def _find(self, kind: type[Kind], status: PublicationStatus, locale: str) -> Kind | None:
        # Only a code that stands in the list becomes part of a path.
        if not any(offered.code == locale for offered in self._offered()):
            return None
        found: Document | None = None
        if status is PublicationStatus.DRAFT and _file(self.folder, kind, locale, ".draft").exists():
            found = self._watched(kind, locale, ".draft").look()
        if found is None:
            found = self._watched(kind, locale, "").look()
        return found if isinstance(found, kind) else None

    def _watched(self, kind: type[Document], locale: str, mark: str) -> _Watched[Document]:
        def read(file: Path) -> Document:
            return read_document(kind, file).model_copy(update={"locale": locale})

        place = _file(self.folder, kind, locale, mark)
        if place not in self._documents:
            self._documents[place] = _Watched(place, read)
        return self._documents[place]


def _file(folder: Path, kind: type[Document], locale: str, mark: str) -> Path:
    ending = MARKDOWN if kind in _IN_MARKDOWN else ".yaml"
    return folder / locale / f"{kind.document_id}{mark}{ending}"


def check_folder(folder: Path) -> Iterator[Mistake]:
    """Yield every mistake in the documents of a folder, as strictly as an operator wants to know it."""
    try:
        locales = read_locales(folder / _LOCALES_FILE, is_strict=True)
    except DocumentError as error:
        yield from error.mistakes
        return
    except OSError as error:
        yield Mistake(folder / _LOCALES_FILE, 1, f"it cannot be read: {error.strerror}; add it")
        return
    for locale in locales.locales:
        yield from _check_locale(folder, locale.code)


def _check_locale(folder: Path, locale: str) -> Iterator[Mistake]:
    for kind in KINDS:
        for mark in ("", ".draft"):
            file = _file(folder, kind, locale, mark)
            if mark and not file.exists():
                continue
            try:
                document = read_document(kind, file, is_strict=True)
            except DocumentError as error:
                yield from error.mistakes
                continue
            except OSError as error:
                yield Mistake(file, 1, f"it cannot be read: {error.strerror}; add it, or remove {locale} from the list")
                continue
            if isinstance(document, Homepage):
                yield from _missing_pictures(folder, file, document)


def _missing_pictures(folder: Path, file: Path, homepage: Homepage) -> Iterator[Mistake]:
    pictures = {
        homepage.testimonials.background_image.url,
        homepage.dashboard_screenshot.image.url,
        homepage.dashboard_screenshot.dark_image.url,
        homepage.media.logo.url,
    }
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    for url in sorted(pictures):
        name = url.rpartition("/")[2]
        if not (folder / MEDIA_FOLDER / name).is_file():
            line = next((number for number, text in enumerate(lines, 1) if url in text), 1)
            yield Mistake(file, line, f"there is no picture {name} in {folder / MEDIA_FOLDER}; add it")
