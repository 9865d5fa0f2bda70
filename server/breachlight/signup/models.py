"""Partner applications."""

from tortoise import fields

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class PartnerApplication(Model):
    """An application to become a partner; applicants have no account (spec §2)."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    first_name = fields.TextField()
    last_name = fields.TextField()
    email = fields.TextField()
    phone = fields.TextField()
    title = fields.TextField()
    company_name = fields.TextField()
    company_size = fields.IntField()
    company_link = fields.TextField()
    preference = fields.TextField()
    created_at = fields.DatetimeField()

    class Meta:
        table = "partner_applications"
