"""The table of monthly emails."""

from tortoise import fields

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class ReportMail(Model):
    """A report that was emailed to a member: one per member and month, written in the transaction of the email.

    Schema only: its rows are read and written by SQL in ``reports.mail_repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    month = fields.DateField(description="the first day of the month")
    created_at = fields.DatetimeField()

    class Meta:
        table = "report_mails"
        unique_together = (("account_id", "user_id", "month"),)
