"""The account and mfa bases of REST: bodies and status codes, on the same services as GraphQL (rest-contract §2 and §4)."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pyotp
import pytest
from callers import PASSWORD, Caller
from logins import LATER, NOON
from mail_server import Mails, until, working

from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
ACCOUNT = "/api/v1/account"
MFA = "/api/v1/mfa"
STRONG = "seven-Otters-row-9"  # invented


def registration(kind: str, **user: Any) -> dict[str, Any]:
    return {
        "user": {
            "email": "ida.moss@people.test",
            "first_name": "Ida",
            "last_name": "Moss",
            "password": STRONG,
            "verify_password": STRONG,
            "primary_address": {"country": "Germany", "phone": "+4930123456789"},
            **user,
        },
        **({"org": {"company_name": "Otter Rowing"}} if kind == "organization" else {"ind": {}}),
    }


@pytest.fixture
async def open_gates(connection: asyncpg.Connection, app: object) -> None:
    """Every sign-up is switched on."""
    await connection.execute(
        """UPDATE site_settings SET signup_enabled = true, individual_signup_enabled = true,
        organization_signup_enabled = true, partner_signup_enabled = true"""
    )


@pytest.mark.spec("S3.16", "S7.26")
@pytest.mark.parametrize(("kind", "role"), [("individual", "Individual"), ("organization", "Organization")])
async def test_a_sign_up_answers_with_a_session(
    http: httpx.AsyncClient, open_gates: None, kind: str, role: str
) -> None:
    response = await http.post(f"{ACCOUNT}/{kind}/register", json=registration(kind))
    body = response.json()
    assert response.status_code == 201
    assert set(body) == {"message", "authentication", "account"}
    assert set(body["authentication"]) == {
        "auth_token", "refresh_token", "access_expires_utc", "refresh_expires_utc",
    }  # fmt: skip
    account = body["account"]
    assert (account["user"]["role"], account["user"]["is_email_verified"]) == (role, False)
    assert account["user"]["primary_address"]["country"] == "DE"
    assert (account["org"], account["ind"]) == (
        ({"company_name": "Otter Rowing"}, None) if kind == "organization" else (None, {})
    )
    info = await http.get(
        f"{ACCOUNT}/info", headers={"Authorization": f"Bearer {body['authentication']['auth_token']}"}
    )
    assert info.json() == account


@pytest.mark.spec("S7.26")
async def test_a_sign_up_names_every_wrong_field_with_flat_keys(http: httpx.AsyncClient, open_gates: None) -> None:
    wrong = registration("organization", email="ida", phone="ignored", primary_address={"phone": "030", "country": ""})
    wrong["user"]["verify_password"] = "another"
    wrong["org"] = {}
    response = await http.post(f"{ACCOUNT}/organization/register", json=wrong)
    assert response.status_code == 400
    errors = response.json()
    assert set(errors) == {"email", "phone", "country", "verify_password", "company_name"}
    assert errors["email"] == ["Enter a valid email address"]
    assert errors["verify_password"] == ["Passwords do not match"]


@pytest.mark.spec("S6.1", "S7.26")
async def test_a_sign_up_that_is_switched_off_is_403(http: httpx.AsyncClient) -> None:
    for kind in ("individual", "organization"):
        assert (await http.post(f"{ACCOUNT}/{kind}/register", json=registration(kind))).status_code == 403
    assert (
        await http.post(f"{ACCOUNT}/partner/register", json={"user": {}, "par": {"company_size": 1}})
    ).status_code == 403


@pytest.mark.parametrize("body", [{"user": []}, {"user": {"email": 7}}, {"user": {"primary_address": "x"}}])
async def test_a10_a30_values_of_other_types_are_400(http: httpx.AsyncClient, open_gates: None, body: Any) -> None:
    response = await http.post(f"{ACCOUNT}/individual/register", json=body)
    assert response.status_code == 400


@pytest.mark.spec("S3.17", "S7.26")
async def test_an_application_of_a_partner_is_kept(
    http: httpx.AsyncClient, open_gates: None, connection: asyncpg.Connection
) -> None:
    body = {
        "user": {
            "first_name": "Ida", "last_name": "Moss", "email": "ida@otter.test",
            "primary_address": {"phone": "+4930123456789"},
        },
        "par": {
            "company_name": "Otter Rowing", "company_size": 25, "title": "Head of Alliances",
            "company_link": "https://otter.test", "preference": "Resell it.",
        },
    }  # fmt: skip
    response = await http.post(f"{ACCOUNT}/partner/register", json=body)
    assert (response.status_code, list(response.json())) == (201, ["message"])
    assert await connection.fetchval("SELECT company_size FROM partner_applications") == 25
    body["par"]["company_size"] = "many"
    assert list((await http.post(f"{ACCOUNT}/partner/register", json=body)).json()) == ["company_size"]


@pytest.mark.spec("S7.14", "S7.15")
async def test_the_address_is_verified_by_the_emailed_link(
    http: httpx.AsyncClient, open_gates: None, mails: Mails
) -> None:
    registered = (await http.post(f"{ACCOUNT}/individual/register", json=registration("individual"))).json()
    headers = {"Authorization": f"Bearer {registered['authentication']['auth_token']}"}
    sent = (await http.post(f"{ACCOUNT}/verify-email", headers=headers)).json()
    assert sent["email_send"] is True
    link = (await mails.newest(MailKind.VERIFY_EMAIL)).parameters
    body = {"uidb64": link["uid"], "token": link["token"]}
    confirmed = (await http.post(f"{ACCOUNT}/verify-email-confirm", json=body)).json()
    assert confirmed["account"]["user"]["is_email_verified"] is True
    assert "auth_token" in confirmed["authentication"]
    again = await http.post(f"{ACCOUNT}/verify-email-confirm", json=body)
    assert (again.status_code, list(again.json())) == (200, ["message"])
    headers = {"Authorization": f"Bearer {confirmed['authentication']['auth_token']}"}
    resent = (await http.post(f"{ACCOUNT}/verify-email", headers=headers)).json()
    assert resent["email_send"] is False
    assert "already verified" in resent["message"]
    wrong = await http.post(f"{ACCOUNT}/verify-email-confirm", json={**body, "token": "x" * 43})
    assert wrong.status_code == 401


@pytest.mark.spec("S3.18", "S7.16", "S7.17", "S7.18")
async def test_a_forgotten_password_is_reset_and_a_known_one_changed(
    http: httpx.AsyncClient, sign_in: SignIn, mails: Mails, settings: Settings
) -> None:
    caller = await sign_in()
    asked = await http.post(f"{ACCOUNT}/password-reset", json={"email": caller.user.email})
    unknown = await http.post(f"{ACCOUNT}/password-reset", json={"email": "nobody@people.test"})
    assert (asked.status_code, asked.content) == (unknown.status_code, unknown.content)
    link = await _written(mails, settings, MailKind.RESET_PASSWORD, caller.user.email)
    body = {"email": caller.user.email, **link, "new_password": STRONG}
    assert (await http.post(f"{ACCOUNT}/password-reset-confirm", json=body)).status_code == 200
    assert (await http.post(f"{ACCOUNT}/password-reset-confirm", json=body)).status_code == 401
    assert (await caller.get(f"{ACCOUNT}/info")).status_code == 401
    login = await http.post(f"{ACCOUNT}/login", json={"email": caller.user.email, "password": STRONG})
    headers = {"Authorization": f"Bearer {login.json()['authentication']['auth_token']}"}
    change = {"old_password": STRONG, "new_password": "nine-Herons-swim-4", "verify_new_password": "nine-Herons-swim-4"}
    wrong = await http.post(
        f"{ACCOUNT}/update-password", json={**change, "old_password": "not-it-at-all"}, headers=headers
    )
    assert (wrong.status_code, list(wrong.json())) == (400, ["old_password"])
    done = await http.post(f"{ACCOUNT}/update-password", json=change, headers=headers)
    assert (done.status_code, done.json()) == (200, {"message": "Password updated successfully"})


@pytest.mark.spec("S3.19", "S7.20")
async def test_a30_a_save_of_the_profile_takes_what_it_may_and_nothing_else(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    before = await connection.fetchrow("SELECT * FROM users WHERE id = $1", caller.user.id)
    body = {
        "user": {
            "id": "x", "email": "other@people.test", "role": "Admin", "is_email_verified": False, "first_name": "Grace",
            "mfa_settings": {"is_mfa_device_enabled": True, "is_mfa_email_enabled": True},
            "primary_address": {"country": "France", "phone": "+33123456789012"},
            "notification_settings": {"is_breach_alert_enabled": False},
        },
        "domains": [{"domain": "victim.example", "is_verified": True}],
    }  # fmt: skip
    response = await caller.http.put(f"{ACCOUNT}/info", json=body, headers=caller.headers)
    assert response.status_code == 200, response.text
    account = response.json()["account"]
    assert account == (await caller.get(f"{ACCOUNT}/info")).json()
    assert account["domains"] == []
    after = await connection.fetchrow("SELECT * FROM users WHERE id = $1", caller.user.id)
    changed = {name for name in before.keys() if before[name] != after[name]}  # noqa: SIM118 -- a record has no items
    assert changed == {"first_name", "country", "phone", "is_breach_alert_enabled"}


@pytest.mark.spec("S3.20", "S7.20")
async def test_a_refused_organization_leaves_the_user_saved(sign_in: SignIn) -> None:
    caller = await sign_in()
    body = {"user": {"first_name": "Grace"}, "org": {"company_name": ""}}
    response = await caller.http.put(f"{ACCOUNT}/info", json=body, headers=caller.headers)
    assert response.status_code == 200
    assert response.json()["account"]["user"]["first_name"] == "Grace"
    assert response.json()["org_error"]["error"]["message"]


@pytest.mark.spec("X13")
async def test_the_export_is_a_file_of_the_account(sign_in: SignIn) -> None:
    caller = await sign_in()
    response = await caller.get(f"{ACCOUNT}/export")
    assert response.status_code == 200
    assert response.headers["content-disposition"] == 'attachment; filename="breachlight-account.json"'
    assert response.headers["cache-control"] == "no-store"
    assert caller.user.email in response.text
    assert isinstance(response.json(), dict)


@pytest.mark.spec("S3.5", "S3.15", "S3.21", "S7.21", "S7.23", "S7.24")
async def test_second_factors_are_turned_on_used_and_turned_off(http: httpx.AsyncClient, sign_in: SignIn) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        configured = (await caller.post(f"{MFA}/config/device", {"enable": True})).json()
        assert configured["provisioning_uri"].startswith("otpauth://totp/")
        app = pyotp.parse_uri(configured["provisioning_uri"])
        assert isinstance(app, pyotp.TOTP)
        code = app.at(clock.now())
        for wrong in (int(code), [code], None, ""):
            assert (await caller.post(f"{MFA}/verify/device", {"verification_code": wrong})).status_code == 400
        verified = (await caller.post(f"{MFA}/verify/device", {"verification_code": code})).json()
        assert len(verified["recovery_codes"]) == 10
    with clock.standing_at(LATER):
        credentials = {"email": caller.user.email, "password": PASSWORD}
        asked = await http.post(f"{ACCOUNT}/login", json=credentials)
        assert asked.status_code == 401
        assert asked.json()["message"] == "MFA required"
        assert asked.json()["methods"] == ["device"]
        assert set(asked.json()) == {"message", "methods", "email_token"}
        with_code = {**credentials, "device_verification_code": app.at(clock.now())}
        logged_in = await http.post(f"{MFA}/login", json=with_code)
        assert logged_in.status_code == 200
        headers = {"Authorization": f"Bearer {logged_in.json()['authentication']['auth_token']}"}
        off = await http.post(f"{MFA}/config/device", json={"enable": False}, headers=headers)
        assert (off.status_code, list(off.json())) == (200, ["message"])
        assert (await http.post(f"{ACCOUNT}/login", json=credentials)).status_code == 200


async def _written(mails: Mails, settings: Settings, kind: MailKind, to: str) -> dict[str, str]:
    """Run a worker until it has written a mail, and return what its link carries."""

    async def is_there() -> bool:
        return bool(await mails.all(kind, to))

    async with working(settings):
        await until(is_there)
    return (await mails.newest(kind, to)).parameters


async def _mailed_link(http: httpx.AsyncClient, caller: Caller, mails: Mails, settings: Settings) -> str:
    query = "mutation M($input: RequestMagicLinkInput!) { requestMagicLink(input: $input) { __typename } }"
    await http.post("/graphql", json={"query": query, "variables": {"input": {"email": caller.user.email}}})
    return (await _written(mails, settings, MailKind.MAGIC_LINK, caller.user.email))["token"]


@pytest.mark.spec("S7.25")
async def test_a25_what_merely_opens_a_magic_link_consumes_nothing(
    http: httpx.AsyncClient, sign_in: SignIn, mails: Mails, settings: Settings
) -> None:
    caller = await sign_in()
    token = await _mailed_link(http, caller, mails, settings)
    path = f"{ACCOUNT}/magic-link-login"
    assert (await http.head(path, params={"token": token})).status_code == 403
    navigation = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert (await http.get(path, params={"token": token}, headers=navigation)).status_code == 403
    opened = await http.get(path, params={"token": token})
    assert opened.status_code == 200
    assert opened.json()["account"]["user"]["email"] == caller.user.email
    assert (await http.get(path, params={"token": token})).status_code == 401
    assert list((await http.get(path)).json()) == ["token"]


@pytest.mark.spec("S7.25")
async def test_a18_a_magic_link_of_an_mfa_user_asks_for_the_code_and_stays_alive(
    http: httpx.AsyncClient, sign_in: SignIn, mails: Mails, settings: Settings
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        configured = (await caller.post(f"{MFA}/config/device", {"enable": True})).json()
        app = pyotp.parse_uri(configured["provisioning_uri"])
        assert isinstance(app, pyotp.TOTP)
        await caller.post(f"{MFA}/verify/device", {"verification_code": app.at(clock.now())})
    with clock.standing_at(LATER):
        token = await _mailed_link(http, caller, mails, settings)
        path = f"{ACCOUNT}/magic-link-login"
        for _ in range(2):
            asked = await http.get(path, params={"token": token})
            assert (asked.status_code, asked.json()["message"]) == (401, "MFA required")
        body = {"token": token, "device_verification_code": app.at(clock.now())}
        assert (await http.post(path, json=body)).status_code == 200
        assert (await http.post(path, json=body)).status_code == 401


@pytest.mark.spec("S6.8")
async def test_without_a_session_private_paths_of_both_bases_are_401(http: httpx.AsyncClient) -> None:
    for method, path in [
        ("PUT", f"{ACCOUNT}/info"), ("GET", f"{ACCOUNT}/export"), ("POST", f"{ACCOUNT}/verify-email"),
        ("POST", f"{ACCOUNT}/update-password"), ("POST", f"{MFA}/config/device"), ("POST", f"{MFA}/verify/email"),
    ]:  # fmt: skip
        response = await http.request(method, path, json={})
        assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer"), path
