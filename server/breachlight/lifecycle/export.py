"""Everything that an account holds, for its user to take along."""

import base64
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from tortoise import Model
from tortoise.expressions import Q
from tortoise.queryset import QuerySet

from breachlight.accounts.models import UserImage
from breachlight.accounts.service import AccountView, get_account
from breachlight.alerts.export.account_dump import every_alert
from breachlight.audit.events import record_event_of
from breachlight.audit.models import SecurityEvent
from breachlight.auth.models import Membership
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.kit import clock
from breachlight.kit.errors import EmailNotVerifiedError
from breachlight.kit.json import encode
from breachlight.members.models import Invitation
from breachlight.monitored_emails.models import LiveEmailAccount, LiveEmailAccountList, MonitoredEmail
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.devices import device_of
from breachlight.sessions.models import Session

_FORMAT: Final = 1
_PIECE: Final = 500
Row = TypeVar("Row", bound=Model)
_exports: Final = RateLimit("account-export", limit=5, window=timedelta(hours=1))


async def export_account(subject: Subject, client: Client) -> AsyncIterator[bytes]:
    """Return the account as one JSON document in pieces; leaked passwords stay masked.

    Its parts are account, user, notification_settings, domains, picture, live_email_account_list, members, invitations,
    monitored_emails, live_email_accounts, sessions, security_events and detections. They are read one after the other while
    the caller takes them, in constant memory, so what changes meanwhile may be in it or not.

    Raises:
        ForbiddenError: the subject's role does not reach to the whole account.
        EmailNotVerifiedError: the e-mail address is not proved yet (design §4.3).
        ThrottledError: more than five exports an hour.
    """
    subject.require(Permission.MANAGE_ACCOUNT)
    view = await get_account(subject.account_id, subject.user_id)
    if view.user.email_verified_at is None:
        raise EmailNotVerifiedError
    await _exports.hit(str(subject.user_id))
    await record_event_of(subject, "account_exported", client)
    return _document(subject, view, clock.now())


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
        ("detections", every_alert(subject.account_id)),
    ):
        yield b',"' + name.encode() + b'":['
        separator = b""
        async for piece in rows:
            yield separator + encode(piece)[1:-1]
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
    image = await UserImage.filter(account_id=subject.account_id, user_id=subject.user_id).first()
    if image is None:
        return None
    return {"type": "image/webp", "base64": base64.b64encode(bytes(image.content)).decode("ascii")}


async def _live_list(subject: Subject) -> Mapping[str, Any] | None:
    told = await LiveEmailAccountList.filter(account_id=subject.account_id).first()
    return None if told is None else _columns(told, ("size", "uploaded_at"))


async def _pieces(rows: QuerySet[Row]) -> AsyncIterator[list[Row]]:
    """Read rows by their ids, so many at a time as stay in memory together."""
    first = rows.order_by("id").limit(_PIECE)
    piece = await first
    while piece:
        yield piece
        piece = await first.filter(id__gt=piece[-1].pk)


async def _members(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for members in _pieces(Membership.filter(account_id=subject.account_id).prefetch_related("user")):
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
    async for invitations in _pieces(Invitation.filter(account_id=subject.account_id)):
        yield [
            {
                **_columns(invitation, ("id", "email", "invited_by", "created_at", "expires_at")),
                "role": invitation.role.value,
            }
            for invitation in invitations
        ]


async def _monitored_emails(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for emails in _pieces(MonitoredEmail.filter(account_id=subject.account_id)):
        yield [_columns(email, ("id", "user_id", "email", "verified_at", "created_at")) for email in emails]


async def _live_email_accounts(subject: Subject) -> AsyncIterator[list[str]]:
    async for found in _pieces(LiveEmailAccount.filter(account_id=subject.account_id)):
        yield [live.email_key for live in found]


async def _sessions(subject: Subject) -> AsyncIterator[list[dict[str, Any]]]:
    async for sessions in _pieces(Session.filter(account_id=subject.account_id, user_id=subject.user_id)):
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
    mine = SecurityEvent.filter(Q(user_id=subject.user_id) | Q(user_id=None), account_id=subject.account_id)
    async for events in _pieces(mine):
        yield [_columns(event, ("id", "kind", "happened_at", "address", "user_agent", "detail")) for event in events]


def _columns(row: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
