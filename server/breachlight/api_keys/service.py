"""API keys: creation, list, revocation and authentication."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from breachlight.accounts.validators import collected, normal, text_problems
from breachlight.api_keys import repository
from breachlight.api_keys.repository import KeyView, LiveKey
from breachlight.api_keys.tokens import digest_of, is_key, new_key
from breachlight.audit.events import record_event_of
from breachlight.auth.models import ApiKey
from breachlight.auth.permissions import PERMISSIONS_OF, SCOPES, Permission
from breachlight.auth.remembered_access import RememberedAccess
from breachlight.auth.repository import get_user, lock_account
from breachlight.auth.subject import NOBODY, Client, Subject, require_fresh
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.admission import count_account
from breachlight.kit.errors import ApiKeySuspendedError, EmailNotVerifiedError, NotFoundError, UnauthenticatedError
from breachlight.kit.messages import Sentence, say
from breachlight.mail.models import MailKind
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.security_mails import send_security_mail
from breachlight.sessions.service import get_session_service

MOST_KEYS: Final = 50
"""Live keys of one account."""
LIFETIMES: Final = (30, 90, 365)
"""Days after which a key can expire; it may also never expire."""
USED_INTERVAL: Final = timedelta(minutes=1)
"""The precision with which the last use of a key is stored."""

_LONGEST_NAME: Final = 60
_MOST_LISTED: Final = 200
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
_NEVER: Final = datetime.max.replace(tzinfo=UTC)

_remembered: Final = RememberedAccess[LiveKey]()
_creations = RateLimit("api-key-making", limit=30, window=timedelta(hours=1))
_log = structlog.get_logger("breachlight.api_keys")


@dataclass(frozen=True, slots=True)
class CreatedKey:
    """A new key and its token, which is shown only once."""

    key: KeyView
    token: str


@dataclass(frozen=True, slots=True)
class CurrentKey:
    """The key of a request, as its tool sees it; ``scopes`` are those that its maker's role allows now."""

    id: uuid.UUID
    name: str
    scopes: Collection[Permission]
    expires_at: datetime | None
    account_id: uuid.UUID


async def authenticate(token: str) -> Subject:
    """Return the subject of a bearer token, which is an access token or an API key.

    Key, maker and membership are read in one query, or remembered until a change of them is announced: their revocation takes effect
    at once in this process and within two seconds in all.

    Raises:
        UnauthenticatedError: it is neither, or it is expired or revoked.
        ApiKeySuspendedError: a backup was restored, and no owner has confirmed the key yet.
        ThrottledError: too many requests of the account are running.
    """
    if not is_key(token):
        subject = await get_session_service().authenticate(token)
        count_account(subject.account_id)
        return subject
    digest, now = digest_of(token), clock.now()
    key = await _live_key(digest, now) if digest else None
    if key is None:
        raise UnauthenticatedError(say("This API key is invalid, expired or revoked."))
    if key.suspended_at is not None:
        raise ApiKeySuspendedError
    count_account(key.account_id)
    return Subject(
        key.account_id,
        key.user_id,
        NOBODY,
        _LONG_AGO,
        key.expires_at or _NEVER,
        PERMISSIONS_OF[key.role].intersection(key.scopes),
        key.id,
        key.must_set_up_mfa,
    )


async def _live_key(digest: str, now: datetime) -> LiveKey | None:
    """Return a key that is neither revoked nor expired, and store its use unless it is suspended."""
    changes = _remembered.changes
    key = _remembered.recall(digest)
    if key is not None and not _is_expired(key, now) and not _is_unused(key, now):
        return key
    key = await repository.find_live(digest, now)
    if key is None or key.suspended_at is not None:
        return key
    if _is_unused(key, now):
        await repository.mark_used(key.account_id, key.id, now)
        key = replace(key, last_used_at=now)
    _remembered.remember(digest, key, (key.account_id, key.user_id), changes=changes)
    return key


def _is_expired(key: LiveKey, now: datetime) -> bool:
    return key.expires_at is not None and key.expires_at <= now


def _is_unused(key: LiveKey, now: datetime) -> bool:
    return key.last_used_at is None or now - key.last_used_at > USED_INTERVAL


async def authenticate_still(subject: Subject, token: str) -> Subject:
    """Return the subject of a request that takes long, as it is now; the token itself may have expired meanwhile.

    Raises:
        UnauthenticatedError: the session or API key has ended.
        ApiKeySuspendedError: as ``authenticate``.
    """
    return await authenticate(token) if subject.is_api_key else await get_session_service().renewed(subject)


