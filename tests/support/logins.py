"""Logins with second factors, for tests through HTTP.

The product's clock stands still in these tests (``clock.standing_at``), so that no code grows old while a slow machine works.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pyotp
from callers import PASSWORD, Caller
from mail_server import read_mail

from breachlight.kit import clock
from breachlight.mail.models import MailKind

NOON = datetime(2026, 11, 21, 12, 0, 10, tzinfo=UTC)
"""When second factors are turned on."""
LATER = NOON + timedelta(minutes=10)
"""When they are asked for: in other windows of the rate limits that count minutes, and with other codes."""

CONFIGURE = """mutation Configure($method: MfaMethod!, $enable: Boolean!) { configureMfa(method: $method, enable: $enable) {
  __typename ... on ConfigureMfaSuccess { message device { provisioningUri secret qrCodePath qrCodeSize }
    account { user { mfaSettings { isMfaDeviceEnabled isMfaEmailEnabled } } } } ... on Problem { message code } } }"""
VERIFY = """mutation Verify($method: MfaMethod!, $code: String!) { verifyMfa(method: $method, verificationCode: $code) {
  __typename ... on VerifyMfaSuccess { message recoveryCodes
    account { user { mfaSettings { isMfaDeviceEnabled isMfaEmailEnabled } } } } ... on Problem { message code } } }"""
REAUTHENTICATE = """mutation Re($password: String!, $device: String, $email: String, $recovery: String) {
  reauthenticate(password: $password, deviceVerificationCode: $device, emailVerificationCode: $email,
    recoveryCode: $recovery) { __typename ... on Problem { code } ... on MfaRequired { methods emailToken } } }"""
CREATE_CODES = """mutation { createRecoveryCodes { __typename ... on RecoveryCodesSuccess { recoveryCodes }
  ... on Problem { message code } } }"""


@dataclass
class Enrolled:
    """A user with second factors."""

    caller: Caller
    secret: str = ""
    recovery_codes: list[str] = field(default_factory=list)

    @property
    def email(self) -> str:
        return self.caller.user.email

    def code(self, steps: int = 0) -> str:
        """Return the authenticator app's code now, or some steps of 30 seconds away."""
        return pyotp.TOTP(self.secret).at(clock.now(), counter_offset=steps)


def wrong(code: str) -> str:
    """Return six other digits."""
    return f"{(int(code) + 500_000) % 1_000_000:06}"


async def log_in(http: httpx.AsyncClient, email: str, password: str = PASSWORD, **more: Any) -> httpx.Response:
    return await http.post("/api/v1/mfa/login", json={"email": email, "password": password, **more})


async def with_app(http: httpx.AsyncClient, email: str, code: Any, **more: Any) -> httpx.Response:
    return await log_in(http, email, device_verification_code=code, **more)


async def send_email(http: httpx.AsyncClient, email: str, token: str, password: str = PASSWORD) -> httpx.Response:
    body = {"email": email, "password": password, "email_token": token}
    return await http.post("/api/v1/mfa/send-email", json=body)


async def email_token(http: httpx.AsyncClient, email: str) -> str:
    """Log in up to the second factor and return the token that allows sending a code."""
    answer = await log_in(http, email)
    assert (answer.status_code, answer.json()["message"]) == (401, "MFA required"), answer.text
    token: str = answer.json()["email_token"]
    return token


async def mailed_code(http: httpx.AsyncClient, connection: asyncpg.Connection, email: str) -> str:
    """Log in as far as the second factor, have a code emailed, and return it."""
    answer = await send_email(http, email, await email_token(http, email))
    assert answer.json() == {"message": "Verification code sent to email"}
    return (await read_mail(connection, MailKind.LOGIN_CODE, email)).code


async def configure(caller: Caller, method: str, enable: bool) -> dict[str, Any]:
    answer = await caller.graphql(CONFIGURE, {"method": method.upper(), "enable": enable})
    result: dict[str, Any] = answer["data"]["configureMfa"]
    return result


async def verify(caller: Caller, method: str, code: str) -> dict[str, Any]:
    answer = await caller.graphql(VERIFY, {"method": method.upper(), "code": code})
    result: dict[str, Any] = answer["data"]["verifyMfa"]
    return result


async def turn_on_device(enrolled: Enrolled) -> None:
    configured = await configure(enrolled.caller, "device", True)
    enrolled.secret = configured["device"]["secret"]
    verified = await verify(enrolled.caller, "device", enrolled.code())
    assert verified["__typename"] == "VerifyMfaSuccess", verified
    enrolled.recovery_codes += verified["recoveryCodes"]


async def turn_on_email(enrolled: Enrolled, connection: asyncpg.Connection) -> None:
    await configure(enrolled.caller, "email", True)
    code = (await read_mail(connection, MailKind.MFA_CODE, enrolled.email)).code
    verified = await verify(enrolled.caller, "email", code)
    assert verified["__typename"] == "VerifyMfaSuccess", verified
    enrolled.recovery_codes += verified["recoveryCodes"]


@asynccontextmanager
async def place(app: Any, base_url: str, address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application at another network address."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=(address, 40000))
    async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
        yield client


async def events(connection: asyncpg.Connection, caller: Caller) -> list[str]:
    """Return the kinds of the account's security events, oldest first."""
    rows = await connection.fetch(
        "SELECT kind FROM security_events WHERE account_id = $1 ORDER BY happened_at, id", caller.account.id
    )
    return [row["kind"] for row in rows]
