"""Texts that operators edit: a document per language next to those of the public pages, and the shipped one for what it lacks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Generic, TypeVar

from pydantic import BaseModel

from breachlight.config import SHIPPED_CONTENT, get_settings
from breachlight.kit.documents import DocumentError, Mistake, read_document
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE
from breachlight.kit.watched_files import WatchedFile
from breachlight.site.edited_content import EditedDocuments

TextT = TypeVar("TextT", bound=BaseModel)


class TextDocuments(Generic[TextT]):
    """The documents of one name in all languages. Each field of ``model`` is a ``TextT`` or None."""

    def __init__(self, file_name: str, model: type[BaseModel]) -> None:
        self._file_name: Final = file_name
        self.name: Final = Path(file_name).stem
        self.model: Final = model
        self._edited: Final = EditedDocuments(self.name, model)
        self._files: dict[Path, WatchedFile[BaseModel]] = {}

    def check(self, folder: Path) -> Iterator[Mistake]:
        """Yield every mistake in the documents of a folder, whatever their languages."""
        for file in sorted(folder.glob(f"*/{self._file_name}")):
            try:
                read_document(self.model, file, is_strict=True)
            except DocumentError as error:
                yield from error.mistakes
            except OSError as error:
                yield Mistake(file, 1, f"it cannot be read: {error.strerror}")

    def find(self, name: str, language: str) -> TextT:
        """Return a field in a language; in English where neither the operator nor the product has it.

        Raises:
            LookupError: no text of that name came with the product.
        """
        edited = self._edited.find(language)
        found: TextT | None = None if edited is None else getattr(edited, name)
        return found if found is not None else self._in_files(name, language)

    def shipped(self, language: str) -> BaseModel:
        """Return all texts in a language as the files have them."""
        return self.model(**{name: self._in_files(name, language) for name in self.model.model_fields})

    def _in_files(self, name: str, language: str) -> TextT:
        for folder in (get_settings().content_folder, SHIPPED_CONTENT):
            for locale in (language, DEFAULT_LANGUAGE):
                texts = self._file(folder / locale / self._file_name).look()
                found: TextT | None = None if texts is None else getattr(texts, name)
                if found is not None:
                    return found
        raise LookupError(f"no text of {name} came with the product")

    def _file(self, file: Path) -> WatchedFile[BaseModel]:
        return self._files.setdefault(file, WatchedFile(file, lambda path: read_document(self.model, path)))
