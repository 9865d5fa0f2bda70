"""The texts of steps: a document per language next to those of the public pages, which operators edit in the same way."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, create_model

from breachlight.alerts.playbooks.checklists import Step
from breachlight.config import SHIPPED_CONTENT, get_settings
from breachlight.kit.documents import DocumentError, Line, Mistake, Text, read_document
from breachlight.kit.messages import Sentence
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE
from breachlight.kit.watched_files import WatchedFile

FILE_NAME: Final = "playbooks.yaml"

_CONFIG: Final = ConfigDict(frozen=True, extra="forbid")


class StepText(BaseModel):
    """What a step says."""

    model_config = _CONFIG

    title: Line
    body: Text


_FIELDS: Final[dict[str, Any]] = {step.value: (StepText | None, None) for step in Step}
StepTexts: Final[type[BaseModel]] = create_model("StepTexts", __config__=_CONFIG, **_FIELDS)
"""The document of a language: a text for each step, or for some of them."""


def read_texts(file: Path, *, is_strict: bool = False) -> BaseModel:
    """Return the texts of a file; raises as ``read_document``."""
    return read_document(StepTexts, file, is_strict=is_strict)


def check_texts(folder: Path) -> Iterator[Mistake]:
    """Yield every mistake in the texts of a folder, whatever their languages."""
    for file in sorted(folder.glob(f"*/{FILE_NAME}")):
        try:
            read_texts(file, is_strict=True)
        except DocumentError as error:
            yield from error.mistakes
        except OSError as error:
            yield Mistake(file, 1, f"it cannot be read: {error.strerror}")


class _Library:
    """The documents of a folder, and those that come with the product for what the folder lacks."""

    def __init__(self, folder: Path) -> None:
        self._folders = (folder, SHIPPED_CONTENT)
        self._files: dict[Path, WatchedFile[BaseModel]] = {}

    def find(self, step: Step, language: str) -> StepText:
        for folder in self._folders:
            for locale in (language, DEFAULT_LANGUAGE):
                texts = self._file(folder / locale / FILE_NAME).look()
                found: StepText | None = None if texts is None else getattr(texts, step)
                if found is not None:
                    return found
        raise LookupError(f"no text of {step} came with the product")

    def _file(self, file: Path) -> WatchedFile[BaseModel]:
        return self._files.setdefault(file, WatchedFile(file, read_texts))


@cache
def _library(folder: Path) -> _Library:
    return _Library(folder)


class StepSentence(Sentence):
    """The title or body of a step, in the language in which it is read."""

    __slots__ = ("_name", "_step")
    _step: Step
    _name: str

    @classmethod
    def of(cls, step: Step, name: str) -> Self:
        """Return a field of the text of a step."""
        made = cls(_text(step, name, DEFAULT_LANGUAGE), {})
        made._step, made._name = step, name
        return made

    def in_language(self, language: str) -> str:
        """Return the text in a language; in English where neither the operator nor the product has it."""
        return _text(self._step, self._name, language)


def _text(step: Step, name: str, language: str) -> str:
    text: str = getattr(_library(get_settings().content_folder).find(step, language), name)
    return text
