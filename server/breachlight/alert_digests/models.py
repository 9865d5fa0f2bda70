"""Positions of alert emails."""

from tortoise import fields

from breachlight.database.model import Model


class AlertMailPosition(Model):
    """Up to where a user has been told of the alerts of an account by mail, in the order of commits."""

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    cursor = fields.TextField(description="a cursor of ``alerts``")
    told_at = fields.DatetimeField(null=True)

    class Meta:
        table = "alert_mail_positions"
        unique_together = (("account_id", "user_id"),)
