"""The documents that lie with the product: looked at again with every question, so that an edit needs no restart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

from breachlight.content.documents import (
    KINDS,
    Document,
    Homepage,
    Locale,
    Locales,
    PrivacyPolicy,
    PublicationStatus,
    TermsOfUse,
)
from breachlight.kit.documents import MARKDOWN, DocumentError, Mistake, read_document
from breachlight.kit.watched_files import WatchedFile
from breachlight.site.edited_content import EditedDocuments

DEFAULT_LOCALE: Final = "en"
"""What a question without a locale is about, as in Strapi."""

MEDIA_FOLDER: Final = "media"
_LOCALES_FILE: Final = "locales.yaml"
_IN_MARKDOWN: Final[frozenset[type[Document]]] = frozenset({TermsOfUse, PrivacyPolicy})

Kind = TypeVar("Kind", bound=Document)


class EmbeddedContent:
    """The content service over a folder of documents; what operators have published in the console comes first."""

    is_current_at_hand: Final = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._locales = WatchedFile(folder / _LOCALES_FILE, _read_locales)
        self._documents: dict[Path, WatchedFile[Document]] = {}
        self._edited = {kind: EditedDocuments(kind.document_id, kind) for kind in KINDS}

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

    def shipped(self, kind: type[Kind], locale: str) -> Kind | None:
        """Return a document as its file has it, whatever operators have made of it."""
        if not any(offered.code == locale for offered in self._offered()):
            return None
        found = self._watched(kind, locale, "").look()
        return found if isinstance(found, kind) else None

    def _find(self, kind: type[Kind], status: PublicationStatus, locale: str) -> Kind | None:
        # Only a code that stands in the list becomes part of a path.
        if not any(offered.code == locale for offered in self._offered()):
            return None
        found: Document | None = None
        if status is PublicationStatus.DRAFT and _file(self.folder, kind, locale, ".draft").exists():
            found = self._watched(kind, locale, ".draft").look()
        if found is None and (edited := self._edited[kind].find(locale)) is not None:
            found = edited.model_copy(update={"locale": locale})
        if found is None:
            found = self._watched(kind, locale, "").look()
        return found if isinstance(found, kind) else None

    def _watched(self, kind: type[Document], locale: str, mark: str) -> WatchedFile[Document]:
        def read(file: Path) -> Document:
            return read_document(kind, file).model_copy(update={"locale": locale})

        place = _file(self.folder, kind, locale, mark)
        if place not in self._documents:
            self._documents[place] = WatchedFile(place, read)
        return self._documents[place]


def _file(folder: Path, kind: type[Document], locale: str, mark: str) -> Path:
    ending = MARKDOWN if kind in _IN_MARKDOWN else ".yaml"
    return folder / locale / f"{kind.document_id}{mark}{ending}"


def _read_locales(file: Path, *, is_strict: bool = False) -> Locales:
    return read_document(Locales, file, is_strict=is_strict, list_name="locales")


def check_folder(folder: Path) -> Iterator[Mistake]:
    """Yield every mistake in the documents of a folder, as strictly as an operator wants to know it."""
    try:
        locales = _read_locales(folder / _LOCALES_FILE, is_strict=True)
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
