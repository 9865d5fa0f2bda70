"""GraphQL inputs of passwords."""

import strawberry


@strawberry.input
class RequestPasswordResetInput:
    """The address of the user who forgot the password."""

    email: str
    cf_turnstile_response: str | None = None


@strawberry.input
class ConfirmPasswordResetInput:
    """The contents of an emailed link, and the new password."""

    email: str
    uid: str
    token: str
    new_password: str
