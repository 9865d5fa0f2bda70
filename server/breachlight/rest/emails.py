"""The user base: the list of active email accounts (user account sync)."""

import asyncio

from breachlight.kit.messages import say
from breachlight.monitored_emails.active_accounts import emails_of_file, set_live_email_accounts
from breachlight.rest.operations import Call
from breachlight.rest.schemas.account import LiveEmailAccounts
from breachlight.rest.schemas.forms import EmailList, EmailListQuery


async def put_live_email_accounts(call: Call[EmailList, EmailListQuery]) -> LiveEmailAccounts:
    """Replace the list by an uploaded one, or add to it."""
    emails = await asyncio.to_thread(emails_of_file, call.body.content)
    is_append = call.query.mode == "append"
    saved = await set_live_email_accounts(call.subject, emails, append=is_append, client=call.client)
    return LiveEmailAccounts(
        message=say("Your list was saved."),
        size=saved.size,
        accepted=saved.accepted,
        invalid=saved.invalid,
        foreign=saved.foreign,
        live=saved.live,
        gone=saved.gone,
    )
