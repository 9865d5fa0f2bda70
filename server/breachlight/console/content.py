"""Edited content: drafts that no visitor sees, published versions, and the documents that come with the product."""

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import orjson
from pydantic import BaseModel
from pydantic import ValidationError as ModelError

from breachlight.alerts.malware.texts import DOCUMENTS as MALWARE
from breachlight.alerts.playbooks.texts import DOCUMENTS as PLAYBOOKS
from breachlight.config import get_settings
from breachlight.content.documents import KINDS, Document, Locale
from breachlight.content.fields import DocumentField, content_of, fields_of, mistakes_of
from breachlight.content.file_store import EmbeddedContent
from breachlight.database.session import Connection, reading, transaction
from breachlight.kit.clock import now
from breachlight.kit.documents import STRICT
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.messages import say
from breachlight.operators.recording import record
from breachlight.operators.service import Operator
from breachlight.site import content_repository as repository
from breachlight.site.content_repository import Draft, Version
from breachlight.site.edited_content import refresh

_LONGEST: Final = 1_000_000
"""Characters of JSON, as many as a file may have bytes."""
_MEANWHILE: Final = say("This document was changed meanwhile. Nothing was saved: load it again.")
_ELSEWHERE: Final = say("This document comes from the content service. Edit it there.")
_NEW: Final = 0
"""Id of a row that isn't stored yet."""
_NOTHING: Final = say("There is no draft to publish.")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A document: its model, and what its file has in a language."""

    model: type[BaseModel]
    shipped: Callable[[str], BaseModel | None]
    is_of_service: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A document in a language; ``latest`` is None if it was never published here."""

    document: str
    locale: Locale
    shipped: dict[str, Any]
    latest: Version | None
    draft: Draft | None

    @property
    def is_edited(self) -> bool:
        """Whether visitors see another text than the shipped one."""
        return self.latest is not None and self.latest.content is not None

    @property
    def is_outdated(self) -> bool:
        """Whether the shipped text changed since the draft, or without one the published text, was begun."""
        edit = self.draft or (self.latest if self.is_edited else None)
        return edit is not None and edit.shipped_digest != digest_of(self.shipped)

    @property
    def published(self) -> dict[str, Any]:
        """Return what visitors see."""
        return _decoded(self.latest.content if self.latest else None) or self.shipped

    @property
    def content(self) -> dict[str, Any]:
        """Return what is edited: the draft, else what visitors see."""
        return _decoded(self.draft.content if self.draft else None) or self.published

    @property
    def version(self) -> str:
        """Return what differs as soon as somebody saved, published or discarded something."""
        return f"{self.draft.id if self.draft else 0}.{self.latest.id if self.latest else 0}"


@dataclass(frozen=True, slots=True)
class Detail:
    """A document with its fields and its versions, the newest first."""

    entry: Entry
    fields: list[DocumentField]
    versions: list[Version]


def digest_of(content: dict[str, Any]) -> str:
    """Return a digest of a document."""
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()


def content_service_address() -> str | None:
    """Return the address of the content service, if documents come from one."""
    return get_settings().content_url.rstrip("/").removesuffix("/graphql") or None


async def list_documents() -> list[Entry]:
    """Return all documents in all languages."""
    async with reading() as connection:
        versions, drafts = await repository.latest_versions(connection), await repository.drafts(connection)
    entries: list[Entry] = []
    store = _store()
    for name, kind in _kinds(store).items():
        for locale in await store.locales():
            if (shipped := kind.shipped(locale.code)) is not None:
                key = (name, locale.code)
                entries.append(Entry(name, locale, content_of(shipped), versions.get(key), drafts.get(key)))
    return entries


async def find_document(document: str, locale: str) -> Detail | None:
    """Return a document in a language, None if there is none."""
    async with reading() as connection:
        entry = await _entry(connection, document, locale)
        if entry is None:
            return None
        versions = await repository.history(connection, document, locale)
    return Detail(entry, list(fields_of(_kinds(_store())[document].model)), versions)


async def save_draft(operator: Operator, document: str, locale: str, content: str, version: str) -> None:
    """Keep an edit that visitors don't see.

    Raises:
        NotFoundError: there is no such document.
        ProblemError: it was changed since ``version``.
        ValidationError: fields are invalid.
    """
    async with _changing(document, locale, version) as (connection, entry):
        await _put_draft(connection, operator, entry, _validated(document, content))
        await _record(connection, operator, "content_draft_saved", entry)


async def discard_draft(operator: Operator, document: str, locale: str, version: str) -> None:
    """Delete the draft; raises as ``save_draft``."""
    async with _changing(document, locale, version) as (connection, entry):
        await repository.delete_draft(connection, document, locale)
        await _record(connection, operator, "content_draft_discarded", entry)


