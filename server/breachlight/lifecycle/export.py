"""Export of an account: everything in it, as one JSON document."""

import base64
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from breachlight.accounts.service import AccountView, get_account
from breachlight.alerts.export.account_dump import every_alert
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.streaming import Recheck, while_permitted
from breachlight.auth.subject import Client, Subject, require_mfa_setup
from breachlight.kit import clock
from breachlight.kit.errors import EmailNotVerifiedError
from breachlight.kit.json import encode
from breachlight.lifecycle import repository
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.devices import device_of

_FORMAT: Final = 1
_exports: Final = RateLimit("account-export", limit=5, window=timedelta(hours=1))


async def export_account(subject: Subject, client: Client, recheck: Recheck) -> AsyncIterator[bytes]:
    """Return the account as chunks of one JSON document; leaked passwords stay masked.

    Its keys are account, user, notification_settings, domains, picture, live_email_account_list, members, invitations,
    monitored_emails, live_email_accounts, sessions, security_events and detections. They are read one after the other
    while the caller consumes them, in constant memory, as long as ``recheck`` finds an owner; concurrent changes may be included or not.

    Raises:
        ForbiddenError: the subject is not an owner.
        EmailNotVerifiedError: the email address is not verified (design §4.3).
        ThrottledError: more than five exports an hour.
    """
    _require(subject)
    view = await get_account(subject.account_id, subject.user_id)
    if view.user.email_verified_at is None:
        raise EmailNotVerifiedError
    await _exports.hit(str(subject.user_id))
    await record_event_of(subject, "account_exported", client)
    return while_permitted(_document(subject, view, clock.now()), recheck, _require)


def _require(subject: Subject) -> None:
    require_mfa_setup(subject)
    subject.require(Permission.MANAGE_ACCOUNT)


async def _document(subject: Subject, view: AccountView, at: datetime) -> AsyncIterator[bytes]:
    head = {
        **_head(view),
        "picture": await _picture(subject),
        "live_email_account_list": await _live_list(subject),
    }
    yield encode({"format": _FORMAT, "exported_at": at, **head})[:-1]
    for name, rows in (
        ("members", _members(subject)),
        ("invitations", _invitations(subject)),
        ("monitored_emails", _monitored_emails(subject)),
        ("live_email_accounts", _live_email_accounts(subject)),
        ("sessions", _sessions(subject)),
        ("security_events", _security_events(subject)),
        ("detections", every_alert(subject)),
    ):
        yield b',"' + name.encode() + b'":['
        separator = b""
        async for chunk in rows:
            yield separator + encode(chunk)[1:-1]
            separator = b","
        yield b"]"
    yield b"}\n"


def _head(view: AccountView) -> dict[str, Any]:
    account, user = view.account, view.user
    return {
        "account": {
            "id": account.id,
            "kind": account.kind.value,
            "company_name": account.company_name,
            "is_bulk_disclosure_enabled": account.is_bulk_disclosure_enabled,
            "created_at": account.created_at,
        },
        "user": {
            "id": user.id,
            "role": view.role,
            "created_at": user.created_at,
            "email": user.email,
            "email_verified_at": user.email_verified_at,
            "first_name": user.first_name,
            "last_name": user.last_name,
            "language": user.language,
            "mfa_settings": _columns(user, ("is_mfa_device_enabled", "is_mfa_email_enabled")),
            "primary_address": _columns(
                user,
                ("address_line_1", "address_line_2", "city", "state", "postal_code", "country", "phone", "fax"),
            ),
        },
        "notification_settings": _columns(
            user,
            (
                "is_email_notifications_enabled",
                "is_breach_alert_enabled",
                "is_auto_close_duplicate_breach_records_enabled",
                "monthly_report_since",
            ),
        ),
        "domains": [
            _columns(
                domain,
                (
                    "id",
                    "domain",
                    "domain_txt",
                    "is_enabled",
                    "is_verified",
                    "verified_at",
                    "checked_at",
                    "created_at",
                ),
            )
            for domain in view.domains
        ],
    }


async def _picture(subject: Subject) -> Mapping[str, str] | None:
    image = await repository.find_image(subject.account_id, subject.user_id)
    if image is None:
        return None
    return {"type": "image/webp", "base64": base64.b64encode(bytes(image.content)).decode("ascii")}


async def _live_list(subject: Subject) -> Mapping[str, Any] | None:
    found = await repository.find_active_list(subject.account_id)
    return None if found is None else _columns(found, ("size", "uploaded_at"))


async def _members(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for members in repository.memberships(subject.account_id):
        yield [
            {
                "id": member.user.id,
                **_columns(member.user, ("first_name", "last_name", "email")),
                "role": member.role.value,
                "created_at": member.created_at,
            }
            for member in members
        ]


async def _invitations(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for invitations in repository.invitations(subject.account_id):
        yield [
            {
                **_columns(invitation, ("id", "email", "invited_by", "created_at", "expires_at")),
                "role": invitation.role.value,
            }
            for invitation in invitations
        ]


async def _monitored_emails(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for emails in repository.monitored_emails(subject.account_id):
        yield [_columns(email, ("id", "user_id", "email", "verified_at", "created_at")) for email in emails]


async def _live_email_accounts(subject: Subject) -> AsyncIterator[list[str]]:
    async for found in repository.active_email_accounts(subject.account_id):
        yield [live.email_key for live in found]


async def _sessions(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for sessions in repository.sessions(subject.account_id, subject.user_id):
        yield [
            {
                **_columns(session, ("id", "created_at", "last_seen_at", "ended_at", "end_reason", "is_remembered")),
                "device": device_of(session.user_agent),
                "user_agent": session.user_agent,
                "address": session.address,
            }
            for session in sessions
        ]


async def _security_events(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for events in repository.security_events(subject.account_id, subject.user_id):
        yield [_columns(event, ("id", "kind", "happened_at", "address", "user_agent", "detail")) for event in events]


def _columns(row: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
