"""Playbooks of incidents, and their steps completed and reopened."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from breachlight.alerts.directory_repository import fetch_member_names
from breachlight.alerts.incidents import repository as incidents
from breachlight.alerts.incidents import steps_repository as repository
from breachlight.alerts.incidents.steps_repository import Evidence
from breachlight.alerts.incidents.views import IncidentView
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.playbooks.checklists import PlaybookKind, Step, steps_of, strongest
from breachlight.alerts.playbooks.texts import StepSentence
from breachlight.alerts.triage.repository import announce
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_accounts
from breachlight.auth.subject import Subject
from breachlight.database.session import reading, transaction
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import new_id, parse_id
from breachlight.kit.messages import Sentence, say

_UNKNOWN: Final = say("Incident not found.")


@dataclass(frozen=True, slots=True)
class StepMember:
    """The member who completed a step; former members have no name."""

    id: str
    name: str | None


@dataclass(frozen=True, slots=True)
class PlaybookStep:
    """A step, and who completed it and when."""

    id: Step
    title: Sentence
    body: Sentence
    completed_at: datetime | None
    completed_by: StepMember | None


@dataclass(frozen=True, slots=True)
class Playbook:
    """The steps of an incident's evidence, and those that were completed for evidence that it no longer has."""

    evidence: Evidence
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> PlaybookKind:
        """The strongest kind of evidence."""
        return strongest(self.evidence.kinds)

    @property
    def reuses_password(self) -> bool:
        """Whether a readable password was leaked for another site of the same login, too."""
        return PlaybookKind.REUSED_PASSWORD in self.evidence.kinds

    @property
    def steps(self) -> list[PlaybookStep]:
        """The steps in their order."""
        return [self._step(step) for step in self.ids]

    @property
    def done(self) -> int:
        """How many steps are completed."""
        return len(self.evidence.completed)

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(self.ids)

    @property
    def ids(self) -> list[Step]:
        """The ids of the steps in their order."""
        wanted = {*steps_of(self.evidence.kinds), *self.evidence.completed}
        return [step for step in Step if step in wanted]

    def _step(self, step: Step) -> PlaybookStep:
        title, body = StepSentence.of(step, "title"), StepSentence.of(step, "body")
        completion = self.evidence.completed.get(step)
        if completion is None:
            return PlaybookStep(step, title, body, None, None)
        member = str(completion.user_id)
        return PlaybookStep(step, title, body, completion.at, StepMember(member, self.names.get(member)))


async def get_playbooks(subject: Subject, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Playbook]:
    """Return the playbooks of incidents of the subject's account.

    Raises:
        ForbiddenError: the subject may not read.
    """
    subject.require(Permission.READ)
    async with reading() as connection:
        found = await repository.fetch_evidence(connection, subject.account_id, ids)
        members = {completion.user_id for evidence in found.values() for completion in evidence.completed.values()}
        names = await fetch_member_names(connection, subject.account_id, members)
    return {incident_id: Playbook(evidence, names) for incident_id, evidence in found.items()}


async def get_playbook(subject: Subject, incident_id: str) -> Playbook:
    """Return the playbook of an incident.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: unknown, or another account's.
    """
    subject.require(Permission.READ)
    identifier = parse_id(incident_id)
    found = {} if identifier is None else await get_playbooks(subject, [identifier])
    if identifier not in found:
        raise NotFoundError(_UNKNOWN)
    return found[identifier]


async def change_step(subject: Subject, incident_id: str, step_id: str, *, is_completed: bool) -> IncidentView:
    """Complete or reopen a step of an incident; one that is in that state already stays as it is.

    Raises:
        ForbiddenError: the subject may not triage.
        NotFoundError: the incident is unknown or another account's, or its playbook has no such step.
    """
    subject.require(Permission.TRIAGE)
    identifier = parse_id(incident_id)
    if identifier is None:
        raise NotFoundError(_UNKNOWN)
    async with transaction() as connection:
        await lock_accounts(connection, [subject.account_id])
        found = await repository.fetch_evidence(connection, subject.account_id, [identifier])
        if identifier not in found:
            raise NotFoundError(_UNKNOWN)
        step = next((each for each in Playbook(found[identifier]).ids if each == step_id), None)
        if step is None:
            raise NotFoundError(say("This incident has no such step."))
        if await repository.change_step(connection, subject, identifier, step, is_completed=is_completed):
            await announce(connection, subject.account_id, new_id())
        [view] = await incidents.fetch_by_ids(connection, subject.account_id, reader_of(subject), [identifier])
    return view
