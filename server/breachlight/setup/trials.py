"""Trials of the first run: an email whose code shows that it arrived, and a look at the resolvers."""

import hmac
import uuid
from datetime import timedelta
from typing import Final

from breachlight.config import Settings, get_key_ring
from breachlight.database.session import Connection, transaction
from breachlight.doctor.findings import Finding, Level
from breachlight.kit import clock
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.operators.recording import record
from breachlight.operators.service import Operator
from breachlight.rate_limits.limiter import RateLimit
from breachlight.setup import repository
from breachlight.setup.checklist import DNS_ANSWERED, EMAIL_ARRIVED

_HOUR: Final = timedelta(hours=1)
_DIGITS: Final = 6
_emails = RateLimit("setup-emails", limit=5, window=_HOUR)
_guesses = RateLimit("setup-codes", limit=10, window=_HOUR)
_lookups = RateLimit("setup-dns", limit=20, window=_HOUR)


async def send_test_email(operator: Operator, settings: Settings, *, by_command: bool = False) -> Finding:
    """Look at the mail server, and if it takes email, write one with a code to an operator.

    The code is a keyed digest of the person and the hour, so it needs no row. It is valid for one to two hours.

    Raises:
        ThrottledError: too many emails.
    """
    await _emails.hit(str(operator.user_id))
    from breachlight.doctor.surroundings import check_mail  # libraries for mail, which most processes do without

    found = await check_mail(settings)
    if found.level in {Level.FAILING, Level.WARNING}:
        return found
    async with transaction() as connection:
        await _write(connection, operator.user_id)
        await record(
            connection, None if by_command else operator, "setup_email_sent", {"user_id": str(operator.user_id)}
        )
    return found


async def confirm_test_email(operator: Operator, code: str) -> None:
    """Record that the email arrived.

    Raises:
        ValidationError: the code is wrong or too old.
        ThrottledError: too many attempts.
    """
    await _guesses.hit(str(operator.user_id))
    given = "".join(code.split())
    hour = _present_hour()
    valid = [_code(operator.user_id, each) for each in (hour, hour - 1)]
    if not given.isascii() or not any(hmac.compare_digest(given, each) for each in valid):
        raise ValidationError({"code": [say("This code is wrong or too old. Send another test email.")]})
    async with transaction() as connection:
        await record(connection, operator, EMAIL_ARRIVED, {})


async def test_dns(operator: Operator | None, settings: Settings) -> Finding:
    """Ask the resolvers, and record that they answer; ``operator`` is None for the command line.

    Raises:
        ThrottledError: too many lookups.
    """
    await _lookups.hit("command" if operator is None else str(operator.user_id))
    from breachlight.doctor.surroundings import check_resolvers  # as above, for DNS

    found = await check_resolvers(settings)
    if found.level is not Level.FAILING:
        async with transaction() as connection:
            await record(connection, operator, DNS_ANSWERED, {"result": found.level.value})
    return found


async def _write(connection: Connection, user_id: uuid.UUID) -> None:
    email, name, language = await repository.find_user(connection, user_id)
    await send_mail(
        connection,
        MailKind.EMAIL_TEST,
        to=email,
        account_id=None,
        language=language,
        values={"name": name, "code": _code(user_id, _present_hour()), "minutes": str(_HOUR // timedelta(minutes=1))},
    )


def _present_hour() -> int:
    return int(clock.now().timestamp()) // int(_HOUR.total_seconds())


def _code(user_id: uuid.UUID, hour: int) -> str:
    digest = hmac.digest(get_key_ring().index_key("setup/email-test"), user_id.bytes + hour.to_bytes(8), "sha256")
    return f"{int.from_bytes(digest[:8]) % 10**_DIGITS:0{_DIGITS}}"
