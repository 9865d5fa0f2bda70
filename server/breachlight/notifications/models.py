"""The table of what members have seen."""

import uuid

from tortoise import fields
from tortoise.contrib.postgres.fields import ArrayField

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class NotificationMark(Model):
    """The notifications that a member has seen; without a row, none.

    Schema only: its rows are read and written by SQL in ``notifications.repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    seen_ids: fields.Field[list[uuid.UUID]] = ArrayField(
        element_type="uuid", description="ids of notifications, at most 200, the last seen first"
    )

    class Meta:
        table = "notification_marks"
        unique_together = (("account_id", "user_id"),)
