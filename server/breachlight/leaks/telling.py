"""What a look-back came to, told once: one summary mail to each member instead of a mail for each alert (design section 3)."""

import uuid

from tortoise import BaseDBAsyncClient
from tortoise.transactions import in_transaction

from breachlight.accounts.models import User
from breachlight.leaks import repository
from breachlight.leaks.models import IdentityKind
from breachlight.leaks.repository import Connection, Findings, LookBackRow
from breachlight.notices.models import MailKind
from breachlight.notices.positions import advance_position, hold_position, present_place
from breachlight.notices.service import send_mail


async def finish_and_tell(connection: Connection, row: LookBackRow, batches_done: int) -> None:
    """Mark a look-back as ended and, in the same transaction, mail the members who want to hear of detections.

    The mark is set once, so the mails are written once, whatever crashes. A look-back that had nothing to look through is
    not worth a mail, nor is that of an e-mail address which found nothing.
    """
    del connection  # mails are written through the pool
    async with in_transaction() as transaction:
        link: Connection = transaction._connection  # noqa: SLF001 -- Tortoise has no public way to it
        found = await repository.finish_look_back(link, row.id, batches_done)
        if found is not None and (found.alerts or (found.batches and row.kind is IdentityKind.DOMAIN)):
            await _tell(transaction, link, row, found)


async def _tell(transaction: BaseDBAsyncClient, link: Connection, row: LookBackRow, found: Findings) -> None:
    wanting = User.filter(
        memberships__account_id=row.account_id,
        disabled_at=None,
        email_verified_at__isnull=False,
        is_email_notifications_enabled=True,
        is_breach_alert_enabled=True,
    )
    for user in await wanting.order_by("id"):
        await send_mail(
            transaction,
            MailKind.LOOK_BACK_DONE,
            to=user.email,
            account_id=row.account_id,
            language=user.language,
            user_id=user.id,
            values={"name": user.first_name, "watched": row.key, "found": f"{found.alerts:,}"},
        )
        await _skip(link, row.account_id, user.id, found.alerts)


async def _skip(link: Connection, account_id: uuid.UUID, user_id: uuid.UUID, told: int) -> None:
    """Leave what the summary has told of out of the mails of new alerts.

    Where other alerts wait to be told of as well, nothing is left out: rather twice than never.
    """
    stands, place = await hold_position(link, account_id, user_id), await present_place(link)
    waiting = await repository.count_alerts_between(link, account_id, stands, place, told + 1)
    if waiting <= told:
        await advance_position(link, account_id, user_id, place)
