"""The installation's health in the console. What isn't known is None, never a guess."""

import asyncio
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Final

from breachlight.backups.history import Verification, last_backup, last_verification
from breachlight.config import Settings, get_settings
from breachlight.console import health_repository as repository
from breachlight.console.health_repository import FailedJob, JobCounts, LimitUse, MailCounts, MissingRecord, StoreSize
from breachlight.database.presence import connected_processes
from breachlight.database.session import reading, transaction
from breachlight.doctor.findings import Finding
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say
from breachlight.operators.recording import record
from breachlight.operators.service import Operator
from breachlight.rate_limits.limiter import RateLimit

MOST_FAILED_JOBS: Final = 100
_MOST_NAMES: Final = 200
_LONGEST_ID: Final = 18
_LIMITS_SINCE: Final = timedelta(hours=1)
_GROWTH_SINCE: Final = timedelta(days=30)
_MOST_DOMAINS: Final = 100
# Each makes an object, a connection to the mail server and queries of DNS.
_checks = RateLimit("console-checks", limit=20, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk of this host; ``bytes_per_day`` is the growth of the stores on it, None if it isn't known."""

    path: str
    total_bytes: int
    free_bytes: int
    bytes_per_day: int | None

    @property
    def days_until_full(self) -> int | None:
        """Whole days until the stores fill the disk; None if that isn't known, or they don't grow."""
        if self.bytes_per_day is None or self.bytes_per_day <= 0:
            return None
        return self.free_bytes // self.bytes_per_day


@dataclass(frozen=True, slots=True)
class Health:
    """What the database and this host know; ``backup_at`` and ``verification`` are None if none is recorded."""

    version: str
    processes: list[str]
    jobs: list[JobCounts]
    failed_jobs: list[FailedJob]
    mails: list[MailCounts]
    stores: list[StoreSize]
    disks: list[Disk]
    limits: list[LimitUse]
    backup_at: datetime | None
    verification: Verification | None
    missing_records: list[MissingRecord]


async def get_health() -> Health:
    """Return the state of the installation."""
    now, settings = clock.now(), get_settings()
    async with reading() as connection:
        stores = await repository.store_sizes(connection, now - _GROWTH_SINCE)
        return Health(
            version=version("breachlight"),
            processes=await connected_processes(connection),
            jobs=await repository.job_counts(connection, now, _MOST_NAMES),
            failed_jobs=await repository.failed_jobs(connection, MOST_FAILED_JOBS),
            mails=await repository.mail_counts(connection),
            stores=stores,
            disks=await asyncio.to_thread(_disks, settings, {store.name: store.bytes_per_day for store in stores}),
            limits=await repository.limits_in_use(connection, now, _LIMITS_SINCE),
            backup_at=await last_backup(connection),
            verification=await last_verification(connection),
            missing_records=await repository.missing_records(connection, _MOST_DOMAINS),
        )


async def retry_job(operator: Operator, job_id: int) -> None:
    """Let a failed job run again; of two operators at once one does.

    Raises:
        NotFoundError: there is no such job, or it isn't failed anymore.
    """
    async with transaction() as connection:
        name = await repository.retry_job(connection, job_id)
        if name is None:
            raise NotFoundError(say("This job isn't failed anymore."))
        await record(connection, operator, "console_job_retried", {"job": name, "job_id": job_id})


def parse_job_id(text: str) -> int:
    """Return the id of a job; an invalid one is no job's."""
    is_id = text.isascii() and text.isdigit() and len(text) <= _LONGEST_ID
    return int(text) if is_id else 0


async def run_checks(operator: Operator) -> list[Finding]:
    """Make the checks of ``breachlight doctor``; they may take half a minute.

    Raises:
        ThrottledError: too many checks.
    """
    await _checks.hit(str(operator.user_id))
    async with transaction() as connection:
        await record(connection, operator, "console_checks_made", {})
    from breachlight.doctor.console import examine  # libraries for mail and DNS, which most processes do without

    return await examine(get_settings())


def _disks(settings: Settings, growth: Mapping[str, int | None]) -> list[Disk]:
    """Return the disks of data folder and lake, as far as they are on this host, with the growth of the stores on each."""
    folders: list[tuple[Path, list[str]]] = [(settings.data_folder, [] if settings.database_url else ["database"])]
    if "://" not in settings.lake_path:
        folders.append((Path(settings.lake_path), ["lake"]))
    found: dict[int, tuple[Path, list[str]]] = {}
    for folder, stores in folders:
        try:
            number = folder.stat().st_dev
        except OSError:
            continue  # it isn't known then
        first, others = found.get(number, (folder, []))
        found[number] = first, others + stores
    disks = []
    for folder, stores in found.values():
        usage = shutil.disk_usage(folder)
        steps = [growth.get(store) for store in stores]
        known = [step for step in steps if step is not None]
        total = sum(known) if stores and len(known) == len(steps) else None
        disks.append(Disk(str(folder), usage.total, usage.free, total))
    return disks
