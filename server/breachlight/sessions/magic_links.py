"""Log-in by a mailed link (specification section 2; contract, MFA legs)."""

from breachlight.sessions.second_factors import GivenCodes
from breachlight.sessions.service import LoggedIn
from breachlight.sessions.subject import Client

LINK_SENT = "If an account with that email exists and is verified, you’ll receive an email with a link to log in."


async def request_magic_link(email: str, *, cf_turnstile_response: str | None, client: Client) -> str:
    """Mail a log-in link to a verified address, and return the same message, after the same work, for every other.

    Raises:
        ForbiddenError: log-in is switched off.
        HumanVerificationError: as ``require_human``.
        ValidationError: no address was given.
        ThrottledError: too many requests for this address or from here.
    """
    raise NotImplementedError


async def login_with_magic_link(token: str, codes: GivenCodes, *, client: Client) -> LoggedIn:
    """Open a session with a mailed token; where a second factor is on, the token stays alive until its code is right.

    Raises:
        ForbiddenError: log-in is switched off.
        BadCredentialsError: the link is not right, used or expired; or the code is wrong.
        MfaRequiredError: a second factor is on and no code came.
        ThrottledError: too many tries.
    """
    raise NotImplementedError
