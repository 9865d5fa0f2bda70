"""Changes that a restore can repeat, or that an operator must look at."""

import uuid
from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    """Kinds of change, as the triggers of ``security_changes`` name them."""

    API_KEY_REVOKED = "api_key_revoked"
    RECOVERY_CODE_USED = "recovery_code_used"
    USER_DISABLED = "user_disabled"
    USER_ENABLED = "user_enabled"
    MEMBER_REMOVED = "member_removed"
    ROLE_CHANGED = "role_changed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 -- a name
    MFA_CHANGED = "mfa_changed"
    SETTINGS_CHANGED = "settings_changed"
    ACCOUNT_DELETED = "account_deleted"


@dataclass(frozen=True, slots=True)
class Change:
    """A change of ``subject_id``: an API key, a recovery code, a user or an account, by ``kind``."""

    id: int
    kind: str
    subject_id: uuid.UUID
    generation: int
