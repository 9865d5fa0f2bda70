"""GraphQL: the quarantine in the console."""

from typing import Final

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import NOBODY
from breachlight.console import quarantine
from breachlight.console.account_types import ConsoleActionResult
from breachlight.console.ingestion_types import ConsoleReadingInput
from breachlight.console.quarantine_types import ConsoleQuarantinedFileDetail, ConsoleQuarantinePage
from breachlight.console.requests import require_operator
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say, say_counted
from breachlight.leaks.choices import Format
from breachlight.leaks.records import RejectReason

_FIRST: Final = 50


@strawberry.type
class QuarantineConsole:
    """The fields about the quarantine."""

    @strawberry.field
    async def quarantine(
        self,
        search: str | None = None,
        reason: str | None = None,
        first: int = _FIRST,
        after: str | None = None,
    ) -> ConsoleQuarantinePage:
        """List files with rejected or held input, the newest first, whose name or leak contains a text; at most 100 at once."""
        return ConsoleQuarantinePage.of(await quarantine.list_files(search, reason, first, after))

    @strawberry.field
    async def quarantined_file(self, id: strawberry.ID) -> ConsoleQuarantinedFileDetail | None:  # noqa: A002 -- the schema's name for it
        """Return a file; null if the quarantine has nothing of it."""
        file_id = parse_id(id)
        found = None if file_id is None else await quarantine.find_file(file_id)
        return None if found is None else ConsoleQuarantinedFileDetail.of(*found)

    @strawberry.field
    def rejection_reasons(self) -> list[str]:
        """List all reasons for which input is rejected."""
        return [reason.value for reason in RejectReason]

    @strawberry.field
    def rereading_formats(self) -> list[str]:
        """List the formats that rejected input can be read again with."""
        return [name.value for name in Format]


async def _drop(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    operator = await require_operator(info)
    done = await quarantine.drop_file(operator, parse_id(id) or NOBODY)
    if done.was_held:
        return MessageSuccess(message=say("The held file was forgotten."))
    message = say_counted("{count} stretch was deleted.", "{count} stretches were deleted.", done.stretches)
    return MessageSuccess(message=message)


async def _reread(
    info: Info,
    id: strawberry.ID,  # noqa: A002 -- the schema's name for it
    reading: ConsoleReadingInput | None = None,
) -> ConsoleActionResult:
    operator = await require_operator(info)
    options = None if reading is None else reading.checked()
    await quarantine.start_rereading(operator, parse_id(id) or NOBODY, options)
    return MessageSuccess(message=say("A worker reads the file's rejected input again."))


@strawberry.type
class QuarantineConsoleMutation:
    """Mutations about the quarantine."""

    console_drop_quarantined_file: ConsoleActionResult = strawberry.mutation(
        resolver=_drop, description="Deletes what the quarantine has of a file for good; a held file is forgotten."
    )
    console_reread_quarantined_file: ConsoleActionResult = strawberry.mutation(
        resolver=_reread,
        description="Lets a worker read the rejected stretches of a file again, with the rules of this version; in another format, or "
        "with other columns (such as `email=3`), if they are given. Those that still give no record stay.",
    )
