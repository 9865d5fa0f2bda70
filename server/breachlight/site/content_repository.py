"""Queries of edited content: drafts, and versions of which the latest of each document is served."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.database.session import Connection

MOST_VERSIONS: Final = 50

_POSITION: Final = "SELECT max(id) AS id, max(published_at) AS published_at FROM content_versions"
_SERVED: Final = """
SELECT document, locale, id, content::text AS content FROM (
    SELECT DISTINCT ON (document, locale) document, locale, id, content FROM content_versions
    ORDER BY document, locale, id DESC) AS latest
WHERE content IS NOT NULL"""
_VERSION: Final = "id, document, locale, content::text AS content, shipped_digest, published_at, published_by"
_LATEST: Final = (
    f"SELECT DISTINCT ON (document, locale) {_VERSION} FROM content_versions ORDER BY document, locale, id DESC"
)
_HISTORY: Final = f"""
SELECT {_VERSION} FROM content_versions WHERE document = $1 AND locale = $2 ORDER BY id DESC LIMIT {MOST_VERSIONS}"""
_FIND_VERSION: Final = f"SELECT {_VERSION} FROM content_versions WHERE document = $1 AND locale = $2 AND id = $3"
_DRAFT: Final = "id, document, locale, content::text AS content, shipped_digest, saved_at, saved_by"
_DRAFTS: Final = f"SELECT {_DRAFT} FROM content_drafts"
_FIND_DRAFT: Final = f"{_DRAFTS} WHERE document = $1 AND locale = $2"
_DELETE_DRAFT: Final = "DELETE FROM content_drafts WHERE document = $1 AND locale = $2"
_ADD_DRAFT: Final = """
INSERT INTO content_drafts (document, locale, content, shipped_digest, saved_at, saved_by)
VALUES ($1, $2, $3::text::jsonb, $4, $5, $6)"""
_ADD_VERSION: Final = """
INSERT INTO content_versions (document, locale, content, shipped_digest, published_at, published_by)
VALUES ($1, $2, $3::text::jsonb, $4, $5, $6) RETURNING id"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A row of ``content_drafts``; ``content`` is JSON."""

    id: int
    document: str
    locale: str
    content: str
    shipped_digest: str
    saved_at: datetime
    saved_by: str


@dataclass(frozen=True, slots=True)
class Version:
    """A row of ``content_versions``; ``content`` is JSON, None for the document that comes with the product."""

    id: int
    document: str
    locale: str
    content: str | None
    shipped_digest: str
    published_at: datetime
    published_by: str


async def position(connection: Connection) -> tuple[int | None, datetime | None]:
    """Return what differs as soon as something else is published."""
    [row] = await connection.fetch(_POSITION)
    return row["id"], row["published_at"]


async def served(connection: Connection) -> dict[tuple[str, str], tuple[int, str]]:
    """Return id and JSON of the edited documents that visitors see, by document and locale."""
    return {(row["document"], row["locale"]): (row["id"], row["content"]) for row in await connection.fetch(_SERVED)}


async def latest_versions(connection: Connection) -> dict[tuple[str, str], Version]:
    """Return the latest version of each document that has one."""
    return {(row["document"], row["locale"]): Version(**row) for row in await connection.fetch(_LATEST)}


async def drafts(connection: Connection) -> dict[tuple[str, str], Draft]:
    """Return all drafts."""
    return {(row["document"], row["locale"]): Draft(**row) for row in await connection.fetch(_DRAFTS)}


async def find_draft(connection: Connection, document: str, locale: str) -> Draft | None:
    """Return the draft of a document."""
    row = await connection.fetchrow(_FIND_DRAFT, document, locale)
    return None if row is None else Draft(**row)


async def history(connection: Connection, document: str, locale: str) -> list[Version]:
    """Return the latest versions of a document, the newest first."""
    return [Version(**row) for row in await connection.fetch(_HISTORY, document, locale)]


async def find_version(connection: Connection, document: str, locale: str, version: int) -> Version | None:
    """Return a version of a document."""
    row = await connection.fetchrow(_FIND_VERSION, document, locale, version)
    return None if row is None else Version(**row)


async def lock(connection: Connection, document: str, locale: str) -> None:
    """Wait for others who change a document, until the end of the transaction."""
    await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 79))", f"{document}/{locale}")


async def delete_draft(connection: Connection, document: str, locale: str) -> None:
    """Delete the draft of a document, if there is one."""
    await connection.execute(_DELETE_DRAFT, document, locale)


async def add_draft(connection: Connection, draft: Draft) -> None:
    """Store the draft of a document that has none, under an id of its own."""
    await connection.execute(
        _ADD_DRAFT, draft.document, draft.locale, draft.content, draft.shipped_digest, draft.saved_at, draft.saved_by
    )


async def add_version(connection: Connection, version: Version) -> int:
    """Publish a version under an id of its own, and return that."""
    added: int = await connection.fetchval(
        _ADD_VERSION,
        version.document,
        version.locale,
        version.content,
        version.shipped_digest,
        version.published_at,
        version.published_by,
    )
    return added
