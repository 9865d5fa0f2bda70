"""GraphQL types of incidents."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, cast

import strawberry
from strawberry.dataloader import DataLoader

from breachlight.alerts.graphql.types import type_of
from breachlight.alerts.incidents import steps
from breachlight.alerts.incidents.filters import IncidentOrder, IncidentTab
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.models import IncidentKind
from breachlight.alerts.playbooks.checklists import PlaybookKind, Step
from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import Subject
from breachlight.graphql.context import Context
from breachlight.graphql.limits import cost
from breachlight.kit.messages import Sentence

for _enum in (IncidentKind, IncidentOrder, IncidentResolution, IncidentState, IncidentTab, PlaybookKind):
    strawberry.enum(_enum)


@strawberry.type
class StepMember:
    """The member who completed a step."""

    id: strawberry.ID
    name: str | None = strawberry.field(description="Null for former members.")


@strawberry.type
class PlaybookStep:
    """A step of a playbook."""

    id: strawberry.ID
    title: Sentence
    body: Sentence
    completed_at: datetime | None
    completed_by: StepMember | None


@strawberry.type(
    description="The steps to take about an incident, chosen by the evidence of its worst and its newest 100 detections."
)
class Playbook:
    """The steps of an incident."""

    kind: PlaybookKind = strawberry.field(description="The strongest kind of evidence.")
    reuses_password: bool = strawberry.field(
        description="Whether a readable password was leaked for another site of the same login, too."
    )
    steps: list[PlaybookStep] = strawberry.field(description="In their order.", metadata=cost(items=len(Step)))
    done: int = strawberry.field(description="How many steps are completed.")
    total: int


def _playbooks(context: Context[Subject]) -> DataLoader[uuid.UUID, steps.Playbook | None]:
    async def load(ids: Sequence[uuid.UUID]) -> list[steps.Playbook | None]:
        subject = await context.subject()
        assert subject is not None  # an incident was shown to them
        found = await steps.get_playbooks(subject, ids)
        return [found.get(incident_id) for incident_id in ids]

    return DataLoader(load_fn=load)


async def _playbook(root: strawberry.Parent[IncidentView], info: Info) -> Playbook | None:
    return cast("Playbook | None", await info.context.loader(_playbooks).load(uuid.UUID(root.id)))


if TYPE_CHECKING:
    Incident = IncidentView  # what resolvers return is what the type shows
else:

    @strawberry.type
    class Incident(type_of(IncidentView, "IncidentView")):
        """All detections of one infected device, or else of one leak and list."""

        playbook: Playbook | None = strawberry.field(
            resolver=_playbook,
            description="Null if the incident has just lost its last detection.",
            metadata=cost(20),
        )
