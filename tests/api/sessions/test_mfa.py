"""Turning second factors on and off (spec §4, MFA method)."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import httpx
import pytest
import qrcode
from callers import PASSWORD, Caller
from logins import (
    CREATE_CODES,
    LATER,
    NOON,
    REAUTHENTICATE,
    Enrolled,
    configure,
    events,
    log_in,
    turn_on_device,
    turn_on_email,
    verify,
    with_app,
    wrong,
)
from mail_server import Mails, read_mail

from breachlight.kit import clock
from breachlight.mail.models import MailKind

Enrol = Callable[..., Awaitable[Enrolled]]
SignIn = Callable[..., Awaitable[Caller]]
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def dark_modules(path: str) -> set[tuple[int, int]]:
    """Return the modules that SVG path data of runs fills."""
    assert re.fullmatch(f"(?:{RUN.pattern})+", path)
    dark = set()
    for match in RUN.finditer(path):
        x, y, length, back = map(int, match.groups())
        assert length == back
        dark |= {(x + step, y) for step in range(length)}
    return dark


@pytest.mark.spec("S3.21", "S7.24", "S9.12")
async def test_an_app_is_set_up_with_address_secret_and_qr_code(sign_in: SignIn) -> None:
    caller = await sign_in()
    configured = await configure(caller, "device", True)
    device = configured["device"]
    uri = urlsplit(device["provisioningUri"])
    fields = parse_qs(uri.query)
    assert (uri.scheme, uri.netloc) == ("otpauth", "totp")
    assert unquote(uri.path) == f"/Breachlight:{caller.user.email}"
    assert (fields["issuer"], fields["secret"]) == (["Breachlight"], [device["secret"]])
    assert re.fullmatch(r"[A-Z2-7]{32}", device["secret"])
    drawn = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=4)
    drawn.add_data(device["provisioningUri"])
    matrix = drawn.get_matrix()
    size = device["qrCodeSize"]
    assert size == len(matrix)
    dark = dark_modules(device["qrCodePath"])
    assert dark == {(x, y) for y in range(size) for x in range(size) if matrix[y][x]}
    assert all(4 <= x < size - 4 and 4 <= y < size - 4 for x, y in dark)
    rest = await caller.post("/api/v1/mfa/config/device", {"enable": True})
    assert set(rest.json()) == {"message", "provisioning_uri"}
    assert rest.json()["provisioning_uri"].startswith("otpauth://totp/Breachlight:")


@pytest.mark.spec("S7.23", "X11")
async def test_a_method_goes_on_with_its_code_and_the_first_one_brings_recovery_codes(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        caller = enrolled.caller
        enrolled.secret = (await configure(caller, "device", True))["device"]["secret"]
        refused = await verify(caller, "device", wrong(enrolled.code()))
        assert refused == {
            "__typename": "RefusedProblem",
            "message": "Incorrect verification code.",
            "code": "BAD_CREDENTIALS",
        }
        first = await verify(caller, "device", enrolled.code())
        assert first["account"]["user"]["mfaSettings"] == {"isMfaDeviceEnabled": True, "isMfaEmailEnabled": False}
        assert len(first["recoveryCodes"]) == 10
        assert all(
            re.fullmatch(r"[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}", code) for code in first["recoveryCodes"]
        )
        configured = await configure(caller, "email", True)
        assert (configured["message"], configured["device"]) == ("Verification code sent to email", None)
        code = (await read_mail(connection, MailKind.MFA_CODE, caller.user.email)).code
        second = await verify(caller, "email", code)
        assert second["account"]["user"]["mfaSettings"] == {"isMfaDeviceEnabled": True, "isMfaEmailEnabled": True}
        assert second["recoveryCodes"] == []
        assert (await caller.graphql("{ recoveryCodesLeft }"))["data"] == {"recoveryCodesLeft": 10}
        assert (await events(connection, caller)).count("mfa_enabled") == 2
    mails = await Mails(connection).all(MailKind.MFA_ENABLED, caller.user.email)
    assert {word for mail in mails for word in ("Authenticator app", "Email codes") if word in mail.text} == {
        "Authenticator app",
        "Email codes",
    }


async def test_a_code_of_a_login_turns_nothing_on_and_the_other_way_round(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(NOON + timedelta(minutes=1)):
        enabling = await Mails(connection).all(MailKind.MFA_CODE, enrolled.email)
        answer = await log_in(http, enrolled.email, email_verification_code=enabling[0].code)
        assert answer.status_code == 401
        token = (await log_in(http, enrolled.email)).json()["email_token"]
        body = {"email": enrolled.email, "password": PASSWORD, "email_token": token}
        await http.post("/api/v1/mfa/send-email", json=body)
        code = (await read_mail(connection, MailKind.LOGIN_CODE)).code
        assert (await configure(enrolled.caller, "email", False))["__typename"] == "ConfigureMfaSuccess"
        await configure(enrolled.caller, "email", True)
        assert (await verify(enrolled.caller, "email", code))["code"] == "BAD_CREDENTIALS"


async def test_turning_on_what_is_on_changes_nothing(enrol: Enrol, http: httpx.AsyncClient) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(NOON + timedelta(minutes=1)):
        configured = await configure(enrolled.caller, "device", True)
        assert (configured["message"], configured["device"]) == ("Device verification is already on.", None)
        assert (await verify(enrolled.caller, "device", enrolled.code()))["code"] == "BAD_CREDENTIALS"
    with clock.standing_at(LATER):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200


async def test_codes_by_email_need_a_verified_address(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE id = $1", caller.user.id)
    assert (await configure(caller, "email", True))["code"] == "EMAIL_NOT_VERIFIED"
    answer = await caller.post("/api/v1/mfa/config/email", {"enable": True})
    assert answer.status_code == 403
    assert await Mails(connection).all() == []


@pytest.mark.spec("S4.26")
async def test_closing_the_dialog_discards_the_code_without_asking(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        await configure(caller, "email", True)
        code = (await read_mail(connection, MailKind.MFA_CODE)).code
    await connection.execute("UPDATE sessions SET authenticated_at = $1", NOON - timedelta(hours=5))
    with clock.standing_at(NOON + timedelta(minutes=1)):
        for method in ("device", "email"):
            assert (await configure(caller, method, False))["__typename"] == "ConfigureMfaSuccess"
        assert (await verify(caller, "email", code))["code"] == "BAD_CREDENTIALS"
        assert "mfa_disabled" not in await events(connection, caller)
    assert await Mails(connection).all(MailKind.MFA_DISABLED) == []


async def test_a21_a_session_whose_log_in_is_old_turns_nothing_off_until_the_password_is_confirmed(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device", "email")
    caller = enrolled.caller
    with clock.standing_at(NOON + timedelta(minutes=20)):
        refreshed = await http.post("/api/v1/account/refresh-token", json={"refresh": caller.tokens["refreshToken"]})
        caller.tokens["authToken"] = refreshed.json()["authentication"]["auth_token"]
        assert (await configure(caller, "device", False))["code"] == "REAUTHENTICATION_REQUIRED"
        rest = await caller.post("/api/v1/mfa/config/email", {"enable": False})
        assert (rest.status_code, rest.json()) == (403, {"error": {"message": "Confirm your password to continue."}})
        made = await caller.graphql(CREATE_CODES)
        assert made["data"]["createRecoveryCodes"]["code"] == "REAUTHENTICATION_REQUIRED"
        assert (await log_in(http, enrolled.email)).json()["methods"] == ["device", "email"]

        answer = await caller.graphql(REAUTHENTICATE, {"password": "wrong-9-password"})
        assert answer["data"]["reauthenticate"]["code"] == "BAD_CREDENTIALS"
        assert (await configure(caller, "device", False))["code"] == "REAUTHENTICATION_REQUIRED"
        await caller.graphql(REAUTHENTICATE, {"password": PASSWORD, "device": enrolled.code()})
        off = await configure(caller, "device", False)
        assert off["account"]["user"]["mfaSettings"] == {"isMfaDeviceEnabled": False, "isMfaEmailEnabled": True}
        assert (await caller.graphql("{ recoveryCodesLeft }"))["data"] == {"recoveryCodesLeft": 10}
        await configure(caller, "email", False)
        assert (await caller.graphql("{ recoveryCodesLeft }"))["data"] == {"recoveryCodesLeft": 0}
        assert (await log_in(http, enrolled.email)).status_code == 200
        assert (await events(connection, caller)).count("mfa_disabled") == 2
    assert len(await Mails(connection).all(MailKind.MFA_DISABLED, enrolled.email)) == 2
    kept = await connection.fetchrow(
        "SELECT mfa_device_secret_sealed, mfa_device_counter FROM users WHERE id = $1", caller.user.id
    )
    assert tuple(kept) == (None, None)


async def test_a21_a_thief_of_a_session_adds_no_method_to_the_owners(enrol: Enrol) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(NOON + timedelta(minutes=4, seconds=30)):
        assert (await configure(enrolled.caller, "device", True))["__typename"] == "ConfigureMfaSuccess"
        await configure(enrolled.caller, "device", False)
    enrolled = await enrol("email")
    await age_log_in(enrolled)
    with clock.standing_at(NOON + timedelta(minutes=1)):
        assert (await configure(enrolled.caller, "device", True))["code"] == "REAUTHENTICATION_REQUIRED"


async def test_a21_the_first_method_needs_a_recent_login_too(sign_in: SignIn) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        caller = enrolled.caller
        await age_log_in(enrolled)
        assert (await configure(caller, "device", True))["code"] == "REAUTHENTICATION_REQUIRED"
        refused = await caller.post("/api/v1/mfa/config/email", {"enable": True})
        assert (refused.status_code, refused.json()) == (
            403,
            {"error": {"message": "Confirm your password to continue."}},
        )
        await caller.graphql(REAUTHENTICATE, {"password": PASSWORD})
        assert (await configure(caller, "device", True))["__typename"] == "ConfigureMfaSuccess"
        begun = await caller.post("/api/v1/mfa/config/email", {"enable": True})
        assert (begun.status_code, begun.json()) == (200, {"message": "Verification code sent to email"})


async def age_log_in(enrolled: Enrolled) -> None:
    """Let the login of a session lie twenty minutes back."""
    from breachlight.sessions.models import Session

    await Session.filter(user_id=enrolled.caller.user.id).update(authenticated_at=NOON - timedelta(minutes=20))


async def test_a21_a_thiefs_setup_is_void_once_the_owner_has_a_second_factor(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        enrolled.secret = (await configure(enrolled.caller, "device", True))["device"]["secret"]
        await turn_on_email(enrolled, connection)
        await age_log_in(enrolled)
        assert (await verify(enrolled.caller, "device", enrolled.code()))["code"] == "REAUTHENTICATION_REQUIRED"
        codes = {"recovery": enrolled.recovery_codes[0]}
        await enrolled.caller.graphql(REAUTHENTICATE, {"password": PASSWORD, **codes})
        assert (await verify(enrolled.caller, "device", enrolled.code()))["__typename"] == "VerifyMfaSuccess"


@pytest.mark.spec("X11")
async def test_new_recovery_codes_replace_the_old_ones(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(NOON + timedelta(minutes=1)):
        made = (await enrolled.caller.graphql(CREATE_CODES))["data"]["createRecoveryCodes"]["recoveryCodes"]
        assert len(set(made)) == 10
    with clock.standing_at(LATER):
        assert (await log_in(http, enrolled.email, recovery_code=enrolled.recovery_codes[0])).status_code == 401
        assert (await log_in(http, enrolled.email, recovery_code=made[0])).status_code == 200
    assert "recovery_codes_created" in await events(connection, enrolled.caller)
    mail = await read_mail(connection, MailKind.RECOVERY_CODES_CREATED, enrolled.email)
    assert not any(code in mail.text for code in made)


async def test_setting_up_an_app_and_making_codes_are_rate_limited(
    enrol: Enrol, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(NOON + timedelta(minutes=1)):
        made = [(await enrolled.caller.graphql(CREATE_CODES))["data"]["createRecoveryCodes"] for _ in range(11)]
        offered = [await configure(enrolled.caller, "device", True) for _ in range(21)]
    assert [result["__typename"] for result in made] == ["RecoveryCodesSuccess"] * 10 + ["ThrottledProblem"]
    assert [result["__typename"] for result in offered] == ["ConfigureMfaSuccess"] * 20 + ["ThrottledProblem"]
    assert len(await Mails(connection).all(MailKind.RECOVERY_CODES_CREATED)) == 10


async def test_recovery_codes_are_for_those_who_have_a_second_factor(sign_in: SignIn) -> None:
    caller = await sign_in()
    answer = (await caller.graphql(CREATE_CODES))["data"]["createRecoveryCodes"]
    assert answer["code"] == "FORBIDDEN"
    assert (await caller.graphql("{ recoveryCodesLeft }"))["data"] == {"recoveryCodesLeft": 0}


async def test_two_methods_turned_on_at_once_bring_one_set_of_recovery_codes(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        enrolled.secret = (await configure(enrolled.caller, "device", True))["device"]["secret"]
        await configure(enrolled.caller, "email", True)
        code = (await read_mail(connection, MailKind.MFA_CODE)).code
        results = await asyncio.gather(
            verify(enrolled.caller, "device", enrolled.code()), verify(enrolled.caller, "email", code)
        )
        assert sorted(len(result["recoveryCodes"]) for result in results) == [0, 10]


async def test_a14_a_first_code_that_comes_many_times_at_once_turns_a_method_on_once(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        enrolled.secret = (await configure(enrolled.caller, "device", True))["device"]["secret"]
        results = await asyncio.gather(*(verify(enrolled.caller, "device", enrolled.code()) for _ in range(5)))
        assert [result["__typename"] for result in results].count("VerifyMfaSuccess") == 1
        assert (await events(connection, enrolled.caller)).count("mfa_enabled") == 1


@pytest.mark.spec("S6.8")
async def test_a_visitor_changes_nothing(http: httpx.AsyncClient) -> None:
    for path in ("config/device", "config/email", "verify/device", "verify/email"):
        answer = await http.post(f"/api/v1/mfa/{path}", json={"enable": True, "verification_code": "123456"})
        assert answer.status_code == 401


async def test_a_secret_that_is_moved_to_another_user_opens_nothing(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    """An attacker who can only write to the database cannot make an account ask for codes of their own app."""
    owner, thief = await enrol("device"), await enrol("device")
    copied = await connection.fetchval("SELECT mfa_device_secret_sealed FROM users WHERE id = $1", thief.caller.user.id)
    await connection.execute(
        "UPDATE users SET mfa_device_secret_sealed = $1 WHERE id = $2", copied, owner.caller.user.id
    )
    with clock.standing_at(LATER):
        answer = await with_app(http, owner.email, thief.code())
        assert (answer.status_code, "authentication" in answer.json()) == (500, False)


@pytest.mark.parametrize("method", ["device", "email"])
async def test_a_method_that_is_off_and_on_again_works(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection, method: str
) -> None:
    enrolled = await enrol(method)
    with clock.standing_at(NOON + timedelta(minutes=2)):
        await configure(enrolled.caller, method, False)
        enrolled.recovery_codes.clear()
        if method == "device":
            await turn_on_device(enrolled)
        else:
            await turn_on_email(enrolled, connection)
        assert len(enrolled.recovery_codes) == 10
    with clock.standing_at(LATER):
        assert (await log_in(http, enrolled.email)).json()["methods"] == [method]
        assert (await log_in(http, enrolled.email, recovery_code=enrolled.recovery_codes[3])).status_code == 200
