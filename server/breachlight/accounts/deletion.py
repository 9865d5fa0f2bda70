"""The end of an account, at its owner's wish."""

import structlog
from tortoise.transactions import in_transaction

from breachlight.accounts.erasing import close_account
from breachlight.accounts.models import User
from breachlight.accounts.passwords import password_tries, verify_password
from breachlight.kit.errors import UnauthenticatedError, ValidationError
from breachlight.notices.models import MailKind
from breachlight.notices.service import send_mail
from breachlight.sessions.events import record_event_of
from breachlight.sessions.subject import Client, Subject, require_fresh

_log = structlog.get_logger("breachlight.accounts")


async def delete_account(subject: Subject, password: str, client: Client) -> None:
    """Delete an account with everything in it, free its address and domains, and mail the owner a last time.

    Sessions end at once. What is too much for one transaction is deleted by a job; nobody can see it meanwhile.

    Raises:
        ReauthenticationRequiredError: the log-in is too old.
        ValidationError: field ``password``: it is wrong.
        ThrottledError: too many tries.
    """
    require_fresh(subject)
    if not password:
        raise ValidationError({"password": ["Password is required"]})
    await password_tries.hit(str(subject.user_id))
    user = await User.filter(id=subject.user_id).first()
    if user is None:
        raise UnauthenticatedError
    if not await verify_password(password, user.password_hash):
        await record_event_of(subject, "reauthentication_failed", client)
        raise ValidationError({"password": ["The password is not correct."]})
    async with in_transaction() as transaction:
        await close_account(transaction, subject.account_id)
        await send_mail(
            transaction,
            MailKind.ACCOUNT_DELETED,
            to=user.email,
            account_id=None,
            language=user.language,
            values={"name": user.first_name},
        )
    # All that stays of the account: that there was one of this identifier.
    _log.info("account_deleted", account_id=str(subject.account_id))
