"""Email addresses that an account monitors because a member has them or somebody added them."""

import uuid
from collections.abc import Iterable

from breachlight.database.session import Connection
from breachlight.watchlist import repository
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, stop_monitoring


async def remove_unneeded_emails(
    connection: Connection,
    account_id: uuid.UUID,
    keys: Iterable[str],
    *,
    without: uuid.UUID | None = None,
    without_monitored: uuid.UUID | None = None,
) -> None:
    """Stop monitoring the addresses that no member and no monitored email of the account needs; their alerts stay.

    ``without`` is a member, and ``without_monitored`` a monitored email, that is about to be removed in the same transaction.
    """
    await lock_watchlist(connection)
    for key in sorted(keys):
        if not await repository.is_referenced(
            connection, account_id, key, without_user=without, without_monitored=without_monitored
        ):
            await stop_monitoring(connection, account_id, IdentityKind.EMAIL, key)
