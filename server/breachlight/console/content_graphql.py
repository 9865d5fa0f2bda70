"""GraphQL: content, below ``console`` and at its mutations."""

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.console import content as service
from breachlight.console.account_types import ConsoleActionResult
from breachlight.console.content_types import ConsoleContent, ConsoleContentDetail, ConsoleContentName
from breachlight.console.requests import require_operator
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import say

_LONGEST_ID = 18
"""Digits of a bigint that certainly fits."""


@strawberry.type
class ContentConsole:
    """Fields of the console about content."""

    @strawberry.field
    async def content(self) -> ConsoleContent:
        """List the documents that operators edit, in each language."""
        return ConsoleContent.of(await service.list_documents())

    @strawberry.field
    async def content_document(self, name: ConsoleContentName, locale: str) -> ConsoleContentDetail | None:
        """Return a document in a language; null if there is none."""
        found = await service.find_document(name.value, locale)
        return None if found is None else ConsoleContentDetail.of_detail(found)


async def _save_draft(
    info: Info, name: ConsoleContentName, locale: str, content: str, version: str
) -> ConsoleActionResult:
    await service.save_draft(await require_operator(info), name.value, locale, content, version)
    return MessageSuccess(message=say("Draft saved."))


async def _publish(info: Info, name: ConsoleContentName, locale: str, version: str) -> ConsoleActionResult:
    await service.publish(await require_operator(info), name.value, locale, version)
    return MessageSuccess(message=say("Published."))


async def _discard_draft(info: Info, name: ConsoleContentName, locale: str, version: str) -> ConsoleActionResult:
    await service.discard_draft(await require_operator(info), name.value, locale, version)
    return MessageSuccess(message=say("Draft discarded."))


async def _revert(info: Info, name: ConsoleContentName, locale: str, version: str) -> ConsoleActionResult:
    await service.revert(await require_operator(info), name.value, locale, version)
    return MessageSuccess(message=say("Visitors see the shipped text again."))


async def _restore(
    info: Info,
    name: ConsoleContentName,
    locale: str,
    id: strawberry.ID,  # noqa: A002 -- the schema's name for it
    version: str,
) -> ConsoleActionResult:
    operator = await require_operator(info)
    if not (id.isascii() and id.isdecimal() and len(id) <= _LONGEST_ID):
        raise NotFoundError
    await service.restore(operator, name.value, locale, int(id), version)
    return MessageSuccess(message=say("This version is the draft now."))


@strawberry.type
class ContentConsoleMutation:
    """Mutations of content; refused if the document was changed since the given version."""

    console_save_content_draft: ConsoleActionResult = strawberry.mutation(
        resolver=_save_draft,
        description="Keeps an edit that visitors don't see; `content` is JSON. Field errors have the paths of fields.",
    )
    console_publish_content: ConsoleActionResult = strawberry.mutation(
        resolver=_publish, description="Shows visitors the draft."
    )
    console_discard_content_draft: ConsoleActionResult = strawberry.mutation(
        resolver=_discard_draft, description="Deletes the draft."
    )
    console_revert_content: ConsoleActionResult = strawberry.mutation(
        resolver=_revert, description="Shows visitors the shipped text and deletes the draft."
    )
    console_restore_content: ConsoleActionResult = strawberry.mutation(
        resolver=_restore, description="Makes a published version the draft."
    )
