"""Tables of sessions."""

from enum import StrEnum

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id

END_OF_RESTORE = "backup_restored"
"""The end reason of sessions that ended when a backup was restored."""


class Session(Model):
    """A login on a device; only the SHA-256 of each refresh token's random part is stored."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    refresh_digest = fields.BinaryField()
    previous_refresh_digest = fields.BinaryField(null=True)
    rotated_at = fields.DatetimeField()
    refresh_expires_at = fields.DatetimeField()
    is_remembered = fields.BooleanField()
    has_second_factor = fields.BooleanField(
        default=False, db_default=False, description="whether a second factor was given, at login or since"
    )
    authenticated_at = fields.DatetimeField(description="when the password was last confirmed")
    created_at = fields.DatetimeField()
    last_seen_at = fields.DatetimeField()
    last_active_at = fields.DatetimeField(null=True, description="the last request that a person caused")
    ended_at = fields.DatetimeField(null=True)
    end_reason = fields.CharField(max_length=32, null=True)
    user_agent = fields.TextField(default="")
    address = fields.TextField(default="", description="the client's network address")

    class Meta:
        table = "sessions"
        indexes = (Index(fields=("account_id", "user_id", "created_at")),)


class CodePurpose(StrEnum):
    """Purposes of emailed codes."""

    LOGIN = "login"
    ENABLE = "enable"


class MailedCode(Model):
    """A user's latest emailed code for a purpose, which is the only valid one; stored as a keyed digest."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    purpose = fields.CharEnumField(CodePurpose, max_length=8)
    digest = fields.BinaryField()
    sent_at = fields.DatetimeField()
    expires_at = fields.DatetimeField()
    used_at = fields.DatetimeField(null=True)

    class Meta:
        table = "mailed_codes"
        unique_together = (("account_id", "user_id", "purpose"),)


class RecoveryCode(Model):
    """A single-use code that replaces a lost second factor; stored as a keyed digest."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    digest = fields.CharField(max_length=64)
    created_at = fields.DatetimeField()
    used_at = fields.DatetimeField(null=True)

    class Meta:
        table = "recovery_codes"
        unique_together = (("account_id", "user_id", "digest"),)
