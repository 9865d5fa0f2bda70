"""The operators' audit log: commands that change or reveal something of the whole installation."""

import getpass

from breachlight.audit import repository
from breachlight.database.session import Connection


def operator_name() -> str:
    """Return the operating system's user who runs this process."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run as a user without a name
        return "unknown"


async def record_operator_event(
    connection: Connection, kind: str, detail: dict[str, object], *, operator: str | None = None
) -> None:
    """Record an operator's command in the caller's transaction; ``detail`` contains no secret and no erased address."""
    await repository.add_operator_event(connection, kind, operator or operator_name(), detail)
