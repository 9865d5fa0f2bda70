"""Level 3: the records of an address are erased, and those of later loads aren't stored."""

from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.opt_outs import repository
from breachlight.leaks.opt_outs.digests import OptOutDigester
from breachlight.leaks.opt_outs.levels import OptOutLevel
from breachlight.watchlist.service import lock_watchlist


async def erase_records(connection: Connection, ring: KeyRing, key: str, *, by: str | None = None) -> None:
    """Raise the opt-out of an email key to level 3 and start the erasure, in the caller's transaction.

    What ingestions match changes with the watchlist's epoch, so batches that are under way notice.
    """
    await lock_watchlist(connection)
    digest = OptOutDigester(ring).of_address(key)
    await repository.set_level(connection, digest, OptOutLevel.RECORDS, lake_digest=Digester(ring).email(key))
    await start_erasure(connection, ring, key, by=by)
