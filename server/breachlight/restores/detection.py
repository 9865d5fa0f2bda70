"""Evidence that the database is older than what was seen of it (decision 49)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from breachlight.restores.records import Record


class Reason(StrEnum):
    """Why a database counts as restored."""

    OTHER_CLUSTER = "other_cluster"
    OLDER_GENERATION = "older_generation"
    OLDER_TIMELINE = "older_timeline"
    COPIED_FOLDER = "copied_folder"
    REQUESTED = "requested"


@dataclass(frozen=True, slots=True)
class Identity:
    """What identifies a database cluster; None is unknown."""

    system_identifier: str | None
    timeline: int | None
    folder_mark: str | None


@dataclass(frozen=True, slots=True)
class State:
    """What the database itself says; ``changes_since`` is the generation after which no listed change was dropped."""

    installation_id: uuid.UUID
    generation: int
    identity: Identity
    changes_since: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """The database's own state, the cluster it is on, and the records of this installation outside the database.

    ``is_marked`` says that the product restored it, and that the consequences don't apply yet.
    """

    state: State | None
    identity: Identity
    records: Sequence[Record]
    is_marked: bool

    @property
    def newest(self) -> Record | None:
        """The record with the highest generation."""
        return max(self.records, key=lambda record: record.generation, default=None)

    @property
    def outside_generation(self) -> int:
        """The highest generation outside the database, 0 if there is no record."""
        return self.newest.generation if self.newest else 0


def restore_reason(evidence: Evidence) -> Reason | None:
    """Return why a database counts as restored, or None.

    A new timeline alone is no evidence: a failover that lost nothing has one too, and a recovery to an earlier point leaves the
    generation behind.
    """
    state, identity, records, newest = evidence.state, evidence.identity, evidence.records, evidence.newest
    if state is None:
        return Reason.OLDER_GENERATION if records else None
    if _differ(state.identity.system_identifier, identity.system_identifier):
        return Reason.OTHER_CLUSTER
    if evidence.outside_generation > state.generation:
        return Reason.OLDER_GENERATION
    if newest is not None and newest.system_identifier == identity.system_identifier and _is_behind(identity, newest):
        return Reason.OLDER_TIMELINE
    if evidence.is_marked:
        return Reason.REQUESTED
    if _differ(state.identity.folder_mark, identity.folder_mark) or (
        records and all(each.is_copied for each in records)
    ):
        return Reason.COPIED_FOLDER
    return None


def missed_generation(evidence: Evidence, reason: Reason) -> int | None:
    """Return the generation after which the database misses changes, or None where that can't be known.

    A copied folder may have brought old records of its own; a dump that was restored on another server, an old lake.
    """
    state = evidence.state
    if state is None or reason is Reason.REQUESTED:
        return None
    if evidence.outside_generation > state.generation:
        return state.generation
    is_certain = any(each.is_copied is False and each.generation == state.generation for each in evidence.records)
    return state.generation if reason is Reason.OTHER_CLUSTER and is_certain else None


def _differ(known: str | None, found: str | None) -> bool:
    return known is not None and found is not None and known != found


def _is_behind(identity: Identity, newest: Record) -> bool:
    return identity.timeline is not None and newest.timeline is not None and identity.timeline < newest.timeline
