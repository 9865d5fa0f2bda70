"""Tables of the leak catalogue and of ingestion."""

from enum import StrEnum

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class LeakKind(StrEnum):
    """What a leak is made of; the evidence decides what to do about an alert."""

    COMBOLIST = "combolist"
    STEALER_LOG = "stealer_log"
    TABLE_DUMP = "table_dump"
    MIXED = "mixed"


class LeakKindOrigin(StrEnum):
    """What decided the kind of a leak.

    GIVEN kinds, by an operator or an imported catalogue, stay. ASSUMED is the kind of a leak of which nothing has been ingested yet: the
    first file decides, then it is one of FILES, and mixed once these differ.
    """

    GIVEN = "given"
    ASSUMED = "assumed"
    FILES = "files"


class Leak(Model):
    """A catalogue entry, with the fields of the Have I Been Pwned breach model (design §3)."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    name = fields.CharField(max_length=200, unique=True, description="the stable key")
    title = fields.TextField()
    domain = fields.CharField(max_length=253, null=True)
    kind = fields.CharEnumField(LeakKind, max_length=16)
    kind_origin = fields.CharEnumField(LeakKindOrigin, max_length=8, default=LeakKindOrigin.GIVEN)
    breach_date = fields.DateField(null=True)
    added_at = fields.DatetimeField()
    modified_at = fields.DatetimeField()
    pwn_count = fields.BigIntField(default=0)
    description = fields.TextField(default="")
    data_classes: fields.Field[list[str]] = fields.JSONField(default=list)
    is_verified = fields.BooleanField(default=True)
    is_fabricated = fields.BooleanField(default=False)
    is_sensitive = fields.BooleanField(default=False)
    is_retired = fields.BooleanField(default=False)
    is_spam_list = fields.BooleanField(default=False)
    is_malware = fields.BooleanField(default=False)
    is_stealer_log = fields.BooleanField(default=False)
    is_subscription_free = fields.BooleanField(default=False)
    logo_path = fields.TextField(null=True)
    retracted_at = fields.DatetimeField(null=True, description="since when its records are withdrawn")
    attribution = fields.TextField(null=True)

    class Meta:
        table = "leaks"


class LeakRedirect(Model):
    """A former name of a leak, which was merged into another.

    Schema only: its rows are read and written by SQL in the repositories of leaks.
    """

    name = fields.CharField(max_length=200, primary_key=True)
    leak: fields.ForeignKeyRelation[Leak] = fields.ForeignKeyField(
        "models.Leak", related_name="redirects", on_delete=fields.CASCADE
    )

    class Meta:
        table = "leak_redirects"


class OptOut(Model):
    """An opted-out address, as its keyed digest.

    Schema only: its rows are read and written by SQL in ``opt_outs/repository.py``.
    """

    digest = fields.BinaryField(primary_key=True, description="keyed, of the SHA-1 of the address")
    created_at = fields.DatetimeField()
    level = fields.SmallIntField(default=1, db_default=1, description="an OptOutLevel")
    lake_digest = fields.BigIntField(
        null=True, description="keyed, as in the lake, of addresses whose records are no longer stored"
    )

    class Meta:
        table = "opt_outs"


class AddressRequestPurpose(StrEnum):
    """What somebody wants for an address."""

    CHECK = "check"
    OPT_OUT = "opt_out"


class AddressRequestState(StrEnum):
    """The state of a request.

    NEW until a worker has emailed the link, MAILED until it is used, then CONFIRMED; WAITING for an operator until APPROVED.
    """

    NEW = "new"
    MAILED = "mailed"
    CONFIRMED = "confirmed"
    WAITING = "waiting"
    APPROVED = "approved"


class AddressRequest(Model):
    """What a visitor wants for an address, which is kept sealed until it is answered or decided.

    Schema only: its rows are read and written by SQL in ``address_requests/repository.py``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    purpose = fields.CharEnumField(AddressRequestPurpose, max_length=8)
    state = fields.CharEnumField(AddressRequestState, max_length=10)
    address_sealed = fields.BinaryField(null=True)
    language = fields.CharField(max_length=8, null=True)
    level = fields.SmallIntField(null=True, description="of an opt-out, 0 to withdraw one")
    token_digest = fields.CharField(max_length=64, null=True, unique=True, description="of the emailed link")
    digest = fields.BinaryField(null=True, description="of a confirmed opt-out, as in opt_outs")
    detections: fields.Field[dict[str, int] | None] = fields.JSONField(
        null=True, description="how many each organization has, by the ids of their accounts"
    )
    operator = fields.TextField(null=True, description="who approved it")
    created_at = fields.DatetimeField()
    expires_at = fields.DatetimeField(null=True, db_index=True, description="null once an opt-out is confirmed")

    class Meta:
        table = "address_requests"


class LeakFileState(StrEnum):
    """The state of a file's ingestion.

    DUPLICATE files have the same bytes as another file of the leak that theirs was merged into, RETRACTED ones belong to a retracted
    leak; the records of both are not in the lake. HELD files parsed poorly: nothing of them was stored.
    """

    RUNNING = "running"
    DONE = "done"
    DUPLICATE = "duplicate"
    RETRACTED = "retracted"
    HELD = "held"


