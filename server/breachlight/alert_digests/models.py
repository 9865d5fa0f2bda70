"""Positions of alert emails."""

from tortoise import fields

from breachlight.database.model import Model


class AlertMailPosition(Model):
    """Up to which commit a user has been emailed about the alerts of an account.

    Schema only: its rows are read and written by SQL in ``alert_digests.repository``.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    cursor = fields.TextField(description="a cursor of ``alerts``")
    told_at = fields.DatetimeField(null=True)

    class Meta:
        table = "alert_mail_positions"
        unique_together = (("account_id", "user_id"),)
