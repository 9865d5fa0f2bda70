"""Rotation of refresh tokens and detection of stolen ones (spec §4, Session)."""

import secrets
from datetime import datetime, timedelta

from breachlight.audit.events import record_event
from breachlight.auth.repository import get_user
from breachlight.auth.subject import Client
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.activity import is_activity
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions import repository
from breachlight.sessions.inactivity import end_inactive, is_inactive, reason_of_end
from breachlight.sessions.models import Session
from breachlight.sessions.security_mails import send_security_mail
from breachlight.sessions.tokens import TokenSigner, token_digest

# Two tabs may send the same refresh token; later than this a second use means that it was stolen (RFC 9700, section 4.14.2).
REUSE_GRACE = timedelta(seconds=10)

_per_refresh = RateLimit("refresh", limit=60, window=timedelta(minutes=1))


async def rotate(signer: TokenSigner, refresh_token: str, client: Client) -> tuple[Session, str]:
    """Replace the refresh token of a session; return the session and the new token's identifier.

    The same token within ten seconds gives the same successor; later it ends the session, since one of its two users has stolen it.

    Raises:
        BadCredentialsError: unknown, expired or used token, or an ended session; SessionEndedError says why it ended.
        ThrottledError: too many refreshes of one session.
    """
    claims = signer.read("refresh", refresh_token)
    if claims is None:
        raise session_ended()
    await _per_refresh.hit(str(claims.session_id))
    digest, now = token_digest(claims.token_id), clock.now()
    is_stolen = is_timed_out = False
    async with transaction() as connection:
        session = await repository.lock_open_session(claims.account_id, claims.user_id, claims.session_id)
        if session is None or session.refresh_expires_at <= now:
            raise await reason_of_end(claims.account_id, claims.session_id) or session_ended()
        successor = signer.next_refresh_id(session.id, claims.token_id)
        if is_inactive(session.last_active_at, now, is_remembered=session.is_remembered):
            is_timed_out = True
            await end_inactive(claims.account_id, claims.session_id)
        elif secrets.compare_digest(bytes(session.refresh_digest), digest):
            await repository.rotate_session(
                session,
                previous_digest=digest,
                digest=token_digest(successor),
                now=now,
                is_activity=is_activity(),
            )
        elif not _is_in_grace(session, digest, now):
            is_stolen = True
            await _end_stolen(connection, session, client)
    if is_timed_out:
        raise await reason_of_end(claims.account_id, claims.session_id) or session_ended()
    if is_stolen:
        raise session_ended()
    return session, successor


def session_ended() -> BadCredentialsError:
    """Return the one answer to invalid and expired tokens."""
    return BadCredentialsError(say("Your session has ended. Log in again."))


async def _end_stolen(connection: Connection, session: Session, client: Client) -> None:
    kind = "refresh_token_reused"
    await repository.end_session(session, kind)
    await record_event(session.account_id, session.user_id, kind, address=client.address, user_agent=client.user_agent)
    user = await get_user(session.user_id)
    await send_security_mail(connection, MailKind.SESSION_STOLEN, user, session.account_id, client)


def _is_in_grace(session: Session, digest: bytes, now: datetime) -> bool:
    previous = session.previous_refresh_digest
    is_previous = previous is not None and secrets.compare_digest(bytes(previous), digest)
    return is_previous and now - session.rotated_at <= REUSE_GRACE
