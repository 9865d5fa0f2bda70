"""Tables of incidents and of what members do with them."""

from enum import StrEnum

from tortoise import fields
from tortoise.contrib.postgres.fields import ArrayField
from tortoise.indexes import Index

from breachlight.alerts.models import IncidentCause, IncidentKind
from breachlight.database.model import Model, distributed_by_account
from breachlight.kit.identifiers import new_id


class IncidentState(StrEnum):
    """Whether an incident needs work."""

    OPEN = "open"
    WAITING = "waiting"
    CLOSED = "closed"


class IncidentResolution(StrEnum):
    """Why an incident was closed."""

    PASSWORD_RESET = "password_reset"  # noqa: S105 -- no password
    ACCOUNT_INACTIVE = "account_inactive"
    FALSE_POSITIVE = "false_positive"
    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"


@distributed_by_account
class Incident(Model):
    """All detections of one infected device, or else of one leak and list; the id is a digest of that group.

    The statements that write alerts maintain it (``alerts.incident_bookkeeping_repository``): it is closed when the last of its
    detections is, and opens with the next one that isn't. It has no facts of devices: those are its alerts'.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.UUIDField(primary_key=True)
    account_id = fields.UUIDField()
    kind = fields.CharEnumField(IncidentKind, max_length=8)
    leak_id = fields.UUIDField(null=True, description="null for devices")
    has_domain = fields.BooleanField(null=True, description="Portals rather than Workforce; null for devices")
    state = fields.CharEnumField(IncidentState, max_length=8)
    resolution = fields.CharEnumField(IncidentResolution, max_length=16, null=True)
    accepted_until = fields.DateField(null=True, description="until when the risk is accepted, with that resolution")
    assignee_id = fields.UUIDField(null=True, description="the member who works on it")
    opened_at = fields.DatetimeField()
    closed_at = fields.DatetimeField(null=True)
    first_detected_at = fields.DatetimeField(description="when the first of its alerts was raised")
    last_detected_at = fields.DatetimeField(description="when the last of its alerts was raised")
    severity_score = fields.SmallIntField(description="of its worst alert, lowered by completed steps")
    worst = fields.BigIntField(description="score and number of its worst alert")
    detections = fields.IntField()
    open_detections = fields.IntField()
    people = fields.IntField(description="number of different email accounts")
    sites = fields.IntField(description="number of different hosts and apps")
    completed_steps = fields.SmallIntField(db_default=0, description="number of its rows in incident_steps")
    daily: fields.Field[list[int]] = ArrayField(
        element_type="int", description="detections per day, backwards from daily_on"
    )
    daily_on = fields.DateField(description="UTC day of the first number in daily")
    is_listed = fields.BooleanField(
        db_default=False, description="whether all of its people and sites are in their tables"
    )

    class Meta:
        table = "incidents"


@distributed_by_account
class IncidentPerson(Model):
    """An email account with detections in an incident; the key is account, incident and email account.

    The statements that write alerts maintain it, so that no statement searches alerts for those of a person in an incident.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    account_id = fields.UUIDField(primary_key=True)
    incident_id = fields.UUIDField()
    email_account_id = fields.UUIDField()
    detections = fields.IntField()

    class Meta:
        table = "incident_people"


@distributed_by_account
class IncidentSite(Model):
    """A host or app with detections in an incident, maintained as ``IncidentPerson`` is; the key is account, incident and site.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    account_id = fields.UUIDField(primary_key=True)
    incident_id = fields.UUIDField()
    site = fields.TextField(description="its first 200 characters")
    detections = fields.IntField()

    class Meta:
        table = "incident_sites"


@distributed_by_account
class IncidentOperation(Model):
    """An assignment of incidents or a change of their state; it can be undone once.

    One that closes or reopens detections has a row of the same id in ``alert_operations``.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    state = fields.CharEnumField(IncidentState, max_length=8, null=True, description="null for assignments")
    resolution = fields.CharEnumField(IncidentResolution, max_length=16, null=True)
    accepted_until = fields.DateField(null=True)
    assignee_id = fields.UUIDField(null=True)
    updated = fields.IntField()
    created_at = fields.DatetimeField()
    undone_at = fields.DatetimeField(null=True)
    undone_by = fields.UUIDField(null=True, description="the member who undid it")

    class Meta:
        table = "incident_operations"
        indexes = (Index(fields=("account_id", "created_at")),)


@distributed_by_account
class IncidentChange(Model):
    """What an incident was before an operation, for undo and its history, or how its state changed without one.

    With a cause, the operation is one on detections. Without cause and operation, a new detection reopened it.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    incident_id = fields.UUIDField()
    operation_id = fields.UUIDField(null=True)
    cause = fields.CharEnumField(IncidentCause, max_length=16, null=True)
    changed_at = fields.DatetimeField()
    state = fields.CharEnumField(IncidentState, max_length=8)
    was_state = fields.CharEnumField(IncidentState, max_length=8)
    was_resolution = fields.CharEnumField(IncidentResolution, max_length=16, null=True)
    was_accepted_until = fields.DateField(null=True)
    was_assigned_to = fields.UUIDField(null=True)

    class Meta:
        table = "incident_changes"
        indexes = (Index(fields=("account_id", "incident_id")), Index(fields=("account_id", "operation_id")))
