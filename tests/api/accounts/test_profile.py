"""Saving the profile (spec §3, Profile update; §8; hostile-inputs A30, A33)."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pytest
from callers import PASSWORD, Caller
from mail_server import Mails

from breachlight.accounts.profile import ProfileChanges, update_profile
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]

ACCOUNT = """account { kind org { companyName } user { firstName lastName email role isEmailVerified language
  mfaSettings { isMfaDeviceEnabled isMfaEmailEnabled }
  notificationSettings { isEmailNotificationsEnabled isBreachAlertEnabled isAutoCloseDuplicateBreachRecordsEnabled }
  primaryAddress { addressLine1 addressLine2 city state postalCode country phone fax } } }"""
RESULT = f"""{{ __typename ... on UpdateProfileSuccess {{ message orgError {ACCOUNT} }}
  ... on Problem {{ message code }} ... on ValidationProblem {{ fieldErrors {{ field messages }} }}
  ... on ThrottledProblem {{ retryAfterSeconds }} }}"""
UPDATE = f"mutation ($input: UpdateProfileInput!) {{ updateProfile(input: $input) {RESULT} }}"
NOTIFY = f"mutation ($input: NotificationSettingsInput!) {{ updateNotificationSettings(input: $input) {RESULT} }}"


async def update(caller: Caller, **given: Any) -> dict[str, Any]:
    answer = await caller.graphql(UPDATE, {"input": given})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["updateProfile"]
    return result


def problems(result: dict[str, Any]) -> dict[str, list[str]]:
    assert result["__typename"] == "ValidationProblem", result
    return {problem["field"]: problem["messages"] for problem in result["fieldErrors"]}


async def row_of(connection: asyncpg.Connection, caller: Caller) -> dict[str, Any]:
    return dict(await connection.fetchrow("SELECT * FROM users WHERE id = $1", caller.user.id))


async def changes_of(connection: asyncpg.Connection, caller: Caller) -> list[list[str]]:
    rows = await connection.fetch(
        "SELECT detail FROM security_events WHERE account_id = $1 AND kind = 'profile_changed' ORDER BY happened_at",
        caller.account.id,
    )
    return [sorted(json.loads(row["detail"])["fields"]) for row in rows]


@pytest.mark.spec("S3.7", "S3.19", "S3.20")
async def test_everything_of_the_form_is_saved_and_shown(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("org")
    address = {
        "addressLine1": "Hafenstraße 7",
        "addressLine2": "Floor 2",
        "city": "Köln",
        "state": "NRW",
        "postalCode": "50667",
        "country": "Germany",
        "phone": "+4922112345678",
        "fax": "+49 221 1234",
    }
    result = await update(
        caller,
        user={"firstName": " Zoë ", "lastName": "O'Neill", "primaryAddress": address},
        org={"companyName": "Acme & Söhne"},
    )
    assert (result["message"], result["orgError"]) == ("Profile updated successfully", None)
    user = result["account"]["user"]
    assert (user["firstName"], user["lastName"]) == ("Zoë", "O'Neill")
    assert user["primaryAddress"] == {**address, "country": "DE"}
    assert result["account"]["org"] == {"companyName": "Acme & Söhne"}
    shown = (await caller.get("/api/v1/account/info")).json()
    assert shown["user"]["primary_address"]["country"] == "DE"
    assert shown["org"] == {"company_name": "Acme & Söhne"}
    assert await changes_of(connection, caller) == [
        sorted(
            [
                "first_name",
                "last_name",
                "address_line_1",
                "address_line_2",
                "city",
                "state",
                "postal_code",
                "country",
                "phone",
                "fax",
                "company_name",
            ]
        )
    ]
    detail = await connection.fetchval("SELECT detail FROM security_events WHERE kind = 'profile_changed'")
    assert not any(text in detail for text in ("Zoë", "Zo\\u00eb", "O'Neill", "+4922112345678", "50667"))


@pytest.mark.spec("S4.10")
async def test_what_is_absent_stays(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("org")
    await update(caller, user={"primaryAddress": {"city": "Oslo", "country": "no", "phone": "+4712345678901"}})
    result = await update(caller, user={"lastName": "Berg"})
    user = result["account"]["user"]
    assert (user["firstName"], user["lastName"]) == ("Jo", "Berg")
    assert (user["primaryAddress"]["city"], user["primaryAddress"]["country"]) == ("Oslo", "NO")
    assert result["account"]["org"] == {"companyName": "Acme"}
    assert await changes_of(connection, caller) == [["city", "country", "phone"], ["last_name"]]


async def test_a_save_that_changes_nothing_is_no_event(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("org")
    before = await row_of(connection, caller)
    same = {"firstName": "Jo", "lastName": "Doe", "primaryAddress": {"phone": "", "country": "", "city": ""}}
    assert (await update(caller, user=same, org={"companyName": "Acme"}))["orgError"] is None
    assert (await update(caller))["message"] == "Profile updated successfully"
    assert await row_of(connection, caller) == before
    assert await changes_of(connection, caller) == []


@pytest.mark.spec("S5.14")
async def test_faults_are_named_all_at_once_and_nothing_is_saved(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("org")
    await update(caller, user={"primaryAddress": {"phone": "+4712345678901"}})
    before = await row_of(connection, caller)
    found = problems(
        await update(
            caller,
            user={
                "firstName": " ",
                "lastName": "x" * 201,
                "language": "klingon!",
                "primaryAddress": {
                    "city": "Os\u0007lo",
                    "state": "a\nb",
                    "postalCode": "1" * 21,
                    "country": "Atlantis",
                    "phone": "0221 1234",
                    "addressLine1": "y" * 201,
                },
            },
            org={"companyName": "Acme & Co"},
        )
    )
    assert found["firstName"] == ["Field is Required"]
    assert found["phone"] == ["Phone number must be in international format, starting with + followed by country code."]
    assert set(found) == {
        "firstName",
        "lastName",
        "language",
        "city",
        "state",
        "postalCode",
        "country",
        "phone",
        "addressLine1",
    }
    assert problems(await update(caller, user={"primaryAddress": {"phone": ""}})) == {"phone": ["Enter Phone Number"]}
    assert await row_of(connection, caller) == before
    assert await connection.fetchval("SELECT company_name FROM accounts WHERE id = $1", caller.account.id) == "Acme"


@pytest.mark.spec("S5.14")
async def test_a_country_may_be_taken_back(sign_in: SignIn) -> None:
    caller = await sign_in()
    for given, kept in (("Norway", "NO"), ("", ""), ("se", "SE"), ("NORWAY", "NO")):
        result = await update(caller, user={"primaryAddress": {"country": given}})
        assert result["account"]["user"]["primaryAddress"]["country"] == kept


@pytest.mark.spec("S3.20", "S8.15")
async def test_a_fault_of_the_organization_leaves_the_user_saved(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("org")
    for number, name in enumerate(["", "  ", "x" * 201, "Ac\u001bme"]):
        first_name = f"Ada {number}"
        result = await update(caller, user={"firstName": first_name}, org={"companyName": name})
        assert result["message"] == "Profile updated successfully"
        assert result["orgError"]
        assert result["account"]["user"]["firstName"] == first_name
        assert result["account"]["org"] == {"companyName": "Acme"}
    assert await changes_of(connection, caller) == [["first_name"]] * 4
    alone = await update(caller, org={"companyName": ""})
    assert (alone["message"], alone["orgError"]) == ("Your profile was not changed.", "Field is Required")


@pytest.mark.spec("S6.4")
async def test_an_individual_gets_no_business_name(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("ind")
    result = await update(caller, user={"firstName": "Ada"}, org={"companyName": "Acme"})
    assert result["orgError"] == "Only organizations have a business name."
    assert (result["account"]["org"], result["account"]["user"]["firstName"]) == (None, "Ada")
    assert await connection.fetchval("SELECT company_name FROM accounts WHERE id = $1", caller.account.id) is None


async def test_the_language_is_kept_and_given_back(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    for given, kept in (("pt-BR", "pt-BR"), ("", None), ("de", "de")):
        await update(caller, user={"language": given})
        assert (await row_of(connection, caller))["language"] == kept


@pytest.mark.parametrize(
    ("language", "subject", "direction"),
    [
        ("de", "Ihr Passwort wurde geändert", "ltr"),
        ("ar", "تم تغيير كلمة مرورك", "rtl"),
        ("en", "Your password was changed", "ltr"),
    ],
)
async def test_emails_are_written_in_the_language_that_the_user_has_chosen(
    sign_in: SignIn, mails: Mails, language: str, subject: str, direction: str
) -> None:
    caller = await sign_in()
    account = (await update(caller, user={"language": language}))["account"]
    assert account["user"]["language"] == language
    new = "four-Badgers-dig-6"  # invented
    body = {"old_password": PASSWORD, "new_password": new, "verify_new_password": new}
    assert (await caller.post("/api/v1/account/update-password", body)).status_code == 200
    mail = await mails.newest(MailKind.PASSWORD_CHANGED, caller.user.email)
    assert mail.subject == subject
    assert f'<html lang="{language}" dir="{direction}">' in mail.html


@pytest.mark.spec("S3.6", "S4.29")
async def test_notification_settings_are_saved_alone_or_together(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()

    async def save(**given: bool) -> dict[str, bool]:
        answer = await caller.graphql(NOTIFY, {"input": given})
        result = answer["data"]["updateNotificationSettings"]
        assert result["message"] == "Notification settings updated successfully"
        settings: dict[str, bool] = result["account"]["user"]["notificationSettings"]
        return settings

    names = ("isEmailNotificationsEnabled", "isBreachAlertEnabled", "isAutoCloseDuplicateBreachRecordsEnabled")
    assert await save(isBreachAlertEnabled=False) == dict(zip(names, (True, False, False), strict=True))
    assert await save(**dict(zip(names, (False, True, True), strict=True))) == dict(
        zip(names, (False, True, True), strict=True)
    )
    await save(isBreachAlertEnabled=True)
    assert [len(changed) for changed in await changes_of(connection, caller)] == [1, 3]


PROTECTED = {
    "role": "Organization",
    "isEmailVerified": True,
    "id": "00000000-0000-0000-0000-000000000000",
    "email": "other@people.example",
    "mfaSettings": {"isMfaDeviceEnabled": True, "isMfaEmailEnabled": True},
    "isMfaDeviceEnabled": True,
    "passwordHash": "x",
    "domains": [{"domain": "acme.example", "isVerified": True}],
}


async def test_a30_protected_fields_are_refused_and_unchanged(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("ind")
    await connection.execute("UPDATE users SET email_verified_at = NULL")
    before, account = await row_of(connection, caller), await connection.fetchrow("SELECT * FROM accounts")
    for name, value in PROTECTED.items():
        for given in ({"user": {"firstName": "Ada", name: value}}, {"user": {"firstName": "Ada"}, name: value}):
            answer = await caller.graphql(UPDATE, {"input": given})
            assert answer["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"
    assert await row_of(connection, caller) == before
    assert await connection.fetchrow("SELECT * FROM accounts") == account
    assert await connection.fetchval("SELECT count(*) FROM domains") == 0


async def test_a30_what_reaches_the_service_all_the_same_is_left_aside(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("ind")
    before = await row_of(connection, caller)
    session = await connection.fetchrow("SELECT * FROM sessions WHERE account_id = $1", caller.account.id)
    subject = Subject(
        caller.account.id,
        caller.user.id,
        session["id"],
        session["authenticated_at"],
        session["refresh_expires_at"],
        frozenset(Permission),
    )
    names = ("id", "email", "role", "password_hash", "image_url", "disabled_at", "created_at", "is_email_verified")
    flags = ("is_mfa_device_enabled", "is_mfa_email_enabled", "disabled_at")
    await update_profile(
        subject,
        ProfileChanges(dict.fromkeys(names, "x"), dict.fromkeys(names, "x"), dict.fromkeys(flags, True)),
        Client(),
    )
    assert await row_of(connection, caller) == before


async def test_a33_markup_is_kept_as_the_text_it_is(sign_in: SignIn) -> None:
    caller = await sign_in("org")
    text = "<script>alert(1)</script>\"'&"
    result = await update(caller, user={"firstName": text}, org={"companyName": text})
    assert result["account"]["user"]["firstName"] == result["account"]["org"]["companyName"] == text


async def test_nobody_saves_without_a_session_and_nobody_another_account(
    http: httpx.AsyncClient, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    mine, theirs = await sign_in(), await sign_in()
    before = await row_of(connection, theirs)
    answer = (await http.post("/graphql", json={"query": UPDATE, "variables": {"input": {}}})).json()
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    await update(mine, user={"firstName": "Ada"}, org={"companyName": "Mine"})
    assert await row_of(connection, theirs) == before
    assert await connection.fetchval("SELECT company_name FROM accounts WHERE id = $1", theirs.account.id) == "Acme"


async def test_saves_are_rate_limited(fresh_hour: None, sign_in: SignIn) -> None:
    caller = await sign_in()
    results = [(await update(caller, user={"firstName": "Jo"}))["__typename"] for _ in range(121)]
    assert results == ["UpdateProfileSuccess"] * 120 + ["ThrottledProblem"]
