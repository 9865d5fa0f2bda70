"""GraphQL: turning mails off from within one of them, open to whoever holds the mail."""

import strawberry

from breachlight.alert_digests.preferences import unsubscribe
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.types import MessageResult, MessageSuccess


async def _unsubscribe(info: Info, token: str) -> MessageResult:
    return MessageSuccess(message=await unsubscribe(token, client_of(info)))


@strawberry.type
class NoticeMutation:
    """The changes that a mail leads to."""

    unsubscribe: MessageResult = strawberry.mutation(
        resolver=_unsubscribe, description="Unsubscribes from detection emails, with the token of one of them."
    )
