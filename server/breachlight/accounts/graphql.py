"""GraphQL: the signed-in account, sign-up, e-mail verification, passwords, profile."""

import base64
import binascii
from typing import Annotated

import strawberry

from breachlight.accounts import models, profile, verification
from breachlight.accounts.inputs import (
    ConfirmEmailInput,
    ConfirmPasswordResetInput,
    NotificationSettingsInput,
    PartnerInput,
    RegisterIndividualInput,
    RegisterOrganizationInput,
    RequestPasswordResetInput,
    UpdateProfileInput,
)
from breachlight.accounts.service import get_account
from breachlight.accounts.types import Account
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import optional_subject, require_subject
from breachlight.graphql.errors import RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence, say
from breachlight.lifecycle import deletion
from breachlight.passwords import changes as password_changes
from breachlight.sessions.service import get_session_service
from breachlight.sessions.types import LoginSuccess, RegisterResult, Tokens
from breachlight.signup import registration


@strawberry.type
class VerificationSent:
    """Whether a mail was sent, and the sentence for the user."""

    email_sent: bool
    is_verified: bool = strawberry.field(description="No mail was sent because the address is verified already.")
    message: Sentence


@strawberry.type
class ConfirmEmailSuccess:
    """The address is proved. Tokens and account are there when this signs the user in."""

    message: Sentence
    tokens: Tokens | None
    account: Account | None


@strawberry.type
class UpdateProfileSuccess:
    """What was saved; ``orgError`` says why the organization's part alone was not."""

    message: Sentence
    account: Account
    org_error: Sentence | None


ResendVerificationResult = Annotated[
    VerificationSent | RefusedProblem | ThrottledProblem, strawberry.union("ResendVerificationResult")
]
ConfirmEmailResult = Annotated[
    ConfirmEmailSuccess | RefusedProblem | ThrottledProblem, strawberry.union("ConfirmEmailResult")
]
UpdateProfileResult = Annotated[
    UpdateProfileSuccess | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("UpdateProfileResult"),
]


async def _viewer(info: Info) -> Account | None:
    subject = await optional_subject(info)
    return Account.of(await get_account(subject.account_id, subject.user_id)) if subject else None


@strawberry.type
class AccountQuery:
    """What a user may ask about the account."""

    viewer: Account | None = strawberry.field(
        resolver=_viewer, description="The signed-in account, or null for a visitor."
    )


async def _register(form: registration.Registration, info: Info) -> RegisterResult:
    view = await registration.register(form, client_of(info))
    logged_in = await get_session_service().open_session(view.user, remember_me=False, client=client_of(info))
    return LoginSuccess.of(logged_in, say("Welcome to Breachlight. Please confirm your email."))


async def _register_individual(info: Info, input: RegisterIndividualInput) -> RegisterResult:  # noqa: A002 -- the schema's name
    return await _register(input.form(models.AccountKind.INDIVIDUAL), info)


async def _register_organization(info: Info, input: RegisterOrganizationInput) -> RegisterResult:  # noqa: A002 -- the schema's name
    return await _register(input.form(models.AccountKind.ORGANIZATION, input.company_name), info)


async def _apply_as_partner(info: Info, input: PartnerInput) -> MessageResult:  # noqa: A002 -- the schema's name
    await registration.apply_as_partner(input.form(), client_of(info))
    return MessageSuccess(message=say("Thanks for submitting!"))


async def _resend_verification(info: Info) -> ResendVerificationResult:
    outcome = await verification.resend_verification(await require_subject(info), client_of(info))
    return VerificationSent(email_sent=outcome.email_sent, is_verified=outcome.is_verified, message=outcome.message)


