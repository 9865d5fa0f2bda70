"""Emails to a user about security-relevant actions, with device and network address (ASVS 5.0, 6.3.7)."""

import uuid

from breachlight.auth.models import User
from breachlight.auth.subject import Client
from breachlight.database.session import Connection
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.sessions.devices import device_of


async def send_security_mail(
    connection: Connection, kind: MailKind, user: User, account_id: uuid.UUID, client: Client, **values: str
) -> None:
    """Email the user, in the caller's transaction, about an action of ``client``."""
    facts = {"name": user.first_name, "device": device_of(client.user_agent), "address": client.address}
    await send_mail(
        connection, kind, to=user.email, account_id=account_id, language=user.language, values={**facts, **values}
    )
