"""``breachlight opt-outs``: which addresses public lookups leave out."""

import json
from typing import Final

from breachlight.audit.operators import record_operator_event
from breachlight.config import Settings
from breachlight.kit.addresses import email_key
from breachlight.kit.plurals import counted
from breachlight.leaks.errors import OperationError
from breachlight.leaks.operator_connections import Prepare, opened
from breachlight.leaks.opt_outs import repository
from breachlight.leaks.opt_outs.digests import OptOutDigester, shown
from breachlight.leaks.opt_outs.erasing import erase_records
from breachlight.leaks.opt_outs.levels import OptOutLevel
from breachlight.watchlist.service import lock_watchlist

_SHOWN: Final = 100
_DONE: Final = {
    OptOutLevel.LOOKUPS: "Public lookups leave this address out.",
    OptOutLevel.MONITORING: "Public lookups leave this address out, and new monitoring too.",
    OptOutLevel.RECORDS: "Public lookups leave this address out. A worker erases its records now.",
}


async def add(settings: Settings, prepare: Prepare, address: str, level: int) -> str:
    """Leave an address out of public lookups from now on, and of what its level says.

    Raises:
        OperationError: it is no email address.
    """
    async with opened(settings, prepare) as (connection, ring):
        key = _key(address)
        digest = OptOutDigester(ring).of_address(key)
        async with connection.transaction():
            await lock_watchlist(connection)
            before = await repository.highest_level(connection, [digest])
            if before == level:
                return "Public lookups leave this address out already."
            await repository.remove_requests(connection, digest)
            if level == OptOutLevel.RECORDS:
                await erase_records(connection, ring, key)
            else:
                await repository.set_level(connection, digest, level)
            await record_operator_event(connection, "opt_out_added", {"digest": shown(digest), "level": level})
    return _DONE[OptOutLevel(level)]


async def remove(settings: Settings, prepare: Prepare, address: str) -> str:
    """Let public lookups have an address again.

    Raises:
        OperationError: it is no email address, or public lookups have it.
    """
    async with opened(settings, prepare) as (connection, ring):
        digest = OptOutDigester(ring).of_address(_key(address))
        async with connection.transaction():
            if not await repository.remove(connection, digest):
                raise OperationError("There is no opt-out of this address.")
            await record_operator_event(connection, "opt_out_removed", {"digest": shown(digest)})
    return "Public lookups have this address again."


async def show(settings: Settings, prepare: Prepare, *, as_json: bool) -> str:
    """Return the number of opt-outs, and when the newest were added; nobody can say of which addresses."""
    async with opened(settings, prepare) as (connection, _):
        number, found = await repository.newest(connection, _SHOWN)
    if as_json:
        listed = [
            {"digest": shown(one.digest), "created_at": one.created_at.isoformat(), "level": one.level} for one in found
        ]
        return json.dumps({"total": number, "newest": listed}, indent=2)
    lines = [f"{shown(one.digest)}  {one.created_at:%Y-%m-%d %H:%M} UTC  level {one.level}" for one in found]
    return "\n".join([counted(number, "opt-out"), *lines])


def _key(address: str) -> str:
    key = email_key(address)
    if key is None:
        raise OperationError("This is no email address.")
    return key
