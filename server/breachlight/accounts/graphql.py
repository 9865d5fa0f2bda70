"""GraphQL: the signed-in account, sign-up, email verification, passwords, profile."""

from typing import Annotated

import strawberry

from breachlight.accounts import profile
from breachlight.accounts.bulk_disclosure import set_bulk_disclosure
from breachlight.accounts.inputs import NotificationSettingsInput, UpdateProfileInput
from breachlight.accounts.service import get_account
from breachlight.accounts.types import Account
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import optional_subject, require_subject
from breachlight.graphql.errors import RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.kit.messages import Sentence, say
from breachlight.uploads import decoded_file


@strawberry.type
class UpdateProfileSuccess:
    """The saved profile; ``orgError`` is set if only the organization's part failed."""

    message: Sentence
    account: Account
    org_error: Sentence | None


UpdateProfileResult = Annotated[
    UpdateProfileSuccess | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("UpdateProfileResult"),
]


@strawberry.type
class BulkDisclosureSuccess:
    """The saved switch."""

    message: Sentence
    account: Account


BulkDisclosureResult = Annotated[
    BulkDisclosureSuccess | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("BulkDisclosureResult"),
]


async def _viewer(info: Info) -> Account | None:
    subject = await optional_subject(info, before_setup=True)
    return Account.of(await get_account(subject.account_id, subject.user_id)) if subject else None


@strawberry.type
class AccountQuery:
    """Queries about the account."""

    viewer: Account | None = strawberry.field(
        resolver=_viewer, description="The logged-in account, or null for a visitor."
    )


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
    content = decoded_file(image, "image", say("Encode the picture as Base64."))
    view = await profile.set_image(subject, content, client_of(info))
    return UpdateProfileSuccess(message=say("Your picture was saved."), account=Account.of(view), org_error=None)


async def _remove_user_image(info: Info) -> UpdateProfileResult:
    view = await profile.remove_image(await require_subject(info), client_of(info))
    return UpdateProfileSuccess(message=say("Your picture was removed."), account=Account.of(view), org_error=None)


async def _set_bulk_disclosure(info: Info, enabled: bool) -> BulkDisclosureResult:
    subject = await require_subject(info)
    view = await set_bulk_disclosure(subject, is_enabled=enabled, client=client_of(info))
    message = say("Bulk disclosure is on.") if enabled else say("Bulk disclosure is off.")
    return BulkDisclosureSuccess(message=message, account=Account.of(view))


@strawberry.type
class AccountMutation:
    """Mutations of an account."""

    update_profile: UpdateProfileResult = strawberry.mutation(
        resolver=_update_profile, description="Saves names, address and company."
    )
    update_notification_settings: UpdateProfileResult = strawberry.mutation(
        resolver=_update_notification_settings,
        description="Saves the notification settings and the email frequency.",
    )
    set_user_image: UpdateProfileResult = strawberry.mutation(
        resolver=_set_user_image,
        description="Saves a picture, encoded as Base64: PNG, JPEG or WebP of at most 512 KiB.",
    )
    remove_user_image: UpdateProfileResult = strawberry.mutation(
        resolver=_remove_user_image, description="Removes the picture; the initials are shown instead."
    )
    set_bulk_disclosure: BulkDisclosureResult = strawberry.mutation(
        resolver=_set_bulk_disclosure,
        description="Allows or forbids everyone in the account to disclose several leaked passwords with one request. "
        "For owners, after a recent login; all owners are emailed.",
    )
