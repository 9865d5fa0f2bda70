"""Having members told by mail of what was raised: one job for an account, however many transactions raise alerts of it.

Whoever raises alerts asks for a job in the same transaction. Asking twice within a minute makes one job, which begins
after that minute; and each job goes on until every transaction that was open when it began has ended, so none that was
content with the job of another goes untold.
"""

import uuid
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from breachlight.database.session import Connection
from breachlight.jobs import enqueue_many
from breachlight.kit import clock

DIGEST_JOB: Final = "alerts.tell"
QUIET: Final = timedelta(minutes=1)
"""How long nothing must have been raised for an account before its members are told at once: a load is over by then."""

_MINUTE: Final = 60

# Most accounts of a large load may want no mail at all.
_WANTING = """
SELECT DISTINCT memberships.account_id FROM memberships JOIN users ON users.id = memberships.user_id
WHERE memberships.account_id = ANY($1::uuid[]) AND users.is_email_notifications_enabled AND users.is_breach_alert_enabled
    AND users.email_verified_at IS NOT NULL AND users.disabled_at IS NULL
ORDER BY memberships.account_id -- in one order, so that two callers cannot deadlock
"""


async def schedule_alert_emails(connection: Connection, account_ids: Collection[uuid.UUID]) -> None:
    """Have the members of these accounts told, soon after the caller's transaction commits; nobody who wants no mail is."""
    wanting = await connection.fetch(_WANTING, list(account_ids))
    since_epoch = int(clock.now().timestamp())
    minute, passed = divmod(since_epoch, _MINUTE)
    ids = [str(row["account_id"]) for row in wanting]
    await enqueue_many(
        connection,
        DIGEST_JOB,
        [{"account_id": account_id} for account_id in ids],
        [f"{DIGEST_JOB}:{account_id}:{minute}" for account_id in ids],
        delay=timedelta(seconds=_MINUTE - passed) + QUIET,
    )
