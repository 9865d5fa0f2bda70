"""Everything that an account holds, for its user to take along."""

from collections.abc import AsyncIterator

from breachlight.sessions.subject import Client, Subject


async def export_account(subject: Subject, client: Client) -> AsyncIterator[bytes]:
    """Return the account as one JSON document in pieces; leaked passwords stay masked.

    Raises:
        ForbiddenError: the e-mail address is not proved yet (design section 4.3).
        ThrottledError: too many exports.
    """
    raise NotImplementedError
