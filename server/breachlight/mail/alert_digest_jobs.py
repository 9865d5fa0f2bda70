"""Jobs of alert emails: one per account and minute, however many transactions raise alerts in it.

The transaction that raises alerts enqueues the job. It starts after the minute is over and waits for the account's lock, which that
transaction holds until it ends, so alerts whose own job was deduplicated are emailed as well.
"""

import uuid
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from breachlight.database.session import Connection
from breachlight.jobs import enqueue_many
from breachlight.kit import clock
from breachlight.mail import repository

DIGEST_JOB: Final = "alerts.email"
QUIET: Final = timedelta(minutes=1)
"""How long an account must have had no new alerts before an instant email: a batch of files is over by then."""

_MINUTE: Final = 60


async def schedule_alert_emails(connection: Connection, account_ids: Collection[uuid.UUID]) -> None:
    """Schedule the alert emails of these accounts, soon after the caller's transaction commits."""
    since_epoch = int(clock.now().timestamp())
    minute, passed = divmod(since_epoch, _MINUTE)
    ids = [str(one) for one in await repository.accounts_wanting_alert_emails(connection, account_ids)]
    await enqueue_many(
        connection,
        DIGEST_JOB,
        [{"account_id": account_id} for account_id in ids],
        [f"{DIGEST_JOB}:{account_id}:{minute}" for account_id in ids],
        delay=timedelta(seconds=_MINUTE - passed) + QUIET,
    )
