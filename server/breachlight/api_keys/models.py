"""Table of API keys."""

from tortoise import fields
from tortoise.contrib.postgres.fields import ArrayField

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class ApiKey(Model):
    """A key of an account, made by one of its users. Only the SHA-256 of its random part is kept."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField(db_index=True)
    user_id = fields.UUIDField()
    name = fields.CharField(max_length=60)
    scopes: fields.Field[list[str]] = ArrayField(element_type="text", default=list)
    digest = fields.CharField(max_length=64, unique=True)
    hint = fields.CharField(max_length=4, description="the last letters, by which its owner knows it again")
    created_at = fields.DatetimeField()
    expires_at = fields.DatetimeField(null=True)
    last_used_at = fields.DatetimeField(null=True)
    revoked_at = fields.DatetimeField(null=True)

    class Meta:
        table = "api_keys"
