"""What operators do, in their audit log: by a command, or as persons in the console."""

from collections.abc import Mapping

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.operators.service import Operator


async def record(connection: Connection, operator: Operator | None, kind: str, detail: Mapping[str, object]) -> None:
    """Record an action in the caller's transaction, of a command without ``operator``; ``detail`` contains no secret."""
    if operator is None:
        await record_operator_event(connection, kind, detail)
        return
    said = {**detail, "by_user_id": str(operator.user_id)}
    await record_operator_event(connection, kind, said, operator=operator.email)
