"""GraphQL inputs of passwords."""

import strawberry


@strawberry.input
class RequestPasswordResetInput:
    """Who forgot the password."""

    email: str
    cf_turnstile_response: str | None = None


@strawberry.input
class ConfirmPasswordResetInput:
    """What the mailed link carries, and the new password."""

    email: str
    uid: str
    token: str
    new_password: str
