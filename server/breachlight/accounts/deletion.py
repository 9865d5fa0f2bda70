"""The end of an account, at its owner's wish."""

from breachlight.sessions.subject import Client, Subject


async def delete_account(subject: Subject, password: str, client: Client) -> None:
    """Delete an account with everything in it, free its address and domains, and mail the owner a last time.

    Raises:
        ReauthenticationRequiredError: the log-in is too old.
        ValidationError: field ``password``: it is wrong.
        ThrottledError: too many tries.
    """
    raise NotImplementedError