async def create_key(
    subject: Subject, name: str, scopes: Collection[Permission], expires_in_days: int | None, client: Client
) -> CreatedKey:
    """Create a key that acts as its maker, within ``scopes``; without days it never expires.

    Raises:
        ForbiddenError: the subject may not manage API keys.
        ReauthenticationRequiredError: the login is older than five minutes.
        EmailNotVerifiedError: the maker's address is not verified yet (design §4.3).
        ValidationError: name, scopes or days are invalid, or the account has 50 live keys.
        ThrottledError: more than 30 in an hour; each one emails its maker.
    """
    subject.require(Permission.MANAGE_API_KEYS)
    require_fresh(subject)
    chosen, now = frozenset(scopes), clock.now()
    collected(
        {
            "name": text_problems(name, longest=_LONGEST_NAME),
            "scopes": _scope_problems(subject, chosen),
            "expires_in_days": []
            if expires_in_days in {None, *LIFETIMES}
            else [say("Choose 30, 90 or 365 days, or never.")],
        }
    )
    await _creations.hit(str(subject.account_id))
    fresh = new_key()
    async with transaction() as connection:
        user = await get_user(subject.user_id)
        await lock_account(subject.account_id)
        if user.email_verified_at is None:
            raise EmailNotVerifiedError
        if await repository.count_live(subject.account_id, now) >= MOST_KEYS:
            collected({"name": [say("An account can have at most {most} keys. Revoke one first.", most=MOST_KEYS)]})
        key = await repository.add_key(
            subject.account_id,
            subject.user_id,
            name=normal(name),
            scopes=_in_order(chosen),
            digest=fresh.digest,
            hint=fresh.hint,
            created_at=now,
            expires_at=now + timedelta(days=expires_in_days) if expires_in_days else None,
        )
        await record_event_of(subject, "api_key_created", client, {**_detail(key), "scopes": key.scopes})
        await send_security_mail(
            connection, MailKind.API_KEY_CREATED, user, subject.account_id, client, key_name=key.name
        )
    view = KeyView(
        key.id,
        key.name,
        key.scopes,
        key.hint,
        key.created_at,
        key.expires_at,
        None,
        None,
        f"{user.first_name} {user.last_name}",
    )
    return CreatedKey(view, fresh.token)


async def list_keys(subject: Subject) -> list[KeyView]:
    """Return the account's keys that are not revoked, newest first, at most 200, including expired ones.

    Raises:
        ForbiddenError: the subject may not manage API keys.
    """
    subject.require(Permission.MANAGE_API_KEYS)
    return await repository.list_keys(subject.account_id, _MOST_LISTED)


async def revoke_key(subject: Subject, key_id: uuid.UUID, client: Client) -> None:
    """Revoke a key of any maker in the account: requests are refused within two seconds, open sockets within five.

    Raises:
        ForbiddenError: the subject may not manage API keys.
        NotFoundError: unknown, another account's or already revoked.
    """
    subject.require(Permission.MANAGE_API_KEYS)
    async with transaction():
        key = await repository.lock_unrevoked(subject.account_id, key_id)
        if key is None:
            _log.warning("api_key_not_found", account_id=str(subject.account_id), api_key_id=str(key_id))
            raise NotFoundError(say("API key not found."))
        await repository.revoke(key, clock.now())
        await record_event_of(subject, "api_key_revoked", client, _detail(key))


async def confirm_key(subject: Subject, key_id: uuid.UUID, client: Client) -> None:
    """Let a key work again that was suspended when a backup was restored.

    Raises:
        ForbiddenError: the subject may not manage API keys.
        ReauthenticationRequiredError: the login is older than five minutes.
        NotFoundError: unknown, another account's, revoked or not suspended.
    """
    subject.require(Permission.MANAGE_API_KEYS)
    require_fresh(subject)
    async with transaction():
        key = await repository.lock_suspended(subject.account_id, key_id)
        if key is None:
            _log.warning("api_key_not_found", account_id=str(subject.account_id), api_key_id=str(key_id))
            raise NotFoundError(say("API key not found."))
        await repository.confirm(key)
        await record_event_of(subject, "api_key_confirmed", client, _detail(key))


async def current_key(subject: Subject) -> CurrentKey | None:
    """Return the API key of the subject, or None for a signed-in user."""
    key = await repository.find_key(subject.account_id, subject.api_key_id)
    if key is None:
        return None
    scopes = [Permission(scope) for scope in _in_order(subject.permissions)]
    return CurrentKey(key.id, key.name, scopes, key.expires_at, key.account_id)


def _scope_problems(subject: Subject, scopes: frozenset[Permission]) -> list[Sentence]:
    if not scopes:
        return [say("Choose at least one scope.")]
    beyond = sorted(scope.name for scope in scopes - (SCOPES & subject.permissions))
    return [say("You can't grant these scopes: {scopes}.", scopes=", ".join(beyond))] if beyond else []


def _in_order(scopes: Collection[Permission]) -> list[str]:
    return [permission.value for permission in Permission if permission in scopes]


def _detail(key: ApiKey) -> dict[str, object]:
    return {"api_key_id": str(key.id), "name": key.name}
