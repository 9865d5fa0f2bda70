"""Checks of addresses, as API processes see them: they are stored for a worker, which looks them up."""

from typing import Final

from breachlight.auth.subject import Client
from breachlight.database.session import Connection, reading, transaction
from breachlight.jobs import enqueue
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import ForbiddenError
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.address_requests import repository
from breachlight.leaks.address_requests.service import (
    accepted_key,
    add_request,
    find_by_link,
    per_link_client,
    use_link,
)
from breachlight.leaks.models import AddressRequestPurpose
from breachlight.site.service import get_site_settings

ANSWER_JOB: Final = "address_checks.answer"
REQUESTED: Final = say("Check your inbox. We answer by email only, at most once a day for each address.")

_CHECK: Final = AddressRequestPurpose.CHECK


async def request_check(
    email: str, *, language: str | None, cf_turnstile_response: str | None, client: Client
) -> Sentence:
    """Have a worker email which leaks contain an address, to that address; the answer is the same for every address.

    Raises:
        ForbiddenError: the check is off.
        HumanVerificationError, ThrottledError, ValidationError: as ``accepted_key``.
    """
    if not (await get_site_settings()).address_check_enabled:
        raise ForbiddenError(say("This check is turned off."))
    key = await accepted_key(email, _CHECK, cf_turnstile_response=cf_turnstile_response, client=client)
    async with transaction() as connection:
        request_id = await add_request(connection, _CHECK, key, language=language)
        await enqueue(connection, ANSWER_JOB, {"request_id": str(request_id)})
    return REQUESTED


async def verified_address(token: str, client: Client) -> str | None:
    """Return the address that the link of an answer was emailed to; None if it is invalid, used or expired.

    Raises:
        ThrottledError: too many attempts from this network.
    """
    await per_link_client.hit(network_of(client.address))
    async with reading() as connection:
        request = await find_by_link(connection, _CHECK, token)
    return None if request is None else request.key


async def verifies(connection: Connection, token: str, email_key: str) -> bool:
    """Use the link of an answer in the caller's transaction if it was emailed to this address; return whether it was."""
    found = await find_by_link(connection, _CHECK, token)
    if found is None or found.key != email_key or await use_link(connection, _CHECK, token) is None:
        return False
    await repository.remove(connection, found.id)
    return True
