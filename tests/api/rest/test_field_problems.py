"""Invalid bodies: every invalid field is reported in one answer, and a disabled form is refused before its fields are read."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from types import NoneType
from typing import Any, get_args

import asyncpg
import httpx
import pytest
from callers import PASSWORD, Caller

from breachlight.alerts.fields import Identifier
from breachlight.alerts.query.filters import AlertFilter

SignIn = Callable[..., Awaitable[Caller]]
ACCOUNT = "/api/v1/account"
REGISTER = {kind: f"{ACCOUNT}/{kind}/register" for kind in ("individual", "organization", "partner")}
TEXT, NUMBER, OBJECT = ["This must be text."], ["Enter a whole number."], ["This must be an object."]
FLAG, REQUIRED = ["This must be true or false."], ["Field is Required"]


@pytest.fixture
async def every_sign_up(connection: asyncpg.Connection, app: object) -> None:
    await connection.execute(
        """UPDATE site_settings SET signup_enabled = true, individual_signup_enabled = true,
        organization_signup_enabled = true, partner_signup_enabled = true"""
    )


@pytest.mark.spec("S7.26")
@pytest.mark.parametrize("kind", REGISTER)
@pytest.mark.parametrize(
    "body", [{}, {"user": {"email": 7}}, {"user": [], "par": "x"}, {"par": {"company_size": "many"}}], ids=repr
)
async def test_a_disabled_sign_up_is_403_whatever_the_body_lacks(
    http: httpx.AsyncClient, kind: str, body: dict[str, Any]
) -> None:
    assert (await http.post(REGISTER[kind], json=body)).status_code == 403


async def test_an_empty_application_of_a_partner_names_every_field(
    http: httpx.AsyncClient, every_sign_up: None
) -> None:
    response = await http.post(REGISTER["partner"], json={})
    assert (response.status_code, response.json()) == (
        400,
        {
            "first_name": REQUIRED,
            "last_name": REQUIRED,
            "title": REQUIRED,
            "email": ["Email is required"],
            "phone": ["Enter Phone Number"],
            "company_name": REQUIRED,
            "company_size": REQUIRED,
            "company_link": REQUIRED,
            "preference": REQUIRED,
        },
    )


async def test_wrong_types_and_broken_rules_are_reported_together(http: httpx.AsyncClient, every_sign_up: None) -> None:
    partner = {
        "user": {"first_name": 7, "last_name": "Moss", "email": "ida", "primary_address": {"phone": "030"}},
        "par": {
            "company_name": None, "company_size": "many", "title": "Head", "company_link": "otter", "preference": ["x"],
        },
    }  # fmt: skip
    problems = (await http.post(REGISTER["partner"], json=partner)).json()
    assert set(problems) == {
        "first_name", "email", "phone", "company_name", "company_size", "company_link", "preference",
    }  # fmt: skip
    assert (problems["first_name"], problems["preference"], problems["company_size"]) == (TEXT, TEXT, NUMBER)
    assert (problems["company_name"], problems["email"]) == (REQUIRED, ["Enter a valid email address"])
    user = {"email": {"$gt": ""}, "password": 12345678, "language": 3, "primary_address": {"country": "Nowhere"}}
    for kind in ("individual", "organization"):
        problems = (await http.post(REGISTER[kind], json={"user": user, "org": 5, "ind": {}})).json()
        expected = {
            "email", "first_name", "last_name", "password", "verify_password", "language", "country", "phone",
        } | ({"company_name", "org"} if kind == "organization" else set())  # fmt: skip
        assert set(problems) == expected
        assert (problems["email"], problems["password"], problems["language"]) == (TEXT, TEXT, TEXT)
    assert problems["org"] == OBJECT


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("POST", "account/login", {"remember_me": 1}, {"email", "password", "remember_me"}),
        ("POST", "mfa/login", {"email": 1, "recovery_code": 1}, {"email", "password", "recovery_code"}),
        ("POST", "mfa/send-email", {"email": 1, "password": []}, {"email", "password", "email_token"}),
        ("POST", "account/magic-link-login", {"device_verification_code": 1}, {"token", "device_verification_code"}),
        ("POST", "account/verify-email-confirm", {"token": 5}, {"uidb64", "token"}),
        ("POST", "account/password-reset", {"cf_turnstile_response": 1}, {"email", "cf_turnstile_response"}),
        (
            "POST",
            "account/password-reset-confirm",
            {"new_password": "short"},
            {"email", "uid", "token", "new_password"},
        ),
        ("POST", "account/password-reset-confirm", {"token": 5}, {"email", "uid", "token", "new_password"}),
        (
            "PUT",
            "account/info",
            {"user": {"first_name": 1, "last_name": "", "primary_address": {"phone": "1", "city": []}}, "org": 1},
            {"first_name", "last_name", "phone", "city", "org"},
        ),
        (
            "PUT",
            "account/info",
            {"user": {"notification_settings": {"is_breach_alert_enabled": 1}, "primary_address": {"country": "x"}}},
            {"is_breach_alert_enabled", "country"},
        ),
        ("POST", "notifications/alerts", {"action": "explode", "assignee": 1}, {"action", "assignee"}),
        (
            "POST",
            "notifications/alerts?is_read=maybe&severity_from=101&page=0",
            {"action": "undo"},
            {"is_read", "severity_from", "page", "operation"},
        ),
        (
            "POST",
            "notifications/alerts/export",
            {"ids": [1], "query": {"page_size": "x", "ordering": "x"}, "include_passwords": "yes"},
            {"format", "ids", "page_size", "ordering", "include_passwords"},
        ),
    ],
)
async def test_every_body_names_all_its_invalid_fields(
    sign_in: SignIn, method: str, path: str, body: dict[str, Any], expected: set[str]
) -> None:
    caller = await sign_in()
    response = await caller.http.request(method, f"/api/v1/{path}", json=body, headers=caller.headers)
    assert (response.status_code, set(response.json())) == (400, expected), response.text


class _Choice:
    """Stands for a text of a fixed set."""


@pytest.mark.parametrize(
    ("value", "fitting"),
    [
        (True, (bool,)),
        (1, (int,)),
        (0.5, ()),
        ("1", (str, Identifier)),
        ("true", (str, Identifier)),
        ("2026-11-23T10:00:00Z", (str, Identifier, datetime)),
        ("", (str, Identifier, datetime, _Choice)),
        ([], ()),
        (None, (bool, int, str, Identifier, datetime, _Choice)),
    ],
    ids=["flag", "number", "fraction", "digit", "word", "time", "empty text", "list", "null"],
)
async def test_conditions_in_a_body_have_their_json_types(
    sign_in: SignIn, value: object, fitting: tuple[type, ...]
) -> None:
    """In a query string everything is text; in a body, a flag is no text and a text no number."""
    caller = await sign_in()
    kinds = {
        name: next(kind for kind in get_args(field.annotation) if kind is not NoneType)
        for name, field in AlertFilter.model_fields.items()
    } | {"type": _Choice}
    body = {"format": "json", "query": dict.fromkeys(kinds, value)}
    response = await caller.post("/api/v1/notifications/alerts/export", body)
    refused = {name for name, kind in kinds.items() if kind not in fitting}
    assert (response.status_code, set(response.json())) == (400, refused) if refused else response.status_code == 200


async def test_the_order_of_an_export_is_text(sign_in: SignIn) -> None:
    caller = await sign_in()
    for ordering, status in (("", 200), ("-datetime", 200), (None, 400), (1, 400), (True, 400)):
        body = {"format": "json", "query": {"ordering": ordering}}
        assert (await caller.post("/api/v1/notifications/alerts/export", body)).status_code == status, ordering


async def test_a_change_of_password_reports_the_old_the_new_and_the_repeated_one(sign_in: SignIn) -> None:
    caller = await sign_in()
    path = f"{ACCOUNT}/update-password"
    empty = (await caller.post(path, {})).json()
    assert empty == {
        "old_password": ["Password is required"],
        "new_password": ["Password is required"],
        "verify_new_password": ["Please confirm your password"],
    }
    wrong = (await caller.post(path, {"old_password": "x", "new_password": "short", "verify_new_password": 8})).json()
    assert set(wrong) == {"old_password", "new_password", "verify_new_password"}
    assert wrong["verify_new_password"] == TEXT
    assert (await caller.get(f"{ACCOUNT}/info")).status_code == 200
    unread = (await caller.post(path, {"old_password": PASSWORD, "new_password": 8, "verify_new_password": "8"})).json()
    assert unread == {"new_password": TEXT, "verify_new_password": ["New password and repeat password do not match"]}


async def test_nothing_of_a_partly_unreadable_profile_is_saved(sign_in: SignIn) -> None:
    caller = await sign_in()
    before = (await caller.get(f"{ACCOUNT}/info")).json()
    body = {
        "user": {"first_name": "Grace", "notification_settings": {"is_breach_alert_enabled": "yes"}},
        "org": {"company_name": "Otter Rowing"},
    }
    refused = await caller.http.put(f"{ACCOUNT}/info", json=body, headers=caller.headers)
    assert (refused.status_code, refused.json()) == (400, {"is_breach_alert_enabled": FLAG})
    assert (await caller.get(f"{ACCOUNT}/info")).json() == before
