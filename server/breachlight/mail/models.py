"""Table of emails."""

from enum import StrEnum

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class MailKind(StrEnum):
    """Kinds of email, each with its own template."""

    VERIFY_EMAIL = "verify_email"
    SIGN_UP_WITH_KNOWN_EMAIL = "sign_up_with_known_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105 -- a name
    PASSWORD_NEEDED = "password_needed"  # noqa: S105 -- a name
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 -- a name
    MAGIC_LINK = "magic_link"
    LOGIN_CODE = "login_code"
    MFA_CODE = "mfa_code"
    MFA_ENABLED = "mfa_enabled"
    MFA_DISABLED = "mfa_disabled"
    RECOVERY_CODES_CREATED = "recovery_codes_created"
    RECOVERY_CODE_USED = "recovery_code_used"
    SESSION_STOLEN = "session_stolen"
    ACCOUNT_DELETED = "account_deleted"
    PARTNER_APPLICATION = "partner_application"
    PARTNER_APPLICATION_RECEIVED = "partner_application_received"
    ALERTS_RAISED = "alerts_raised"
    ALERT_DIGEST = "alert_digest"
    BACKFILL_DONE = "backfill_done"
    BACKFILLS_DONE = "backfills_done"
    BACKFILL_STOPPED = "backfill_stopped"
    DOMAIN_RECORD_MISSING = "domain_record_missing"
    DOMAIN_LOST = "domain_lost"
    VERIFY_MONITORED_EMAIL = "verify_monitored_email"
    INVITATION = "invitation"
    MEMBER_CHANGED = "member_changed"
    MFA_REQUIREMENT_ENABLED = "mfa_requirement_enabled"
    MFA_REQUIREMENT_DISABLED = "mfa_requirement_disabled"
    API_KEY_CREATED = "api_key_created"
    API_KEYS_SUSPENDED = "api_keys_suspended"
    RECOVERY_CODES_VOIDED = "recovery_codes_voided"
    BULK_DISCLOSURE = "bulk_disclosure"
    BULK_DISCLOSURE_ENABLED = "bulk_disclosure_enabled"
    BULK_DISCLOSURE_DISABLED = "bulk_disclosure_disabled"
    SUPPORT_REQUEST = "support_request"
    MENTIONED = "mentioned"
    MONTHLY_REPORT = "monthly_report"
    ADDRESS_FOUND = "address_found"
    ADDRESS_NOT_FOUND = "address_not_found"
    OPT_OUT = "opt_out"
    OPT_OUT_DECIDED = "opt_out_decided"
    MONITORING_OPTED_OUT = "monitoring_opted_out"
    EMAIL_TEST = "email_test"


class Subscription(StrEnum):
    """Kinds of email that their recipients can turn off, each with its own unsubscribe link."""

    ALERTS = "alerts"
    MENTIONS = "mentions"
    REPORTS = "reports"


class Mail(Model):
    """An email to one person; its text may contain links and codes, so it is sealed, and deleted once delivered."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField(null=True, description="null for people who have no account")
    user_id = fields.UUIDField(
        null=True, description="the user whose emails of this kind the unsubscribe link turns off"
    )
    kind = fields.CharEnumField(MailKind, max_length=32)
    recipient = fields.TextField()
    message_id = fields.TextField(description="the Message-ID of every delivery attempt (RFC 5322)")
    subject = fields.TextField()
    content_sealed = fields.BinaryField(null=True)
    created_at = fields.DatetimeField()
    sent_at = fields.DatetimeField(null=True)
    failed_at = fields.DatetimeField(null=True)
    failure = fields.TextField(null=True, description="the server's response, without the address")

    class Meta:
        table = "mails"
        indexes = (Index(fields=("created_at",)), Index(fields=("account_id", "created_at")))
