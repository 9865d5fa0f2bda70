"""The end of an account, at its owner's wish."""

import structlog

from breachlight.auth.models import User
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import transaction
from breachlight.lifecycle.purge import close_account
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.members.service import require_password

_log = structlog.get_logger("breachlight.accounts")


async def delete_account(subject: Subject, password: str, client: Client) -> None:
    """Delete an account with everything in it, free its addresses and domains, and mail its members a last time.

    Sessions end at once. What is too much for one transaction is deleted by a job; nobody can see it meanwhile.

    Raises:
        ForbiddenError: only owners may; other members leave (``members.leave_account``).
        ReauthenticationRequiredError: the log-in is too old.
        ValidationError: field ``password``: it is wrong.
        ThrottledError: too many tries.
    """
    subject.require(Permission.MANAGE_ACCOUNT)
    await require_password(subject, password, client)
    async with transaction() as connection:
        members = await User.filter(memberships__account_id=subject.account_id)
        await close_account(connection, subject.account_id)
        for member in members:
            await send_mail(
                connection,
                MailKind.ACCOUNT_DELETED,
                to=member.email,
                account_id=None,
                language=member.language,
                values={"name": member.first_name},
            )
    # All that stays of the account: that there was one of this identifier.
    _log.info("account_deleted", account_id=str(subject.account_id))
