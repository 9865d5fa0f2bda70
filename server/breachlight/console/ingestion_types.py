"""GraphQL types of uploads, previews and ingestions in the console."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Final, Self

import strawberry

from breachlight.config import Settings
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.choices import CHOSEN_ROLES, Format
from breachlight.leaks.models import LeakKind
from breachlight.leaks.runs.models import PreviewState, RunRequest, RunSource, RunState
from breachlight.leaks.runs.reading_options import ReadingOptions
from breachlight.leaks.runs.repository import PreviewRow, RunRow
from breachlight.leaks.runs.service import RunPage
from breachlight.leaks.uploads.repository import UploadRow
from breachlight.leaks.uploads.service import LARGEST_BYTES, expires_after

ConsoleRunState = strawberry.enum(RunState, name="ConsoleRunState", description="The state of an ingestion.")
ConsoleRunRequest = strawberry.enum(
    RunRequest, name="ConsoleRunRequest", description="What was asked of an ingestion that runs, and isn't done yet."
)
ConsoleSource = strawberry.enum(RunSource, name="ConsoleSource", description="Where a file comes from.")


@strawberry.enum
class ConsolePreviewOutcome(Enum):
    """What an ingestion of the file would come to."""

    INGESTED = "would be ingested"
    SKIPPED = "would be skipped"
    REFUSED = "would be refused"
    HELD = "would be held"


@strawberry.type
class ConsoleReasonCount:
    """How often there was a reason."""

    reason: str
    count: float


@strawberry.type
class ConsoleIngestRun:
    """The ingestion of one file."""

    id: strawberry.ID
    name: str = strawberry.field(description="The file's own name.")
    source: RunSource
    leak: str
    state: RunState
    requested: RunRequest | None
    operator: str | None = strawberry.field(description="Null for files of a watched folder or a bucket.")
    host: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    progress_at: datetime | None
    bytes: float
    bytes_read: float
    lines_per_second: float | None = strawberry.field(description="While it runs.")
    seconds_left: float | None = strawberry.field(description="While it runs; an estimate.")
    lines: float
    records: float
    skipped: float
    rejected: float
    detections: float
    sightings: float
    rejections: list[ConsoleReasonCount]
    skips: list[ConsoleReasonCount]
    reason: str | None = strawberry.field(description="A code: why it was refused, held or failed.")
    message: str | None = strawberry.field(description="The same as a sentence, in English as on the command line.")
    file_id: strawberry.ID | None = strawberry.field(description="The file in the catalogue and the quarantine.")

    @classmethod
    def of(cls, row: RunRow) -> Self:
        """Convert a row."""
        counts = row.counts or {}
        skips, rejections = _reasons(counts.get("skipped", {})), _reasons(counts.get("rejected", {}))
        return cls(
            id=strawberry.ID(str(row.id)),
            name=row.name,
            source=row.source,
            leak=row.leak,
            state=row.state,
            requested=row.requested,
            operator=row.operator,
            host=row.host,
            created_at=row.created_at,
            started_at=row.started_at,
            ended_at=row.ended_at,
            progress_at=row.progress_at,
            bytes=row.bytes,
            bytes_read=row.bytes_read,
            lines_per_second=row.lines_per_second,
            seconds_left=row.seconds_left,
            lines=counts.get("lines", 0),
            records=counts.get("records", 0),
            skipped=sum(one.count for one in skips),
            rejected=sum(one.count for one in rejections),
            detections=counts.get("alerts", 0),
            sightings=counts.get("sightings", 0),
            rejections=rejections,
            skips=skips,
            reason=row.reason,
            message=row.message,
            file_id=None if row.file_id is None else strawberry.ID(str(row.file_id)),
        )


@strawberry.type
class ConsoleIngestRunPage:
    """Some ingestions, the newest first."""

    results: list[ConsoleIngestRun]
    has_more: bool
    cursor: str | None

    @classmethod
    def of(cls, page: RunPage) -> Self:
        """Convert a page."""
        return cls(results=[ConsoleIngestRun.of(row) for row in page.rows], has_more=page.has_more, cursor=page.cursor)


@strawberry.type
class ConsoleUpload:
    """A leak file that an operator uploads, or has uploaded."""

    id: strawberry.ID
    name: str
    size: float
    received: float
    is_complete: bool
    operator: str
    host: str = strawberry.field(description="The host that has the bytes; empty if it isn't known.")
    created_at: datetime
    touched_at: datetime
    expires_at: datetime = strawberry.field(description="When it is deleted unless it is continued or ingested.")

    @classmethod
    def of(cls, row: UploadRow) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            name=row.name,
            size=row.size,
            received=row.received,
            is_complete=row.is_complete,
            operator=row.operator,
            host=row.host or "",
            created_at=row.created_at,
            touched_at=row.touched_at,
            expires_at=row.touched_at + expires_after(is_complete=row.is_complete),
        )


@strawberry.type
class ConsolePreviewValue:
    """A name with its value."""

    name: str
    value: str


@strawberry.type
class ConsolePreview:
    """How a file would be read, from samples; texts of the file are masked. Nothing is stored of the file."""

    id: strawberry.ID
    is_ready: bool
    failure: str | None
    outcome: ConsolePreviewOutcome | None = None
    message: str | None = None
    format: str | None = None
    encoding: str | None = None
    bytes: float | None = None
    dialect: list[ConsolePreviewValue] = strawberry.field(default_factory=list)
    columns: list[ConsolePreviewValue] = strawberry.field(default_factory=list)
    sampled_share: float | None = None
    lines: float | None = None
    records: float | None = None
    skipped: float | None = None
    rejected: float | None = None
    rejections: list[ConsoleReasonCount] = strawberry.field(default_factory=list)
    flags: list[ConsoleReasonCount] = strawberry.field(default_factory=list)
    lines_per_second: float | None = None
    seconds: float | None = None
    sample_records: list[list[ConsolePreviewValue]] = strawberry.field(default_factory=list)
    rejected_lines: list[str] = strawberry.field(default_factory=list)
    members: list[ConsolePreviewValue] = strawberry.field(default_factory=list)
    refused_members: list[str] = strawberry.field(default_factory=list)

    @classmethod
    def of(cls, row: PreviewRow) -> Self:
        """Convert a row."""
        found = row.result
        known = cls(id=strawberry.ID(str(row.id)), is_ready=row.state is PreviewState.READY, failure=row.failure)
        if found is None:
            return known
        expected = found["expected"]
        known.outcome = ConsolePreviewOutcome(found["outcome"])
        known.message, known.format, known.encoding = found["message"], found["format"], found["encoding"]
        known.bytes, known.sampled_share = found["bytes"], found["sampled_share"]
        known.dialect, known.columns = _values(found["dialect"]), _values(found["columns"])
        known.lines, known.records = expected.get("lines"), expected.get("records")
        known.skipped, known.rejected = expected.get("skipped"), expected.get("rejected")
        known.rejections, known.flags = _reasons(found["rejected"]), _reasons(found["flags"])
        known.lines_per_second, known.seconds = found["lines_per_second"], found["seconds"]
        known.sample_records = [_values(record) for record in found["records"]]
        known.rejected_lines, known.refused_members = found["rejected_lines"], found["refused_members"]
        known.members = _values(found["members"] or {})
        return known


@strawberry.type
class ConsoleIngestSettings:
    """What operators may choose, and what the installation is set to."""

    formats: list[str]
    column_roles: list[str]
    parallel_runs: int = strawberry.field(description="Ingestions that run at once on each host.")
    watched_folder: str | None
    bucket_prefix: str | None
    largest_upload: float

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Convert settings."""
        return cls(
            formats=[one.value for one in Format],
            column_roles=list(CHOSEN_ROLES),
            parallel_runs=settings.parallel_ingests,
            watched_folder=None if settings.watched_folder is None else str(settings.watched_folder),
            bucket_prefix=settings.watched_bucket or None,
            largest_upload=LARGEST_BYTES,
        )


