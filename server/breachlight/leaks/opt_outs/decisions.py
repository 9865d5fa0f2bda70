"""Operators decide about erasures of addresses of which organizations have detections; they see a digest, not the address."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from breachlight.database.session import Connection, reading, transaction
from breachlight.jobs import enqueue
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say
from breachlight.leaks.address_requests.service import ERASE_JOB, AddressRequest, opened
from breachlight.leaks.opt_outs import repository
from breachlight.leaks.opt_outs.digests import shown
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.operators.recording import record
from breachlight.operators.service import Operator

_UNKNOWN = say("This request was decided or withdrawn.")


@dataclass(frozen=True, slots=True)
class OptOutRequest:
    """A request that waits: ``digest`` names it in the audit log; the organizations have the detections."""

    id: uuid.UUID
    digest: str
    created_at: datetime
    detections: int
    organizations: list[str]


async def list_waiting() -> list[OptOutRequest]:
    """Return the requests that wait for an operator, the oldest first; at most 200."""
    async with reading() as connection:
        found = await repository.waiting(connection)
    return [
        OptOutRequest(one.id, shown(one.digest), one.created_at, one.detections, one.organizations) for one in found
    ]


async def approve(operator: Operator, request_id: uuid.UUID) -> None:
    """Let a worker erase the records of an address, and email its owner.

    Raises:
        NotFoundError: the request doesn't wait.
    """
    async with transaction() as connection:
        digest = await repository.approve(connection, request_id, operator.email)
        if digest is None:
            raise NotFoundError(_UNKNOWN)
        await record(connection, operator, "opt_out_approved", {"digest": shown(digest)})
        await enqueue(connection, ERASE_JOB, {"request_id": str(request_id)})


async def refuse(operator: Operator, request_id: uuid.UUID) -> None:
    """Refuse to erase the records of an address, which is forgotten once its owner is emailed; levels 1 and 2 stay.

    Raises:
        NotFoundError: the request doesn't wait.
    """
    async with transaction() as connection:
        found = await repository.refuse(connection, request_id)
        if found is None:
            raise NotFoundError(_UNKNOWN)
        row, digest = found
        await record(connection, operator, "opt_out_refused", {"digest": shown(digest)})
        await mail_decision(connection, opened(row), "refused")


async def mail_decision(connection: Connection, request: AddressRequest, decision: str) -> None:
    """Email the owner of an address what an operator decided."""
    await send_mail(
        connection,
        MailKind.OPT_OUT_DECIDED,
        to=request.key,
        account_id=None,
        language=request.language,
        values={"decision": decision},
    )
