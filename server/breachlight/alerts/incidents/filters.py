"""Which incidents a list is about."""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from breachlight.alerts.fields import Identifier
from breachlight.alerts.incidents.models import IncidentState
from breachlight.alerts.models import AlertList, IncidentKind
from breachlight.alerts.query.filters import Score, fit_text

LARGEST_PAGE: Final = 100


class IncidentTab(StrEnum):
    """The four lists of a reader; each incident is in exactly one."""

    NEW = "new"
    MINE = "mine"
    WAITING = "waiting"
    CLOSED = "closed"


class IncidentOrder(StrEnum):
    """The order of a list; the worst or the latest comes first."""

    SEVERITY = "severity"
    RECENT = "recent"


class DeviceOrder(StrEnum):
    """The order of infected devices: the worst, the latest, or those with most open logins or most people come first."""

    SEVERITY = "severity"
    RECENT = "recent"
    LOGINS = "logins"
    PEOPLE = "people"


class IncidentGrouping(StrEnum):
    """What a list of incidents is grouped by; each incident is in one group."""

    DEVICE = "device"
    LEAK = "leak"
    PERSON = "person"


_Id = Annotated[Identifier | None, BeforeValidator(fit_text)]
_Text = Annotated[str | None, BeforeValidator(fit_text)]


class IncidentFilter(BaseModel):
    """The conditions of a list of incidents; an incident must meet all of them."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    tab: IncidentTab | None = Field(
        None,
        description="NEW: open and unassigned. MINE: not closed, assigned to the caller. WAITING: not closed, waiting or assigned to "
        "another member, and not the caller's. CLOSED.",
    )
    kind: IncidentKind | None = Field(None, description="Of a device or of a leak.")
    alert_kind: AlertList | None = Field(None, description="Of Workforce or of Portals detections of a leak.")
    state: IncidentState | None = Field(None, description="Open, waiting or closed.")
    is_closed: bool | None = Field(None, description="Closed, or open and waiting.")
    id: _Id = Field(None, description="ID of the incident.")
    assignee_id: _Id = Field(None, description="ID of the member who works on it.")
    person_id: _Id = Field(None, description="ID of an email account with detections in it.")
    leak_name: _Text = Field(
        None, description="Name of the leak in the catalogue. A sensitive leak is found only by readers who may see it."
    )
    severity_from: Score = Field(
        None, description="The lowest score, 0 to 100.", json_schema_extra={"minimum": 0, "maximum": 100}
    )
    group: _Text = Field(None, description="Key of a group.")
