"""Deletion of an account by its owner."""

import structlog

from breachlight.auth.models import User
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, transaction
from breachlight.lifecycle import repository
from breachlight.lifecycle.purge import close_account
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.members.service import require_password

_log = structlog.get_logger("breachlight.accounts")


async def delete_account(subject: Subject, password: str, client: Client) -> None:
    """Delete an account with everything in it, release its addresses and domains, and email its members.

    Sessions end at once. A job deletes what is too much for one transaction; nobody can see it in the meantime.

    Raises:
        ForbiddenError: only owners may; other members leave (``members.leave_account``).
        ReauthenticationRequiredError: the login is too old.
        ValidationError: field ``password``: it is wrong.
        ThrottledError: too many tries.
    """
    subject.require(Permission.MANAGE_ACCOUNT)
    await require_password(subject, password, client)
    async with transaction() as connection:
        members = await repository.members(subject.account_id)
        await close_account(connection, subject.account_id)
        await mail_deletion(connection, members)
    # Only the identifier of the account stays.
    _log.info("account_deleted", account_id=str(subject.account_id))


async def mail_deletion(connection: Connection, members: list[User]) -> None:
    """Email the members of an account that it was deleted, in the transaction that deletes it."""
    for member in members:
        await send_mail(
            connection,
            MailKind.ACCOUNT_DELETED,
            to=member.email,
            account_id=None,
            language=member.language,
            values={"name": member.first_name},
        )
