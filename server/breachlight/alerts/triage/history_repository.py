"""Statements of notes, and of the history that they are a part of."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final

from breachlight.alerts.directory_repository import fetch_audiences, fetch_member_names
from breachlight.alerts.leak_audience import CONCERN
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
        NULL::uuid AS assignee_id, NULL AS undone, NULL::uuid AS note_id, -2::bigint AS place, NULL::uuid AS file_id
    FROM alert
    UNION ALL
    SELECT 'close', datetime, NULL, NULL, NULL, NULL, NULL, NULL, -1, NULL FROM alert WHERE coalesce(
        (SELECT was_closed FROM alert_changes WHERE account_id = $1 AND alert_id = $2 ORDER BY id LIMIT 1), is_closed)
    UNION ALL
    (SELECT 'sighted', alert.datetime, NULL, s.leak_id, s.seen_at, NULL, NULL, NULL, 0, s.file_id
    FROM alert JOIN sightings AS s ON s.account_id = $1 AND s.alert_id = $2
    WHERE s.id > (SELECT min(id) FROM sightings WHERE account_id = $1 AND alert_id = $2)
    ORDER BY s.id DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT o.action, o.created_at, o.user_id, NULL, NULL, o.assignee_id, NULL, NULL, c.id, NULL
    FROM alert_changes AS c JOIN alert_operations AS o ON o.account_id = c.account_id AND o.id = c.operation_id
    WHERE c.account_id = $1 AND c.alert_id = $2 ORDER BY c.id DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT 'undone', o.undone_at, NULL, NULL, NULL, NULL, o.action, NULL, c.id, NULL
    FROM alert_changes AS c JOIN alert_operations AS o ON o.account_id = c.account_id AND o.id = c.operation_id
    WHERE c.account_id = $1 AND c.alert_id = $2 AND o.undone_at IS NOT NULL
    ORDER BY c.id DESC LIMIT {MOST_EVENTS + 1})
    UNION ALL
    (SELECT 'noted', n.created_at, n.user_id, NULL, NULL, NULL, NULL, n.id, 0, NULL FROM alert JOIN alert_notes AS n
    ON n.account_id = $1 AND n.alert_id = $2 ORDER BY n.created_at DESC LIMIT {MOST_EVENTS + 1})
)
SELECT h.kind, h.at, h.user_id, h.assignee_id, h.undone, h.seen_at, h.file_id, h.place, l.title AS leak, l.name AS leak_name,
    {CONCERN} AS leak_concern, n.id::text AS id, n.text, n.created_at, n.edited_at, n.mentioned_ids
FROM happened AS h
JOIN alerts AS a ON a.account_id = $1 AND a.id = $2
LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
LEFT JOIN leaks AS l ON l.id = h.leak_id
LEFT JOIN alert_notes AS n ON n.account_id = $1 AND n.id = h.note_id
"""
_DISCLOSURES: Final = f"""
SELECT CASE detail ->> 'channel' WHEN 'export' THEN 'password_exported' ELSE 'password_revealed' END AS kind,
    happened_at AS at, user_id, 0::bigint AS place FROM security_events
WHERE account_id = $1 AND kind IN ('password_revealed', 'password_disclosed') AND detail ->> 'alert_id' = $2::uuid::text
ORDER BY happened_at DESC LIMIT {MOST_EVENTS + 1}
"""
_STARTS: Final = "SELECT id, started_at FROM leak_files WHERE id = ANY($1::uuid[])"


async def fetch_events(connection: Connection, account_id: uuid.UUID, alert_id: uuid.UUID) -> list[dict[str, Any]]:
    """Return the newest events of an alert, at most one more than ``MOST_EVENTS``; none for an unknown alert."""
    events = [dict(row) for row in await connection.fetch(_EVENTS, account_id, alert_id)]
    if not events:
        return []
    events += [
        {**dict.fromkeys(events[0]), **row} for row in await connection.fetch(_DISCLOSURES, account_id, alert_id)
    ]
    files = {event["file_id"] for event in events} - {None}
    started = {row["id"]: row["started_at"] for row in await connection.fetch(_STARTS, files)} if files else {}
    for event in events:
        event["at"] = max(event["at"], started.get(event["file_id"], event["at"]))
    newest = sorted(events, key=lambda event: (event["at"], event["place"]), reverse=True)[: MOST_EVENTS + 1]
    members = {event[column] for event in newest for column in ("user_id", "assignee_id")} - {None}
    members.update(user_id for event in newest for user_id in event["mentioned_ids"] or ())
    names = await fetch_member_names(connection, account_id, members)
    concerns = {event["leak_concern"] for event in newest} - {None}
    audiences = await fetch_audiences(connection, concerns)
    for event in newest:
        event["names"] = names
        event["author"] = names.get(str(event["user_id"]))
        event["assignee"] = names.get(str(event["assignee_id"]))
        event["leak_audience"] = audiences.get(event["leak_concern"])
    return newest


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


async def fetch_note(connection: Connection, account_id: uuid.UUID, note_id: uuid.UUID) -> Mapping[str, Any] | None:
    """Return a note with its author, None where there is none."""
    note = await connection.fetchrow(
        """SELECT id::text, text, created_at, edited_at, user_id, mentioned_ids FROM alert_notes
        WHERE account_id = $1 AND id = $2""",
        account_id,
        note_id,
    )
    if note is None:
        return None
    names = await fetch_member_names(connection, account_id, [note["user_id"], *(note["mentioned_ids"] or ())])
    return {**note, "names": names, "author": names.get(str(note["user_id"]))}


async def add_note(  # noqa: PLR0917 -- the columns of a note
    connection: Connection,
    subject: Subject,
    alert_id: uuid.UUID,
    note_id: uuid.UUID,
    text: str,
    mentioned: Sequence[uuid.UUID],
) -> None:
    """Add a note of the subject that mentions members."""
    await connection.execute(
        """INSERT INTO alert_notes (id, account_id, alert_id, user_id, text, created_at, mentioned_ids)
        VALUES ($1, $2, $3, $4, $5, $6, $7)""",
        note_id,
        subject.account_id,
        alert_id,
        subject.user_id,
        text,
        clock.now(),
        mentioned,
    )


async def lock_note(connection: Connection, subject: Subject, note_id: uuid.UUID | None) -> Mapping[str, Any] | None:
    """Lock a note of the subject and return its alert and whom it has mentioned so far; None if there is no such note."""
    row = await connection.fetchrow(
        """SELECT alert_id, mentioned_ids FROM alert_notes WHERE account_id = $1 AND user_id = $2 AND id = $3
        FOR NO KEY UPDATE""",
        subject.account_id,
        subject.user_id,
        note_id,
    )
    return None if row is None else dict(row)


async def edit_note(
    connection: Connection, subject: Subject, note_id: uuid.UUID, text: str, mentioned: Sequence[uuid.UUID]
) -> None:
    """Change the text of a note of the subject, and whom it has mentioned so far."""
    await connection.execute(
        """UPDATE alert_notes SET text = $4, edited_at = $5, mentioned_ids = $6
        WHERE account_id = $1 AND user_id = $2 AND id = $3""",
        subject.account_id,
        subject.user_id,
        note_id,
        text,
        clock.now(),
        mentioned,
    )


async def delete_note(connection: Connection, subject: Subject, note_id: uuid.UUID | None) -> bool:
    """Delete a note of the subject; False if there is no such note."""
    found = await connection.fetchval(
        "DELETE FROM alert_notes WHERE account_id = $1 AND user_id = $2 AND id = $3 RETURNING id",
        subject.account_id,
        subject.user_id,
        note_id,
    )
    return found is not None
