"""Published edits of documents, at hand in every process: they are served instead of the files (decision 79)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Generic, TypeVar

import structlog
from pydantic import BaseModel, ValidationError

from breachlight.database.errors import OUTAGES
from breachlight.database.session import reading
from breachlight.kit.background import background
from breachlight.site import content_repository

_LOOK_SECONDS: Final = 2.0

Model = TypeVar("Model", bound=BaseModel)

_log = structlog.get_logger(__name__)


@dataclass
class _Edits:
    """What was last read."""

    position: tuple[int | None, datetime | None] = (None, None)
    documents: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)


_edits = _Edits()


class EditedDocuments(Generic[Model]):
    """The edited documents of one name, validated once for each version."""

    def __init__(self, document: str, model: type[Model]) -> None:
        self._document: Final = document
        self._model: Final = model
        self._known: dict[str, tuple[int, Model | None]] = {}

    def find(self, locale: str) -> Model | None:
        """Return the edit that is served in a language; None if there is none, or one that this release can't use."""
        edit = _edits.documents.get((self._document, locale))
        if edit is None:
            return None
        version, content = edit
        known = self._known.get(locale)
        if known is None or known[0] != version:
            known = self._known[locale] = (version, self._read(locale, content))
        return known[1]

    def _read(self, locale: str, content: str) -> Model | None:
        try:
            return self._model.model_validate_json(content)
        except ValidationError:
            _log.warning("edited document cannot be used", document=self._document, locale=locale)
            return None


async def refresh() -> None:
    """Read what is published, if something else is than at the last time."""
    async with reading() as connection:
        position = await content_repository.position(connection)
        if position != _edits.position:
            _edits.documents = await content_repository.served(connection)
            _edits.position = position


async def _keep_fresh() -> None:
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        try:
            await refresh()
        except OUTAGES:
            continue  # what was last read stays; readiness reports the database


@asynccontextmanager
async def edited_content() -> AsyncIterator[None]:
    """Keep the published edits at hand as long as the process runs; the database's pool must be open."""
    _edits.position, _edits.documents = (None, None), {}
    await refresh()
    async with background(_keep_fresh(), name="site.edited_content"):
        yield
