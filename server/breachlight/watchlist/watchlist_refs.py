"""Which exact addresses an account has a reason to watch: its members' own, and those that they proved besides."""

import uuid
from collections.abc import Iterable
from typing import Final

from breachlight.database.session import Connection
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.service import lock_watchlist, stop_monitoring

_NEEDED: Final = """
SELECT 1 FROM email_claims JOIN users ON users.id = email_claims.user_id
JOIN memberships ON memberships.user_id = users.id
WHERE memberships.account_id = $1 AND email_claims.email_key = $2 AND users.email_verified_at IS NOT NULL
    AND users.id IS DISTINCT FROM $3::uuid
UNION ALL
SELECT 1 FROM monitored_emails WHERE account_id = $1 AND email_key = $2 AND verified_at IS NOT NULL
    AND id IS DISTINCT FROM $4::uuid
LIMIT 1
"""


async def remove_unneeded_emails(
    connection: Connection,
    account_id: uuid.UUID,
    keys: Iterable[str],
    *,
    without: uuid.UUID | None = None,
    without_monitored: uuid.UUID | None = None,
) -> None:
    """Stop watching addresses that nothing in the account gives a reason for any more, in the caller's transaction.

    ``without`` is a member, and ``without_monitored`` a monitored address, that is about to go. Alerts stay.
    """
    await lock_watchlist(connection)
    for key in sorted(keys):
        if await connection.fetchval(_NEEDED, account_id, key, without, without_monitored) is None:
            await stop_monitoring(connection, account_id, IdentityKind.EMAIL, key)
