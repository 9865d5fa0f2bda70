"""The account base: sign-up, e-mail verification and passwords."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from breachlight.accounts.verification import confirm_email, resend_verification
from breachlight.auth.models import AccountKind
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.passwords.changes import change_password, confirm_reset, request_reset
from breachlight.rest.requests import (
    client_of,
    json_object,
    object_field,
    optional_text,
    subject_of,
    text_fields,
)
from breachlight.rest.responses import answer
from breachlight.rest.serializers import printed_session
from breachlight.sessions.service import get_session_service
from breachlight.signup.registration import PartnerForm, Registration, apply_as_partner, register


async def register_individual(request: Request) -> Response:
    """POST individual/register: user, ind {}."""
    return await _register(request, AccountKind.INDIVIDUAL)


async def register_organization(request: Request) -> Response:
    """POST organization/register: user, org {company_name}."""
    return await _register(request, AccountKind.ORGANIZATION)


async def register_partner(request: Request) -> Response:
    """POST partner/register: user, par {company_name, company_size, title, company_link, preference}."""
    body = await json_object(request)
    user, partner = object_field(body, "user"), object_field(body, "par")
    form = PartnerForm(
        first_name=_text(user, "first_name"),
        last_name=_text(user, "last_name"),
        title=_text(partner, "title"),
        email=_text(user, "email"),
        phone=_text(object_field(user, "primary_address"), "phone"),
        company_name=_text(partner, "company_name"),
        company_size=_number(partner, "company_size"),
        company_link=_text(partner, "company_link"),
        preference=_text(partner, "preference"),
        cf_turnstile_response=optional_text(body, "cf_turnstile_response"),
    )
    await apply_as_partner(form, client_of(request))
    return answer({"message": say("Thanks for submitting!")}, 201)


async def verify_email(request: Request) -> Response:
    """POST verify-email: mails the link again."""
    outcome = await resend_verification(await subject_of(request), client_of(request))
    return answer({"email_send": outcome.email_sent, "message": outcome.message})


async def verify_email_confirm(request: Request) -> Response:
    """POST verify-email-confirm: uidb64, token; signs in where the link may do that."""
    uid, token = text_fields(await json_object(request), "uidb64", "token")
    verified = await confirm_email(uid, token, client_of(request))
    if verified.user is None:
        return answer({"message": verified.message})
    logged_in = await get_session_service().open_session(verified.user, remember_me=False, client=client_of(request))
    return answer(printed_session(logged_in, verified.message))


async def password_reset(request: Request) -> Response:
    """POST password-reset: email."""
    body = await json_object(request)
    (email,) = text_fields(body, "email")
    token = optional_text(body, "cf_turnstile_response")
    return answer({"message": await request_reset(email, cf_turnstile_response=token, client=client_of(request))})


async def password_reset_confirm(request: Request) -> Response:
    """POST password-reset-confirm: email, uid, token, new_password."""
    email, uid, token, new = text_fields(await json_object(request), "email", "uid", "token", "new_password")
    await confirm_reset(email=email, uid=uid, token=token, new_password=new, client=client_of(request))
    return answer({"message": say("Your password has been reset. You can now log in with your new password.")})


async def update_password(request: Request) -> Response:
    """POST update-password: old_password, new_password, verify_new_password."""
    subject, body = await subject_of(request), await json_object(request)
    old, new, again = text_fields(body, "old_password", "new_password", "verify_new_password")
    await change_password(
        subject, old_password=old, new_password=new, verify_new_password=again, client=client_of(request)
    )
    return answer({"message": say("Password updated successfully")})


async def _register(request: Request, kind: AccountKind) -> Response:
    body, client = await json_object(request), client_of(request)
    user = object_field(body, "user")
    address = object_field(user, "primary_address")
    form = Registration(
        kind=kind,
        email=_text(user, "email"),
        first_name=_text(user, "first_name"),
        last_name=_text(user, "last_name"),
        password=_text(user, "password"),
        verify_password=_text(user, "verify_password"),
        country=_text(address, "country"),
        phone=_text(address, "phone"),
        company_name=_text(object_field(body, "org"), "company_name") if kind == AccountKind.ORGANIZATION else "",
        language=optional_text(user, "language"),
        cf_turnstile_response=optional_text(body, "cf_turnstile_response"),
    )
    view = await register(form, client)
    logged_in = await get_session_service().open_session(view.user, remember_me=False, client=client)
    return answer(printed_session(logged_in, say("Welcome to Breachlight. Please confirm your email.")), 201)


def _text(body: dict[str, Any], name: str) -> str:
    """Return a text that the service judges, an absent one as empty."""
    return optional_text(body, name) or ""


def _number(body: dict[str, Any], name: str) -> int:
    value = body.get(name)
    if type(value) is not int:
        raise ValidationError({name: [say("Enter a whole number.")]})
    return value
