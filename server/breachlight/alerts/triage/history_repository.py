"""Statements of notes, and of the history that they are a part of."""

import uuid
from typing import Final

import asyncpg

from breachlight.alerts.leak_audience import AUDIENCE
from breachlight.alerts.views import member_name
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection
from breachlight.kit import clock

MOST_EVENTS: Final = 100
"""Events in one answer; it says whether there are earlier ones."""

# Each part is bounded by itself, so that no alert can make the whole costly.
_EVENTS: Final = f"""
WITH alert AS (
    SELECT datetime, leak_id, first_seen, is_closed FROM alerts WHERE account_id = $1 AND id = $2
), happened AS (
    SELECT 'raised' AS kind, datetime AS at, NULL::uuid AS user_id, leak_id, first_seen AS seen_at,
        NULL::uuid AS assignee_id, NULL AS undone, NULL::uuid AS note_id, -2::bigint AS place
    FROM alert
    UNION ALL
    SELECT 'close', datetime, NULL, NULL, NULL, NULL, NULL, NULL, -1 FROM alert WHERE coalesce(
        (SELECT was_closed FROM alert_changes WHERE account_id = $1 AND alert_id = $2 ORDER BY id LIMIT 1), is_closed)
    UNION ALL
    (SELECT 'sighted', greatest(alert.datetime, f.started_at), NULL, s.leak_id, s.seen_at, NULL, NULL, NULL, 0
    FROM alert JOIN sightings AS s ON s.account_id = $1 AND s.alert_id = $2
    LEFT JOIN leak_files AS f ON f.id = s.file_id
    WHERE s.id > (SELECT min(id) FROM sightings WHERE account_id = $1 AND alert_id = $2)
    ORDER BY s.id DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT o.action, o.created_at, o.user_id, NULL, NULL, o.assignee_id, NULL, NULL, c.id
    FROM alert_changes AS c JOIN alert_operations AS o ON o.account_id = c.account_id AND o.id = c.operation_id
    WHERE c.account_id = $1 AND c.alert_id = $2 ORDER BY c.id DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT 'undone', o.undone_at, NULL, NULL, NULL, NULL, o.action, NULL, c.id
    FROM alert_changes AS c JOIN alert_operations AS o ON o.account_id = c.account_id AND o.id = c.operation_id
    WHERE c.account_id = $1 AND c.alert_id = $2 AND o.undone_at IS NOT NULL
    ORDER BY c.id DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT 'noted', n.created_at, n.user_id, NULL, NULL, NULL, NULL, n.id, 0 FROM alert JOIN alert_notes AS n
    ON n.account_id = $1 AND n.alert_id = $2 ORDER BY n.created_at DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT CASE detail ->> 'channel' WHEN 'export' THEN 'password_exported' ELSE 'password_revealed' END,
        happened_at, user_id, NULL, NULL, NULL, NULL, NULL, 0 FROM security_events
    WHERE account_id = $1 AND kind IN ('password_revealed', 'password_disclosed')
        AND detail ->> 'alert_id' = $2::uuid::text
    ORDER BY happened_at DESC LIMIT {MOST_EVENTS + 1})
)
SELECT h.kind, h.at, h.undone, h.seen_at, l.title AS leak, l.name AS leak_name, {AUDIENCE} AS leak_audience, {member_name("u")} AS author, u.id::text AS author_id,
    {member_name("g")} AS assignee, n.id::text AS id, n.text, n.created_at, n.edited_at
FROM happened AS h
JOIN alerts AS a ON a.account_id = $1 AND a.id = $2
LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
LEFT JOIN leaks AS l ON l.id = h.leak_id
LEFT JOIN memberships AS m ON m.account_id = $1 AND m.user_id = h.user_id
LEFT JOIN users AS u ON u.id = m.user_id
LEFT JOIN memberships AS gm ON gm.account_id = $1 AND gm.user_id = h.assignee_id
LEFT JOIN users AS g ON g.id = gm.user_id
LEFT JOIN alert_notes AS n ON n.account_id = $1 AND n.id = h.note_id
ORDER BY h.at DESC, h.place DESC LIMIT {MOST_EVENTS + 1}
"""


async def fetch_events(connection: Connection, account_id: uuid.UUID, alert_id: uuid.UUID) -> list[asyncpg.Record]:
    """Return the newest events of an alert, at most one more than ``MOST_EVENTS``; none for an unknown alert."""
    return await connection.fetch(_EVENTS, account_id, alert_id)


async def lock_alert(connection: Connection, account_id: uuid.UUID, alert_id: uuid.UUID) -> bool:
    """Lock an alert until the transaction ends, so that its notes are written one after the other; False if unknown."""
    found = await connection.fetchval(
        "SELECT 1 FROM alerts WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE", account_id, alert_id
    )
    return found is not None


async def count_notes(connection: Connection, account_id: uuid.UUID, alert_id: uuid.UUID) -> int:
    """Return how many notes an alert has."""
    count: int = await connection.fetchval(
        "SELECT count(*) FROM alert_notes WHERE account_id = $1 AND alert_id = $2", account_id, alert_id
    )
    return count


async def fetch_note(connection: Connection, account_id: uuid.UUID, note_id: uuid.UUID) -> asyncpg.Record | None:
    """Return a note with its author, None where there is none."""
    return await connection.fetchrow(
        f"""SELECT n.id::text, n.text, n.created_at, n.edited_at, u.id::text AS author_id, {member_name("u")} AS author
        FROM alert_notes AS n
        LEFT JOIN memberships AS m ON m.account_id = n.account_id AND m.user_id = n.user_id
        LEFT JOIN users AS u ON u.id = m.user_id
        WHERE n.account_id = $1 AND n.id = $2""",
        account_id,
        note_id,
    )


async def add_note(
    connection: Connection, subject: Subject, alert_id: uuid.UUID, note_id: uuid.UUID, text: str
) -> None:
    """Add a note of the subject."""
    await connection.execute(
        """INSERT INTO alert_notes (id, account_id, alert_id, user_id, text, created_at)
        VALUES ($1, $2, $3, $4, $5, $6)""",
        note_id,
        subject.account_id,
        alert_id,
        subject.user_id,
        text,
        clock.now(),
    )


async def edit_note(connection: Connection, subject: Subject, note_id: uuid.UUID | None, text: str) -> bool:
    """Change the text of a note of the subject; False if there is no such note."""
    found = await connection.fetchval(
        """UPDATE alert_notes SET text = $4, edited_at = $5 WHERE account_id = $1 AND user_id = $2 AND id = $3
        RETURNING id""",
        subject.account_id,
        subject.user_id,
        note_id,
        text,
        clock.now(),
    )
    return found is not None


async def delete_note(connection: Connection, subject: Subject, note_id: uuid.UUID | None) -> bool:
    """Delete a note of the subject; False if there is no such note."""
    found = await connection.fetchval(
        "DELETE FROM alert_notes WHERE account_id = $1 AND user_id = $2 AND id = $3 RETURNING id",
        subject.account_id,
        subject.user_id,
        note_id,
    )
    return found is not None
