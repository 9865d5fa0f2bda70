"""The table of operators."""

import uuid

from tortoise import fields

from breachlight.auth.models import User
from breachlight.database.model import Model


class Operator(Model):
    """A user who may use the operator console.

    Schema only: its rows are read and written by SQL in ``operators.repository``.
    """

    user: fields.OneToOneRelation[User] = fields.OneToOneField(
        "models.User", related_name="operator", on_delete=fields.CASCADE, primary_key=True
    )
    user_id: uuid.UUID
    granted_at = fields.DatetimeField()
    granted_by = fields.TextField(description="who granted the role, as in the operators' audit log")

    class Meta:
        table = "operators"
