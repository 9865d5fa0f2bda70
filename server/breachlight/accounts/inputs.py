"""GraphQL inputs of accounts, and their conversion for the services."""

import strawberry

from breachlight.accounts.profile import ProfileChanges
from breachlight.accounts.types import AlertMailFrequency
from breachlight.auth import models

_ADDRESS = ("address_line_1", "address_line_2", "city", "state", "postal_code", "country", "phone", "fax")
_OF_USER = ("first_name", "last_name", "language")
_FLAGS = (
    "is_mention_email_enabled",
    "is_email_notifications_enabled",
    "is_breach_alert_enabled",
    "is_auto_close_duplicate_breach_records_enabled",
    "is_monthly_report_enabled",
)


@strawberry.input
class ConfirmEmailInput:
    """The contents of an emailed link."""

    uid: str
    token: str


@strawberry.input
class AddressInput:
    """The parts of an address to change; ``country`` is a name or a code."""

    address_line_1: str | None = None
    address_line_2: str | None = None
    city: str | None = None
    state: str | None = None
    postal_code: str | None = None
    country: str | None = None
    phone: str | None = None
    fax: str | None = None


@strawberry.input
class ProfileUserInput:
    """The parts of the user to change; an empty ``language`` is that of the site."""

    first_name: str | None = None
    last_name: str | None = None
    language: str | None = None
    primary_address: AddressInput | None = None


@strawberry.input
class ProfileOrganizationInput:
    """The part of the organization to change."""

    company_name: str


@strawberry.input
class UpdateProfileInput:
    """Changes of the profile."""

    user: ProfileUserInput | None = None
    org: ProfileOrganizationInput | None = None

    def changes(self) -> ProfileChanges:
        """Return the input of the service."""
        user = self.user or ProfileUserInput()
        return ProfileChanges(
            user=_given(user, _OF_USER),
            primary_address=_given(user.primary_address, _ADDRESS),
            notification_settings={},
            company_name=self.org.company_name if self.org else None,
        )


@strawberry.input
class NotificationSettingsInput:
    """Notification settings to change."""

    is_email_notifications_enabled: bool | None = None
    is_breach_alert_enabled: bool | None = None
    is_auto_close_duplicate_breach_records_enabled: bool | None = None
    is_mention_email_enabled: bool | None = None
    is_monthly_report_enabled: bool | None = None
    alert_mail_frequency: AlertMailFrequency | None = None

    def changes(self) -> ProfileChanges:
        """Return the given fields for the service."""
        frequency = self.alert_mail_frequency
        return ProfileChanges(
            user={},
            primary_address={},
            notification_settings={name: value for name in _FLAGS if (value := getattr(self, name)) is not None},
            alert_mail_frequency=models.AlertMailFrequency(frequency.value) if frequency else None,
        )


def _given(values: object, names: tuple[str, ...]) -> dict[str, str]:
    return {name: value for name in names if (value := getattr(values, name, None)) is not None}
