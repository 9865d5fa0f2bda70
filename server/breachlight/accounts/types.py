"""GraphQL types of accounts."""

from enum import Enum
from typing import Self

import strawberry

from breachlight.accounts.service import AccountView
from breachlight.domains.types import Domain


@strawberry.enum
class AccountKind(Enum):
    """Kinds of account."""

    INDIVIDUAL = "ind"
    ORGANIZATION = "org"


@strawberry.enum
class MembershipRole(Enum):
    """A member's role."""

    OWNER = "owner"
    ANALYST = "analyst"
    VIEWER = "viewer"


@strawberry.enum
class Permission(Enum):
    """A permission of a role."""

    READ = "read"
    TRIAGE = "triage"
    REVEAL = "reveal"
    EXPORT = "export"
    MANAGE_DOMAINS = "domains"
    MANAGE_EMAILS = "emails"
    EMAIL_RANGES = "email_ranges"
    MANAGE_MEMBERS = "members"
    MANAGE_API_KEYS = "api_keys"
    MANAGE_ACCOUNT = "account"


@strawberry.type
class Organization:
    """The organization of an account."""

    company_name: str


@strawberry.type
class MfaSettings:
    """The second factors that are on."""

    is_mfa_device_enabled: bool
    is_mfa_email_enabled: bool
    is_mfa_required: bool = strawberry.field(
        description="Whether the organization requires one; without it, all but its setup is answered MFA_SETUP_REQUIRED."
    )


@strawberry.enum
class AlertMailFrequency(Enum):
    """How often alert emails are sent."""

    INSTANT = "instant"
    DAILY = "daily"
    WEEKLY = "weekly"


@strawberry.type
class NotificationSettings:
    """The settings of the Notifications page."""

    is_email_notifications_enabled: bool
    is_breach_alert_enabled: bool
    is_auto_close_duplicate_breach_records_enabled: bool
    is_mention_email_enabled: bool = strawberry.field(
        description="Whether mentions in notes are emailed, if email notifications are on."
    )
    is_monthly_report_enabled: bool
    alert_mail_frequency: AlertMailFrequency


@strawberry.type
class Address:
    """A postal address with phone and fax; ``country`` is ISO 3166-1 alpha-2."""

    address_line_1: str
    address_line_2: str
    city: str
    state: str
    postal_code: str
    country: str
    phone: str
    fax: str


@strawberry.type
class User:
    """The logged-in user."""

    id: strawberry.ID
    first_name: str
    last_name: str
    email: str
    role: str
    membership_role: MembershipRole
    permissions: list[Permission]
    is_email_verified: bool
    is_operator: bool = strawberry.field(description="Whether the user may use the operator console.")
    image_url: str | None
    language: str | None = strawberry.field(description="The language of emails; null for the site's.")
    mfa_settings: MfaSettings
    notification_settings: NotificationSettings
    primary_address: Address

    @classmethod
    def of(cls, view: AccountView) -> Self:
        """Return the user of a view."""
        user = view.user
        return cls(
            id=strawberry.ID(str(user.id)),
            first_name=user.first_name,
            last_name=user.last_name,
            email=user.email,
            role=view.role,
            membership_role=MembershipRole(view.membership_role),
            permissions=[Permission(one) for one in sorted(view.permissions)],
            is_email_verified=user.email_verified_at is not None,
            is_operator=view.is_operator,
            image_url=user.image_url,
            language=user.language,
            mfa_settings=MfaSettings(
                is_mfa_device_enabled=user.is_mfa_device_enabled,
                is_mfa_email_enabled=user.is_mfa_email_enabled,
                is_mfa_required=view.account.is_mfa_required,
            ),
            notification_settings=NotificationSettings(
                is_email_notifications_enabled=user.is_email_notifications_enabled,
                is_breach_alert_enabled=user.is_breach_alert_enabled,
                is_auto_close_duplicate_breach_records_enabled=user.is_auto_close_duplicate_breach_records_enabled,
                is_mention_email_enabled=user.is_mention_email_enabled,
                is_monthly_report_enabled=user.monthly_report_since is not None,
                alert_mail_frequency=AlertMailFrequency(user.alert_mail_frequency),
            ),
            primary_address=Address(
                address_line_1=user.address_line_1,
                address_line_2=user.address_line_2,
                city=user.city,
                state=user.state,
                postal_code=user.postal_code,
                country=user.country,
                phone=user.phone,
                fax=user.fax,
            ),
        )


@strawberry.type
class Account:
    """The account of the logged-in user."""

    id: strawberry.ID
    kind: AccountKind
    user: User
    org: Organization | None
    domains: list[Domain]
    is_bulk_disclosure_enabled: bool = strawberry.field(
        description="Whether one request may disclose several leaked passwords."
    )

    @classmethod
    def of(cls, view: AccountView) -> Self:
        """Convert a view."""
        account = view.account
        return cls(
            id=strawberry.ID(str(account.id)),
            kind=AccountKind(account.kind),
            user=User.of(view),
            org=Organization(company_name=account.company_name) if account.company_name is not None else None,
            domains=[Domain.of(domain) for domain in view.domains],
            is_bulk_disclosure_enabled=account.is_bulk_disclosure_enabled,
        )
