"""The user base: the list of e-mail accounts that exist (user account sync)."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.monitored_emails.active_accounts import LARGEST_FILE_BYTES, emails_of_file, set_live_email_accounts
from breachlight.rest.requests import client_of, file_body, subject_of
from breachlight.rest.responses import answer


async def put_live_email_accounts(request: Request) -> Response:
    """PUT live-email-accounts: a CSV file; ``mode=append`` adds to the list instead of replacing it."""
    subject = await subject_of(request, with_keys=True)
    modes = request.query_params.getlist("mode") or ["replace"]
    if modes not in (["replace"], ["append"]):
        raise ValidationError({"mode": [say("The mode is replace or append.")]})
    content = await file_body(request, ("text/csv", "text/plain"), LARGEST_FILE_BYTES)
    emails = await asyncio.to_thread(emails_of_file, content)
    saved = await set_live_email_accounts(subject, emails, append=modes == ["append"], client=client_of(request))
    counts = ("size", "accepted", "invalid", "foreign", "live", "gone")
    return answer({"message": say("Your list was saved."), **{name: getattr(saved, name) for name in counts}})
