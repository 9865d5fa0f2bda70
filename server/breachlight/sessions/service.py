"""Log-in, refresh, log-out and the check of each request (specification section 4, Session)."""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from tortoise.expressions import Subquery
from tortoise.queryset import QuerySet
from tortoise.transactions import in_transaction

from breachlight.accounts import service as accounts
from breachlight.accounts.models import User
from breachlight.accounts.passwords import acceptable, hash_password, needs_rehash, verify_password
from breachlight.config import get_key_ring
from breachlight.kit import clock
from breachlight.kit.addresses import email_key
from breachlight.kit.errors import BadCredentialsError, ForbiddenError, UnauthenticatedError, ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.kit.throttling import Throttle, network_of
from breachlight.sessions import repository
from breachlight.sessions.events import record_event
from breachlight.sessions.models import Session
from breachlight.sessions.second_factors import GivenCodes
from breachlight.sessions.subject import Client, Subject
from breachlight.sessions.tokens import ACCESS_LIFETIME, TokenSigner, token_digest
from breachlight.site import service as site

REMEMBERED_LIFETIME = timedelta(days=30)
PLAIN_LIFETIME = timedelta(hours=24)
# Two tabs may send the same refresh token; later than this a second use means that it was stolen (RFC 9700, section 4.14.2).
REUSE_GRACE = timedelta(seconds=10)
SEEN_INTERVAL = timedelta(minutes=1)
# Stands for the user and the account of an address that nobody has: no row has this identifier.
_NOBODY = uuid.UUID(int=0)

_NO_CODES = GivenCodes()

_per_login = Throttle("login", limit=10, window=timedelta(minutes=5))
_per_address = Throttle("login-address", limit=60, window=timedelta(minutes=5))
_per_refresh = Throttle("refresh", limit=60, window=timedelta(minutes=1))
_per_password = Throttle("reauthenticate", limit=10, window=timedelta(minutes=5))


