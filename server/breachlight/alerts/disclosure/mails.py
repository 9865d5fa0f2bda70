"""Emails to the owners of an account about bulk disclosures, and about their switch."""

from breachlight.alerts.disclosure import repository
from breachlight.alerts.disclosure.channels import Purpose
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail


async def send_bulk_mails(
    connection: Connection, subject: Subject, client: Client, purpose: Purpose, disclosed: int
) -> None:
    """Email every owner, in the caller's transaction, who disclosed how many passwords and how they were chosen."""
    facts = {
        "total": str(disclosed),
        "channel": purpose.channel.value,
        "selection": purpose.selection.value,
        "filter": purpose.filter_text,
    }
    await _send(connection, MailKind.BULK_DISCLOSURE, subject, client, facts)


async def send_switch_mails(connection: Connection, subject: Subject, client: Client, *, is_enabled: bool) -> None:
    """Email every owner, in the caller's transaction, that bulk disclosure was turned on or off."""
    kind = MailKind.BULK_DISCLOSURE_ENABLED if is_enabled else MailKind.BULK_DISCLOSURE_DISABLED
    await _send(connection, kind, subject, client, {})


async def _send(
    connection: Connection, kind: MailKind, subject: Subject, client: Client, facts: dict[str, str]
) -> None:
    person, key_name = await repository.fetch_actor(connection, subject.account_id, subject.user_id, subject.api_key_id)
    for owner in await repository.fetch_owners(connection, subject.account_id):
        await send_mail(
            connection,
            kind,
            to=owner.email,
            account_id=subject.account_id,
            language=owner.language,
            values={
                "name": owner.first_name,
                "person": person,
                "key_name": key_name,
                "address": client.address,
                **facts,
            },
        )
