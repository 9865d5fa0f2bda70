"""GraphQL types of the quarantine in the console."""

import uuid
from datetime import datetime
from typing import Self

import strawberry

from breachlight.console import quarantine
from breachlight.console.leak_types import ConsoleOperation
from breachlight.console.quarantine import FilePage, Stretch, StretchPage
from breachlight.graphql.limits import cost
from breachlight.graphql.scalars import BigInt
from breachlight.leaks.administration.operations_repository import OperationRow
from breachlight.leaks.quarantine.files_repository import QuarantinedFile


@strawberry.type
class ConsoleRejections:
    """How many stretches of a file were rejected for a reason."""

    reason: str
    stretches: int


@strawberry.type
class ConsoleQuarantinedFile:
    """A file with rejected stretches that are kept, or one that is held as a whole."""

    id: strawberry.ID
    leak: str
    name: str
    size: BigInt
    started_at: datetime
    is_held: bool = strawberry.field(description="Whether nothing of the file was stored, because it parses poorly.")
    stretches: int
    stretch_bytes: BigInt
    rejected_lines: BigInt = strawberry.field(description="Rejected lines in all, also those that aren't kept.")
    reasons: list[ConsoleRejections] = strawberry.field(description="Reasons of kept stretches, the most first.")

    @classmethod
    def of(cls, file: QuarantinedFile) -> Self:
        """Convert a file."""
        ordered = sorted(file.reasons.items(), key=lambda each: (-each[1], each[0]))
        return cls(
            id=strawberry.ID(str(file.id)),
            leak=file.leak,
            name=file.name,
            size=BigInt(file.size),
            started_at=file.started_at,
            is_held=file.is_held,
            stretches=file.stretches,
            stretch_bytes=BigInt(file.stretch_bytes),
            rejected_lines=BigInt(file.rejected_lines),
            reasons=[ConsoleRejections(reason=reason, stretches=number) for reason, number in ordered],
        )


@strawberry.type
class ConsoleQuarantinePage:
    """Some files."""

    results: list[ConsoleQuarantinedFile]
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last file: pass it as `after` for the next page.")

    @classmethod
    def of(cls, page: FilePage) -> Self:
        """Convert a page."""
        return cls(
            results=[ConsoleQuarantinedFile.of(file) for file in page.files], has_more=page.has_more, cursor=page.cursor
        )


@strawberry.type
class ConsoleStretch:
    """Rejected input: where it was and its shape. The text itself isn't shown in the browser."""

    id: strawberry.ID
    start: BigInt = strawberry.field(description="Offset in the decoded stream, in bytes.")
    length: int
    reason: str
    shape: str | None = strawberry.field(description="Null if the stored bytes can't be opened.")
    member: str | None = strawberry.field(description="The member of an archive, or the sheet, that it is from.")
    member_offset: BigInt | None

    @classmethod
    def of(cls, stretch: Stretch) -> Self:
        """Convert a stretch."""
        return cls(
            id=strawberry.ID(str(stretch.id)),
            start=BigInt(stretch.start),
            length=stretch.length,
            reason=stretch.reason,
            shape=stretch.shape,
            member=stretch.member,
            member_offset=None if stretch.member_offset is None else BigInt(stretch.member_offset),
        )


@strawberry.type
class ConsoleStretchPage:
    """Some stretches."""

    results: list[ConsoleStretch]
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last stretch: pass it as `after` for the next page.")

    @classmethod
    def of(cls, page: StretchPage) -> Self:
        """Convert a page."""
        return cls(
            results=[ConsoleStretch.of(one) for one in page.stretches], has_more=page.has_more, cursor=page.cursor
        )


@strawberry.type
class ConsoleQuarantinedFileDetail:
    """A file of the quarantine with its stretches."""

    file: ConsoleQuarantinedFile
    explanation: str | None = strawberry.field(description="Why the file is held, in English.")
    lines: list[str] = strawberry.field(description="Samples of a held file, as shapes with their reasons.")
    command: str | None = strawberry.field(description="The command that ingests a held file after all.")
    operations: list[ConsoleOperation] = strawberry.field(
        description="The last times that it was read again, the newest first.", metadata=cost(items=5)
    )
    file_id: strawberry.Private[uuid.UUID]

    @strawberry.field
    async def stretches(
        self, reason: str | None = None, first: int = 50, after: str | None = None
    ) -> ConsoleStretchPage:
        """List stretches in their order; at most 100 at once."""
        return ConsoleStretchPage.of(await quarantine.list_stretches(self.file_id, reason, first, after))

    @classmethod
    def of(cls, file: QuarantinedFile, operations: list[OperationRow]) -> Self:
        """Convert a file."""
        hold = file.hold if file.is_held and file.hold is not None else {}
        return cls(
            file=ConsoleQuarantinedFile.of(file),
            explanation=hold.get("explanation"),
            lines=list(hold.get("lines", [])),
            command=quarantine.command_for(file),
            operations=[ConsoleOperation.of(one) for one in operations],
            file_id=file.id,
        )
