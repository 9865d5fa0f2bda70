"""The watchlist: what each account monitors. Identities change in the transaction that verifies or revokes them."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from breachlight import jobs
from breachlight.database.session import Connection, reading
from breachlight.watchlist import repository
from breachlight.watchlist.models import IdentityKind

BACKFILL_JOB: Final = "backfill.waiting"
BACKFILL_STOPPED_JOB: Final = "backfill.stopped"


@dataclass(frozen=True, slots=True)
class BackfillProgress:
    """Progress of a retroactive scan, from 0 to 1, and the number of new alerts so far."""

    is_done: bool
    progress: float
    found: int


async def lock_watchlist(connection: Connection) -> None:
    """Let no other transaction change the watchlist, and no batch be matched, until this one ends.

    A transaction that locks other rows before it changes the watchlist calls this first, to avoid deadlocks.
    """
    await repository.raise_epoch(connection)


async def monitor_email(connection: Connection, account_id: uuid.UUID, email_key: str) -> None:
    """Monitor a verified address and scan past leaks for it, in the transaction that verifies it; idempotent."""
    await _monitor(connection, account_id, IdentityKind.EMAIL, email_key, None)


async def monitor_domain(connection: Connection, account_id: uuid.UUID, domain_id: uuid.UUID, domain: str) -> None:
    """Monitor every address and site at or under a verified, enabled domain, and scan past leaks for them; idempotent.

    Call it in the transaction that verifies or enables the domain. ``domain`` is in A-label form.
    """
    await _monitor(connection, account_id, IdentityKind.DOMAIN, domain, domain_id)


async def stop_monitoring(connection: Connection, account_id: uuid.UUID, kind: IdentityKind, key: str) -> bool:
    """Remove an identity in the caller's transaction; its alerts stay. False if it was not monitored.

    A retroactive scan that is still running raises nothing more; a job ends it and emails what it found.
    """
    await repository.raise_epoch(connection)
    identity_id = await repository.remove_identity(connection, account_id, kind, key)
    if identity_id is None:
        return False
    stopped = await repository.unfinished_backfills(connection, account_id, identity_id)
    await jobs.enqueue_many(
        connection, BACKFILL_STOPPED_JOB, [{"backfill_id": str(one), "watched": key} for one in stopped]
    )
    return True


async def stop_monitoring_all(connection: Connection, account_id: uuid.UUID) -> None:
    """Remove all identities of an account, in the transaction that deletes it.

    Batches that are being committed are waited for; later ones are matched without the account.
    """
    await repository.raise_epoch(connection)
    await repository.remove_all(connection, account_id)


async def backfills_of_domains(
    account_id: uuid.UUID, domain_ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, BackfillProgress]:
    """Return the progress of the latest retroactive scan of each domain; domains that are not monitored have none."""
    async with reading() as connection:
        rows = await repository.backfills_of_domains(connection, account_id, domain_ids)
    return {
        row["domain_id"]: BackfillProgress(
            is_done=row["finished_at"] is not None,
            progress=1.0 if row["finished_at"] else row["batches_done"] / max(1, row["batches_total"]),
            found=row["alerts"],
        )
        for row in rows
    }


async def _monitor(
    connection: Connection, account_id: uuid.UUID, kind: IdentityKind, key: str, domain_id: uuid.UUID | None
) -> None:
    # From here to the commit no batch is marked done: each batch is either matched against this identity, or older than its
    # epoch and found by the retroactive scan (design §4.9).
    epoch = await repository.raise_epoch(connection)
    identity_id = await repository.add_identity(connection, account_id, kind, key, domain_id=domain_id, epoch=epoch)
    if identity_id is not None:
        await repository.add_backfill(connection, account_id, identity_id, epoch)
        # The job begins by waiting for the epoch, so one that waits already finds this backfill too.
        await jobs.enqueue_unless_waiting(connection, BACKFILL_JOB)
