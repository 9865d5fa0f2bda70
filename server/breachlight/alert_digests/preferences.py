"""What it takes that a user begins to be told of alerts by mail, or is told at other times than before."""

import uuid

from breachlight.alert_digests.digest_cursors import advance_position, present_place
from breachlight.auth.models import Membership, User
from breachlight.database.session import Connection
from breachlight.mail.alert_digest_jobs import schedule_alert_emails


def wants_alert_mails(user: User) -> bool:
    """Whether a user has mails about alerts on."""
    return user.is_email_notifications_enabled and user.is_breach_alert_enabled


async def start_alert_emails(connection: Connection, user_id: uuid.UUID, *, is_new: bool) -> None:
    """Look at once whether a user is due, in the caller's transaction; who ``is_new`` is not told of what was raised before."""
    account_ids: list[uuid.UUID] = await Membership.filter(user_id=user_id).values_list("account_id", flat=True)  # type: ignore[assignment]  # Tortoise types them as anything
    if is_new:
        place = await present_place(connection)
        for account_id in sorted(account_ids):
            await advance_position(connection, account_id, user_id, place)
    await schedule_alert_emails(connection, account_ids)
