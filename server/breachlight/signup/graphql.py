"""GraphQL: sign-up, partner applications and email verification."""

from typing import Annotated

import strawberry

from breachlight.accounts import verification
from breachlight.accounts.inputs import ConfirmEmailInput
from breachlight.accounts.types import Account
from breachlight.auth import models
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import require_subject, subject_if_any
from breachlight.graphql.errors import RefusedProblem, ThrottledProblem
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.messages import Sentence, say
from breachlight.sessions.service import get_session_service
from breachlight.sessions.types import LoginSuccess, RegisterResult, Tokens
from breachlight.signup import confirmation, registration
from breachlight.signup.confirmation import EarlierAccess
from breachlight.signup.inputs import PartnerInput, RegisterIndividualInput, RegisterOrganizationInput


@strawberry.type
class VerificationSent:
    """Whether an email was sent, and the message for the user."""

    email_sent: bool
    is_verified: bool = strawberry.field(description="No email was sent because the address is already verified.")
    message: Sentence


strawberry.enum(EarlierAccess)


@strawberry.type
class ConfirmEmailSuccess:
    """The address is verified. Tokens and account are set if this logs the user in."""

    message: Sentence
    tokens: Tokens | None
    account: Account | None
    earlier_access: EarlierAccess = strawberry.field(
        description="The fate of the sessions, API keys and second factors from before the verification."
    )


ResendVerificationResult = Annotated[
    VerificationSent | RefusedProblem | ThrottledProblem, strawberry.union("ResendVerificationResult")
]


ConfirmEmailResult = Annotated[
    ConfirmEmailSuccess | RefusedProblem | ThrottledProblem, strawberry.union("ConfirmEmailResult")
]


async def _register(form: registration.Registration, info: Info) -> RegisterResult:
    view = await registration.register(form, client_of(info))
    logged_in = await get_session_service().open_session(view.user, remember_me=False, client=client_of(info))
    return LoginSuccess.of(logged_in, say("Welcome to Breachlight. Please verify your email."))


async def _register_individual(info: Info, input: RegisterIndividualInput) -> RegisterResult:  # noqa: A002 -- the schema's name
    return await _register(input.form(models.AccountKind.INDIVIDUAL), info)


async def _register_organization(info: Info, input: RegisterOrganizationInput) -> RegisterResult:  # noqa: A002 -- the schema's name
    return await _register(input.form(models.AccountKind.ORGANIZATION, input.company_name), info)


async def _apply_as_partner(info: Info, input: PartnerInput) -> MessageResult:  # noqa: A002 -- the schema's name
    await registration.apply_as_partner(input.form(), client_of(info))
    return MessageSuccess(message=say("Thanks for submitting!"))


async def _resend_verification(info: Info) -> ResendVerificationResult:
    outcome = await verification.resend_verification(await require_subject(info, before_setup=True), client_of(info))
    return VerificationSent(email_sent=outcome.email_sent, is_verified=outcome.is_verified, message=outcome.message)


async def _confirm_email(info: Info, input: ConfirmEmailInput) -> ConfirmEmailResult:  # noqa: A002 -- the schema's name
    verified = await confirmation.confirm_email(
        input.uid, input.token, client_of(info), subject=await subject_if_any(info)
    )
    earlier_access = verified.earlier_access
    if verified.user is None:
        return ConfirmEmailSuccess(message=verified.message, tokens=None, account=None, earlier_access=earlier_access)
    logged_in = await get_session_service().open_session(verified.user, remember_me=False, client=client_of(info))
    return ConfirmEmailSuccess(
        message=verified.message,
        tokens=Tokens.of(logged_in.tokens),
        account=Account.of(logged_in.account),
        earlier_access=earlier_access,
    )


@strawberry.type
class SignUpMutation:
    """Sign-up and email verification."""

    register_individual: RegisterResult = strawberry.mutation(
        resolver=_register_individual, description="Creates an individual account and logs in."
    )
    register_organization: RegisterResult = strawberry.mutation(
        resolver=_register_organization, description="Creates an organization account and logs in."
    )
    apply_as_partner: MessageResult = strawberry.mutation(
        resolver=_apply_as_partner, description="Submits a partner application."
    )
    resend_verification: ResendVerificationResult = strawberry.mutation(
        resolver=_resend_verification, description="Emails a new verification link."
    )
    confirm_email: ConfirmEmailResult = strawberry.mutation(
        resolver=_confirm_email, description="Verifies the email address with an emailed link."
    )
