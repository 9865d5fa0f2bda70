"""Requests and answers about incidents in the notifications base (rest-contract §3)."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import BeforeValidator, ConfigDict, Field, ValidationInfo, WithJsonSchema, create_model, field_validator

from breachlight.alerts.incidents.filters import LARGEST_PAGE, IncidentFilter, IncidentOrder
from breachlight.alerts.incidents.history import IncidentEventKind
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.service import DEFAULT_PAGE
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.models import IncidentCause
from breachlight.alerts.playbooks.checklists import PlaybookKind, Step
from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import say
from breachlight.rest.schemas.alerts import UNDO, answer_of
from breachlight.rest.schemas.base import Answer, Body, Count, Instant, OneOf, Query, Words
from breachlight.rest.schemas.parameters import PageSize, parameters_of, text_of, text_or, unknown_choice
from breachlight.rest.schemas.problems import REQUIRED

ASSIGN: Final = "assign"
STATES: Final = {"open": IncidentState.OPEN, "wait": IncidentState.WAITING, "close": IncidentState.CLOSED}
_ACTIONS: Final = (ASSIGN, *STATES, UNDO)
COMPLETE: Final = "complete"
_STEP_ACTIONS: Final = (COMPLETE, "reopen")
_UNKNOWN_ACTION: Final = say("The action must be one of {known}.", known=", ".join(_ACTIONS))

if TYPE_CHECKING:
    Incident = IncidentView  # what the service returns is what the model shows
    _Conditions = Query
else:
    Incident = answer_of(IncidentView, "Incident")
    _Conditions = create_model("_Conditions", __base__=Query, **parameters_of(IncidentFilter))


class IncidentListQuery(_Conditions):
    """A page of the incidents that meet all conditions."""

    model_config = ConfigDict(extra="forbid")

    ordering: Annotated[str, OneOf(IncidentOrder, unknown_choice(IncidentOrder)), text_or(IncidentOrder.SEVERITY)] = (
        Field(IncidentOrder.SEVERITY, description="The worst or the latest come first.")
    )
    page_size: PageSize = Field(DEFAULT_PAGE, description=f"At most {LARGEST_PAGE}.")
    after: Annotated[str, BeforeValidator(text_of)] = Field(
        "", description="The position in the link next, only as returned."
    )

    def filter(self) -> IncidentFilter:
        """Return the conditions, which the model has checked."""
        return IncidentFilter.model_construct(**{name: getattr(self, name) for name in IncidentFilter.model_fields})


class IncidentList(Answer):
    """Some incidents."""

    count: Count = Field(description="Number of matching incidents, counted up to 100,000.")
    next: str | None
    results: list[Incident]


class IncidentCounts(Answer):
    """How many incidents each tab has, counted up to 100,000."""

    new: Count
    mine: Count
    waiting: Count
    closed: Count


class IncidentName(Query):
    """One incident."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, BeforeValidator(text_of)] = Field("", description="ID of the incident.")


class IncidentEvent(Answer):
    """One thing that happened to an incident."""

    kind: IncidentEventKind
    at: Instant
    by: str | None = Field(description="The member's name; null for automatic changes and for former members.")
    cause: IncidentCause | None = Field(
        description="Null for a member's operation on incidents. detection: a new detection. triage: its detections were closed or "
        "reopened. evidence: a leak was retracted, merged or confirmed. expiry: the risk was accepted until then."
    )
    assignee: str | None
    resolution: IncidentResolution | None
    accepted_until: date | None
    operation_id: str | None = Field(description="For undo; null for what can't be undone or was undone.")
    incidents: Count = Field(description="Number of incidents that the operation changed.")
    undone: IncidentEventKind | None = Field(description="With kind undone: what was undone.")
    step: Step | None = Field(description="With kind step_completed or step_reopened: the step.")


class IncidentHistory(Answer):
    """The newest events of an incident, those of at most 100 changes."""

    events: list[IncidentEvent]
    has_more: bool


class StepMember(Answer):
    """The member who completed a step."""

    id: str
    name: str | None = Field(description="Null for former members.")


class PlaybookStep(Answer):
    """A step of a playbook."""

    id: Step
    title: Words
    body: Words
    completed_at: Instant | None
    completed_by: StepMember | None


class Playbook(Answer):
    """The steps to take about an incident."""

    kind: PlaybookKind = Field(description="The strongest kind of evidence.")
    reuses_password: bool = Field(
        description="Whether a readable password was leaked for another site of the same login, too."
    )
    done: Count = Field(description="How many steps are completed.")
    total: Count
    steps: list[PlaybookStep]


class StepChange(Body):
    """A step to complete or to reopen."""

    action: Annotated[
        str, OneOf(_STEP_ACTIONS, say("The action must be one of {known}.", known=", ".join(_STEP_ACTIONS)))
    ]
    incident: str = Field(description="ID of the incident.")
    step: str = Field(description="ID of the step.")


class IncidentUpdate(Body):
    """An action on incidents, or the operation to undo."""

    action: Annotated[str, OneOf(_ACTIONS, _UNKNOWN_ACTION)]
    ids: list[str] = Field(default_factory=list, description="IDs of at most 1,000 incidents; not with undo.")
    operation: str = Field(default_factory=str, description="With undo: the operation to undo.", validate_default=True)
    assignee: str | None = Field(
        "", description="With assign: ID of a member, or null for nobody.", validate_default=True
    )
    resolution: Annotated[str, OneOf(IncidentResolution, unknown_choice(IncidentResolution))] | None = Field(
        None, description="With close: why."
    )
    accepted_until: Annotated[str, WithJsonSchema({"type": "string", "format": "date"})] | None = Field(
        None, description="With the resolution accepted: a future date."
    )

    @field_validator("operation")
    @classmethod
    def _operation_to_undo(cls, value: str, info: ValidationInfo) -> str:
        if info.data.get("action") == UNDO and not value:
            raise UnfitValueError(REQUIRED)
        return value

    @field_validator("assignee")
    @classmethod
    def _assignee_or_nobody(cls, value: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("action") == ASSIGN and value == "":
            raise UnfitValueError(say("Pass a member, or null to unassign."))
        return value or None

    @field_validator("accepted_until")
    @classmethod
    def _a_date(cls, value: str | None) -> str | None:
        try:
            return value and date.fromisoformat(value).isoformat()
        except ValueError:
            raise UnfitValueError(say("Use an ISO 8601 date, such as 2026-11-21.")) from None


class IncidentsUpdated(Answer):
    """The result of an action on incidents."""

    message: Words
    updated: Count
    detections: Count = Field(description="Detections that were closed, reopened or restored at once.")
    operation: str = Field(description="For undo.")
