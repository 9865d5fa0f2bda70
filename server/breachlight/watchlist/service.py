"""What accounts watch: identities are added and removed in the transaction of whoever proved or lost them."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from breachlight import jobs
from breachlight.database.session import Connection, reading
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.watchlist import repository
from breachlight.watchlist.models import IdentityKind

BACKFILL_JOB = "look_back"
BACKFILL_STOPPED_JOB = "look_back.stopped"


@dataclass(frozen=True, slots=True)
class MonitoredIdentity:
    """What an account watches; ``epoch`` is the state of the identities that first held it."""

    id: uuid.UUID
    account_id: uuid.UUID
    kind: IdentityKind
    key: str
    domain_id: uuid.UUID | None
    epoch: int


async def lock_watchlist(connection: Connection) -> None:
    """Let nobody else change what is watched until the transaction ends, and no batch be matched meanwhile.

    A transaction that locks other rows before it may watch or stop_monitoring calls this first: so nobody waits in a circle.
    """
    await repository.raise_epoch(connection)


async def monitor_email(connection: Connection, account_id: uuid.UUID, email_key: str) -> MonitoredIdentity:
    """Watch an exact address that its owner has proved, and look back for it (design section 3, Identity a).

    Call it inside the transaction that records the proof. Watching twice changes nothing.
    """
    return await _watch(connection, account_id, IdentityKind.EMAIL, email_key, None)


async def monitor_domain(
    connection: Connection, account_id: uuid.UUID, domain_id: uuid.UUID, domain: str
) -> MonitoredIdentity:
    """Watch every address and every site at or under a verified, enabled domain (design section 3, Identity b and c).

    Call it inside the transaction that makes it so. ``domain`` is in A-label form. Watching twice changes nothing.
    """
    return await _watch(connection, account_id, IdentityKind.DOMAIN, domain, domain_id)


async def stop_monitoring(connection: Connection, account_id: uuid.UUID, kind: IdentityKind, key: str) -> bool:
    """Stop watching, inside the transaction that says why; alerts stay. False when it was not watched.

    A look-back that had not ended raises nothing more; a job ends it and tells of what it had found.
    """
    await repository.raise_epoch(connection)
    removed = await connection.fetchval(
        "DELETE FROM identities WHERE account_id = $1 AND kind = $2 AND key = $3 RETURNING id",
        account_id,
        kind.value,
        key,
    )
    if removed is None:
        return False
    stopped = await connection.fetch(
        "SELECT id FROM look_backs WHERE account_id = $1 AND identity_id = $2 AND finished_at IS NULL",
        account_id,
        removed,
    )
    await jobs.enqueue_many(
        connection, BACKFILL_STOPPED_JOB, [{"look_back_id": str(row["id"]), "watched": key} for row in stopped]
    )
    return True


@dataclass(frozen=True, slots=True)
class BackfillProgress:
    """How far the look-back of an identity has come, from 0 to 1, and how many new alerts it has raised."""

    is_done: bool
    progress: float
    found: int


async def backfills_of_domains(
    account_id: uuid.UUID, domain_ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, BackfillProgress]:
    """Return how far the newest look-back of each domain has come; domains that are not watched have none."""
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


async def stop_monitoring_all(connection: Connection, account_id: uuid.UUID) -> None:
    """Forget all that an account watches, inside the transaction that ends the account.

    The epoch is raised first: batches that are being marked are waited for, and later ones are matched without the account.
    """
    await repository.raise_epoch(connection)
    await connection.execute("DELETE FROM identities WHERE account_id = $1", account_id)
    await connection.execute("DELETE FROM look_backs WHERE account_id = $1", account_id)


async def _watch(
    connection: Connection, account_id: uuid.UUID, kind: IdentityKind, key: str, domain_id: uuid.UUID | None
) -> MonitoredIdentity:
    # The epoch is raised first: from here to the commit no batch is marked done, so each batch is either matched
    # against this identity or older than its epoch and found by the look-back (design section 4.9).
    epoch = await repository.raise_epoch(connection)
    row = await connection.fetchrow(
        """INSERT INTO identities (id, account_id, kind, key, domain_id, epoch, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account_id, kind, key) DO NOTHING RETURNING id""",
        new_id(),
        account_id,
        kind.value,
        key,
        domain_id,
        epoch,
        clock.now(),
    )
    if row is None:
        present = await connection.fetchrow(
            "SELECT id, domain_id, epoch FROM identities WHERE account_id = $1 AND kind = $2 AND key = $3",
            account_id,
            kind.value,
            key,
        )
        if present is None:
            raise RuntimeError("an identity that was there is gone although the epoch is held")
        return MonitoredIdentity(present["id"], account_id, kind, key, present["domain_id"], present["epoch"])
    identity = MonitoredIdentity(row["id"], account_id, kind, key, domain_id, epoch)
    look_back_id = new_id()
    await connection.execute(
        """INSERT INTO look_backs (id, account_id, identity_id, batches_total, batches_done, alerts, created_at)
        SELECT $1, $2, $3, count(*), 0, 0, $5 FROM batches WHERE identity_epoch < $4 AND done_at IS NOT NULL""",
        look_back_id,
        account_id,
        identity.id,
        epoch,
        clock.now(),
    )
    await jobs.enqueue(connection, BACKFILL_JOB, {"look_back_id": str(look_back_id)})
    return identity
