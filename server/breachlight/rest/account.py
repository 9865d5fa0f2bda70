"""The account base: log-in, refresh, log-out, and the account itself."""

from starlette.requests import Request
from starlette.responses import Response

from breachlight.accounts.service import get_account
from breachlight.rest.printing import printed_account, printed_tokens
from breachlight.rest.requests import client_of, flag_field, json_object, subject_of, text_fields
from breachlight.rest.responses import answer
from breachlight.sessions.service import get_session_service


async def login(request: Request) -> Response:
    """POST login: email, password, remember_me."""
    body = await json_object(request)
    email, password = text_fields(body, "email", "password")
    logged_in = await get_session_service().login(
        email, password, remember_me=flag_field(body, "remember_me"), client=client_of(request)
    )
    return answer(
        {
            "message": "Login successful",
            "authentication": printed_tokens(logged_in.tokens),
            "account": printed_account(logged_in.account),
        }
    )


async def refresh_token(request: Request) -> Response:
    """POST refresh-token: refresh."""
    (refresh,) = text_fields(await json_object(request), "refresh")
    tokens = await get_session_service().refresh(refresh, client_of(request))
    return answer({"message": "Session refreshed.", "authentication": printed_tokens(tokens)})


async def logout(request: Request) -> Response:
    """POST logout: refresh; answers for a known refresh token even if the access token has expired."""
    (refresh,) = text_fields(await json_object(request), "refresh")
    await get_session_service().logout(refresh, client_of(request))
    return answer({"message": "Logged out."})


async def info(request: Request) -> Response:
    """GET info: the account of the session."""
    subject = await subject_of(request)
    return answer(printed_account(await get_account(subject.account_id, subject.user_id)))