async def publish(operator: Operator, document: str, locale: str, version: str) -> None:
    """Show visitors the draft; raises as ``save_draft``."""
    async with _changing(document, locale, version) as (connection, entry):
        if entry.draft is None:
            raise ProblemError(_NOTHING)
        content = _validated(document, entry.draft.content)
        await _put_version(connection, operator, entry, content, entry.draft.shipped_digest)
    await refresh()


async def revert(operator: Operator, document: str, locale: str, version: str) -> None:
    """Show visitors the document that comes with the product, and discard the draft; raises as ``save_draft``."""
    async with _changing(document, locale, version) as (connection, entry):
        await _put_version(connection, operator, entry, None, digest_of(entry.shipped))
    await refresh()


async def restore(operator: Operator, document: str, locale: str, restored: int, version: str) -> None:
    """Make a published version the draft; raises as ``save_draft``."""
    async with _changing(document, locale, version) as (connection, entry):
        found = await repository.find_version(connection, document, locale, restored)
        if found is None:
            raise NotFoundError
        content = _validated(document, found.content) if found.content else _encoded(entry.shipped)
        await _put_draft(connection, operator, entry, content)
        await _record(connection, operator, "content_restored", entry, restored=restored)


@asynccontextmanager
async def _changing(document: str, locale: str, version: str) -> AsyncIterator[tuple[Connection, Entry]]:
    async with transaction() as connection:
        await repository.lock(connection, document, locale)
        entry = await _entry(connection, document, locale)
        if entry is None:
            raise NotFoundError
        if _kinds(_store())[document].is_of_service and get_settings().content_url:
            raise ProblemError(_ELSEWHERE)
        if entry.version != version:
            raise ProblemError(_MEANWHILE)
        yield connection, entry


async def _entry(connection: Connection, document: str, locale: str) -> Entry | None:
    store = _store()
    kind = _kinds(store).get(document)
    offered = next((one for one in await store.locales() if one.code == locale), None)
    shipped = kind.shipped(locale) if kind and offered else None
    if shipped is None or offered is None:
        return None
    versions = await repository.history(connection, document, locale)
    draft = await repository.find_draft(connection, document, locale)
    return Entry(document, offered, content_of(shipped), versions[0] if versions else None, draft)


async def _put_draft(connection: Connection, operator: Operator, entry: Entry, content: str) -> None:
    document, locale = entry.document, entry.locale.code
    await repository.delete_draft(connection, document, locale)
    draft = Draft(_NEW, document, locale, content, digest_of(entry.shipped), now(), operator.email)
    await repository.add_draft(connection, draft)


async def _put_version(
    connection: Connection, operator: Operator, entry: Entry, content: str | None, digest: str
) -> None:
    document, locale = entry.document, entry.locale.code
    await repository.delete_draft(connection, document, locale)
    version = Version(_NEW, document, locale, content, digest, now(), operator.email)
    added = await repository.add_version(connection, version)
    kind = "content_reverted" if content is None else "content_published"
    await _record(connection, operator, kind, entry, version=added)


async def _record(connection: Connection, operator: Operator, kind: str, entry: Entry, **detail: int) -> None:
    """Record an action; the texts themselves are in the versions."""
    before = entry.latest.id if entry.latest else None
    said = {"document": entry.document, "locale": entry.locale.code, "version_before": before, **detail}
    await record(connection, operator, kind, said)


def _validated(document: str, content: str) -> str:
    """Return a document as its model has read it."""
    if len(content) > _LONGEST:
        raise ValidationError({"": [say("Use at most {most} characters.", most=_LONGEST)]})
    model = _kinds(_store())[document].model
    try:
        return _encoded(content_of(model.model_validate(orjson.loads(content), context={STRICT: True})))
    except orjson.JSONDecodeError:
        raise ValidationError({"": [say("This isn't valid JSON.")]}) from None
    except ModelError as error:
        raise ValidationError(mistakes_of(error)) from None


def _encoded(content: dict[str, Any]) -> str:
    return orjson.dumps(content).decode()


def _decoded(content: str | None) -> dict[str, Any] | None:
    found: dict[str, Any] | None = None if content is None else orjson.loads(content)
    return found


def _store() -> EmbeddedContent:
    return EmbeddedContent(get_settings().content_folder)


def _kinds(store: EmbeddedContent) -> dict[str, _Kind]:
    """Return all documents by name."""

    def of_file(kind: type[Document]) -> Callable[[str], BaseModel | None]:
        return lambda locale: store.shipped(kind, locale)

    pages = {kind.document_id: _Kind(kind, of_file(kind), is_of_service=True) for kind in KINDS}
    texts = {one.name: _Kind(one.model, one.shipped, is_of_service=False) for one in (PLAYBOOKS, MALWARE)}
    return pages | texts
