"""Leaked passwords shown to somebody: one, or several named ones (design §4.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from breachlight.alerts.disclosure.channels import Channel, Purpose
from breachlight.alerts.disclosure.service import disclose, refuse_unknown, require_permission
from breachlight.auth.subject import Client, Subject
from breachlight.kit.errors import ProblemError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say

MOST_REVEALED: Final = 1_000
"""Passwords that one call may name."""


@dataclass(frozen=True, slots=True)
class RevealedPassword:
    """The password of an alert; None where there is none, or where it can't be read."""

    alert_id: str
    password: str | None
    is_unreadable: bool


async def reveal_password(subject: Subject, alert_id: str, client: Client) -> str:
    """Return the password of an alert, after an audit entry for it is committed.

    Raises:
        ForbiddenError, ReauthenticationRequiredError, QuotaExceededError: as ``disclose``; unknown alerts count too.
        NotFoundError: the alert is unknown, or another account's.
        ProblemError: NO_PASSWORD: the alert has none. PASSWORD_UNREADABLE: it is damaged.
    """
    identifier = parse_id(alert_id)
    if identifier is None:
        require_permission(subject)
        await refuse_unknown(subject, [alert_id])
    disclosure = await disclose(subject, client, [identifier], Purpose(Channel.REVEAL), must_exist=True)
    if identifier in disclosure.without_password:
        raise ProblemError(say("This detection has no password."), "NO_PASSWORD")
    opened = (await disclosure.open_passwords([identifier])).get(identifier)
    if opened is None or opened.text is None:
        raise ProblemError(
            say("This password is damaged and can't be read. The error was logged for the operator."),
            "PASSWORD_UNREADABLE",
        )
    return opened.text


async def reveal_passwords(subject: Subject, alert_ids: Sequence[str], client: Client) -> list[RevealedPassword]:
    """Return the passwords of several alerts in their order.

    Raises:
        ForbiddenError, ReauthenticationRequiredError, BulkDisclosureOffError, QuotaExceededError: as ``disclose``.
        ValidationError: no ids, or more than 1,000.
        NotFoundError: an alert is unknown, or another account's; nothing was disclosed then.
    """
    if not 1 <= len(alert_ids) <= MOST_REVEALED:
        raise ValidationError({"alert_ids": [say("Pass 1 to {most} ids.", most=MOST_REVEALED)]})
    identifiers = list(dict.fromkeys(parse_id(text) for text in alert_ids))
    named = [identifier for identifier in identifiers if identifier is not None]
    if len(named) != len(identifiers):
        require_permission(subject)
        await refuse_unknown(subject, alert_ids)
    disclosure = await disclose(subject, client, named, Purpose(Channel.REVEAL), must_exist=True)
    opened = await disclosure.open_passwords(named)
    return [
        RevealedPassword(
            str(identifier),
            opened[identifier].text if identifier in opened else None,
            identifier in opened and opened[identifier].text is None,
        )
        for identifier in named
    ]
