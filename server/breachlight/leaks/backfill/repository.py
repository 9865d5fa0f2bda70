"""Statements of retroactive scans: the queue of those that wait, their progress, and what their summary reports.

Leases are compared by the database alone, so its clock serves: those of the workers may differ.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.watchlist.models import IdentityKind

Block: TypeAlias = tuple[int, int]
"""A block of the lake: the id of its batch, and its number in it."""

TOGETHER: Final = 2
"""A scan that was begun so often without making progress may be at fault: it is searched alone, after growing pauses."""

FEW: Final = 10
"""An account with so many unfinished scans at most has asked for single addresses: others' batches don't delay them."""

_MOST_ALONE: Final = 10

_LEASE_SECONDS: Final = 25  # less than the heartbeat of jobs: one that is taken over finds the scans of its dead worker
_LONGEST_DOUBLINGS: Final = 10
_CLAIM_LOCK: Final = 0x6261636B  # the number of an advisory lock: "back" in ASCII

_LIVE: Final = "identities ON identities.account_id = backfills.account_id AND identities.id = backfills.identity_id"
_IS_WAITING: Final = "finished_at IS NULL AND (not_before IS NULL OR not_before <= now())"

# Accounts take turns, those first that were never served or longest ago; so do the scans of an account. Finished scans count: they
# keep the time at which they were served. A scan that another worker has just taken is skipped rather than waited for.
_CLAIM: Final = f"""
WITH many AS (
    SELECT account_id FROM backfills WHERE $4 AND finished_at IS NULL GROUP BY account_id HAVING count(*) > {FEW}
), waiting AS (
    SELECT backfills.id, backfills.account_id, starts >= $2 AS is_alone, not_before AS served_at,
        coalesce(not_before, backfills.created_at) AS since,
        row_number() OVER (
            PARTITION BY backfills.account_id, starts >= $2 ORDER BY coalesce(not_before, backfills.created_at), backfills.id
        ) AS turn
    FROM backfills JOIN {_LIVE} WHERE {_IS_WAITING} AND (NOT $4::bool OR (
        starts < $2 AND position = 0 AND begun_batch IS NULL
            AND backfills.account_id NOT IN (SELECT account_id FROM many)
    ))
), served AS (
    SELECT account_id, max(not_before) AS account_served_at FROM backfills
    WHERE account_id IN (SELECT account_id FROM waiting) AND not_before <= now() GROUP BY account_id
), ordered AS (
    SELECT * FROM waiting LEFT JOIN served USING (account_id)
), chosen AS (
    (SELECT * FROM ordered WHERE NOT is_alone ORDER BY turn, account_served_at NULLS FIRST, since, id LIMIT $1)
    UNION ALL (SELECT * FROM ordered WHERE is_alone ORDER BY turn, account_served_at NULLS FIRST, since, id LIMIT $3)
), free AS (
    SELECT id FROM backfills WHERE id IN (SELECT id FROM chosen) AND {_IS_WAITING} FOR NO KEY UPDATE SKIP LOCKED
), claimed AS (
    UPDATE backfills SET not_before = now() + {_LEASE_SECONDS} * interval '1 second'
    FROM chosen JOIN free USING (id) WHERE backfills.id = chosen.id
    RETURNING backfills.id, backfills.account_id, identity_id, position, begun_batch, next_block, starts, chosen.turn, chosen.account_served_at, chosen.since, chosen.served_at
)
SELECT claimed.id, claimed.account_id, claimed.identity_id, kind, key, claimed.epoch, position,
    begun_batch, next_block, starts, served_at
FROM (
    SELECT claimed.*, identities.kind, identities.key, identities.epoch FROM claimed
    JOIN identities ON identities.account_id = claimed.account_id AND identities.id = claimed.identity_id
) AS claimed ORDER BY starts >= $2, turn, account_served_at NULLS FIRST, since, id
"""

_ADVANCE: Final = """
UPDATE backfills SET position = greatest(backfills.position, done.begun_batch - 1),
    (begun_batch, next_block) = (
        SELECT * FROM (VALUES (backfills.begun_batch, backfills.next_block), (done.begun_batch, done.next_block))
            AS reached (batch, block) ORDER BY batch DESC NULLS LAST, block DESC LIMIT 1
    ),
    alerts = backfills.alerts + done.alerts,
    starts = 0, not_before = now(),
    batches_done = CASE WHEN done.begun_batch IS NULL THEN batches_total ELSE greatest(batches_done, (
        SELECT count(*) FROM batches WHERE identity_epoch < done.epoch AND done_at IS NOT NULL AND batches.id < done.begun_batch
    )) END,
    finished_at = CASE WHEN done.begun_batch IS NULL THEN $6::timestamptz END,
    summary_of = CASE WHEN done.begun_batch IS NULL AND (backfills.alerts + done.alerts > 0 OR done.is_domain AND batches_total > 0)
        THEN done.key END
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::int[], $5::int[], $7::text[], $8::bool[])
    AS done (id, epoch, begun_batch, next_block, alerts, key, is_domain)
