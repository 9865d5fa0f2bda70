"""GraphQL types of the installation's health in the console."""

from datetime import datetime
from enum import Enum
from typing import Annotated, Final, Self

import strawberry

from breachlight.backups.history import Verification
from breachlight.console.health import Disk, Health
from breachlight.console.health_repository import FailedJob, JobCounts, LimitUse, MailCounts, MissingRecord, StoreSize
from breachlight.doctor.findings import Finding, Level
from breachlight.domains.revocation import GRACE
from breachlight.graphql.errors import RefusedProblem, ThrottledProblem
from breachlight.graphql.scalars import BigInt

_MOST_DAYS: Final = 36_500


@strawberry.type
class ConsoleJobs:
    """Jobs of one name."""

    name: str
    waiting: int
    later: int = strawberry.field(description="Waiting for their time, such as that of a retry.")
    running: int
    failed: int
    waiting_since: datetime | None

    @classmethod
    def of(cls, row: JobCounts) -> Self:
        """Convert a row."""
        return cls(
            name=row.name,
            waiting=row.waiting,
            later=row.later,
            running=row.running,
            failed=row.failed,
            waiting_since=row.waiting_since,
        )


@strawberry.type
class ConsoleFailedJob:
    """A job that is held after its last retry."""

    id: strawberry.ID
    name: str
    created_at: datetime
    failed_at: datetime
    attempts: int
    error: str | None = strawberry.field(description="The kind of failure; null if the queue no longer knows it.")

    @classmethod
    def of(cls, row: FailedJob) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            name=row.name,
            created_at=row.created_at,
            failed_at=row.failed_at,
            attempts=row.attempts,
            error=row.error,
        )


@strawberry.type
class ConsoleMails:
    """Emails of one kind; those that were deleted aren't counted."""

    kind: str
    waiting: int
    failed: int
    sent: int
    waiting_since: datetime | None
    last_failure: str | None = strawberry.field(description="What the mail server said, without the address.")

    @classmethod
    def of(cls, row: MailCounts) -> Self:
        """Convert a row."""
        return cls(
            kind=row.kind,
            waiting=row.waiting,
            failed=row.failed,
            sent=row.sent,
            waiting_since=row.waiting_since,
            last_failure=row.last_failure,
        )


@strawberry.type
class ConsoleStore:
    """A store and its size."""

    name: str
    bytes: BigInt
    measured_at: datetime
    bytes_per_day: BigInt | None = strawberry.field(
        description="Growth over the last 30 days, or since the first sample; null until samples are most of a day apart."
    )

    @classmethod
    def of(cls, row: StoreSize) -> Self:
        """Convert a row."""
        growth = None if row.bytes_per_day is None else BigInt(row.bytes_per_day)
        return cls(name=row.name, bytes=BigInt(row.bytes), measured_at=row.measured_at, bytes_per_day=growth)


@strawberry.type
class ConsoleDisk:
    """A disk of the host that answers."""

    path: str
    total_bytes: BigInt
    free_bytes: BigInt
    bytes_per_day: BigInt | None = strawberry.field(description="Growth of the stores on it; null if it isn't known.")
    days_until_full: int | None = strawberry.field(description="Null if it isn't known, or the stores don't grow.")

    @classmethod
    def of(cls, disk: Disk) -> Self:
        """Convert a disk."""
        return cls(
            path=disk.path,
            total_bytes=BigInt(disk.total_bytes),
            free_bytes=BigInt(disk.free_bytes),
            bytes_per_day=None if disk.bytes_per_day is None else BigInt(disk.bytes_per_day),
            days_until_full=None if disk.days_until_full is None else min(disk.days_until_full, _MOST_DAYS),
        )


@strawberry.type
class ConsoleLimit:
    """A rate limit that counted something in the last hour."""

    name: str
    callers: int
    most_hits: int
    since: datetime

    @classmethod
    def of(cls, row: LimitUse) -> Self:
        """Convert a row."""
        return cls(name=row.name, callers=row.keys, most_hits=row.most_hits, since=row.since)


@strawberry.type
class ConsoleBackupVerification:
    """The newest recorded verification of a backup."""

    backup_at: datetime
    verified_at: datetime
    is_intact: bool

    @classmethod
    def of(cls, found: Verification) -> Self:
        """Convert a verification."""
        return cls(backup_at=found.backup_at, verified_at=found.verified_at, is_intact=found.is_intact)


@strawberry.type
class ConsoleMissingRecord:
    """A verified domain whose TXT record is missing; it is revoked if the record doesn't come back."""

    domain: str
    account_id: strawberry.ID
    account_name: str | None
    missing_since: datetime
    revoked_at: datetime = strawberry.field(description="When it loses its verification.")

    @classmethod
    def of(cls, row: MissingRecord) -> Self:
        """Convert a row."""
        return cls(
            domain=row.domain,
            account_id=strawberry.ID(str(row.account_id)),
            account_name=row.company_name,
            missing_since=row.missing_since,
            revoked_at=row.missing_since + GRACE,
        )


@strawberry.type
class ConsoleHealth:
    """The state of the installation; null is unknown."""

    version: str
    processes: list[str] = strawberry.field(description="Connected processes: version, command, host and address.")
    jobs: list[ConsoleJobs]
    failed_jobs: list[ConsoleFailedJob] = strawberry.field(description="At most 100, the latest first.")
    mails: list[ConsoleMails]
    stores: list[ConsoleStore] = strawberry.field(description="As a worker last measured them; empty if none did.")
    disks: list[ConsoleDisk]
    limits: list[ConsoleLimit]
    backup_at: datetime | None = strawberry.field(description="The state that the newest recorded backup has.")
    backup_verification: ConsoleBackupVerification | None
    missing_records: list[ConsoleMissingRecord] = strawberry.field(
        description="At most 100, the longest missing first."
    )

    @classmethod
    def of(cls, found: Health) -> Self:
        """Convert the state."""
        return cls(
            version=found.version,
            processes=found.processes,
            jobs=[ConsoleJobs.of(row) for row in found.jobs],
            failed_jobs=[ConsoleFailedJob.of(row) for row in found.failed_jobs],
            mails=[ConsoleMails.of(row) for row in found.mails],
            stores=[ConsoleStore.of(row) for row in found.stores],
            disks=[ConsoleDisk.of(disk) for disk in found.disks],
            limits=[ConsoleLimit.of(row) for row in found.limits],
            backup_at=found.backup_at,
            backup_verification=None
            if found.verification is None
            else ConsoleBackupVerification.of(found.verification),
            missing_records=[ConsoleMissingRecord.of(row) for row in found.missing_records],
        )


@strawberry.enum
class ConsoleCheckLevel(Enum):
    """How bad a finding is."""

    OK = Level.OK.value
    WARNING = Level.WARNING.value
    FAILING = Level.FAILING.value
    SKIPPED = Level.SKIPPED.value


@strawberry.type
class ConsoleCheck:
    """A finding of ``breachlight doctor``, in English as there."""

    name: str
    level: ConsoleCheckLevel
    text: str
    remedy: str

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """Convert a finding."""
        return cls(
            name=finding.check, level=ConsoleCheckLevel(finding.level.value), text=finding.text, remedy=finding.remedy
        )


@strawberry.type
class RunChecksSuccess:
    """The findings, in a fixed order."""

    checks: list[ConsoleCheck]


ConsoleChecksResult = Annotated[
    RunChecksSuccess | RefusedProblem | ThrottledProblem, strawberry.union("ConsoleChecksResult")
]
