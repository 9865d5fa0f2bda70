"""Statements on the detections that are related to one: of the same device, or with the same password."""

import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.alerts.incident_bookkeeping_repository import SITE
from breachlight.alerts.incidents.steps_repository import MOST_OF_LOGIN
from breachlight.database.session import Connection

_OF_INCIDENT: Final = """SELECT id FROM alerts WHERE account_id = $1 AND incident_id = $2 AND id <> $3
ORDER BY datetime DESC, id DESC LIMIT $4"""
_PASSWORD: Final = f"""SELECT username_key, password_index, {SITE.format(alert="a")} AS site FROM alerts AS a
WHERE account_id = $1 AND id = $2 AND password_type = 'plain' AND username_key <> ''"""
# The limit keeps PostgreSQL from comparing more detections than that, however many a login has.
_SAME_PASSWORD: Final = f"""SELECT id, count(*) OVER () AS total FROM (
    SELECT o.id, o.datetime, o.password_index, {SITE.format(alert="o")} AS site FROM alerts AS o
    WHERE o.account_id = $1 AND o.username_key = $2 AND o.retracted_at IS NULL AND o.password_type = 'plain'
    LIMIT {MOST_OF_LOGIN}
) AS other WHERE password_index = $3 AND site <> $4 ORDER BY datetime DESC, id DESC LIMIT $5"""


@dataclass(frozen=True, slots=True)
class Found:
    """The newest of some alerts, and how many there are."""

    ids: list[uuid.UUID]
    total: int


async def fetch_of_incident(
    connection: Connection, account_id: uuid.UUID, incident_id: uuid.UUID, without: uuid.UUID, limit: int
) -> list[uuid.UUID]:
    """Return the newest alerts of an incident without one of them."""
    rows = await connection.fetch(_OF_INCIDENT, account_id, incident_id, without, limit)
    return [row["id"] for row in rows]


async def fetch_same_password(connection: Connection, account_id: uuid.UUID, alert_id: uuid.UUID, limit: int) -> Found:
    """Return the account's alerts of other sites with the login and the readable password of an alert."""
    given = await connection.fetchrow(_PASSWORD, account_id, alert_id)
    if given is None:
        return Found([], 0)
    rows = await connection.fetch(
        _SAME_PASSWORD, account_id, given["username_key"], given["password_index"], given["site"], limit
    )
    return Found([row["id"] for row in rows], rows[0]["total"] if rows else 0)