WHERE backfills.id = done.id AND finished_at IS NULL
"""

# A scan that fails keeps no summary waiting.
_ACCOUNTS_TO_SUMMARIZE: Final = f"""
SELECT account_id FROM backfills WHERE summary_of IS NOT NULL GROUP BY account_id
HAVING min(finished_at) <= $1 OR NOT EXISTS (
    SELECT 1 FROM backfills AS other JOIN identities ON identities.account_id = other.account_id
        AND identities.id = other.identity_id
    WHERE other.account_id = backfills.account_id AND other.finished_at IS NULL AND other.starts <= {TOGETHER}
)
ORDER BY account_id
"""

_TAKE_FOR_SUMMARY: Final = """
WITH due AS (
    SELECT id, summary_of, alerts FROM backfills WHERE account_id = $1 AND summary_of IS NOT NULL FOR UPDATE
)
UPDATE backfills SET summary_of = NULL FROM due WHERE backfills.account_id = $1 AND backfills.id = due.id
RETURNING due.summary_of AS watched, due.alerts
"""


@dataclass(frozen=True, slots=True)
class Backfill:
    """A scan that this worker has claimed, with the identity that it is for.

    It has searched all batches up to ``position``, and all blocks before ``next``, at ``served_at``; ``is_alone`` if it may be
    at fault.
    """

    id: uuid.UUID
    account_id: uuid.UUID
    identity_id: uuid.UUID
    kind: IdentityKind
    key: str
    epoch: int
    position: int
    next: Block
    is_alone: bool
    served_at: datetime | None


@dataclass(frozen=True, slots=True)
class Progress:
    """The block with which a scan goes on, None if it has ended, and the alerts that were raised on the way."""

    backfill: Backfill
    next: Block | None
    alerts: int


@dataclass(frozen=True, slots=True)
class Summarized:
    """A scan that a summary reports."""

    watched: str
    alerts: int


async def is_any_waiting(connection: Connection) -> bool:
    """Return whether a scan could be begun."""
    return bool(await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM backfills JOIN {_LIVE} WHERE {_IS_WAITING})"))


async def claim(connection: Connection, most: int, *, few: bool = False) -> list[Backfill]:
    """Take scans for this worker, fairly by account, and a few that may be at fault; nobody else does for some seconds.

    With ``few`` only those that were not begun yet, of accounts that have at most ``FEW``.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _CLAIM_LOCK)
        rows = await connection.fetch(_CLAIM, most, TOGETHER, _MOST_ALONE, few)
    return [
        Backfill(
            row["id"],
            row["account_id"],
            row["identity_id"],
            IdentityKind(row["kind"]),
            row["key"],
            row["epoch"],
            row["position"],
            (row["begun_batch"] or 0, row["next_block"] or 0),
            row["starts"] >= TOGETHER,
            row["served_at"],
        )
        for row in rows
    ]


async def keep(connection: Connection, backfills: Collection[Backfill]) -> None:
    """Keep claimed scans for some more seconds."""
    await connection.execute(
        f"""UPDATE backfills SET not_before = greatest(not_before, now() + {_LEASE_SECONDS} * interval '1 second')
        WHERE id = any($1) AND finished_at IS NULL""",
        [backfill.id for backfill in backfills],
    )


async def begin(connection: Connection, backfills: Collection[Backfill]) -> None:
    """Count that claimed scans are searched now; those that fail, or whose worker dies, pause for longer each time."""
    await connection.execute(
        f"""UPDATE backfills SET starts = starts + 1, not_before = now() + {_LEASE_SECONDS} * interval '1 second'
            * 2 ^ least(greatest(starts + 1 - $2, 0), {_LONGEST_DOUBLINGS})
        WHERE id = any($1) AND finished_at IS NULL""",
        [backfill.id for backfill in backfills],
        TOGETHER,
    )


