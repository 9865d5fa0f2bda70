"""The account base: login, refresh, logout, login link, and the account itself."""

from starlette.responses import StreamingResponse

from breachlight.accounts.profile import ProfileChanges, update_profile
from breachlight.accounts.service import get_account
from breachlight.kit.errors import ForbiddenError
from breachlight.kit.messages import say
from breachlight.lifecycle.export import export_account
from breachlight.rest.operations import Call
from breachlight.rest.schemas import account as answers
from breachlight.rest.schemas import forms
from breachlight.rest.schemas.base import Error, ErrorDetail, Message, NoQuery
from breachlight.rest.serializers import account_body, session_body, tokens_body
from breachlight.sessions.magic_links import login_with_magic_link
from breachlight.sessions.mfa.second_factors import GivenCodes
from breachlight.sessions.service import get_session_service

_LOGGED_IN = say("Login successful")


async def login(call: Call[forms.LoginRequest, NoQuery]) -> answers.LoggedIn:
    """Open a session."""
    form = call.body
    logged_in = await get_session_service().login(
        form.email,
        form.password,
        remember_me=form.remember_me,
        client=call.client,
        codes=_codes(form),
        cf_turnstile_response=form.cf_turnstile_response,
    )
    return session_body(logged_in, _LOGGED_IN)


async def open_magic_link(call: Call[None, forms.MagicLinkQuery]) -> answers.LoggedIn:
    """Open a session with a login link, for a program: a browser that opens the address changes nothing (hostile-inputs A25)."""
    if call.request.method == "HEAD" or call.request.headers.get("sec-fetch-mode") == "navigate":
        raise ForbiddenError(say("Open the link we emailed you and log in from there."))
    logged_in = await login_with_magic_link(call.query.token, GivenCodes(), client=call.client)
    return session_body(logged_in, _LOGGED_IN)


async def finish_magic_link(call: Call[forms.MagicLinkRequest, NoQuery]) -> answers.LoggedIn:
    """Open a session with a login link and a code."""
    logged_in = await login_with_magic_link(call.body.token, _codes(call.body), client=call.client)
    return session_body(logged_in, _LOGGED_IN)


async def refresh_token(call: Call[forms.RefreshTokenRequest, NoQuery]) -> answers.Refreshed:
    """Exchange a refresh token."""
    tokens = await get_session_service().refresh(call.body.refresh, call.client)
    return answers.Refreshed(message=say("Session refreshed."), authentication=tokens_body(tokens))


async def logout(call: Call[forms.RefreshTokenRequest, NoQuery]) -> Message:
    """End a session, even if its access token has expired."""
    await get_session_service().logout(call.body.refresh, call.client)
    return Message(message=say("Logged out."))


async def info(call: Call[None, NoQuery]) -> answers.Account:
    """Return the account of the session."""
    return account_body(await get_account(call.subject.account_id, call.subject.user_id))


async def update_info(call: Call[forms.ProfileUpdate, NoQuery]) -> answers.ProfileSaved:
    """Save the profile; unknown fields are ignored (hostile-inputs A30)."""
    user, organization = call.body.user or forms.UserChanges(), call.body.org or forms.OrganizationChanges()
    changes = ProfileChanges(
        user=user.model_dump(include={"first_name", "last_name"}, exclude_none=True),
        primary_address=(user.primary_address or forms.AddressChanges()).model_dump(exclude_none=True),
        notification_settings=(user.notification_settings or forms.NotificationChanges()).model_dump(exclude_none=True),
        company_name=organization.company_name,
        unreadable=call.body.unreadable,
    )
    saved = await update_profile(call.subject, changes, call.client)
    if saved.organization_error is None:
        return answers.ProfileSaved(message=saved.message, account=account_body(saved.account))
    return answers.ProfileSaved(
        message=saved.message,
        account=account_body(saved.account),
        org_error=Error(error=ErrorDetail(message=saved.organization_error)),
    )


async def export(call: Call[None, NoQuery]) -> StreamingResponse:
    """Return everything that is stored about the account, as a file."""
    content = await export_account(call.subject, call.client, call.recheck)
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="breachlight-account.json"'}
    return StreamingResponse(content, headers=headers, media_type="application/json")


def _codes(form: forms.SecondFactorCodes) -> GivenCodes:
    return GivenCodes(form.device_verification_code, form.email_verification_code, form.recovery_code)
