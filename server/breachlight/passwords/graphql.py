"""GraphQL: password changes and resets."""

import strawberry

from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import require_subject
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.messages import say
from breachlight.passwords import changes as password_changes
from breachlight.passwords.inputs import ConfirmPasswordResetInput, RequestPasswordResetInput


async def _request_password_reset(info: Info, input: RequestPasswordResetInput) -> MessageResult:  # noqa: A002 -- the schema's name
    message = await password_changes.request_reset(
        input.email, cf_turnstile_response=input.cf_turnstile_response, client=client_of(info)
    )
    return MessageSuccess(message=message)


async def _confirm_password_reset(info: Info, input: ConfirmPasswordResetInput) -> MessageResult:  # noqa: A002 -- the schema's name
    await password_changes.confirm_reset(
        email=input.email, uid=input.uid, token=input.token, new_password=input.new_password, client=client_of(info)
    )
    return MessageSuccess(message=say("Your password has been reset. You can now log in with your new password."))


async def _change_password(info: Info, old_password: str, new_password: str, verify_new_password: str) -> MessageResult:
    await password_changes.change_password(
        await require_subject(info),
        old_password=old_password,
        new_password=new_password,
        verify_new_password=verify_new_password,
        client=client_of(info),
    )
    return MessageSuccess(message=say("Password updated successfully"))


@strawberry.type
class PasswordMutation:
    """Password changes and resets."""

    request_password_reset: MessageResult = strawberry.mutation(
        resolver=_request_password_reset,
        description="Emails a reset link; the response is the same for unknown addresses.",
    )
    confirm_password_reset: MessageResult = strawberry.mutation(
        resolver=_confirm_password_reset, description="Sets a new password with an emailed link."
    )
    change_password: MessageResult = strawberry.mutation(
        resolver=_change_password, description="Changes the password and ends all other sessions."
    )
