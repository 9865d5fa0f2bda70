"""Positions of alert emails."""

from tortoise import fields

from breachlight.database.model import Model, distributed_by_account


@distributed_by_account
class AlertMailPosition(Model):
    """Position up to which a user has been emailed about an account's alerts.

    Schema only: its rows are read and written by SQL in ``alert_digests.repository``.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    sequence = fields.BigIntField(description="number of the last alert that needs no email")
    told_at = fields.DatetimeField(null=True)

    class Meta:
        table = "alert_mail_positions"
        unique_together = (("account_id", "user_id"),)
