"""Invitations to an account."""

from tortoise import fields

from breachlight.auth.models import MembershipRole
from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class Invitation(Model):
    """An invitation to an account; only the SHA-256 of its token's random part is stored."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    email = fields.TextField()
    email_key = fields.CharField(max_length=254)
    role = fields.CharEnumField(MembershipRole, max_length=8)
    digest = fields.CharField(max_length=64, unique=True)
    invited_by = fields.UUIDField(description="the inviting user")
    created_at = fields.DatetimeField()
    expires_at = fields.DatetimeField()

    class Meta:
        table = "invitations"
        unique_together = (("account_id", "email_key"),)
