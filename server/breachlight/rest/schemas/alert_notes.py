"""Requests and answers about notes and history of alerts in the notifications base (rest-contract §3)."""

from typing import Annotated, Final

from pydantic import BeforeValidator, ConfigDict, Field

from breachlight.alerts.triage.history import AlertEventKind
from breachlight.kit.messages import say
from breachlight.rest.schemas.alerts import Alert
from breachlight.rest.schemas.base import Answer, Body, Count, Instant, OneOf, Query, Words
from breachlight.rest.schemas.parameters import text_of

ADD: Final = "add"
EDIT: Final = "edit"
_ACTIONS: Final = (ADD, EDIT, "delete")


class AlertName(Query):
    """One alert."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, BeforeValidator(text_of)] = Field("", description="ID of the alert.")


class RelatedAlerts(Answer):
    """The newest alerts of some, and how many there are."""

    results: list[Alert]
    total: Count


class AlertContext(Answer):
    """What is known around one alert."""

    summary: Words = Field(description="What happened, in one to three sentences.")
    device_logins: RelatedAlerts | None = Field(
        description="Other alerts of the same infected device; null if none is known."
    )
    same_password: RelatedAlerts = Field(
        description="Alerts of the same login with the same readable password at other sites."
    )


class NoteMention(Answer):
    """A member who is mentioned in a note."""

    id: str
    name: str | None = Field(description="Null for former members.")


class AlertNote(Answer):
    """What a member wrote about an alert."""

    id: str
    text: str = Field(description="Plain text; <@ID> mentions the member with that id.")
    created_at: Instant
    edited_at: Instant | None
    author: str | None = Field(description="The member's name; null for former members.")
    is_own: bool = Field(description="Whether the caller wrote it and may change or delete it.")
    mentions: list[NoteMention] = Field(description="The members that the text mentions, in their order.")


class AlertEvent(Answer):
    """One thing that happened to an alert."""

    kind: AlertEventKind
    at: Instant
    by: str | None = Field(description="The member's name; null for automatic changes and for former members.")
    leak: Words | str | None = Field(description="With kind raised or sighted: the title of the leak.")
    leak_name: str | None = Field(description="Likewise, its name; null if you may not see it.")
    seen_at: Instant | None
    assignee: str | None
    undone: AlertEventKind | None = Field(description="With kind undone: what was undone.")
    note: AlertNote | None


class AlertHistory(Answer):
    """The newest events of an alert, at most 100."""

    events: list[AlertEvent]
    has_more: bool


class NoteChange(Body):
    """A note to add, edit or delete."""

    model_config = ConfigDict(json_schema_extra={"required": ["action", "text"]})

    action: Annotated[str, OneOf(_ACTIONS, say("The action must be one of {known}.", known=", ".join(_ACTIONS)))]
    alert: str = Field("", description="With add: ID of the alert.")
    note: str = Field("", description="With edit and delete: ID of the note.")
    text: str = Field(
        "",
        description="With add and edit: at most 2,000 characters; <@ID> mentions a member, who gets an email.",
        json_schema_extra={"minLength": 1, "maxLength": 2000, "pattern": r"\w"},
    )


class NoteChanged(Answer):
    """The saved note."""

    note: AlertNote | None = Field(description="Null if it was deleted.")
