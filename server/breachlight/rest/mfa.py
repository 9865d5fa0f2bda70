"""The mfa base: the second step of a login, and turning second factors on and off."""

from breachlight.rest.operations import Call
from breachlight.rest.schemas.account import MfaConfigured, MfaVerified
from breachlight.rest.schemas.base import Message, NoQuery
from breachlight.rest.schemas.forms import LoginCodeRequest, MfaSwitch, VerificationCode
from breachlight.sessions.mfa import service as mfa
from breachlight.sessions.mfa.second_factors import MfaMethod
from breachlight.sessions.service import get_session_service


async def send_email(call: Call[LoginCodeRequest, NoQuery]) -> Message:
    """Send the code of a login by email."""
    form = call.body
    message = await get_session_service().send_login_code(
        form.email_token, email=form.email, password=form.password, client=call.client
    )
    return Message(message=message)


async def configure_email(call: Call[MfaSwitch, NoQuery]) -> MfaConfigured:
    """Turn codes by email on or off."""
    return await _configure(call, MfaMethod.EMAIL)


async def configure_device(call: Call[MfaSwitch, NoQuery]) -> MfaConfigured:
    """Turn the authenticator app on or off."""
    return await _configure(call, MfaMethod.DEVICE)


async def verify_email(call: Call[VerificationCode, NoQuery]) -> MfaVerified:
    """Complete turning codes by email on."""
    return await _verify(call, MfaMethod.EMAIL)


async def verify_device(call: Call[VerificationCode, NoQuery]) -> MfaVerified:
    """Complete turning the authenticator app on."""
    return await _verify(call, MfaMethod.DEVICE)


async def _configure(call: Call[MfaSwitch, NoQuery], method: MfaMethod) -> MfaConfigured:
    configured = await mfa.configure(call.subject, method, enable=call.body.enable, client=call.client)
    if configured.device is None:
        return MfaConfigured(message=configured.message)
    return MfaConfigured(message=configured.message, provisioning_uri=configured.device.provisioning_uri)


async def _verify(call: Call[VerificationCode, NoQuery], method: MfaMethod) -> MfaVerified:
    verified = await mfa.verify(call.subject, method, call.body.verification_code, call.client)
    if not verified.recovery_codes:
        return MfaVerified(message=verified.message)
    return MfaVerified(message=verified.message, recovery_codes=verified.recovery_codes)
