"""API keys: made, listed, revoked, and told apart from access tokens."""

from typing import Final

from breachlight.sessions.service import get_session_service
from breachlight.sessions.subject import Subject

PREFIX: Final = "blk_"
"""How every API key begins, so that scanners of source code find one that was published by mistake."""


async def authenticate(token: str) -> Subject:
    """Return who a bearer token speaks for: an access token, or an API key.

    Raises:
        UnauthenticatedError: it is neither, or no longer good.
    """
    return await get_session_service().authenticate(token)
