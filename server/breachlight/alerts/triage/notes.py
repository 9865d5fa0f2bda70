"""Notes that members write on alerts; each is changed and deleted by its author alone."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import structlog

from breachlight.alerts.triage import history_repository as repository
from breachlight.alerts.triage import mentions
from breachlight.alerts.triage.mentions import Mention
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, transaction
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import say

LONGEST_NOTE: Final = 2_000
"""Characters of a note; each mention counts as one."""
MOST_NOTES: Final = 200
"""Notes on one alert."""

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
    mentions: list[Mention]


async def add_note(subject: Subject, alert_id: str, text: str) -> NoteView:
    """Write a note on an alert, and notify the members that it mentions.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: no text, more than 2,000 characters, or a mention of somebody who is no member.
        NotFoundError: the alert is unknown, or another account's.
        ProblemError: TOO_MANY_NOTES: the alert has 200.
    """
    subject.require(Permission.TRIAGE)
    plain, identifier, note_id = _checked(text), parse_id(alert_id), new_id()
    async with transaction() as connection:
        await mentions.prepare(connection, subject.account_id, plain)
        if identifier is None or not await repository.lock_alert(connection, subject.account_id, identifier):
            _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=str(identifier))
            raise NotFoundError(say("Detection not found."))
        if await repository.count_notes(connection, subject.account_id, identifier) >= MOST_NOTES:
            raise ProblemError(say("A detection can have at most {most} notes.", most=MOST_NOTES), "TOO_MANY_NOTES")
        mentioned = await mentions.check(connection, subject.account_id, plain)
        await repository.add_note(connection, subject, identifier, note_id, plain, mentioned)
        await mentions.notify(connection, subject, identifier, mentioned)
        return await _view(connection, subject, note_id)


async def edit_note(subject: Subject, note_id: str, text: str) -> NoteView:
    """Change the text of a note of the subject's own, and notify the members that it didn't mention before.

    Raises:
        ForbiddenError: the subject may not triage.
        ValidationError: no text, more than 2,000 characters, or a new mention of somebody who is no member.
        NotFoundError: the note is unknown, or somebody else's.
    """
    subject.require(Permission.TRIAGE)
    plain, identifier = _checked(text), parse_id(note_id)
    async with transaction() as connection:
        await mentions.prepare(connection, subject.account_id, plain)
        row = await repository.lock_note(connection, subject, identifier)
        required = _required(subject, identifier, is_found=row is not None)
        assert row is not None  # it is required
        already = row["mentioned_ids"] or []
        fresh = await mentions.check(connection, subject.account_id, plain, already)
        await repository.edit_note(connection, subject, required, plain, [*already, *fresh])
        await mentions.notify(connection, subject, row["alert_id"], fresh)
        return await _view(connection, subject, required)


async def delete_note(subject: Subject, note_id: str) -> None:
    """Delete a note of the subject's own.

    Raises:
        ForbiddenError: the subject may not triage.
        NotFoundError: the note is unknown, or somebody else's.
    """
    subject.require(Permission.TRIAGE)
    identifier = parse_id(note_id)
    async with transaction() as connection:
        _required(subject, identifier, is_found=await repository.delete_note(connection, subject, identifier))


def note_of(row: Mapping[str, Any], subject: Subject) -> NoteView:
    """Make a view of a row with the columns of a note, its author's name, and the ``names`` of members it mentions."""
    return NoteView(
        row["id"],
        row["text"],
        row["created_at"],
        row["edited_at"],
        row["author"],
        row["user_id"] == subject.user_id,
        mentions.mentions_of(row["text"], row["names"]),
    )


async def _view(connection: Connection, subject: Subject, note_id: uuid.UUID) -> NoteView:
    row = await repository.fetch_note(connection, subject.account_id, note_id)
    if row is None:
        raise AssertionError("a note that has just been written is not there")
    return note_of(row, subject)


def _required(subject: Subject, identifier: uuid.UUID | None, *, is_found: bool) -> uuid.UUID:
    if identifier is None or not is_found:
        _log.warning("note_not_found", account_id=str(subject.account_id), note_id=str(identifier))
        raise NotFoundError(say("Note not found."))
    return identifier


def _checked(text: str) -> str:
    """Return the text without blanks around it, its lines ended alike."""
    plain = text.replace("\r\n", "\n").encode("utf-8", "replace").decode("utf-8").strip()
    if not plain:
        raise ValidationError({"text": [say("Enter some text.")]})
    if "\0" in plain:
        raise ValidationError({"text": [say("The text must not contain the character U+0000.")]})
    if mentions.length_of(plain) > LONGEST_NOTE:
        raise ValidationError({"text": [say("A note can have at most {most} characters.", most=LONGEST_NOTE)]})
    return mentions.normalized(plain)
