"""Revealing a leaked password: limited, only after a recent login, and always audited (design §4.8).

Searching for a password tells whether a guess is right, so searches have a quota too.
"""

from datetime import timedelta

import structlog

from breachlight.alerts import repository
from breachlight.alerts.passwords import open_password
from breachlight.alerts.query.filters import AlertFilter
from breachlight.audit.events import record_event_of
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject, require_fresh
from breachlight.config import get_key_ring
from breachlight.database.session import transaction
from breachlight.kit.errors import NotFoundError, ProblemError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say
from breachlight.rate_limits.limiter import RateLimit

_quota = RateLimit("reveal", limit=30, window=timedelta(hours=1))
_search_quota = RateLimit("password-search", limit=120, window=timedelta(hours=1))
_log = structlog.get_logger("breachlight.alerts")


async def guard_password_search(subject: Subject, conditions: AlertFilter) -> None:
    """Count a search for a password; call it before the search.

    Raises:
        ThrottledError: the user has had 120 such filters this hour, each page of a list counted.
    """
    if conditions.breach_record_passwords is not None:
        await _search_quota.hit(str(subject.user_id))


async def reveal_password(subject: Subject, alert_id: str, client: Client) -> str:
    """Return the password of an alert, after an audit line for it is committed.

    Raises:
        ForbiddenError: the subject may not reveal passwords.
        ReauthenticationRequiredError: the login is more than five minutes old.
        ThrottledError: the user has had 30 this hour; unknown alerts count too.
        NotFoundError: the alert is unknown, or another account's.
        ProblemError: NO_PASSWORD: the alert holds none.
    """
    subject.require(Permission.REVEAL)
    # A key was given this scope on purpose, by somebody who had just confirmed the password.
    if not subject.is_api_key:
        require_fresh(subject)
    await _quota.hit(str(subject.user_id))
    identifier = parse_id(alert_id)
    async with transaction() as connection:
        found = await repository.fetch_sealed(connection, subject.account_id, [identifier] if identifier else [])
        if identifier is None or identifier not in found:
            _log.warning("alert_not_found", account_id=str(subject.account_id), alert_id=str(identifier))
            raise NotFoundError(say("Detection not found."))
        sealed = found[identifier]
        if sealed is None:
            raise ProblemError(say("This detection has no password."), "NO_PASSWORD")
        await record_event_of(subject, "password_revealed", client, {"alert_id": str(identifier)})
    return open_password(get_key_ring(), subject.account_id, identifier, sealed)
