"""The profile: names, address, company, picture, notification settings (spec §3, Profile update)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from breachlight.accounts import repository
from breachlight.accounts.pictures import square_picture
from breachlight.accounts.service import AccountView, get_account
from breachlight.accounts.validators import (
    COUNTRY_UNKNOWN,
    collected,
    country_code,
    normal,
    phone_problems,
    text_problems,
)
from breachlight.alert_digests.preferences import start_alert_emails, wants_alert_emails
from breachlight.audit.events import record_event_of
from breachlight.auth.models import AccountKind, AlertMailFrequency, User
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_account, lock_user, update_user
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.messages import Sentence, say
from breachlight.rate_limits.limiter import RateLimit
from breachlight.site.service import is_language
from breachlight.uploads import scan

SAVED: Final = say("Profile updated successfully")
NOTIFICATIONS_SAVED: Final = say("Notification settings updated successfully")
NOTHING_SAVED: Final = say("Your profile was not changed.")

_NAMES: Final = ("first_name", "last_name")
_LONGEST: Final = {"postal_code": 20, "fax": 50}
_ADDRESS_LINES: Final = ("address_line_1", "address_line_2", "city", "state", "postal_code", "fax")
_FLAGS: Final = (
    "is_email_notifications_enabled",
    "is_breach_alert_enabled",
    "is_mention_email_enabled",
    "is_auto_close_duplicate_breach_records_enabled",
)

_saves = RateLimit("profile", limit=120, window=timedelta(hours=1))
_uploads = RateLimit("user-image", limit=20, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class ProfileChanges:
    """Changes to save; an absent name stays unchanged.

    ``user`` takes first_name, last_name and language (empty for that of the site), ``primary_address`` the fields of an
    address, ``notification_settings`` the four flags, ``alert_mail_frequency`` the frequency of alert emails,
    ``company_name`` the organization's name. Other names are ignored (hostile-inputs A30).
    ``unreadable`` are problems of fields whose values had the wrong type; they are reported together with all others.
    """

    user: Mapping[str, str]
    primary_address: Mapping[str, str]
    notification_settings: Mapping[str, bool]
    company_name: str | None = None
    alert_mail_frequency: AlertMailFrequency | None = None
    unreadable: Mapping[str, list[Sentence]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProfileSaved:
    """The account after a save; ``organization_error`` is the reason why only the organization's part was refused."""

    message: Sentence
    account: AccountView
    organization_error: Sentence | None = None


async def update_profile(subject: Subject, changes: ProfileChanges, client: Client) -> ProfileSaved:
    """Save the user's part and the organization's; an error in the latter leaves the former saved.

    Unchanged values are never refused: a user without a phone number can still correct a name.

    Raises:
        ForbiddenError: the role may not turn on closing duplicates, which closes detections of the whole account.
        ValidationError: fields by name.
        ThrottledError: too many saves.
    """
    await _saves.hit(str(subject.user_id))
    if changes.notification_settings.get("is_auto_close_duplicate_breach_records_enabled"):
        subject.require(Permission.TRIAGE)
    async with transaction() as connection:
        user = await lock_user(subject.user_id)
        wanted_emails = wants_alert_emails(user)
        wanted = _user_values(user, changes)
        for name, value in wanted.items():
            setattr(user, name, value)
        if wanted:
            await update_user(user.id, **wanted)
        company_saved, organization_error = await _save_company(subject, changes.company_name)
        # After the account's lock, which writers of alerts take before they notify.
        if wants_alert_emails(user) and (not wanted_emails or "alert_mail_frequency" in wanted):
            await start_alert_emails(connection, user.id, is_new=not wanted_emails)
        changed = [*wanted, *(["company_name"] if company_saved else [])]
        if changed:
            await record_event_of(subject, "profile_changed", client, {"fields": changed})
    view = await get_account(subject.account_id, subject.user_id)
    return ProfileSaved(_message(changes, organization_error), view, organization_error)


