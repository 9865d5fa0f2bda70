"""The account base: log-in, refresh, log-out, magic link, and the account itself."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from breachlight.accounts.profile import ProfileChanges, update_profile
from breachlight.accounts.service import get_account
from breachlight.kit.errors import ForbiddenError
from breachlight.kit.messages import say
from breachlight.lifecycle.export import export_account
from breachlight.rest.requests import (
    client_of,
    flag_field,
    json_object,
    object_field,
    optional_text,
    single_parameter,
    subject_of,
    text_fields,
)
from breachlight.rest.responses import answer
from breachlight.rest.serializers import printed_account, printed_session, printed_tokens
from breachlight.sessions.magic_links import login_with_magic_link
from breachlight.sessions.mfa.second_factors import GivenCodes
from breachlight.sessions.service import get_session_service

_USER = ("first_name", "last_name")
_ADDRESS = ("address_line_1", "address_line_2", "city", "state", "postal_code", "country", "phone", "fax")
_FLAGS = (
    "is_email_notifications_enabled",
    "is_breach_alert_enabled",
    "is_auto_close_duplicate_breach_records_enabled",
)


async def login(request: Request) -> Response:
    """POST login: email, password, remember_me, and the codes of a second step."""
    body = await json_object(request)
    email, password = text_fields(body, "email", "password")
    logged_in = await get_session_service().login(
        email,
        password,
        remember_me=flag_field(body, "remember_me"),
        client=client_of(request),
        codes=_codes(body),
        cf_turnstile_response=optional_text(body, "cf_turnstile_response"),
    )
    return answer(printed_session(logged_in, say("Login successful")))


async def open_magic_link(request: Request) -> Response:
    """GET magic-link-login?token=: a call of a program; what merely opens the address changes nothing (hostile-inputs A25)."""
    if request.method == "HEAD" or request.headers.get("sec-fetch-mode") == "navigate":
        raise ForbiddenError(say("Open the link that was mailed to you, and log in from there."))
    return await _magic_link(request, single_parameter(request, "token"), GivenCodes())


async def finish_magic_link(request: Request) -> Response:
    """POST magic-link-login: token, and the code of a second step."""
    body = await json_object(request)
    (token,) = text_fields(body, "token")
    return await _magic_link(request, token, _codes(body))


async def refresh_token(request: Request) -> Response:
    """POST refresh-token: refresh."""
    (refresh,) = text_fields(await json_object(request), "refresh")
    tokens = await get_session_service().refresh(refresh, client_of(request))
    return answer({"message": say("Session refreshed."), "authentication": printed_tokens(tokens)})


async def logout(request: Request) -> Response:
    """POST logout: refresh; answers for a known refresh token even if the access token has expired."""
    (refresh,) = text_fields(await json_object(request), "refresh")
    await get_session_service().logout(refresh, client_of(request))
    return answer({"message": say("Logged out.")})


async def info(request: Request) -> Response:
    """GET info: the account of the session."""
    subject = await subject_of(request)
    return answer(printed_account(await get_account(subject.account_id, subject.user_id)))


async def update_info(request: Request) -> Response:
    """PUT info: the parts of the profile to change; whatever else is sent counts for nothing (hostile-inputs A30)."""
    subject, body = await subject_of(request), await json_object(request)
    user, organization = object_field(body, "user"), object_field(body, "org")
    address, flags = object_field(user, "primary_address"), object_field(user, "notification_settings")
    changes = ProfileChanges(
        user=_texts(user, _USER),
        primary_address=_texts(address, _ADDRESS),
        notification_settings={name: flag_field(flags, name) for name in _FLAGS if flags.get(name) is not None},
        company_name=optional_text(organization, "company_name"),
    )
    saved = await update_profile(subject, changes, client_of(request))
    printed = {"message": saved.message, "account": printed_account(saved.account)}
    if saved.organization_error is not None:
        printed["org_error"] = {"error": {"message": saved.organization_error}}
    return answer(printed)


async def export(request: Request) -> Response:
    """GET export: everything that the account holds, as a file."""
    pieces = await export_account(await subject_of(request), client_of(request))
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="breachlight-account.json"'}
    return StreamingResponse(pieces, headers=headers, media_type="application/json")


async def _magic_link(request: Request, token: str, codes: GivenCodes) -> Response:
    logged_in = await login_with_magic_link(token, codes, client=client_of(request))
    return answer(printed_session(logged_in, say("Login successful")))


def _codes(body: dict[str, object]) -> GivenCodes:
    return GivenCodes(
        optional_text(body, "device_verification_code"),
        optional_text(body, "email_verification_code"),
        optional_text(body, "recovery_code"),
    )


def _texts(body: dict[str, object], names: tuple[str, ...]) -> dict[str, str]:
    return {name: value for name in names if (value := optional_text(body, name)) is not None}
