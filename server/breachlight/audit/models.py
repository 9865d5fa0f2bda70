"""The audit log of security events."""

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class SecurityEvent(Model):
    """An entry of the audit log; ``detail`` never contains a secret."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField(null=True)
    kind = fields.CharField(max_length=48)
    happened_at = fields.DatetimeField()
    address = fields.TextField(default="", description="the client's network address")
    user_agent = fields.TextField(default="")
    detail: fields.Field[dict[str, object]] = fields.JSONField(default=dict)

    class Meta:
        table = "security_events"
        indexes = (
            Index(fields=("account_id", "happened_at", "id")),
            Index(fields=("account_id", "kind", "happened_at")),
        )


class OperatorEvent(Model):
    """One line of the operators' audit log: a command that changes or reveals something of the whole installation.

    ``detail`` never holds a secret, nor an address that was erased.

    Schema only: its rows are written by SQL in ``audit.repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    kind = fields.CharField(max_length=48)
    happened_at = fields.DatetimeField(db_index=True)
    operator = fields.TextField(description="the operating system's user who ran the command")
    detail: fields.Field[dict[str, object]] = fields.JSONField(default=dict)

    class Meta:
        table = "operator_events"
