"""Checks of password and email ranges: whether they follow what is ingested, and are gone when they are off."""

from datetime import timedelta
from typing import Final

from breachlight.database.relations import exists
from breachlight.database.session import Connection
from breachlight.doctor.findings import Finding, ok, skipped, warning
from breachlight.kit import clock
from breachlight.kit.plurals import counted
from breachlight.leaks.ranges.definitions import EMAILS, PASSWORDS, RangeIndex
from breachlight.leaks.ranges.status_repository import read_status
from breachlight.leaks.ranges.switch_repository import is_enabled

_LONGEST_LAG: Final = timedelta(minutes=10)


async def check_password_ranges(connection: Connection | None) -> Finding:
    """Compare the index of passwords with its switch and with what was ingested."""
    return await _check(connection, PASSWORDS)


async def check_email_ranges(connection: Connection | None) -> Finding:
    """Compare the index of addresses with its switch and with what was ingested."""
    return await _check(connection, EMAILS)


async def _check(connection: Connection | None, index: RangeIndex) -> Finding:
    if connection is None or not await exists(connection, "site_settings", "batches"):
        return skipped(index.label, "The database can't be asked.")
    is_on, status = await is_enabled(connection, index), await read_status(connection, index)
    remedy = f"Start a worker, and look for the job {index.job} in its log."
    if not is_on:
        return (
            ok(index.label, "They are off.")
            if status is None
            else warning(index.label, "Hashes are left over.", remedy)
        )
    if status is None or status.built_at is None:
        return warning(
            index.label, "They are being built.", "Wait for a worker: breachlight lookups status shows how far."
        )
    if status.waiting_since is not None and clock.now() - status.waiting_since > _LONGEST_LAG:
        return warning(
            index.label, f"Waiting for them: {counted(status.waiting, 'ingested batch', 'ingested batches')}.", remedy
        )
    if status.damaged:
        remedy = "Restore the lake from a backup, then run breachlight lookups rebuild."
        return warning(index.label, f"Not counted: {counted(status.damaged, 'damaged block')} of the lake.", remedy)
    return ok(
        index.label,
        f"{status.hashes[index.kinds[0]]:,} hashes; {counted(status.waiting, 'ingested batch', 'ingested batches')} waiting.",
    )
