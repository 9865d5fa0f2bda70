"""GraphQL types of content in the console."""

import json
from datetime import datetime
from enum import Enum
from typing import Any, Self

import strawberry

from breachlight.console.content import Detail, Entry, content_service_address
from breachlight.content.fields import DocumentField, FieldKind
from breachlight.graphql.limits import cost
from breachlight.site.content_repository import MOST_VERSIONS, Version


@strawberry.enum
class ConsoleContentName(Enum):
    """Documents that operators edit."""

    HOMEPAGE = "homepage"
    FOOTER = "footer"
    TERMS_OF_USE = "terms-of-use"
    PRIVACY_POLICY = "privacy-policy"
    PLAYBOOKS = "playbooks"
    MALWARE = "malware"


@strawberry.enum
class ConsoleContentFieldKind(Enum):
    """What a field contains."""

    LINE = FieldKind.LINE.value
    TEXT = FieldKind.TEXT.value
    MARKDOWN = FieldKind.MARKDOWN.value
    LINK = FieldKind.LINK.value
    ICON = FieldKind.ICON.value
    PICTURE = FieldKind.PICTURE.value
    NUMBER = FieldKind.NUMBER.value
    LIST = FieldKind.LIST.value


@strawberry.type
class ConsoleContentField:
    """A field of a document."""

    path: str = strawberry.field(description="Names in its JSON with dots between them; `*` is any item of a list.")
    kind: ConsoleContentFieldKind
    maximum: int | None = strawberry.field(description="Characters, or items of a list.")
    is_required: bool
    choices: list[str]

    @classmethod
    def of(cls, field: DocumentField) -> Self:
        """Convert a field."""
        return cls(
            path=field.path,
            kind=ConsoleContentFieldKind(field.kind.value),
            maximum=field.maximum,
            is_required=field.is_required,
            choices=list(field.choices),
        )


@strawberry.type
class ConsoleContentVersion:
    """A published version."""

    id: strawberry.ID
    is_shipped: bool = strawberry.field(description="Whether it is the document that comes with the product.")
    published_at: datetime
    published_by: str

    @classmethod
    def of(cls, version: Version) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(version.id)),
            is_shipped=version.content is None,
            published_at=version.published_at,
            published_by=version.published_by,
        )


@strawberry.type
class ConsoleContentDocument:
    """A document in a language."""

    id: strawberry.ID
    name: ConsoleContentName
    locale: str
    language: str
    is_edited: bool = strawberry.field(description="Whether visitors see another text than the shipped one.")
    has_draft: bool
    is_outdated: bool = strawberry.field(description="Whether the shipped text changed since it was edited.")
    changed_at: datetime | None
    changed_by: str | None

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Convert a document."""
        return cls(**cls._shared(entry))

    @classmethod
    def _shared(cls, entry: Entry) -> dict[str, Any]:
        draft, latest = entry.draft, entry.latest
        changed = (draft.saved_at, draft.saved_by) if draft else None
        if changed is None and latest:
            changed = (latest.published_at, latest.published_by)
        return {
            "id": strawberry.ID(f"{entry.document}/{entry.locale.code}"),
            "name": ConsoleContentName(entry.document),
            "locale": entry.locale.code,
            "language": entry.locale.name,
            "is_edited": entry.is_edited,
            "has_draft": draft is not None,
            "is_outdated": entry.is_outdated,
            "changed_at": changed[0] if changed else None,
            "changed_by": changed[1] if changed else None,
        }


@strawberry.type
class ConsoleContent:
    """All documents."""

    service_address: str | None = strawberry.field(
        description="Of the content service that the public pages come from; they are edited there."
    )
    documents: list[ConsoleContentDocument] = strawberry.field(metadata=cost(items=50))

    @classmethod
    def of(cls, entries: list[Entry]) -> Self:
        """Convert documents."""
        return cls(
            service_address=content_service_address(), documents=[ConsoleContentDocument.of(one) for one in entries]
        )


@strawberry.type
class ConsoleContentDetail(ConsoleContentDocument):
    """A document with its content as JSON: the draft if there is one, what visitors see, and what was shipped."""

    version: str = strawberry.field(description="Pass it with a change, which is refused if there was another since.")
    content: str
    published: str
    shipped: str
    fields: list[ConsoleContentField] = strawberry.field(metadata=cost(items=50))
    versions: list[ConsoleContentVersion] = strawberry.field(metadata=cost(items=MOST_VERSIONS))

    @classmethod
    def of_detail(cls, detail: Detail) -> Self:
        """Convert a document."""
        entry = detail.entry
        return cls(
            **cls._shared(entry),
            version=entry.version,
            content=_printed(entry.content),
            published=_printed(entry.published),
            shipped=_printed(entry.shipped),
            fields=[ConsoleContentField.of(field) for field in detail.fields],
            versions=[ConsoleContentVersion.of(version) for version in detail.versions],
        )


def _printed(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False)
