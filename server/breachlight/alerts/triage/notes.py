"""Notes that members write on alerts; each is changed and deleted by its author alone."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg
import structlog

from breachlight.alerts.views import member_name
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import say

LONGEST_NOTE: Final = 2_000
"""Characters of a note."""
MOST_NOTES: Final = 200
"""Notes on one alert."""

_LOCK_ALERT = "SELECT 1 FROM alerts WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE"
_COUNT = "SELECT count(*) FROM alert_notes WHERE account_id = $1 AND alert_id = $2"
_ADD = """
INSERT INTO alert_notes (id, account_id, alert_id, user_id, text, created_at) VALUES ($1, $2, $3, $4, $5, $6)
"""
_EDIT = """
UPDATE alert_notes SET text = $4, edited_at = $5 WHERE account_id = $1 AND user_id = $2 AND id = $3 RETURNING id
"""
_DELETE = "DELETE FROM alert_notes WHERE account_id = $1 AND user_id = $2 AND id = $3 RETURNING id"
_READ = f"""
SELECT n.id::text, n.text, n.created_at, n.edited_at, u.id::text AS author_id, {member_name("u")} AS author
FROM alert_notes AS n
LEFT JOIN memberships AS m ON m.account_id = n.account_id AND m.user_id = n.user_id
LEFT JOIN users AS u ON u.id = m.user_id
WHERE n.account_id = $1 AND n.id = $2
"""

_log = structlog.get_logger("breachlight.alerts")


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note as members see it; ``author`` is None when the one who wrote it has left the account."""

    id: str
    text: str
    created_at: datetime
    edited_at: datetime | None
    author: str | None
    is_own: bool


async def add_note(subject: Subject, alert_id: str, text: str) -> NoteView:
    """Write a note on an alert.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: no text, or more than 2,000 characters.
        NotFoundError: the alert is unknown, or another account's.
        ProblemError: TOO_MANY_NOTES: the alert has 200.
    """
    subject.require(Permission.TRIAGE)
    plain, identifier, note_id = _checked(text), parse_id(alert_id), new_id()
    async with transaction() as connection:
        if await connection.fetchval(_LOCK_ALERT, subject.account_id, identifier) is None or identifier is None:
            _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=str(identifier))
            raise NotFoundError(say("There is no such alert."))
        if await connection.fetchval(_COUNT, subject.account_id, identifier) >= MOST_NOTES:
            raise ProblemError(say("An alert takes {most} notes at most.", most=MOST_NOTES), "TOO_MANY_NOTES")
        await connection.execute(_ADD, note_id, subject.account_id, identifier, subject.user_id, plain, clock.now())
        return await _view(connection, subject, note_id)


async def edit_note(subject: Subject, note_id: str, text: str) -> NoteView:
    """Change the text of a note of the subject's own.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: no text, or more than 2,000 characters.
        NotFoundError: the note is unknown, or somebody else's.
    """
    subject.require(Permission.TRIAGE)
    plain, identifier = _checked(text), parse_id(note_id)
    async with transaction() as connection:
        found = await connection.fetchval(_EDIT, subject.account_id, subject.user_id, identifier, plain, clock.now())
        _require_found(subject, found, identifier)
        return await _view(connection, subject, found)


async def delete_note(subject: Subject, note_id: str) -> None:
    """Delete a note of the subject's own.

    Raises:
        ForbiddenError: the subject may not triage.
        NotFoundError: the note is unknown, or somebody else's.
    """
    subject.require(Permission.TRIAGE)
    identifier = parse_id(note_id)
    async with transaction() as connection:
        found = await connection.fetchval(_DELETE, subject.account_id, subject.user_id, identifier)
        _require_found(subject, found, identifier)


def note_of(row: asyncpg.Record, subject: Subject) -> NoteView:
    """Make a view of a row with the columns of a note."""
    return NoteView(
        row["id"],
        row["text"],
        row["created_at"],
        row["edited_at"],
        row["author"],
        row["author_id"] == str(subject.user_id),
    )


async def _view(connection: Connection, subject: Subject, note_id: uuid.UUID) -> NoteView:
    row = await connection.fetchrow(_READ, subject.account_id, note_id)
    if row is None:
        raise AssertionError("a note that has just been written is not there")
    return note_of(row, subject)


def _require_found(subject: Subject, found: uuid.UUID | None, identifier: uuid.UUID | None) -> None:
    if found is None:
        _log.warning("note_not_found", account_id=str(subject.account_id), note_id=str(identifier))
        raise NotFoundError(say("There is no such note of yours."))


def _checked(text: str) -> str:
    """Return the text without blanks around it, its lines ended alike."""
    plain = text.replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8").strip()
    if not plain:
        raise ValidationError({"text": [say("Write something first.")]})
    if "\0" in plain:
        raise ValidationError({"text": [say("The text must not hold the character U+0000.")]})
    if len(plain) > LONGEST_NOTE:
        raise ValidationError({"text": [say("A note has {most} characters at most.", most=LONGEST_NOTE)]})
    return plain
