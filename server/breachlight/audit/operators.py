"""The operators' audit log: commands, and actions in the console, that change or reveal something of the whole installation."""

import getpass
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from breachlight.audit import repository
from breachlight.audit.appending import append
from breachlight.audit.chain import OPERATORS, Entry, Personal
from breachlight.audit.events import as_stored
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id


@dataclass(frozen=True, slots=True)
class OperatorEvent:
    """An operator's action: ``operator`` is the user of the operating system who ran a command, or a person in the console."""

    kind: str
    happened_at: datetime
    operator: str
    detail: dict[str, object]


async def list_operator_events(connection: Connection, kind: str | None, limit: int) -> list[OperatorEvent]:
    """Return the newest events, the newest first, of one kind if it is given."""
    return [OperatorEvent(*row) for row in await repository.operator_events(connection, kind, limit)]


def operator_name() -> str:
    """Return the operating system's user who runs this process."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run as a user without a name
        return "unknown"


async def record_operator_event(
    connection: Connection, kind: str, detail: Mapping[str, object], *, operator: str | None = None
) -> None:
    """Record an operator's command in the caller's transaction; ``detail`` contains no secret and no erased address.

    Other commands of operators wait until the transaction ends.
    """
    said = Personal(operator or operator_name(), "", as_stored(detail))
    await append(connection, OPERATORS, [Entry(new_id(), kind, clock.now(), None, said)])