@strawberry.input
class ConsoleReadingInput:
    """How to read a file: what isn't given is detected. Columns are written as ``email=3``, or ``email=profile.mail`` in JSON."""

    format: str | None = None
    columns: list[str] | None = None
    archive_password: str | None = None

    def checked(self) -> ReadingOptions:
        """Return options that can be used.

        Raises:
            ValidationError: there is no such format, or a column is written wrongly.
        """
        return ReadingOptions.checked(self.format, self.columns or [], self.archive_password)


@strawberry.input
class ConsoleIngestInput:
    """The leak that an upload belongs to; what isn't given stays as it is in the catalogue."""

    leak: str
    title: str | None = None
    domain: str | None = None
    breach_date: date | None = None
    kind: LeakKind | None = None
    reading: ConsoleReadingInput | None = None
    accept: bool = strawberry.field(default=False, description="Ingest it although it parses poorly.")

    @property
    def description(self) -> LeakDescription:
        """Return the leak."""
        return LeakDescription(self.leak, self.title or None, self.domain or None, self.breach_date, self.kind)


@strawberry.type
class PreviewUploadSuccess:
    """The preview waits for a worker."""

    preview: ConsolePreview


@strawberry.type
class IngestUploadSuccess:
    """The ingestion waits for a worker."""

    run: ConsoleIngestRun


ConsolePreviewResult = Annotated[
    PreviewUploadSuccess | NotFoundProblem | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("ConsolePreviewResult"),
]
ConsoleIngestResult = Annotated[
    IngestUploadSuccess | NotFoundProblem | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("ConsoleIngestResult"),
]

_MOST_REASONS: Final = 100


def _reasons(counts: Mapping[str, int]) -> list[ConsoleReasonCount]:
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return [ConsoleReasonCount(reason=reason, count=number) for reason, number in ordered[:_MOST_REASONS]]


def _values(found: Mapping[str, Any]) -> list[ConsolePreviewValue]:
    return [ConsolePreviewValue(name=name, value=_text(value)) for name, value in found.items()]


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(_text, value))
    return "" if value is None else str(value)
