"""Tables of the steps that were completed."""

from tortoise import fields
from tortoise.indexes import Index

from breachlight.alerts.playbooks.checklists import Step
from breachlight.database.model import Model, distributed_by_account


@distributed_by_account
class IncidentStep(Model):
    """A step of an incident that is completed; reopening it deletes the row.

    Schema only: its rows are read and written by SQL in ``alerts.incidents.steps_repository``.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    incident_id = fields.UUIDField()
    step = fields.CharEnumField(Step, max_length=32)
    completed_by = fields.UUIDField(description="the member who completed it")
    completed_at = fields.DatetimeField()

    class Meta:
        table = "incident_steps"
        unique_together = (("account_id", "incident_id", "step"),)


@distributed_by_account
class IncidentStepChange(Model):
    """A step that was completed or reopened, for the incident's history.

    Schema only: its rows are read and written by SQL in ``alerts.incidents.steps_repository``.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    incident_id = fields.UUIDField()
    step = fields.CharEnumField(Step, max_length=32)
    is_completed = fields.BooleanField(description="false if it was reopened")
    user_id = fields.UUIDField()
    changed_at = fields.DatetimeField()

    class Meta:
        table = "incident_step_changes"
        indexes = (Index(fields=("account_id", "incident_id")),)
