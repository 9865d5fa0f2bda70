"""Profile pictures."""

from tortoise import fields

from breachlight.auth.models import User
from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class UserImage(Model):
    """A user's picture, re-encoded; its URL is its unguessable id."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user: fields.OneToOneRelation[User] = fields.OneToOneField(
        "models.User", related_name="image", on_delete=fields.CASCADE
    )
    content = fields.BinaryField(description="WebP")
    created_at = fields.DatetimeField()

    class Meta:
        table = "user_images"
