"""What happened to an alert: raised, seen again, triaged by whom, noted, its password shown; newest first."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

import structlog

from breachlight.alerts.triage.notes import NoteView, note_of
from breachlight.alerts.views import member_name
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say

MOST_EVENTS: Final = 100
"""Events that one answer holds; of what lies before, it says that there is more."""


class AlertEventKind(StrEnum):
    """What can happen to an alert."""

    RAISED = "raised"
    SIGHTED = "sighted"
    READ = "read"
    UNREAD = "unread"
    CLOSED = "close"
    REOPENED = "reopen"
    ASSIGNED = "assign"
    UNDONE = "undone"
    NOTED = "noted"
    PASSWORD_REVEALED = "password_revealed"  # noqa: S105 -- a kind of event


@dataclass(frozen=True, slots=True)
class AlertEvent:
    """One event. ``by`` is the member's name, None where nobody did it or who did has left the account.

    ``leak`` names the leak that the alert was raised from or seen in, and ``seen_at`` when that leak saw the login;
    ``assignee`` is whom it was given to (None: nobody), and ``undone`` the action that was taken back. CLOSED by nobody: as a
    duplicate of a closed one, when it was raised (design section 3, Close duplicates).
    """

    kind: AlertEventKind
    at: datetime
    by: str | None = None
    leak: str | None = None
    seen_at: datetime | None = None
    assignee: str | None = None
    undone: AlertEventKind | None = None
    note: NoteView | None = None


@dataclass(frozen=True, slots=True)
class AlertHistory:
    """The newest events of an alert; ``has_more`` says that there are earlier ones."""

    events: list[AlertEvent]
    has_more: bool


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
    (SELECT kind, happened_at, user_id, NULL, NULL, NULL, NULL, NULL, 0 FROM security_events
    WHERE account_id = $1 AND kind = 'password_revealed' AND detail ->> 'alert_id' = $2::uuid::text
    ORDER BY happened_at DESC LIMIT {MOST_EVENTS + 1})
)
SELECT h.kind, h.at, h.undone, h.seen_at, l.title AS leak, {member_name("u")} AS author, u.id::text AS author_id,
    {member_name("g")} AS assignee, n.id::text AS id, n.text, n.created_at, n.edited_at
FROM happened AS h
LEFT JOIN leaks AS l ON l.id = h.leak_id
LEFT JOIN memberships AS m ON m.account_id = $1 AND m.user_id = h.user_id
LEFT JOIN users AS u ON u.id = m.user_id
LEFT JOIN memberships AS gm ON gm.account_id = $1 AND gm.user_id = h.assignee_id
LEFT JOIN users AS g ON g.id = gm.user_id
LEFT JOIN alert_notes AS n ON n.account_id = $1 AND n.id = h.note_id
ORDER BY h.at DESC, h.place DESC LIMIT {MOST_EVENTS + 1}
"""

_log = structlog.get_logger("breachlight.alerts")


async def get_history(subject: Subject, alert_id: str) -> AlertHistory:
    """Return the newest events of an alert, at most 100.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: the alert is unknown, or another account's.
    """
    subject.require(Permission.READ)
    identifier = parse_id(alert_id)
    async with reading() as connection:
        rows = await connection.fetch(_EVENTS, subject.account_id, identifier) if identifier else []
    if not rows:
        _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=str(identifier))
        raise NotFoundError(say("There is no such alert."))
    events = [
        AlertEvent(
            AlertEventKind(row["kind"]),
            row["at"],
            row["author"],
            row["leak"],
            row["seen_at"],
            row["assignee"],
            AlertEventKind(row["undone"]) if row["undone"] else None,
            note_of(row, subject) if row["id"] else None,
        )
        for row in rows[:MOST_EVENTS]
    ]
    return AlertHistory(events, len(rows) > MOST_EVENTS)
