"""Users, accounts, memberships and their credentials: one account is one tenant (design §3)."""

import uuid
from enum import StrEnum

from tortoise import fields
from tortoise.contrib.postgres.fields import ArrayField
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class AccountKind(StrEnum):
    """Kinds of account; partner applicants have no account (spec §6)."""

    INDIVIDUAL = "ind"
    ORGANIZATION = "org"


class MembershipRole(StrEnum):
    """A member's role, which decides their permissions (``auth.permissions``); every account has an owner."""

    OWNER = "owner"
    ANALYST = "analyst"
    VIEWER = "viewer"


class AlertMailFrequency(StrEnum):
    """How often alert emails are sent."""

    INSTANT = "instant"
    DAILY = "daily"
    WEEKLY = "weekly"


class Account(Model):
    """A tenant; ``company_name`` is set for organizations only."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    kind = fields.CharEnumField(AccountKind, max_length=3)
    company_name = fields.TextField(null=True)
    is_mfa_required = fields.BooleanField(default=False)
    is_bulk_disclosure_enabled = fields.BooleanField(
        default=False, description="whether one request may disclose several leaked passwords"
    )
    created_at = fields.DatetimeField()

    class Meta:
        table = "accounts"


class User(Model):
    """A person who can log in; a membership connects them to an account."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    email = fields.TextField()
    first_name = fields.TextField()
    last_name = fields.TextField()
    password_hash = fields.TextField()
    image_url = fields.TextField(null=True)
    language = fields.CharField(max_length=8, null=True)
    email_verified_at = fields.DatetimeField(null=True)
    disabled_at = fields.DatetimeField(null=True)
    is_mfa_device_enabled = fields.BooleanField(default=False)
    is_mfa_email_enabled = fields.BooleanField(default=False)
    mfa_device_secret_sealed = fields.BinaryField(null=True)
    mfa_device_counter = fields.BigIntField(null=True, description="last accepted time step (RFC 6238, section 5.2)")
    mfa_device_pending_sealed = fields.BinaryField(null=True, description="a secret that no code has verified yet")
    mfa_device_pending_at = fields.DatetimeField(null=True)
    password_changed_at = fields.DatetimeField(null=True)
    is_email_notifications_enabled = fields.BooleanField(default=True)
    is_breach_alert_enabled = fields.BooleanField(default=True)
    is_auto_close_duplicate_breach_records_enabled = fields.BooleanField(default=False)
    is_mention_email_enabled = fields.BooleanField(default=True, db_default=True)
    alert_mail_frequency = fields.CharEnumField(AlertMailFrequency, max_length=8, default=AlertMailFrequency.INSTANT)
    monthly_report_since = fields.DatetimeField(
        null=True, description="when monthly reports were turned on; null if off"
    )
    address_line_1 = fields.TextField(default="")
    address_line_2 = fields.TextField(default="")
    city = fields.TextField(default="")
    state = fields.TextField(default="")
    postal_code = fields.TextField(default="")
    country = fields.CharField(max_length=2, default="", description="ISO 3166-1 alpha-2, or empty")
    phone = fields.TextField(default="")
    fax = fields.TextField(default="")
    created_at = fields.DatetimeField()

    class Meta:
        table = "users"


class EmailClaim(Model):
    """The user of an email address, unique across all accounts."""

    email_key = fields.CharField(max_length=254, primary_key=True)
    user: fields.ForeignKeyRelation[User] = fields.ForeignKeyField(
        "models.User", related_name="email_claims", on_delete=fields.CASCADE, db_index=True
    )

    class Meta:
        table = "email_claims"


class Membership(Model):
    """A user's membership in an account, with their role."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account: fields.ForeignKeyRelation[Account] = fields.ForeignKeyField(
        "models.Account", related_name="memberships", on_delete=fields.CASCADE
    )
    account_id: uuid.UUID
    user: fields.ForeignKeyRelation[User] = fields.ForeignKeyField(
        "models.User", related_name="memberships", on_delete=fields.CASCADE, db_index=True
    )
    role = fields.CharEnumField(MembershipRole, max_length=8)
    created_at = fields.DatetimeField()

    class Meta:
        table = "memberships"
        unique_together = (("account", "user"),)


class TokenPurpose(StrEnum):
    """Purposes of emailed tokens; a token is valid for one of them only (hostile-inputs A07)."""

    VERIFY_EMAIL = "verify_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105 -- a name
    MAGIC_LINK = "magic_link"
    SEND_LOGIN_CODE = "send_login_code"
    MONITOR_EMAIL = "monitor_email"


class OneTimeToken(Model):
    """A single-use token for one purpose, with an expiry; only the SHA-256 of its random part is stored."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user: fields.ForeignKeyRelation[User] = fields.ForeignKeyField(
        "models.User", related_name="one_time_tokens", on_delete=fields.CASCADE
    )
    user_id: uuid.UUID
    purpose = fields.CharEnumField(TokenPurpose, max_length=16)
    digest = fields.CharField(max_length=64, unique=True)
    email_key = fields.CharField(max_length=254, description="the address it was sent to")
    created_at = fields.DatetimeField()
    expires_at = fields.DatetimeField(db_index=True)
    used_at = fields.DatetimeField(null=True)

    class Meta:
        table = "one_time_tokens"
        indexes = (Index(fields=("user_id", "purpose")),)


class ApiKey(Model):
    """An account's API key, created by one of its users; only the SHA-256 of its random part is stored."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField(db_index=True)
    user_id = fields.UUIDField()
    name = fields.CharField(max_length=60)
    scopes: fields.Field[list[str]] = ArrayField(element_type="text", default=list)
    digest = fields.CharField(max_length=64, unique=True)
    hint = fields.CharField(max_length=4, description="its last characters, by which its owner recognises it")
    created_at = fields.DatetimeField()
    expires_at = fields.DatetimeField(null=True)
    last_used_at = fields.DatetimeField(null=True)
    revoked_at = fields.DatetimeField(null=True)
    suspended_at = fields.DatetimeField(
        null=True, description="when a restore was detected; until an owner confirms it"
    )

    class Meta:
        table = "api_keys"
