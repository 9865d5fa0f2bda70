"""The mfa base: the second step of a log-in, and turning second factors on and off."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.rest.requests import client_of, flag_field, json_object, optional_text, subject_of, text_fields
from breachlight.rest.responses import answer
from breachlight.sessions.mfa import service as mfa
from breachlight.sessions.mfa.second_factors import MfaMethod
from breachlight.sessions.service import get_session_service

Endpoint = Callable[[Request], Awaitable[Response]]


async def send_email(request: Request) -> Response:
    """POST send-email: email_token, and email and password unless the log-in began with a magic link."""
    body = await json_object(request)
    (email_token,) = text_fields(body, "email_token")
    message = await get_session_service().send_login_code(
        email_token,
        email=optional_text(body, "email"),
        password=optional_text(body, "password"),
        client=client_of(request),
    )
    return answer({"message": message})


def configure(method: MfaMethod) -> Endpoint:
    """Return POST config/email or config/device: enable."""

    async def endpoint(request: Request) -> Response:
        subject, body = await subject_of(request), await json_object(request)
        if "enable" not in body:
            raise ValidationError({"enable": [say("This must be true or false.")]})
        configured = await mfa.configure(subject, method, enable=flag_field(body, "enable"), client=client_of(request))
        printed: dict[str, str] = {"message": configured.message}
        if configured.device is not None:
            printed["provisioning_uri"] = configured.device.provisioning_uri
        return answer(printed)

    return endpoint


def verify(method: MfaMethod) -> Endpoint:
    """Return POST verify/email or verify/device: verification_code; recovery codes come with the first method, once."""

    async def endpoint(request: Request) -> Response:
        subject = await subject_of(request)
        (code,) = text_fields(await json_object(request), "verification_code")
        verified = await mfa.verify(subject, method, code, client_of(request))
        printed: dict[str, object] = {"message": verified.message}
        if verified.recovery_codes:
            printed["recovery_codes"] = verified.recovery_codes
        return answer(printed)

    return endpoint
