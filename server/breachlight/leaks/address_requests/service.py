"""Requests for addresses: how many a client may send, and the emailed link that confirms one.

A request looks nothing up. A job does, so that neither the time nor the size of an answer depends on the address.
"""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from breachlight.auth.one_time_tokens import digest_of, is_well_formed, new_token
from breachlight.auth.subject import Client
from breachlight.config import get_key_ring
from breachlight.database.sealed_values import SealedColumn, register
from breachlight.database.session import Connection
from breachlight.jobs import enqueue
from breachlight.kit import clock
from breachlight.kit.addresses import alias_key, email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.kit.messages import say
from breachlight.leaks.address_requests import repository
from breachlight.leaks.address_requests.repository import RequestRow
from breachlight.leaks.models import AddressRequestPurpose
from breachlight.rate_limits.limiter import RateLimit
from breachlight.site.human_verification import require_human
from breachlight.site.service import is_language

ERASE_JOB: Final = "opt_outs.erase"
"""Carries out a confirmed opt-out of level 3."""
LIFETIME: Final = timedelta(hours=24)
"""Of the emailed link."""

_PURPOSE: Final = "address_request"
_per_client = RateLimit("address-request-client", limit=10, window=timedelta(hours=1))
_per_installation = RateLimit("address-request", limit=2_000, window=timedelta(days=1))
per_link_client: Final = RateLimit("address-request-link", limit=60, window=timedelta(minutes=5))
"""Of a client: attempts with emailed links."""


@dataclass(frozen=True, slots=True)
class AddressRequest:
    """A request; ``key`` is the email key of its address."""

    id: uuid.UUID
    key: str
    language: str | None
    level: int | None


async def accepted_key(
    email: str, purpose: AddressRequestPurpose, *, cf_turnstile_response: str | None, client: Client
) -> str:
    """Return the email key of what a visitor typed, after the checks that are the same for every address.

    Raises:
        ValidationError: field ``email``: missing, or no address.
        ThrottledError: too many requests of this client, or of all.
        HumanVerificationError: as ``require_human``.
    """
    if not email.strip():
        raise ValidationError({"email": [say("Email is required")]})
    key = email_key(email)
    if key is None:
        raise ValidationError({"email": [say("Enter a valid email address")]})
    await _per_client.hit(purpose.value, network_of(client.address))
    await require_human(cf_turnstile_response, client_address=client.address)
    await _per_installation.hit(purpose.value)
    return key


async def add_request(
    connection: Connection,
    purpose: AddressRequestPurpose,
    key: str,
    *,
    language: str | None,
    level: int | None = None,
) -> uuid.UUID:
    """Store a request for the address of an email key in the caller's transaction."""
    request_id, now = new_id(), clock.now()
    await repository.add(
        connection,
        request_id,
        purpose,
        get_key_ring().seal(key.encode(), request_id.bytes, _PURPOSE),
        language=language if language is not None and is_language(language) else None,
        level=level,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    return request_id


async def erase_again(connection: Connection, ring: KeyRing, key: str) -> None:
    """Let a worker erase the records of an opted-out mailbox once more, in the caller's transaction."""
    request_id, now = new_id(), clock.now()
    sealed = ring.seal(key.encode(), request_id.bytes, _PURPOSE)
    await repository.add_approved(connection, request_id, AddressRequestPurpose.OPT_OUT, sealed, now)
    await enqueue(connection, ERASE_JOB, {"request_id": str(request_id)})


async def find_new(connection: Connection, request_id: uuid.UUID) -> AddressRequest | None:
    """Return a request of which no link was emailed yet."""
    row = await repository.find_new(connection, request_id, clock.now())
    return None if row is None else opened(row)


async def issue_link(connection: Connection, request: AddressRequest, limit: RateLimit) -> str | None:
    """Return the token of the request's link in the caller's transaction.

    None, and the request is gone, if its mailbox had enough emails; aliases count under their mailbox.
    None as well if another run of the job did it.
    """
    taking = await limit.take(connection, 1, alias_key(request.key) or request.key)
    if not taking.is_granted:
        await repository.remove(connection, request.id)
        return None
    token = new_token()
    is_first = await repository.mark_mailed(connection, request.id, digest_of(token), clock.now() + LIFETIME)
    return token if is_first else None


async def find_by_link(connection: Connection, purpose: AddressRequestPurpose, token: str) -> AddressRequest | None:
    """Return the request of a valid link without using it."""
    if not is_well_formed(token):
        return None
    row = await repository.find_mailed(connection, purpose, digest_of(token), clock.now())
    return None if row is None else opened(row)


async def use_link(connection: Connection, purpose: AddressRequestPurpose, token: str) -> AddressRequest | None:
    """Use a link in the caller's transaction; None if it is invalid, used or expired."""
    if not is_well_formed(token):
        return None
    row = await repository.confirm(connection, purpose, digest_of(token), clock.now())
    return None if row is None else opened(row)


def opened(row: RequestRow) -> AddressRequest:
    """Return a request with its address opened."""
    key = get_key_ring().open(row.address_sealed, row.id.bytes, _PURPOSE).decode()
    return AddressRequest(row.id, key, row.language, row.level)


register(
    SealedColumn("address_requests", "address_sealed", place=lambda row: row["id"].bytes, purpose=lambda _: _PURPOSE)
)
