"""Who asks the console."""

from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.operators import service as operators
from breachlight.operators.service import Operator


async def require_operator(info: Info) -> Operator:
    """Return the operator who asks.

    Raises:
        ForbiddenError: as ``operators.service.require_operator``.
    """
    return await operators.require_operator(await require_subject(info))
