"""What an opted-out address is left out of."""

from enum import IntEnum

from breachlight.config import get_key_ring
from breachlight.database.session import Connection
from breachlight.kit.addresses import alias_key
from breachlight.leaks.opt_outs import repository
from breachlight.leaks.opt_outs.digests import OptOutDigester


class OptOutLevel(IntEnum):
    """Levels of opt-outs; each includes those below.

    LOOKUPS: public lookups. MONITORING: new monitoring of the address by itself. RECORDS: its records are erased, and those of later
    loads aren't stored.
    """

    NONE = 0
    LOOKUPS = 1
    MONITORING = 2
    RECORDS = 3


async def level_of(connection: Connection, email_key: str) -> OptOutLevel:
    """Return the level of an address, which an alias has from its mailbox too."""
    digester = OptOutDigester(get_key_ring())
    keys = {email_key, alias_key(email_key) or email_key}
    return OptOutLevel(await repository.highest_level(connection, [digester.of_address(key) for key in sorted(keys)]))