async def _confirm_email(info: Info, input: ConfirmEmailInput) -> ConfirmEmailResult:  # noqa: A002 -- the schema's name
    verified = await verification.confirm_email(input.uid, input.token, client_of(info))
    if verified.user is None:
        return ConfirmEmailSuccess(message=verified.message, tokens=None, account=None)
    logged_in = await get_session_service().open_session(verified.user, remember_me=False, client=client_of(info))
    return ConfirmEmailSuccess(
        message=verified.message, tokens=Tokens.of(logged_in.tokens), account=Account.of(logged_in.account)
    )


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


async def _update_profile(info: Info, input: UpdateProfileInput) -> UpdateProfileResult:  # noqa: A002 -- the schema's name
    saved = await profile.update_profile(await require_subject(info), input.changes(), client_of(info))
    return UpdateProfileSuccess(
        message=saved.message, account=Account.of(saved.account), org_error=saved.organization_error
    )


async def _update_notification_settings(info: Info, input: NotificationSettingsInput) -> UpdateProfileResult:  # noqa: A002 -- the schema's name
    saved = await profile.update_profile(await require_subject(info), input.changes(), client_of(info))
    return UpdateProfileSuccess(message=saved.message, account=Account.of(saved.account), org_error=None)


async def _set_user_image(info: Info, image: str) -> UpdateProfileResult:
    subject = await require_subject(info)
    try:
        content = base64.b64decode(image, validate=True)
    except binascii.Error:
        raise ValidationError({"image": [say("Send the picture in Base64.")]}) from None
    view = await profile.set_image(subject, content, client_of(info))
    return UpdateProfileSuccess(message=say("Your picture was saved."), account=Account.of(view), org_error=None)


async def _remove_user_image(info: Info) -> UpdateProfileResult:
    view = await profile.remove_image(await require_subject(info), client_of(info))
    return UpdateProfileSuccess(message=say("Your picture was removed."), account=Account.of(view), org_error=None)


async def _delete_account(info: Info, password: str) -> MessageResult:
    await deletion.delete_account(await require_subject(info), password, client_of(info))
    return MessageSuccess(message=say("Your account was deleted."))


@strawberry.type
class AccountMutation:
    """The changes of an account."""

    register_individual: RegisterResult = strawberry.mutation(
        resolver=_register_individual, description="Makes an individual's account and signs in."
    )
    register_organization: RegisterResult = strawberry.mutation(
        resolver=_register_organization, description="Makes an organization's account and signs in."
    )
    apply_as_partner: MessageResult = strawberry.mutation(
        resolver=_apply_as_partner, description="Keeps an application to become a partner."
    )
    resend_verification: ResendVerificationResult = strawberry.mutation(
        resolver=_resend_verification, description="Mails a new link that proves the e-mail address."
    )
    confirm_email: ConfirmEmailResult = strawberry.mutation(
        resolver=_confirm_email, description="Proves the e-mail address with a mailed link."
    )
    request_password_reset: MessageResult = strawberry.mutation(
        resolver=_request_password_reset,
        description="Mails a reset link; the answer is the same for unknown addresses.",
    )
    confirm_password_reset: MessageResult = strawberry.mutation(
        resolver=_confirm_password_reset, description="Sets a new password with a mailed link."
    )
    change_password: MessageResult = strawberry.mutation(
        resolver=_change_password, description="Changes the password and ends all other sessions."
    )
    update_profile: UpdateProfileResult = strawberry.mutation(
        resolver=_update_profile, description="Saves names, address and company."
    )
    update_notification_settings: UpdateProfileResult = strawberry.mutation(
        resolver=_update_notification_settings,
        description="Saves the toggles of Settings, Notifications, and how often mails come.",
    )
    set_user_image: UpdateProfileResult = strawberry.mutation(
        resolver=_set_user_image, description="Takes a picture in Base64: PNG, JPEG or WebP of at most 512 KiB."
    )
    remove_user_image: UpdateProfileResult = strawberry.mutation(
        resolver=_remove_user_image, description="Goes back to the initials."
    )
    delete_account: MessageResult = strawberry.mutation(
        resolver=_delete_account, description="Deletes the account with everything in it."
    )