def _message(changes: ProfileChanges, organization_error: Sentence | None) -> Sentence:
    if changes.user or changes.primary_address:
        return SAVED
    if changes.notification_settings or changes.alert_mail_frequency:
        return NOTIFICATIONS_SAVED
    return NOTHING_SAVED if organization_error else SAVED


def _user_values(user: User, changes: ProfileChanges) -> dict[str, str | bool | datetime | None]:
    """Return the columns that change, with their checked values.

    Raises:
        ValidationError: fields by name, all at once.
    """
    given = {
        **{name: normal(changes.user[name]) for name in (*_NAMES, "language") if name in changes.user},
        **{
            name: normal(changes.primary_address[name])
            for name in (*_ADDRESS_LINES, "country", "phone")
            if name in changes.primary_address
        },
    }
    given = {name: value for name, value in given.items() if value != (getattr(user, name) or "")}
    collected({**{name: _problems(name, value) for name, value in given.items()}, **changes.unreadable})
    values: dict[str, str | bool | datetime | None] = dict(given)
    if "country" in given:
        values["country"] = country_code(given["country"]) or ""
    if "language" in given:
        values["language"] = given["language"] or None
    values.update(
        {name: changes.notification_settings[name] for name in _FLAGS if name in changes.notification_settings}
    )
    wants_reports = changes.notification_settings.get("is_monthly_report_enabled")
    if wants_reports is not None and wants_reports != (user.monthly_report_since is not None):
        values["monthly_report_since"] = clock.now() if wants_reports else None
    if changes.alert_mail_frequency is not None:
        values["alert_mail_frequency"] = changes.alert_mail_frequency
    return {name: value for name, value in values.items() if value != getattr(user, name)}


def _problems(name: str, value: str) -> list[Sentence]:
    if name in _NAMES:
        return text_problems(value)
    if name == "phone":
        return phone_problems(value)
    if name == "country":
        return [COUNTRY_UNKNOWN] if value and country_code(value) is None else []
    if name == "language":
        return [say("Enter a language code, such as en or pt-BR.")] if value and not is_language(value) else []
    return text_problems(value, longest=_LONGEST.get(name, 200), required=False)


async def _save_company(subject: Subject, company_name: str | None) -> tuple[bool, Sentence | None]:
    """Save the organization's part; return whether it changed, and the reason if it was refused (spec §8)."""
    if company_name is None:
        return False, None
    account = await lock_account(subject.account_id)
    if account.kind != AccountKind.ORGANIZATION:
        return False, say("Only organizations have a business name.")
    name = normal(company_name)
    if name == account.company_name:
        return False, None
    if Permission.MANAGE_ACCOUNT not in subject.permissions:
        return False, say("Only owners can change the business name.")
    problems = text_problems(name)
    if problems:
        return False, problems[0]
    await repository.set_company_name(subject.account_id, name)
    return True, None


async def set_image(subject: Subject, content: bytes, client: Client) -> AccountView:
    """Store an uploaded picture as a square of 256 pixels without metadata.

    Each upload has its own URL, so that caches may keep it for ever; the former URL is removed.

    Raises:
        ValidationError: field ``image``: not a picture, too large, of an unsupported format, or malware.
        ThrottledError: too many uploads.
        UnavailableError: the virus scanner doesn't answer.
    """
    await _uploads.hit(str(subject.user_id))
    await scan(content, "image")
    picture = await square_picture(content)
    async with transaction():
        user = await lock_user(subject.user_id)
        await repository.remove_image(subject.account_id, user.id)
        image = await repository.add_image(subject.account_id, user, picture)
        await update_user(user.id, image_url=f"/images/{image.id}.webp")
        await record_event_of(subject, "image_changed", client, {"removed": False})
    return await get_account(subject.account_id, subject.user_id)


async def remove_image(subject: Subject, client: Client) -> AccountView:
    """Remove the profile picture, so that the initials are shown."""
    async with transaction():
        user = await lock_user(subject.user_id)
        if user.image_url is not None:
            await repository.remove_image(subject.account_id, user.id)
            await update_user(user.id, image_url=None)
            await record_event_of(subject, "image_changed", client, {"removed": True})
    return await get_account(subject.account_id, subject.user_id)
