"""Forgotten and changed passwords (specification sections 2 and 4, Password reset)."""

from breachlight.sessions.subject import Client, Subject

CHECK_EMAIL = "If an account with that email exists and is verified, you’ll receive an email with instructions to reset your password."


async def request_reset(email: str, *, cf_turnstile_response: str | None, client: Client) -> str:
    """Mail a reset link to a verified address, and return the same message, after the same work, for every other (A22).

    Raises:
        HumanVerificationError: as ``require_human``.
        ValidationError: no address was given.
        ThrottledError: too many requests for this address or from here.
    """
    raise NotImplementedError


async def confirm_reset(*, email: str, uid: str, token: str, new_password: str, client: Client) -> None:
    """Set a new password with a mailed token; every session of the user ends, none begins, and the user is mailed.

    Raises:
        BadCredentialsError: the link is not right for this address, used, or expired.
        ValidationError: the new password is refused.
        ThrottledError: too many tries.
    """
    raise NotImplementedError


async def change_password(
    subject: Subject, *, old_password: str, new_password: str, verify_new_password: str, client: Client
) -> None:
    """Change the password of a signed-in user; all other sessions end, and the user is mailed.

    Raises:
        ValidationError: the old password is wrong, the new one refused, or the two differ, each under its field.
        ThrottledError: too many tries.
    """
    raise NotImplementedError
