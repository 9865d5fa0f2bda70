"""GraphQL: the deletion of an account."""

import strawberry

from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import require_subject
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.messages import say
from breachlight.lifecycle import deletion


async def _delete_account(info: Info, password: str) -> MessageResult:
    await deletion.delete_account(await require_subject(info), password, client_of(info))
    return MessageSuccess(message=say("Your account was deleted."))


@strawberry.type
class LifecycleMutation:
    """The deletion of an account."""

    delete_account: MessageResult = strawberry.mutation(
        resolver=_delete_account, description="Deletes the account and all its data."
    )
