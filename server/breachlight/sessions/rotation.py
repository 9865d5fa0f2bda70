"""The exchange of refresh tokens, and what happens when one of them was stolen (spec §4, Session)."""

import secrets
import uuid
from datetime import datetime, timedelta

from tortoise.expressions import Subquery
from tortoise.queryset import QuerySet

from breachlight.audit.events import record_event
from breachlight.auth.models import User
from breachlight.auth.subject import Client
from breachlight.database.session import Connection, transaction
from breachlight.kit import clock
from breachlight.kit.errors import BadCredentialsError
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.rate_limits.limiter import RateLimit
from breachlight.sessions.models import Session
from breachlight.sessions.security_mails import send_security_mail
from breachlight.sessions.tokens import TokenSigner, token_digest

# Two tabs may send the same refresh token; later than this a second use means that it was stolen (RFC 9700, section 4.14.2).
REUSE_GRACE = timedelta(seconds=10)

_per_refresh = RateLimit("refresh", limit=60, window=timedelta(minutes=1))


async def rotate(signer: TokenSigner, refresh_token: str, client: Client) -> tuple[Session, str]:
    """Put the next refresh token of a session in place of the present one; return the session and the token's identifier.

    The same token within ten seconds gives the same successor; later it ends the session, since one of its two users stole it.

    Raises:
        BadCredentialsError: unknown, expired or used token, or an ended session.
        ThrottledError: too many refreshes of one session.
    """
    claims = signer.read("refresh", refresh_token)
    if claims is None:
        raise session_ended()
    await _per_refresh.hit(str(claims.session_id))
    digest, now = token_digest(claims.token_id), clock.now()
    is_stolen = False
    async with transaction() as connection:
        opened = _open(claims.account_id, claims.user_id).filter(id=claims.session_id)
        session = await opened.select_for_update().first()
        if session is None or session.refresh_expires_at <= now:
            raise session_ended()
        successor = signer.next_refresh_id(session.id, claims.token_id)
        if secrets.compare_digest(bytes(session.refresh_digest), digest):
            session.previous_refresh_digest, session.refresh_digest = digest, token_digest(successor)
            session.rotated_at, session.last_seen_at = now, now
            await session.save(
                update_fields=["previous_refresh_digest", "refresh_digest", "rotated_at", "last_seen_at"]
            )
        elif not _is_in_grace(session, digest, now):
            is_stolen = True
            await _end_stolen(connection, session, now, client)
    if is_stolen:
        raise session_ended()
    return session, successor


def session_ended() -> BadCredentialsError:
    """Return the one answer to invalid and expired tokens."""
    return BadCredentialsError(say("Your session has ended. Log in again."))


async def _end_stolen(connection: Connection, session: Session, now: datetime, client: Client) -> None:
    kind = "refresh_token_reused"
    session.ended_at, session.end_reason = now, kind
    await session.save(update_fields=["ended_at", "end_reason"])
    await record_event(session.account_id, session.user_id, kind, address=client.address, user_agent=client.user_agent)
    user = await User.get(id=session.user_id)
    await send_security_mail(connection, MailKind.SESSION_STOLEN, user, session.account_id, client)


def _is_in_grace(session: Session, digest: bytes, now: datetime) -> bool:
    previous = session.previous_refresh_digest
    is_previous = previous is not None and secrets.compare_digest(bytes(previous), digest)
    return is_previous and now - session.rotated_at <= REUSE_GRACE


def _open(account_id: uuid.UUID, user_id: uuid.UUID) -> QuerySet[Session]:
    """Return the sessions that have not ended, of a user who is not disabled and a member of the account."""
    able = User.filter(id=user_id, disabled_at=None, memberships__account_id=account_id).values("id")
    return Session.filter(account_id=account_id, user_id__in=Subquery(able), ended_at=None)
