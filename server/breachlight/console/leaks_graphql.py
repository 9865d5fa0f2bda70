"""GraphQL: the catalogue of leaks in the console."""

from typing import Final

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import require_fresh
from breachlight.console import leaks
from breachlight.console.account_types import ConsoleActionResult
from breachlight.console.leak_types import (
    ConsoleEditLeakResult,
    ConsoleLeakDetail,
    ConsoleLeakFilter,
    ConsoleLeakInput,
    ConsoleLeakOrder,
    ConsoleLeakPage,
    EditLeakSuccess,
    detail_of,
)
from breachlight.console.leaks_repository import LeakOrder
from breachlight.console.requests import require_operator
from breachlight.graphql.context import require_subject
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say

_FIRST: Final = 50


@strawberry.type
class LeakConsole:
    """The fields about leaks."""

    @strawberry.field
    async def leaks(
        self,
        filter: ConsoleLeakFilter | None = None,  # noqa: A002 -- the schema's name for it
        order: ConsoleLeakOrder = ConsoleLeakOrder.NEWEST,
        first: int = _FIRST,
        after: str | None = None,
    ) -> ConsoleLeakPage:
        """List leaks of the catalogue; at most 100 at once."""
        chosen = (filter or ConsoleLeakFilter()).chosen()
        return ConsoleLeakPage.of(await leaks.list_leaks(chosen, LeakOrder(order.value), first, after))

    @strawberry.field
    async def leak(self, name: str) -> ConsoleLeakDetail | None:
        """Return the leak of a name or a former name; null if there is none."""
        return await detail_of(name)


async def _edit_leak(info: Info, name: str, input: ConsoleLeakInput) -> ConsoleEditLeakResult:  # noqa: A002 -- the schema's name for it
    await leaks.edit_leak(await require_operator(info), name, input.changes())
    found = await detail_of(name)
    if found is None:
        raise NotFoundError(say("There's no such leak."))
    return EditLeakSuccess(leak=found, message=say("Saved."))


async def _merge_leaks(info: Info, name: str, into: str) -> ConsoleActionResult:
    await leaks.start_merging(await require_operator(info), name, into)
    return MessageSuccess(message=say("The merge was entered. A worker does it."))


async def _retract_leak(info: Info, name: str) -> ConsoleActionResult:
    operator = await require_operator(info)
    require_fresh(await require_subject(info))
    await leaks.start_retraction(operator, name)
    return MessageSuccess(message=say("The leak is retracted. A worker removes its records."))


@strawberry.type
class LeakConsoleMutation:
    """Mutations about leaks."""

    console_edit_leak: ConsoleEditLeakResult = strawberry.mutation(
        resolver=_edit_leak, description="Changes fields of a leak."
    )
    console_merge_leaks: ConsoleActionResult = strawberry.mutation(
        resolver=_merge_leaks,
        description="Lets a worker move everything of the leak `name` to the leak `into`; the name then means that one.",
    )
    console_retract_leak: ConsoleActionResult = strawberry.mutation(
        resolver=_retract_leak,
        description="Retracts a leak for good, after a recent login: a worker removes its records and marks its detections.",
    )
