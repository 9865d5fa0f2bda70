"""Login, refresh, logout and the check of each request (spec §4, Session and Login)."""

import secrets
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from breachlight.accounts import service as accounts
from breachlight.audit.events import record_event, record_event_of
from breachlight.auth.models import User
from breachlight.auth.password_hashing import hash_password, needs_rehash, password_tries, verify_password
from breachlight.auth.repository import (
    account_of_user,
    find_account_of_user,
    find_user,
    find_user_by_email,
    get_user,
    set_password_hash,
)
from breachlight.auth.subject import NOBODY, Client, Subject
from breachlight.config import get_key_ring
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import (
    BadCredentialsError,
    ForbiddenError,
    ThrottledError,
    UnauthenticatedError,
    ValidationError,
)
from breachlight.kit.identifiers import new_id
from breachlight.kit.messages import Sentence, say
from breachlight.kit.metrics import FailedLogin
from breachlight.rate_limits.limiter import Attempt, RateLimit
from breachlight.sessions import repository
from breachlight.sessions.mfa import mailed_codes, mfa_challenge, second_factors
from breachlight.sessions.mfa.second_factors import GivenCodes
from breachlight.sessions.models import CodePurpose, Session
from breachlight.sessions.rotation import rotate, session_ended
from breachlight.sessions.session_check import check_session
from breachlight.sessions.tokens import ACCESS_LIFETIME, TokenSigner, token_digest
from breachlight.site import service as site
from breachlight.site.human_verification import require_human

REMEMBERED_LIFETIME = timedelta(days=30)
PLAIN_LIFETIME = timedelta(hours=24)
CODE_SENT = say("Verification code sent to email")
KNOWN_FOR = timedelta(days=90)
"""How long a network is known as one from which a user logs in."""
_KNOWN_NETWORKS = 100

_NO_CODES = GivenCodes()

