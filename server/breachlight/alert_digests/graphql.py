"""GraphQL: unsubscribing from alert emails with the link in one of them."""

import strawberry

from breachlight.alert_digests.preferences import unsubscribe
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.types import MessageResult, MessageSuccess


async def _unsubscribe(info: Info, token: str) -> MessageResult:
    return MessageSuccess(message=await unsubscribe(token, client_of(info)))


@strawberry.type
class NoticeMutation:
    """Mutations of the pages that emails link to."""

    unsubscribe: MessageResult = strawberry.mutation(
        resolver=_unsubscribe,
        description="Unsubscribes from detection emails, emails about mentions or monthly reports, with the token of one of them.",
    )