class LeakFile(Model):
    """One file of a leak, known by the SHA-256 of its bytes whatever its name."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    leak: fields.ForeignKeyRelation[Leak] = fields.ForeignKeyField(
        "models.Leak", related_name="files", on_delete=fields.RESTRICT
    )
    digest = fields.BinaryField()
    name = fields.TextField()
    size = fields.BigIntField(description="bytes")
    kind = fields.CharField(max_length=16)
    dialect: fields.Field[dict[str, object]] = fields.JSONField(default=dict)
    state = fields.CharEnumField(LeakFileState, max_length=9)
    started_at = fields.DatetimeField()
    finished_at = fields.DatetimeField(null=True)
    path = fields.TextField(null=True, description="where the file was, absolute; null for standard input")
    hold: fields.Field[dict[str, object] | None] = fields.JSONField(
        null=True, description="why the file is held, with masked samples"
    )
    quarantined = fields.IntField(default=0, description="rejected stretches that are kept")
    quarantined_bytes = fields.BigIntField(default=0)
    quarantine_end = fields.BigIntField(
        null=True, description="offset from which no rejected stretches are kept, once there are too many"
    )

    class Meta:
        table = "leak_files"
        unique_together = (("leak", "digest"),)


class Batch(Model):
    """A batch of a file; its rows in the lake count once ``done_at`` is set (design §4.9).

    The process with the advisory lock ``claimed_by`` works on it until ``claimed_until``; only that process may mark it done.

    Schema only: its rows are read and written by SQL in the repositories of leaks.
    """

    id = fields.BigIntField(primary_key=True)
    file: fields.ForeignKeyRelation[LeakFile] = fields.ForeignKeyField(
        "models.LeakFile", related_name="batches", on_delete=fields.CASCADE
    )
    number = fields.IntField()
    start_offset = fields.BigIntField(description="bytes")
    end_offset = fields.BigIntField(description="bytes")
    identity_epoch = fields.BigIntField(null=True, description="the epoch of identities it was matched against")
    lines = fields.IntField(default=0)
    records = fields.IntField(default=0)
    alerts = fields.IntField(default=0, description="new alerts it raised")
    sightings = fields.IntField(default=0)
    tally: fields.Field[dict[str, object]] = fields.JSONField(
        default=dict, description="skips and rejections by reason"
    )
    done_at = fields.DatetimeField(null=True)
    claimed_by = fields.BigIntField(null=True)
    claimed_until = fields.DatetimeField(null=True, description="by the database's clock")
    source_end = fields.BigIntField(
        null=True, description="offset in the file from which the next batch can be read by itself"
    )

    class Meta:
        table = "batches"
        unique_together = (("file", "number"),)
        indexes = (Index(fields=("identity_epoch",)),)


class QuarantinedStretch(Model):
    """A stretch of a file's decoded stream that gave no record, kept sealed so that a later version can read it.

    Schema only: its rows are read and written by SQL in the repositories of leaks.
    """

    id = fields.BigIntField(primary_key=True)
    file: fields.ForeignKeyRelation[LeakFile] = fields.ForeignKeyField(
        "models.LeakFile", related_name="stretches", on_delete=fields.CASCADE
    )
    start = fields.BigIntField(description="bytes, in the decoded stream")
    length = fields.IntField(description="bytes")
    reason = fields.CharField(max_length=32)
    sealed = fields.BinaryField()
    created_at = fields.DatetimeField()

    class Meta:
        table = "quarantined_stretches"
        indexes = (Index(fields=("file_id", "start")),)


class LeakOperationKind(StrEnum):
    """Long work of an operator on database and lake."""

    RETRACT = "retract"
    ERASE = "erase"
    RESEAL = "reseal"
    MERGE = "merge"
    REREAD = "reread"


class LeakOperation(Model):
    """A retraction, an erasure, a resealing, a merge or another reading of rejected input: progress while it runs, then figures.

    Schema only: its rows are read and written by SQL in the repositories of leaks.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    kind = fields.CharEnumField(LeakOperationKind, max_length=8)
    leak_id = fields.UUIDField(null=True)
    target_id = fields.UUIDField(null=True, description="the leak that a merge keeps, or the file that is read again")
    options: fields.Field[dict[str, object] | None] = fields.JSONField(
        null=True, description="format and columns to read a file with"
    )
    subject_sealed = fields.BinaryField(null=True, description="the address to erase, until that is done")
    step = fields.CharField(max_length=24, default="")
    done = fields.BigIntField(default=0)
    total = fields.BigIntField(default=0)
    position = fields.BigIntField(default=0, description="the last batch that was looked through")
    erasures = fields.IntField(default=0, description="how often it began to erase alerts")
    figures: fields.Field[dict[str, int]] = fields.JSONField(default=dict)
    operator = fields.TextField()
    created_at = fields.DatetimeField()
    finished_at = fields.DatetimeField(null=True)
    failure = fields.TextField(null=True, description="why nothing was done, a sentence")

    class Meta:
        table = "leak_operations"


class LeakFigures(Model):
    """What a worker last counted of a leak, so that lists of leaks count nothing.

    Schema only: its rows are read and written by SQL in the repositories of leaks.
    """

    leak_id = fields.UUIDField(primary_key=True)
    records = fields.BigIntField(description="in the lake")
    accounts = fields.IntField(description="accounts with detections of it")
    counted_at = fields.DatetimeField()

    class Meta:
        table = "leak_figures"


class LeakUpload(Model):
    """A leak file that an operator uploads; its bytes are sealed in the data folder of the host that receives them.

    Schema only: its rows are read and written by SQL in ``leaks.uploads.repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    name = fields.TextField(description="the file's own name, which is shown and never used as a path")
    size = fields.BigIntField(description="bytes")
    received = fields.BigIntField(default=0, description="bytes that are stored, as of the last request")
    key_sealed = fields.BinaryField(description="the key of its bytes")
    operator = fields.TextField(description="who uploads it, as in the operators' audit log")
    host = fields.TextField(
        null=True, description="the host that receives it; null for uploads of versions that didn't note it"
    )
    created_at = fields.DatetimeField()
    touched_at = fields.DatetimeField(description="when bytes were last received")

    class Meta:
        table = "leak_uploads"
        indexes = (Index(fields=("touched_at",)),)
