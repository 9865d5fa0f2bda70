"""GraphQL: notes and history of alerts."""

from datetime import datetime
from typing import Annotated, cast

import strawberry

from breachlight.alerts.triage import history, notes
from breachlight.alerts.triage.history import AlertEventKind
from breachlight.alerts.triage.mentions import MOST_MENTIONS
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.kit.errors import NotFoundError

strawberry.enum(AlertEventKind)


@strawberry.type
class NoteMention:
    """A member who is mentioned in a note."""

    id: strawberry.ID
    name: str | None = strawberry.field(description="Null for former members.")


@strawberry.type
class AlertNote:
    """What a member wrote about an alert."""

    id: strawberry.ID
    text: str = strawberry.field(description="Plain text; `<@ID>` mentions the member with that id.")
    created_at: datetime
    edited_at: datetime | None
    author: str | None = strawberry.field(description="The member's name; null for former members.")
    is_own: bool = strawberry.field(description="Whether the caller wrote it and may change or delete it.")
    mentions: list[NoteMention] = strawberry.field(
        description="The members that the text mentions, in their order.", metadata=cost(items=MOST_MENTIONS)
    )


@strawberry.type
class AlertEvent:
    """One thing that happened to an alert."""

    kind: AlertEventKind
    at: datetime
    by: str | None = strawberry.field(
        description="The member's name; null for automatic changes and for former members."
    )
    leak: str | None = strawberry.field(description="For RAISED and SIGHTED: the leak.")
    leak_name: str | None = strawberry.field(
        description="Likewise, its name in the catalogue; null if you may not see it."
    )
    seen_at: datetime | None = strawberry.field(
        description="For RAISED and SIGHTED: when the login was seen in the leak."
    )
    assignee: str | None = strawberry.field(description="For ASSIGNED: the member, or null if unassigned.")
    undone: AlertEventKind | None = strawberry.field(description="For UNDONE: the action that was undone.")
    note: AlertNote | None


@strawberry.type(description="The newest events, at most 100.")
class AlertHistory:
    """What happened to an alert."""

    events: list[AlertEvent]
    has_more: bool


@strawberry.type
class AlertNoteSuccess:
    """The saved note."""

    note: AlertNote


@strawberry.type
class DeleteAlertNoteSuccess:
    """The note is gone."""

    id: strawberry.ID


AlertNoteResult = Annotated[
    AlertNoteSuccess | ValidationProblem | NotFoundProblem | RefusedProblem, strawberry.union("AlertNoteResult")
]
DeleteAlertNoteResult = Annotated[
    DeleteAlertNoteSuccess | NotFoundProblem | RefusedProblem, strawberry.union("DeleteAlertNoteResult")
]


@strawberry.type
class AlertHistoryQuery:
    """Queries of an alert's history."""

    @strawberry.field
    async def alert_history(self, info: Info, id: strawberry.ID) -> AlertHistory | None:  # noqa: A002 -- the schema's name for it
        """Return the history of an alert, newest first; null if it is unknown or another account's."""
        subject = await require_subject(info, with_keys=True)
        try:
            return cast("AlertHistory", await history.get_history(subject, id))
        except NotFoundError:
            return None


@strawberry.type
class AlertNoteMutation:
    """Mutations of notes."""

    @strawberry.mutation
    async def add_alert_note(self, info: Info, alert_id: strawberry.ID, text: str) -> AlertNoteResult:
        """Write a note on an alert: plain text, at most 2,000 characters; `<@ID>` mentions a member, who gets an email."""
        subject = await require_subject(info, with_keys=True)
        return AlertNoteSuccess(note=cast("AlertNote", await notes.add_note(subject, alert_id, text)))

    @strawberry.mutation
    async def edit_alert_note(self, info: Info, id: strawberry.ID, text: str) -> AlertNoteResult:  # noqa: A002 -- the schema's name for it
        """Change a note of one's own; members who are newly mentioned get an email."""
        subject = await require_subject(info, with_keys=True)
        return AlertNoteSuccess(note=cast("AlertNote", await notes.edit_note(subject, id, text)))

    @strawberry.mutation
    async def delete_alert_note(self, info: Info, id: strawberry.ID) -> DeleteAlertNoteResult:  # noqa: A002 -- the schema's name for it
        """Delete a note of one's own."""
        await notes.delete_note(await require_subject(info, with_keys=True), id)
        return DeleteAlertNoteSuccess(id=id)
