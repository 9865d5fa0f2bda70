"""The jobs of opt-outs by visitors: the email with the link, and the erasure of level 3."""

import uuid
from datetime import timedelta
from typing import Final

from breachlight.config import get_key_ring
from breachlight.database.session import reading, transaction
from breachlight.jobs import Payload, job
from breachlight.leaks.address_requests import repository as requests
from breachlight.leaks.address_requests.service import ERASE_JOB, LIFETIME, find_new, issue_link, opened
from breachlight.leaks.models import AddressRequestState
from breachlight.leaks.opt_outs import repository
from breachlight.leaks.opt_outs.decisions import mail_decision
from breachlight.leaks.opt_outs.erasing import erase_records
from breachlight.leaks.opt_outs.levels import OptOutLevel
from breachlight.leaks.opt_outs.service import MAIL_JOB
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.rate_limits.limiter import RateLimit

_per_mailbox: Final = RateLimit("opt-out-mailbox", limit=3, window=timedelta(days=1))


@job(MAIL_JOB)
async def mail(payload: Payload) -> None:
    """Email the link that confirms a choice; a retry sends none twice."""
    async with reading() as connection:
        request = await find_new(connection, uuid.UUID(payload["request_id"]))
    if request is None:
        return
    async with transaction() as connection:
        token = await issue_link(connection, request, _per_mailbox)
        if token is None:
            return
        await send_mail(
            connection,
            MailKind.OPT_OUT,
            to=request.key,
            account_id=None,
            language=request.language,
            values={
                "choice": OptOutLevel(request.level or 0).name.lower(),
                "link": public_link("/opt-out/confirm", token=token),
                "hours": str(LIFETIME // timedelta(hours=1)),
            },
        )


@job(ERASE_JOB)
async def erase(payload: Payload) -> None:
    """Begin the erasure of a confirmed request, unless organizations have detections of the address: then an operator decides."""
    async with transaction() as connection:
        row = await repository.lock_confirmed(connection, uuid.UUID(payload["request_id"]))
        if row is None:
            return
        request = opened(row.request)
        is_approved = row.state is AddressRequestState.APPROVED
        detections = {} if is_approved else await repository.detections_of_organizations(connection, request.key)
        if detections:
            await repository.let_wait(connection, request.id, detections)
            return
        await erase_records(connection, get_key_ring(), request.key, by=row.operator)
        if row.operator is not None:
            await mail_decision(connection, request, "approved")
        await requests.remove(connection, request.id)
