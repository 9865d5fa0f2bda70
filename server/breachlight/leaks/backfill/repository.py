"""Statements of retroactive scans."""

import uuid
from dataclasses import dataclass

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.watchlist.models import IdentityKind


@dataclass(frozen=True, slots=True)
class BackfillRow:
    """A backfill that has not ended, with the identity that it is for."""

    id: uuid.UUID
    account_id: uuid.UUID
    identity_id: uuid.UUID
    kind: IdentityKind
    key: str
    epoch: int
    batches_done: int


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a backfill: the batches that it read, and the new alerts."""

    account_id: uuid.UUID
    batches: int
    alerts: int


async def find_backfill(connection: Connection, backfill_id: uuid.UUID) -> BackfillRow | None:
    """Return the backfill, None when it has ended or its identity is gone."""
    row = await connection.fetchrow(
        """SELECT backfills.account_id, identity_id, kind, key, epoch, batches_done
        FROM backfills JOIN identities ON identities.id = identity_id AND identities.account_id = backfills.account_id
        WHERE backfills.id = $1 AND finished_at IS NULL""",
        backfill_id,
    )
    if row is None:
        return None
    return BackfillRow(
        backfill_id,
        row["account_id"],
        row["identity_id"],
        IdentityKind(row["kind"]),
        row["key"],
        row["epoch"],
        row["batches_done"],
    )


async def lock_identity(connection: Connection, row: BackfillRow) -> bool:
    """Hold an identity until the transaction ends; False when it is gone or its backfill has ended."""
    held = await connection.fetchval(
        """SELECT 1 FROM identities JOIN backfills ON backfills.account_id = identities.account_id
            AND identity_id = identities.id
        WHERE identities.account_id = $1 AND identities.id = $2 AND backfills.id = $3 AND finished_at IS NULL
        FOR SHARE OF identities""",
        row.account_id,
        row.identity_id,
        row.id,
    )
    return held is not None


async def advance_backfill(connection: Connection, backfill_id: uuid.UUID, batches_done: int, alerts: int) -> None:
    """Note how far a backfill has come; a second run of the same one never sets it back."""
    await connection.execute(
        "UPDATE backfills SET batches_done = greatest(batches_done, $2), alerts = alerts + $3 WHERE id = $1",
        backfill_id,
        batches_done,
        alerts,
    )


async def finish_backfill(connection: Connection, backfill_id: uuid.UUID, batches_done: int) -> Findings | None:
    """Mark a backfill as ended and return its result; None when it had ended already."""
    row = await connection.fetchrow(
        """UPDATE backfills SET batches_done = greatest(batches_done, $2), batches_total = greatest(batches_total, $2),
            finished_at = $3 WHERE id = $1 AND finished_at IS NULL RETURNING account_id, batches_total, alerts""",
        backfill_id,
        batches_done,
        clock.now(),
    )
    return None if row is None else Findings(row["account_id"], row["batches_total"], row["alerts"])
