"""Queries of one person: their addresses, newest alerts and what was done with these, bounded whatever the number of alerts."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final

import asyncpg

from breachlight.alerts.directory_repository import fetch_member_names
from breachlight.alerts.mailboxes import mailbox
from breachlight.alerts.repository import JOINS, read_alerts
from breachlight.alerts.views import AlertView, columns_for
from breachlight.database.session import Connection

MOST_ALERTS: Final = 1_000
"""Alerts of a person that are looked at, the newest."""
_MOST_ADDRESSES: Final = 200
_MOST_CHANGES: Final = 10_000

_MONITORED: Final = "SELECT email_key FROM monitored_emails WHERE account_id = $1 AND id = $2"
_ADDRESSES: Final = f"""
WITH wanted AS (
    SELECT email FROM email_accounts WHERE account_id = $1 AND id = $2
    UNION ALL SELECT $3::text WHERE $3 IS NOT NULL
    LIMIT 1
)
SELECT {mailbox("wanted.email")} AS mailbox, e.id, e.email, e.is_live, e.open_detections, e.last_seen
FROM wanted LEFT JOIN email_accounts AS e ON e.account_id = $1 AND {mailbox("e.email")} = {mailbox("wanted.email")}
    AND e.last_seen IS NOT NULL
ORDER BY e.email LIMIT {_MOST_ADDRESSES}
"""
PROFILE_COLUMNS: Final = columns_for(
    frozenset(
        {
            "id",
            "datetime",
            "is_closed",
            "severity.score",
            "leak.name",
            "leak.title",
            "breach_record.host",
            "breach_record.app",
            "breach_record.password_type",
            "breach_record.machine",
            "incident",
            "incident.id",
            "incident.kind",
            "user",
            "user.id",
            "user.email",
        }
    )
)
"""What profiles are made of."""
# Each address by its index; the newest of all of them are chosen from those.
_ALERTS: Final = f"""
SELECT {PROFILE_COLUMNS}, a.password_index FROM (
    SELECT newest.id FROM unnest($2::uuid[]) AS address (id) CROSS JOIN LATERAL (
        SELECT id, datetime FROM alerts WHERE account_id = $1 AND email_account_id = address.id
        ORDER BY datetime DESC LIMIT {MOST_ALERTS + 1}
    ) AS newest ORDER BY newest.datetime DESC LIMIT {MOST_ALERTS + 1}
) AS chosen JOIN alerts AS a ON a.account_id = $1 AND a.id = chosen.id {JOINS} ORDER BY a.datetime DESC, a.id
"""
_CHANGES: Final = f"""
SELECT c.alert_id::text, o.id::text AS operation_id, o.action, o.created_at, o.undone_at, c.was_closed, o.user_id::text
FROM alert_changes AS c JOIN alert_operations AS o ON o.account_id = c.account_id AND o.id = c.operation_id
WHERE c.account_id = $1 AND c.alert_id = ANY($2::uuid[]) AND o.action IN ('close', 'reopen')
ORDER BY c.id LIMIT {_MOST_CHANGES}
"""


async def fetch_addresses(connection: Connection, account_id: uuid.UUID, person_id: uuid.UUID) -> list[asyncpg.Record]:
    """Return the addresses of the person with an email account or monitored email; one row without an id if none was leaked."""
    monitored = await connection.fetchval(_MONITORED, account_id, person_id)
    return await connection.fetch(_ADDRESSES, account_id, person_id, monitored)


async def fetch_alerts(
    connection: Connection, account_id: uuid.UUID, address_ids: Sequence[uuid.UUID]
) -> list[AlertView]:
    """Return the newest alerts of addresses with their ``password_index``, one more than ``MOST_ALERTS``."""
    return await read_alerts(connection, account_id, _ALERTS, account_id, address_ids)


async def fetch_changes(
    connection: Connection, account_id: uuid.UUID, alert_ids: Sequence[uuid.UUID]
) -> list[Mapping[str, Any]]:
    """Return when alerts were closed and reopened, in their order, and the members who did it."""
    changes = await connection.fetch(_CHANGES, account_id, alert_ids)
    names = await fetch_member_names(connection, account_id, {change["user_id"] for change in changes})
    return [{**change, "author": names.get(change["user_id"])} for change in changes]