async def release(connection: Connection, backfills: Collection[Backfill]) -> None:
    """Let any worker take claimed scans that were not begun; they keep their turn."""
    await connection.execute(
        """UPDATE backfills SET not_before = served_at
        FROM unnest($1::uuid[], $2::timestamptz[]) AS claimed (id, served_at)
        WHERE backfills.id = claimed.id AND finished_at IS NULL""",
        [backfill.id for backfill in backfills],
        [backfill.served_at for backfill in backfills],
    )


async def pause(connection: Connection, backfills: Collection[Backfill]) -> None:
    """Let scans wait for some seconds that were begun and stopped by something else: that start does not count."""
    await connection.execute(
        f"""UPDATE backfills SET starts = greatest(starts - 1, 0), not_before = now() + {_LEASE_SECONDS} * interval '1 second'
        WHERE id = any($1) AND finished_at IS NULL""",
        [backfill.id for backfill in backfills],
    )


async def limit_lock_waits(connection: Connection, milliseconds: int) -> None:
    """Limit how long this transaction waits for a lock: a chunk that waits for a merge of leaks keeps its scans locked meanwhile."""
    await connection.execute("SELECT set_config('lock_timeout', $1, true)", str(milliseconds))


async def epochs_of_batches(connection: Connection, batch_ids: Collection[int]) -> dict[int, int]:
    """Return the epoch of those of these batches that are done."""
    rows = await connection.fetch(
        "SELECT id, identity_epoch FROM batches WHERE id = any($1) AND done_at IS NOT NULL", list(batch_ids)
    )
    return {row["id"]: row["identity_epoch"] for row in rows}


async def lock_live(connection: Connection, backfills: Collection[Backfill]) -> set[uuid.UUID]:
    """Keep those of these scans whose identity is monitored and that have not ended until the transaction ends.

    It waits for nobody: a scan whose identity is being removed is left out.
    """
    rows = await connection.fetch(
        f"""SELECT backfills.id FROM backfills JOIN {_LIVE} WHERE backfills.id = any($1) AND finished_at IS NULL
        FOR SHARE OF identities SKIP LOCKED FOR NO KEY UPDATE OF backfills SKIP LOCKED""",
        [backfill.id for backfill in backfills],
    )
    return {row["id"] for row in rows}


async def advance(connection: Connection, done: Sequence[Progress]) -> None:
    """Note how far scans have come, in the transaction that raises their alerts."""
    columns: Mapping[str, list[object]] = {
        "id": [one.backfill.id for one in done],
        "epoch": [one.backfill.epoch for one in done],
        "begun_batch": [one.next and one.next[0] for one in done],
        "next_block": [one.next and one.next[1] for one in done],
        "alerts": [one.alerts for one in done],
    }
    keys = [one.backfill.key for one in done]
    is_domain = [one.backfill.kind is IdentityKind.DOMAIN for one in done]
    await connection.execute(_ADVANCE, *columns.values(), clock.now(), keys, is_domain)


async def stop(connection: Connection, backfill_id: uuid.UUID) -> tuple[uuid.UUID, int] | None:
    """End a scan whose identity is gone; return its account and the alerts it has raised, None when it had ended already."""
    row = await connection.fetchrow(
        "UPDATE backfills SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL RETURNING account_id, alerts",
        backfill_id,
        clock.now(),
    )
    return None if row is None else (row["account_id"], row["alerts"])


async def accounts_to_summarize(connection: Connection, ended_before: datetime) -> list[uuid.UUID]:
    """Return the accounts whose summary is due: no scan of theirs goes on, or one ended before an instant."""
    rows = await connection.fetch(_ACCOUNTS_TO_SUMMARIZE, ended_before)
    return [row["account_id"] for row in rows]


async def take_for_summary(connection: Connection, account_id: uuid.UUID) -> list[Summarized]:
    """Return the scans of an account that no summary has reported, and mark them as reported; those with most alerts first."""
    rows = await connection.fetch(_TAKE_FOR_SUMMARY, account_id)
    found = [Summarized(row["watched"], row["alerts"]) for row in rows]
    return sorted(found, key=lambda one: (-one.alerts, one.watched))