@dataclass(frozen=True, slots=True)
class TokenPair:
    """The tokens of a session with the instants at which they end (specification section 3, Tokens)."""

    auth_token: str
    refresh_token: str
    access_expires_utc: datetime
    refresh_expires_utc: datetime


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """A fresh session and the account it opens."""

    tokens: TokenPair
    account: accounts.AccountView


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
        """Open a session for an e-mail address and its password.

        Raises:
            ForbiddenError: log-in is switched off.
            ValidationError: address or password is empty.
            BadCredentialsError: unknown address or wrong password, with the same words and in the same time.
            ThrottledError: too many tries for this address from here.
        """
        if not (await site.get_site_settings()).login_enabled:
            raise ForbiddenError("Log-in is switched off at the moment.")
        _require(email=email, password=password)
        key, place = email_key(email) or "", network_of(client.address)
        await _per_address.hit(place)
        await _per_login.hit(key, place)
        user = await accounts.find_user_by_email(key)
        right = await verify_password(password, user.password_hash if user else None)
        if user is None or not right or user.disabled_at is not None:
            await self._record(user, "login_failed", client)
            raise BadCredentialsError
        await _per_login.forget(key, place)
        if needs_rehash(user.password_hash):
            await User.filter(id=user.id).update(password_hash=await hash_password(password))
        return await self.open_session(user, remember_me=remember_me, client=client)

    async def send_login_code(
        self, email_token: str, *, email: str | None, password: str | None, client: Client
    ) -> str:
        """Mail the code of a log-in that was answered MfaRequiredError, and return a sentence for the user.

        E-mail address and password must come along, unless the token stems from a magic link.

        Raises:
            BadCredentialsError: token, address or password is not right (A19).
            ThrottledError: too many mails.
        """
        raise NotImplementedError

    async def open_session(self, user: User, *, remember_me: bool, client: Client) -> LoggedIn:
        """Open a session for a user who has just been authenticated."""
        account_id = await accounts.account_of_user(user.id)
        now, session_id = clock.now(), new_id()
        token_id = self._signer.first_refresh_id(session_id, secrets.token_bytes(32))
        lifetime = REMEMBERED_LIFETIME if remember_me else PLAIN_LIFETIME
        async with in_transaction():
            session = await Session.create(
                id=session_id,
                account_id=account_id,
                user_id=user.id,
                refresh_digest=token_digest(token_id),
                rotated_at=now,
                refresh_expires_at=now + lifetime,
                is_remembered=remember_me,
                authenticated_at=now,
                created_at=now,
                last_seen_at=now,
                user_agent=client.user_agent[:500],
                address=client.address,
            )
            await record_event(account_id, user.id, "login", address=client.address, user_agent=client.user_agent)
        return LoggedIn(self._tokens(session, token_id), await accounts.get_account(account_id, user.id))

    async def refresh(self, refresh_token: str, client: Client) -> TokenPair:
        """Exchange a refresh token for the next pair of its session.

        The same token within ten seconds gives the same successor; later it ends the session, since one of its two users stole it.

        Raises:
            BadCredentialsError: unknown, expired or used token, or an ended session.
            ThrottledError: too many refreshes of one session.
        """
        claims = self._signer.read("refresh", refresh_token)
        if claims is None:
            raise _session_ended()
        await _per_refresh.hit(str(claims.session_id))
        digest, now = token_digest(claims.token_id), clock.now()
        is_stolen = False
        async with in_transaction():
            opened = _open(claims.account_id, claims.user_id).filter(id=claims.session_id)
            session = await opened.select_for_update().first()
            if session is None or session.refresh_expires_at <= now:
                raise _session_ended()
            successor = self._signer.next_refresh_id(session.id, claims.token_id)
            if secrets.compare_digest(bytes(session.refresh_digest), digest):
                session.previous_refresh_digest, session.refresh_digest = digest, token_digest(successor)
                session.rotated_at, session.last_seen_at = now, now
                await session.save(
                    update_fields=["previous_refresh_digest", "refresh_digest", "rotated_at", "last_seen_at"]
                )
            elif not self._is_in_grace(session, digest, now):
                is_stolen = True
                await self._end(session, "refresh_token_reused", now)
                await record_event(
                    session.account_id,
                    session.user_id,
                    "refresh_token_reused",
                    address=client.address,
                    user_agent=client.user_agent,
                )
        if is_stolen:
            raise _session_ended()
        return self._tokens(session, successor)

    async def logout(self, refresh_token: str, client: Client) -> None:
        """End the session of a refresh token; an unknown or expired token ends nothing and says so.

        Raises:
            BadCredentialsError: the token was never one of ours.
        """
        claims = self._signer.read("refresh", refresh_token, allow_expired=True)
        if claims is None:
            raise _session_ended()
        async with in_transaction():
            session = (
                await Session.filter(id=claims.session_id, account_id=claims.account_id).select_for_update().first()
            )
            if session is None:
                raise _session_ended()
            if session.ended_at is None:
                await self._end(session, "logout", clock.now())
                await record_event(
                    session.account_id, session.user_id, "logout", address=client.address, user_agent=client.user_agent
                )

    async def authenticate(self, access_token: str) -> Subject:
        """Return who an access token speaks for.

        Session, user and membership are read each time, in one query, so that their end shows at once (ASVS 5.0, 7.4.1, 7.4.2).

        Raises:
            UnauthenticatedError: the token or its session is no longer good.
        """
        claims = self._signer.read("access", access_token)
        if claims is None:
            raise UnauthenticatedError
        session = await repository.find_open(claims.session_id, claims.account_id, claims.user_id)
        now = clock.now()
        if session is None or session.refresh_expires_at <= now:
            raise UnauthenticatedError
        if now - session.last_seen_at > SEEN_INTERVAL:
            await Session.filter(id=claims.session_id, account_id=claims.account_id).update(last_seen_at=now)
        return Subject(
            claims.account_id, claims.user_id, claims.session_id, session.authenticated_at, claims.expires_at
        )

    async def reauthenticate(self, subject: Subject, password: str, client: Client) -> None:
        """Confirm the password of the present session, for what needs a recent log-in.

        Raises:
            BadCredentialsError: the password is wrong.
            ThrottledError: too many tries.
        """
        await _per_password.hit(str(subject.user_id))
        user = await User.get(id=subject.user_id)
        if not acceptable(password) or not await verify_password(password, user.password_hash):
            await self._record(user, "reauthentication_failed", client)
            raise BadCredentialsError("The password is not correct.")
        await Session.filter(id=subject.session_id, account_id=subject.account_id).update(authenticated_at=clock.now())
        await record_event(
            subject.account_id, subject.user_id, "reauthenticated", address=client.address, user_agent=client.user_agent
        )

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
    def _is_in_grace(session: Session, digest: bytes, now: datetime) -> bool:
        previous = session.previous_refresh_digest
        is_previous = previous is not None and secrets.compare_digest(bytes(previous), digest)
        return is_previous and now - session.rotated_at <= REUSE_GRACE

    @staticmethod
    async def _end(session: Session, reason: str, now: datetime) -> None:
        session.ended_at, session.end_reason = now, reason
        await session.save(update_fields=["ended_at", "end_reason"])

    @staticmethod
    async def _record(user: User | None, kind: str, client: Client) -> None:
        """Record a failure; of nobody as well, with the same statements, so that the time tells no address (A01)."""
        user_id = user.id if user else None
        account_id = await accounts.find_account_of_user(user_id or _NOBODY) or _NOBODY
        await record_event(account_id, user_id, kind, address=client.address, user_agent=client.user_agent)


def _open(account_id: uuid.UUID, user_id: uuid.UUID) -> QuerySet[Session]:
    """Return the sessions that have not ended, of a user who is not disabled and a member of the account."""
    able = User.filter(id=user_id, disabled_at=None, memberships__account_id=account_id).values("id")
    return Session.filter(account_id=account_id, user_id__in=Subquery(able), ended_at=None)


def _require(*, email: str, password: str) -> None:
    given = {"email": (email, "Email is required"), "password": (password, "Password is required")}
    missing = {name: [message] for name, (value, message) in given.items() if not value}
    if missing:
        raise ValidationError(missing)


def _session_ended() -> BadCredentialsError:
    return BadCredentialsError("Your session has ended. Log in again.")


@cache
def get_session_service() -> SessionService:
    """Return the session service of this process."""
    return SessionService(TokenSigner(get_key_ring()))
