"""What is known around one alert: what happened, other logins of its device, and the same password elsewhere."""

import uuid
from dataclasses import dataclass
from typing import Final

from breachlight.alerts import related_repository as repository
from breachlight.alerts.incident_wording import HIDDEN_LEAK, Facts, PasswordState, summary_of_detection
from breachlight.alerts.models import IncidentKind
from breachlight.alerts.repository import fetch_by_ids
from breachlight.alerts.service import get_alert
from breachlight.alerts.views import AlertView, disclosed
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, reading
from breachlight.kit.messages import Sentence

SHOWN: Final = 5
"""Related alerts in one answer."""


@dataclass(frozen=True, slots=True)
class RelatedAlerts:
    """The newest of some alerts, and how many there are."""

    results: list[AlertView]
    total: int


@dataclass(frozen=True, slots=True)
class AlertContext:
    """What is known around one alert.

    ``device_logins`` is None if no infected device is known. ``same_password`` are alerts of the same login only (decision 64).
    """

    summary: Sentence
    device_logins: RelatedAlerts | None
    same_password: RelatedAlerts


async def get_context(subject: Subject, alert_id: str) -> AlertContext:
    """Return what is known around an alert of the subject's account.

    Raises:
        ForbiddenError: the subject may not read.
        NotFoundError: unknown, or another account's.
    """
    alert = await get_alert(subject, alert_id)
    identifier = uuid.UUID(alert.id)
    incident = alert.incident
    async with reading() as connection:
        logins = None
        if incident is not None and incident.kind is IncidentKind.DEVICE:
            ids = await repository.fetch_of_incident(
                connection, subject.account_id, uuid.UUID(incident.id), identifier, SHOWN
            )
            total = max(len(ids), alert["incident_detections"] - 1)
            logins = await _related(connection, subject, ids, total)
        same = await repository.fetch_same_password(connection, subject.account_id, identifier, SHOWN)
        same_password = await _related(connection, subject, same.ids, same.total)
    return AlertContext(summary_of(alert), logins, same_password)


def summary_of(alert: AlertView) -> Sentence:
    """Return what happened, in one to three short sentences."""
    record, leak = alert.breach_record, alert.leak
    device = record.machine
    infected_at = device.infected_at if device else None
    facts = Facts(
        is_device=device is not None,
        has_domain=alert.domain is not None,
        detections=1,
        people=1,
        leak=leak.title if leak.name else HIDDEN_LEAK,
        person=alert.user.email if alert.user is not None else next(iter(record.usernames), None),
        site=record.host or record.app,
        malware=device.family if device else None,
        computer=device.computer if device else None,
        infected_on=infected_at.date() if infected_at else None,
    )
    state = {"plain": PasswordState.READABLE, "none": PasswordState.NONE}.get(
        record.password_type, PasswordState.HASHED
    )
    return summary_of_detection(facts, state if alert.erased_at is None else None)


async def _related(connection: Connection, subject: Subject, ids: list[uuid.UUID], total: int) -> RelatedAlerts:
    return RelatedAlerts(disclosed(subject, await fetch_by_ids(connection, subject.account_id, ids)), total)
