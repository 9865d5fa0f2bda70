"""Monitored emails and the list of active email accounts."""

from tortoise import fields

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class MonitoredEmail(Model):
    """Another address of a user, monitored once its owner has confirmed it by email (design §3)."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    email = fields.TextField()
    email_key = fields.CharField(max_length=254)
    verified_at = fields.DatetimeField(null=True)
    created_at = fields.DatetimeField()

    class Meta:
        table = "monitored_emails"
        unique_together = (("account_id", "email_key"),)


class LiveEmailAccount(Model):
    """An active email account from an organization's latest upload (spec §2, FAQ 1)."""

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    email_key = fields.CharField(max_length=254)

    class Meta:
        table = "live_email_accounts"
        unique_together = (("account_id", "email_key"),)


class LiveEmailAccountList(Model):
    """The time of an organization's latest upload of active email accounts."""

    account_id = fields.UUIDField(primary_key=True)
    user_id = fields.UUIDField(null=True)
    size = fields.IntField()
    uploaded_at = fields.DatetimeField()

    class Meta:
        table = "live_email_account_lists"
