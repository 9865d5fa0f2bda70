"""Tables of ingestions that workers run, and of previews."""

from enum import StrEnum

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id
from breachlight.leaks.models import LeakKind


class RunState(StrEnum):
    """What has become of a run; HELD ones parse poorly and wait for a decision."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    HELD = "held"
    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunRequest(StrEnum):
    """What an operator asks of a process that runs."""

    PAUSE = "pause"
    CANCEL = "cancel"


class RunSource(StrEnum):
    """Where the file of a run comes from."""

    UPLOAD = "upload"
    FOLDER = "folder"
    BUCKET = "bucket"


class IngestRun(Model):
    """The ingestion of one file; a worker that has the file's bytes runs it. ``claimed_by`` works on it until ``claimed_until``.

    Schema only: its rows are read and written by SQL in the repositories of ``leaks.runs``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    source = fields.CharEnumField(RunSource, max_length=8)
    name = fields.TextField(description="the file's own name, which is shown and never used as a path")
    upload_id = fields.UUIDField(
        null=True, description="the upload that has the bytes; null for files of a watched folder"
    )
    location = fields.TextField(
        null=True, description="path of a file in a watched folder, or key of an object in a bucket"
    )
    version = fields.TextField(null=True, description="what changes when the file or object does")
    host = fields.TextField(description="where it runs, ran last or was found")
    leak = fields.TextField()
    title = fields.TextField(null=True)
    domain = fields.TextField(null=True)
    breach_date = fields.DateField(null=True)
    kind = fields.CharEnumField(LeakKind, max_length=16, null=True)
    reading: fields.Field[dict[str, object]] = fields.JSONField(
        default=dict, description="format and columns, if chosen"
    )
    passwords_sealed = fields.BinaryField(
        null=True, description="passwords of archives, as long as the run may need them"
    )
    accept = fields.BooleanField(default=False, description="ingest it although it parses poorly")
    state = fields.CharEnumField(RunState, max_length=9)
    requested = fields.CharEnumField(RunRequest, max_length=6, null=True)
    operator = fields.TextField(null=True, description="who started it, as in the operators' audit log")
    claimed_by = fields.UUIDField(null=True)
    claimed_until = fields.DatetimeField(null=True, description="by the database's clock")
    crashes = fields.IntField(default=0, description="processes that ended without a word")
    bytes = fields.BigIntField(default=0)
    bytes_read = fields.BigIntField(default=0)
    lines_per_second = fields.FloatField(null=True)
    seconds_left = fields.FloatField(null=True)
    counts: fields.Field[dict[str, object]] = fields.JSONField(default=dict, description="of all processes that ran it")
    file_id = fields.UUIDField(null=True)
    reason = fields.TextField(null=True)
    message = fields.TextField(null=True)
    created_at = fields.DatetimeField()
    started_at = fields.DatetimeField(null=True)
    progress_at = fields.DatetimeField(null=True)
    ended_at = fields.DatetimeField(null=True)

    class Meta:
        table = "ingest_runs"
        unique_together = (("source", "location", "version"),)
        indexes = (Index(fields=("state", "created_at")), Index(fields=("upload_id",)))


class PreviewState(StrEnum):
    """What has become of a preview."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class IngestPreview(Model):
    """How an upload would be read, for a day.

    Schema only: its rows are read and written by SQL in the repositories of ``leaks.runs``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    upload_id = fields.UUIDField()
    reading: fields.Field[dict[str, object]] = fields.JSONField(
        default=dict, description="format and columns, if chosen"
    )
    passwords_sealed = fields.BinaryField(null=True, description="passwords of archives, until it is ready")
    state = fields.CharEnumField(PreviewState, max_length=7)
    claimed_by = fields.UUIDField(null=True)
    claimed_until = fields.DatetimeField(null=True, description="by the database's clock")
    crashes = fields.IntField(default=0)
    result: fields.Field[dict[str, object] | None] = fields.JSONField(null=True, description="masked")
    failure = fields.TextField(null=True)
    operator = fields.TextField()
    created_at = fields.DatetimeField()

    class Meta:
        table = "ingest_previews"
        indexes = (Index(fields=("created_at",)),)
