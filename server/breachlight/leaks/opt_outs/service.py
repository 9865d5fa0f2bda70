"""Opt-outs by visitors, as API processes see them: a form, an emailed link, and its confirmation.

The form is the same for every address and looks nothing up. The link shows that whoever confirms has the mailbox.
"""

from typing import Final

from breachlight.audit.operators import record_operator_event
from breachlight.auth.repository import account_of_user, find_user_by_email
from breachlight.auth.subject import Client
from breachlight.config import get_key_ring
from breachlight.database.session import Connection, reading, transaction
from breachlight.jobs import enqueue
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import BadCredentialsError, ForbiddenError
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.address_requests import repository as requests
from breachlight.leaks.address_requests.service import (
    ERASE_JOB,
    accepted_key,
    add_request,
    find_by_link,
    per_link_client,
    use_link,
)
from breachlight.leaks.models import AddressRequestPurpose
from breachlight.leaks.opt_outs import repository
from breachlight.leaks.opt_outs.digests import OptOutDigester, shown
from breachlight.leaks.opt_outs.levels import OptOutLevel
from breachlight.site.service import get_site_settings
from breachlight.watchlist import service as watchlist

MAIL_JOB: Final = "opt_outs.mail"
BY_EMAIL: Final = "a link in an email"
"""Who acted, in the audit log, when the owner of an address did."""
REQUESTED: Final = say("Check your inbox. Nothing changes until you open the link in our email.")
CONFIRMED: Final = say("Your choice is in effect.")
WITHDRAWN: Final = say("Your opt-out was withdrawn.")
ERASING: Final = say(
    "Your address is hidden and excluded from new monitoring. Its records are erased next; an operator may review that first."
)
FAILED: Final = say("This link is invalid or expired. Send the form again.")

_OPT_OUT: Final = AddressRequestPurpose.OPT_OUT


async def request_opt_out(
    email: str, level: OptOutLevel, *, language: str | None, cf_turnstile_response: str | None, client: Client
) -> Sentence:
    """Have a worker email a link that confirms a choice; the answer is the same for every address.

    Raises:
        ForbiddenError: opt-outs on the website are off.
        HumanVerificationError, ThrottledError, ValidationError: as ``accepted_key``.
    """
    if not (await get_site_settings()).opt_outs_enabled:
        raise ForbiddenError(say("Opt-outs are turned off."))
    key = await accepted_key(email, _OPT_OUT, cf_turnstile_response=cf_turnstile_response, client=client)
    async with transaction() as connection:
        request_id = await add_request(connection, _OPT_OUT, key, language=language, level=level)
        await enqueue(connection, MAIL_JOB, {"request_id": str(request_id)})
    return REQUESTED


async def chosen_level(token: str, client: Client) -> OptOutLevel | None:
    """Return the choice that a link confirms; None if it is invalid, used or expired.

    Raises:
        ThrottledError: too many attempts from this network.
    """
    await per_link_client.hit(network_of(client.address))
    async with reading() as connection:
        request = await find_by_link(connection, _OPT_OUT, token)
    return None if request is None else OptOutLevel(request.level or 0)


async def confirm_opt_out(token: str, client: Client) -> Sentence:
    """Put the choice of an emailed link into effect; a worker does what level 3 adds.

    Raises:
        BadCredentialsError: the link is invalid, used or expired.
        ThrottledError: too many attempts from this network.
    """
    await per_link_client.hit(network_of(client.address))
    async with transaction() as connection:
        request = await use_link(connection, _OPT_OUT, token)
        if request is None:
            raise BadCredentialsError(FAILED)
        level = OptOutLevel(request.level or 0)
        digest = OptOutDigester(get_key_ring()).of_address(request.key)
        # Before other rows: what is monitored, or stored by an ingestion, may change.
        await watchlist.lock_watchlist(connection)
        before = await choose(connection, digest, level)
        await record_operator_event(
            connection, "opt_out_chosen", {"digest": shown(digest), "level": int(level)}, operator=BY_EMAIL
        )
        if level is OptOutLevel.RECORDS:
            await repository.set_digest(connection, request.id, digest)
            await enqueue(connection, ERASE_JOB, {"request_id": str(request.id)})
            return ERASING
        await requests.remove(connection, request.id)
        if before >= OptOutLevel.MONITORING > level:
            await _monitor_own(connection, request.key)
    return WITHDRAWN if level is OptOutLevel.NONE else CONFIRMED


async def choose(connection: Connection, digest: bytes, level: OptOutLevel) -> OptOutLevel:
    """Store a choice, replacing earlier ones, and return the level before; records are erased later and by others.

    Until the erasure has begun, level 3 is level 2 in effect.
    """
    before = OptOutLevel(await repository.highest_level(connection, [digest]))
    await repository.remove_requests(connection, digest)
    if level is OptOutLevel.NONE:
        await repository.remove(connection, digest)
    elif not before is level is OptOutLevel.RECORDS:
        await repository.set_level(connection, digest, min(level, OptOutLevel.MONITORING))
    return before


async def _monitor_own(connection: Connection, key: str) -> None:
    """Monitor the verified address of a user who had opted out before."""
    user = await find_user_by_email(key)
    if user is not None and user.email_verified_at is not None:
        await watchlist.monitor_email(connection, await account_of_user(user.id), key)