_per_login = RateLimit("login", limit=10, window=timedelta(minutes=5))
_per_address = RateLimit("login-address", limit=60, window=timedelta(minutes=5))
# NIST SP 800-63B, section 5.2.2, allows a hundred wrong tries in a row; more of them come from many places at once.
_per_account = RateLimit("login-account", limit=100, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class TokenPair:
    """The tokens of a session and when they expire (spec §3, Tokens)."""

    auth_token: str
    refresh_token: str
    access_expires_utc: datetime
    refresh_expires_utc: datetime


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """A new session and its account."""

    tokens: TokenPair
    account: accounts.AccountView


@dataclass(frozen=True, slots=True)
class _LoginAttempt:
    """A login that is being checked."""

    key: str
    at_login: Attempt
    at_address: Attempt

    async def succeed(self) -> None:
        """Uncount the failures of this user from all networks; failures of this network for other users stay counted."""
        await self.at_login.reset()
        await _per_account.reset(self.key)
        await self.at_address.uncount()


@asynccontextmanager
async def _login_attempt(key: str, place: str) -> AsyncIterator[_LoginAttempt]:
    """Count a login before its password is checked.

    Raises:
        ThrottledError: too many failures for this user, or of all users, from this network.
    """
    async with _per_login.attempt(key, place) as at_login, _per_address.attempt(place) as at_address:
        yield _LoginAttempt(key, at_login, at_address)


class SessionService:
    """The rules of sessions over one token signer."""

    def __init__(self, signer: TokenSigner) -> None:
        self._signer = signer

    async def login(
        self,
        email: str,
        password: str,
        *,
        remember_me: bool,
        client: Client,
        codes: GivenCodes = _NO_CODES,
        cf_turnstile_response: str | None = None,
    ) -> LoggedIn:
        """Open a session for an email address and its password and, where a second factor is on, its code.

        The widget's response is asked of the first step only: while a login of the user waits for its code, the second needs none.

        Raises:
            ForbiddenError: login is disabled.
            ValidationError: address or password is empty, or several codes were given.
            HumanVerificationError: as ``require_human``.
            BadCredentialsError: unknown address or wrong password, with the same message after the same time; or a wrong code.
            MfaRequiredError: address and password are right, a second factor is on, and no code was given.
            ThrottledError: too many attempts for this address from this network, or of codes.
        """
        await require_login_enabled()
        _require(email=email, password=password)
        given, key, place = codes.chosen(), email_key(email) or "", network_of(client.address)
        async with _login_attempt(key, place) as attempt:
            user = await find_user_by_email(key)
            account_id = await find_account_of_user(user.id if user else NOBODY)
            if given is None or not await mfa_challenge.has_challenge(user.id if user else NOBODY):
                await require_human(cf_turnstile_response, client_address=client.address)
            await self._count_account(key, user, account_id, place)
            right = await verify_password(password, user.password_hash if user else None)
            if user is None or account_id is None or user.disabled_at is not None or not right:
                await self._record_failure(user, account_id, client)
                raise BadCredentialsError
            await attempt.succeed()
        if needs_rehash(user.password_hash):
            await self._rehash(user, password)
        has_factor = await second_factors.require(user, account_id, given, client)
        return await self.open_session(
            user, remember_me=remember_me, client=client, account_id=account_id, has_second_factor=has_factor
        )

    async def send_login_code(
        self, email_token: str, *, email: str | None, password: str | None, client: Client
    ) -> Sentence:
        """Email the code of a login that was answered MfaRequiredError, and return a message for the user.

        Email address and password are required, unless the token comes from a magic link.

        Raises:
            ForbiddenError: login is disabled.
            ValidationError: address or password is missing.
            BadCredentialsError: token, address or password is wrong (A19), or emailed codes are off.
            ThrottledError: too many attempts or emails.
        """
        await require_login_enabled()
        place, after_link = network_of(client.address), mfa_challenge.is_after_link(email_token)
        # After a link the given address is ignored: otherwise it would uncount guesses of another user's password.
        key = "" if after_link else email_key(email or "") or ""
        if not after_link:
            _require(email=email or "", password=password or "")
        async with _login_attempt(key, place) as attempt:
            challenge = await mfa_challenge.find_challenge(email_token)
            if after_link:
                user = await find_user(challenge.user_id if challenge else NOBODY)
                right = user is not None
            else:
                user = await find_user_by_email(key)
                right = await verify_password(password or "", user.password_hash if user else None)
            # All failures have the same counters and the same event, so that they cannot be distinguished (A19).
            is_theirs = (
                challenge is not None and user is not None and challenge.user_id == user.id and user.disabled_at is None
            )
            if challenge is None or user is None or not (right and is_theirs and user.is_mfa_email_enabled):
                account_id = await find_account_of_user(user.id if user else NOBODY)
                await self._record_failure(user, account_id, client)
                raise BadCredentialsError
            await attempt.succeed()
        await mailed_codes.count_mail(user.id)
        async with transaction() as connection:
            await mailed_codes.send_code(connection, get_key_ring(), user, challenge.account_id, CodePurpose.LOGIN)
        return CODE_SENT

    async def open_session(
        self,
        user: User,
        *,
        remember_me: bool,
        client: Client,
        account_id: uuid.UUID | None = None,
        has_second_factor: bool = False,
    ) -> LoggedIn:
        """Open a session for a user who has just been authenticated, in the given account or the user's own.

        ``has_second_factor``: they gave one that a mailbox alone doesn't have.

        Raises:
            BadCredentialsError: the password was changed, or the user disabled or deleted, meanwhile.
            NotFoundError: the user is in no account.
        """
        account_id = account_id or await account_of_user(user.id)
        now, session_id = clock.now(), new_id()
        token_id = self._signer.first_refresh_id(session_id, secrets.token_bytes(32))
        lifetime = REMEMBERED_LIFETIME if remember_me else PLAIN_LIFETIME
        async with transaction():
            # Every change that ends all sessions of a user updates the user first: it waits for this login and ends it too, or precedes it.
            if not await repository.lock_unchanged_user(user.id, user.password_changed_at):
                raise BadCredentialsError
            session = await repository.add_session(
                session_id,
                account_id,
                user.id,
                client,
                refresh_digest=token_digest(token_id),
                refresh_expires_at=now + lifetime,
                is_remembered=remember_me,
                has_second_factor=has_second_factor,
                created_at=now,
            )
            await record_event(account_id, user.id, "login", address=client.address, user_agent=client.user_agent)
        return LoggedIn(self._tokens(session, token_id), await accounts.get_account(account_id, user.id))

    async def refresh(self, refresh_token: str, client: Client) -> TokenPair:
        """Exchange a refresh token for the next pair of its session, as ``rotate`` does.

        Raises:
            BadCredentialsError, ThrottledError: as ``rotate``.
        """
        return self._tokens(*await rotate(self._signer, refresh_token, client))

    async def logout(self, refresh_token: str, client: Client) -> None:
        """End the session of a refresh token; an expired one too.

        Raises:
            BadCredentialsError: the token is invalid.
        """
        claims = self._signer.read("refresh", refresh_token, allow_expired=True)
        if claims is None:
            raise session_ended()
        async with transaction():
            session = await repository.lock_session(claims.account_id, claims.session_id)
            if session is None:
                raise session_ended()
            if session.ended_at is None:
                await repository.end_session(session, "logout")
                await record_event(
                    session.account_id, session.user_id, "logout", address=client.address, user_agent=client.user_agent
                )

    async def authenticate(self, access_token: str) -> Subject:
        """Return the subject of an access token.

        Raises:
            UnauthenticatedError: the token or its session is invalid or expired.
        """
        claims = self._signer.read("access", access_token)
        if claims is None:
            raise UnauthenticatedError
        session = await check_session(claims.session_id, claims.account_id, claims.user_id)
        return Subject(
            claims.account_id,
            claims.user_id,
            claims.session_id,
            session.authenticated_at,
            claims.expires_at,
            **session.rights,
        )

    async def renewed(self, subject: Subject) -> Subject:
        """Return the subject of a session as it is now, whatever its access token's age.

        Raises:
            UnauthenticatedError: the session has ended.
        """
        session = await repository.find_open(subject.session_id, subject.account_id, subject.user_id)
        if session is None or session.refresh_expires_at <= clock.now():
            raise UnauthenticatedError
        return replace(subject, **session.rights)

    async def reauthenticate(
        self, subject: Subject, password: str, client: Client, codes: GivenCodes = _NO_CODES
    ) -> None:
        """Confirm the password of the current session and, where a second factor is on, its code.

        Both are needed for actions that need a recent login, so a thief of a session and a password can't do them.

        Raises:
            ValidationError: several codes were given.
            BadCredentialsError: the password or the code is wrong.
            MfaRequiredError: the password is right, a second factor is on, and no code was given.
            ThrottledError: too many attempts.
        """
        given = codes.chosen()
        async with password_tries.attempt(str(subject.user_id)) as attempt:
            user = await get_user(subject.user_id)
            is_right = await verify_password(password, user.password_hash)
            if is_right:
                await attempt.reset()
        if not is_right:
            FailedLogin.PASSWORD_CONFIRMATION.add()
            await record_event_of(subject, "reauthentication_failed", client)
            raise BadCredentialsError(say("Incorrect password."))
        has_factor = await second_factors.require(user, subject.account_id, given, client)
        async with transaction():
            await repository.mark_authenticated(subject.account_id, subject.session_id, has_second_factor=has_factor)
            await record_event_of(subject, "reauthenticated", client)

    def _tokens(self, session: Session, token_id: str) -> TokenPair:
        access_expires = min(clock.now() + ACCESS_LIFETIME, session.refresh_expires_at)
        owner = {"user_id": session.user_id, "account_id": session.account_id, "session_id": session.id}
        return TokenPair(
            self._signer.issue("access", **owner, token_id=secrets.token_hex(16), expires_at=access_expires),
            self._signer.issue("refresh", **owner, token_id=token_id, expires_at=session.refresh_expires_at),
            access_expires,
            session.refresh_expires_at,
        )

    @staticmethod
    async def _rehash(user: User, password: str) -> None:
        """Rehash a password with today's parameters, unless it was changed meanwhile."""
        password_hash = await hash_password(password)
        await set_password_hash(user, password_hash)

    @staticmethod
    async def _count_account(key: str, user: User | None, account_id: uuid.UUID | None, place: str) -> None:
        """Count an attempt of all networks; from a known network the user is never locked out."""
        try:
            await _per_account.hit(key)
        except ThrottledError:
            addresses = await repository.recent_addresses(
                account_id or NOBODY, user.id if user else NOBODY, clock.now() - KNOWN_FOR, _KNOWN_NETWORKS
            )
            if place not in {network_of(address) for address in addresses}:
                raise

    @staticmethod
    async def _record_failure(user: User | None, account_id: uuid.UUID | None, client: Client) -> None:
        """Record a failure, also of an unknown user: constant time, so response times don't reveal which addresses exist (A01)."""
        FailedLogin.CREDENTIALS.add()
        user_id = user.id if user else None
        await record_event(
            account_id or NOBODY, user_id, "login_failed", address=client.address, user_agent=client.user_agent
        )


async def require_login_enabled() -> None:
    """Raise ForbiddenError while login is disabled."""
    if not (await site.get_site_settings()).login_enabled:
        raise ForbiddenError(say("Login is currently disabled."))


def _require(*, email: str, password: str) -> None:
    given = {"email": (email, say("Email is required")), "password": (password, say("Password is required"))}
    missing = {name: [message] for name, (value, message) in given.items() if not value}
    if missing:
        raise ValidationError(missing)


@cache
def get_session_service() -> SessionService:
    """Return the session service of this process."""
    return SessionService(TokenSigner(get_key_ring()))
