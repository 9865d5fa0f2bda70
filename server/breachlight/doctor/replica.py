"""The check of the read replica."""

from typing import Final

from breachlight.config import Settings
from breachlight.database.replica import PATIENCE, Outcome, Replica, UnfitError, position_of
from breachlight.database.session import Connection
from breachlight.doctor.findings import Finding, ok, skipped, warning
from breachlight.doctor.repository import has_alerts

_UNFIT: Final = {
    Outcome.BEHIND: (
        f"The replica doesn't reach the primary's position within {PATIENCE:.0f} s.",
        "Compare pg_stat_replication on the primary, and look for long queries on the replica.",
    ),
    Outcome.NOT_A_REPLICA: (
        "The server in DATABASE_REPLICA_URL isn't a replica of the one in DATABASE_URL.",
        "Name a server that follows it.",
    ),
    Outcome.UNREACHABLE: (
        "No replica can be reached at DATABASE_REPLICA_URL.",
        "Start it, or correct user, password and host; the primary serves its reads meanwhile.",
    ),
    Outcome.FAILED: (
        "The replica refuses a query.",
        "See its log; the role in DATABASE_REPLICA_URL must be allowed to read the tables.",
    ),
}


async def check_replica(connection: Connection | None, settings: Settings) -> Finding:
    """Read from the replica as exports do."""
    if settings.database_replica_url is None:
        return skipped("replica", "DATABASE_REPLICA_URL isn't set.")
    if connection is None:
        return skipped("replica", "The database can't be asked.")
    replica = Replica(settings.database_replica_url.get_secret_value(), 1)
    await replica.open()
    try:
        await replica.read(has_alerts, await position_of(connection), PATIENCE)
    except UnfitError as unfit:
        return warning("replica", *_UNFIT[unfit.outcome])
    finally:
        replica.close()
    return ok("replica", "It can be read and has everything that the primary has.")
