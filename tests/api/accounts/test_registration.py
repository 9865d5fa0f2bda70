"""Sign-up of individuals, organizations and partners, over GraphQL on a real database."""

import asyncio
import uuid
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from callers import LOGIN
from mail_server import Mails
from sign_up import (
    INDIVIDUAL,
    NEW_PASSWORD,
    NOON,
    ORGANIZATION,
    PARTNER,
    PASSWORD,
    RESEND,
    VIEWER,
    Visitor,
    field_errors,
    form,
    partner_form,
)

from breachlight.kit import clock
from breachlight.mail.models import MailKind

CHANGE_SETTING = "UPDATE site_settings SET {} = {}"


@pytest.mark.spec("S3.16", "S4.17")
async def test_an_individual_signs_up_and_is_signed_in(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    outcome = await visitor.register(email="  Ida.Moss@People.test ", firstName=" Ida ", language="de")
    assert outcome["__typename"] == "LoginSuccess", outcome
    user = outcome["account"]["user"]
    assert (outcome["account"]["kind"], outcome["account"]["org"]) == ("INDIVIDUAL", None)
    assert (user["firstName"], user["email"], user["role"]) == ("Ida", "Ida.Moss@People.test", "Individual")
    assert user["isEmailVerified"] is False
    assert user["primaryAddress"] == {"country": "DE", "phone": "+4930123456789"}
    answer = await visitor.http.post(
        "/graphql",
        json={"query": VIEWER},
        headers={"Authorization": f"Bearer {outcome['tokens']['authToken']}"},
    )
    assert answer.json()["data"]["viewer"]["user"]["id"] == user["id"]
    mail = await mails.newest(MailKind.VERIFY_EMAIL, "Ida.Moss@People.test")
    assert set(mail.parameters) == {"uid", "token"}
    kinds = await connection.fetch("SELECT kind FROM security_events ORDER BY happened_at, id")
    assert [row["kind"] for row in kinds] == ["account_created", "login"]
    assert await connection.fetchval("SELECT language FROM users") == "de"
    assert await connection.fetchval("SELECT count(*) FROM identities") == 0
    stored = await connection.fetchval("SELECT password_hash FROM users")
    assert stored.startswith("$argon2id$")
    login = {"input": {"email": "ida.moss@people.test", "password": PASSWORD}}
    again = await visitor.http.post("/graphql", json={"query": LOGIN, "variables": login})
    assert again.json()["data"]["login"]["__typename"] == "LoginSuccess"


@pytest.mark.spec("S3.16", "S4.17")
async def test_an_organization_signs_up(visitor: Visitor) -> None:
    outcome = await visitor.send(ORGANIZATION, {"input": form(companyName="Otter Rowing", country="de")})
    assert outcome["__typename"] == "LoginSuccess", outcome
    account = outcome["account"]
    assert (account["kind"], account["org"], account["domains"]) == (
        "ORGANIZATION",
        {"companyName": "Otter Rowing"},
        [],
    )
    assert (account["user"]["role"], account["user"]["primaryAddress"]["country"]) == ("Organization", "DE")


async def test_an_organization_needs_its_name(visitor: Visitor) -> None:
    outcome = await visitor.send(ORGANIZATION, {"input": form()})
    assert field_errors(outcome) == {"companyName": "Field is Required"}


@pytest.mark.spec("S6.1")
@pytest.mark.parametrize(
    ("query", "given", "flag"),
    [
        (INDIVIDUAL, form(), "signup_enabled"),
        (INDIVIDUAL, form(), "individual_signup_enabled"),
        (ORGANIZATION, form(companyName="Otter Rowing"), "signup_enabled"),
        (ORGANIZATION, form(companyName="Otter Rowing"), "organization_signup_enabled"),
        (PARTNER, partner_form(), "partner_signup_enabled"),
    ],
)
async def test_a_sign_up_that_is_switched_off_is_refused(
    visitor: Visitor, connection: asyncpg.Connection, query: str, given: dict[str, Any], flag: str
) -> None:
    await connection.execute(CHANGE_SETTING.format(flag, "false"))
    outcome = await visitor.send(query, {"input": given})
    assert (outcome["__typename"], outcome["code"]) == ("RefusedProblem", "FORBIDDEN")
    assert await connection.fetchval("SELECT count(*) FROM users") == 0
    assert await connection.fetchval("SELECT count(*) FROM mails") == 0


@pytest.mark.spec("S5.2", "S5.3", "S5.4", "S5.5", "S5.7")
async def test_every_field_that_is_wrong_is_named_at_once(visitor: Visitor) -> None:
    empty = dict.fromkeys(
        ("email", "firstName", "lastName", "password", "verifyPassword", "country", "phone", "companyName"), ""
    )
    assert field_errors(await visitor.send(ORGANIZATION, {"input": empty})) == {
        "companyName": "Field is Required",
        "firstName": "Field is Required",
        "lastName": "Field is Required",
        "email": "Email is required",
        "phone": "Enter Phone Number",
        "country": "Field is Required",
        "password": "Password is required",
        "verifyPassword": "Please confirm your password",
    }
    wrong = {
        "email": "ida@people.technology",
        "phone": "030 123456",
        "country": "Atlantis",
        "password": "short",
        "verifyPassword": "other",
        "firstName": "Ida\u0007",
        "lastName": "M" * 201,
    }
    assert field_errors(await visitor.register(**wrong)) == {
        "firstName": "This contains unsupported characters.",
        "lastName": "Use at most 200 characters.",
        "email": "Enter a valid email address",
        "phone": "Phone number must be in international format, starting with + followed by country code.",
        "country": "Choose a country from the list.",
        "password": "Password must be at least 8 characters long",
        "verifyPassword": "Passwords do not match",
    }


async def test_fields_of_half_a_megabyte_are_refused_by_their_length(visitor: Visitor) -> None:
    huge = dict.fromkeys(("firstName", "lastName", "email", "phone", "country", "password"), "x" * 100000)
    errors = field_errors(await visitor.register(**huge, verifyPassword="x"))
    assert errors["firstName"] == errors["lastName"] == "Use at most 200 characters."
    assert set(errors) == {*huge, "verifyPassword"}


async def test_a_taken_address_is_reported_and_its_owner_emailed_once_an_hour(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        await visitor.register()
        for _ in range(3):
            outcome = await visitor.register(email="IDA.MOSS@PEOPLE.TEST", password="eleven-Geese-fly-2")
            assert field_errors(outcome) == {"email": "An account with this email already exists."}
    (mail,) = await mails.all(MailKind.SIGN_UP_WITH_KNOWN_EMAIL)
    assert mail.recipient == "ida.moss@people.test"
    assert "Moss" not in mail.text.replace("Ida", "")
    with clock.standing_at(NOON + timedelta(hours=1)):
        await visitor.register()
    assert len(await mails.all(MailKind.SIGN_UP_WITH_KNOWN_EMAIL)) == 2
    assert await connection.fetchval("SELECT count(*) FROM users") == 1


async def test_an_owner_takes_over_an_account_that_someone_else_signed_up_with_the_unverified_address(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    """Somebody signs up with another's address and waits until its owner does, too."""
    squatter = await visitor.register()
    user_id = squatter["account"]["user"]["id"]
    await connection.execute("UPDATE users SET is_mfa_email_enabled = true WHERE id = $1", uuid.UUID(user_id))
    assert field_errors(await visitor.register(password=NEW_PASSWORD))
    link = (await mails.newest(MailKind.RESET_PASSWORD, "ida.moss@people.test")).parameters
    assert (await visitor.confirm_reset("ida.moss@people.test", link))["__typename"] == "MessageSuccess"
    bearer = {"Authorization": f"Bearer {squatter['tokens']['authToken']}"}
    assert (await visitor.http.get("/api/v1/account/info", headers=bearer)).status_code == 401
    wrong = {"email": "ida.moss@people.test", "password": PASSWORD}
    assert (await visitor.http.post("/api/v1/account/login", json=wrong)).json()["error"]
    right = {"email": "ida.moss@people.test", "password": NEW_PASSWORD}
    account = (await visitor.http.post("/api/v1/account/login", json=right)).json()["account"]
    assert account["user"]["is_email_verified"] is True
    assert await connection.fetchval("SELECT key FROM identities") == "ida.moss@people.test"


@pytest.mark.spec("S8.4")
async def test_a_taken_address_is_reported_only_after_the_human_check(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    await visitor.register()
    await connection.execute(CHANGE_SETTING.format("turnkey_enabled", "true"))
    outcome = await visitor.register()
    assert (outcome["code"], outcome["message"]) == ("HUMAN_VERIFICATION", "Please complete the CAPTCHA")
    assert await mails.all(MailKind.SIGN_UP_WITH_KNOWN_EMAIL) == []


async def test_a29_fifty_sign_ups_of_one_address_at_once_make_one_account(
    visitor: Visitor, connection: asyncpg.Connection, mails: Mails
) -> None:
    spellings = ["ida.moss@people.test", "Ida.Moss@People.Test", "IDA.MOSS@PEOPLE.TEST", " ida.moss@people.TEST "]
    outcomes = await asyncio.gather(*(visitor.register(email=spellings[number % 4]) for number in range(50)))
    made = [outcome for outcome in outcomes if outcome["__typename"] == "LoginSuccess"]
    refused = [outcome for outcome in outcomes if outcome["__typename"] != "LoginSuccess"]
    assert len(made) == 1
    assert {tuple(field_errors(outcome).items()) for outcome in refused} == {
        (("email", "An account with this email already exists."),)
    }
    for table in ("users", "accounts", "email_claims", "memberships"):
        assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 1, table
    # A request late enough to find the account sent its owner a link of another kind.
    proofs = "SELECT count(*) FROM one_time_tokens WHERE purpose = 'verify_email'"
    assert await connection.fetchval(proofs) == 1
    assert len(await mails.all(MailKind.VERIFY_EMAIL)) == 1


async def test_a30_a_form_cannot_name_what_is_not_on_it(visitor: Visitor, connection: asyncpg.Connection) -> None:
    extras: dict[str, Any] = {
        "role": "Organization",
        "isEmailVerified": True,
        "id": "00000000-0000-7000-8000-000000000000",
        "domains": ["acme.test"],
        "isMfaDeviceEnabled": True,
        "emailVerifiedAt": "2026-01-01T00:00:00Z",
    }
    for name, value in extras.items():
        answer = await visitor.http.post(
            "/graphql", json={"query": INDIVIDUAL, "variables": {"input": form(**{name: value})}}
        )
        assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"
    assert await connection.fetchval("SELECT count(*) FROM users") == 0
    outcome = await visitor.register()
    assert outcome["account"]["user"]["mfaSettings"] == {"isMfaDeviceEnabled": False, "isMfaEmailEnabled": False}


async def test_a33_names_are_kept_to_the_letter(visitor: Visitor, mails: Mails) -> None:
    names = {"firstName": "<b onclick=alert(1)>Ida</b>", "lastName": "'; DROP TABLE users; -- \U0001f9a6 משה"}
    company = '"><script>alert(1)</script>'
    outcome = await visitor.send(ORGANIZATION, {"input": form(**names, companyName=company)})
    user = outcome["account"]["user"]
    assert (user["firstName"], user["lastName"]) == (names["firstName"], names["lastName"])
    assert outcome["account"]["org"]["companyName"] == company
    assert "onclick=" not in (await mails.newest(MailKind.VERIFY_EMAIL)).html.replace("&lt;b onclick=", "")


async def test_names_are_composed_and_passwords_are_not(visitor: Visitor, connection: asyncpg.Connection) -> None:
    decomposed = "Zoe\u0308"
    password = "mu\u0308de-Otters-row-9"
    outcome = await visitor.register(firstName=decomposed, password=password)
    assert outcome["account"]["user"]["firstName"] == "Zo\u00eb"
    for given, expected in ((password, "LoginSuccess"), ("m\u00fcde-Otters-row-9", "RefusedProblem")):
        login = {"input": {"email": "ida.moss@people.test", "password": given}}
        answer = await visitor.http.post("/graphql", json={"query": LOGIN, "variables": login})
        assert answer.json()["data"]["login"]["__typename"] == expected


async def test_sign_ups_from_one_ip_address_are_rate_limited(visitor: Visitor) -> None:
    with clock.standing_at(NOON):
        outcomes = [await visitor.register(email="", phone="") for _ in range(101)]
    assert {outcome["__typename"] for outcome in outcomes[:100]} == {"ValidationProblem"}
    assert outcomes[100]["__typename"] == "ThrottledProblem"
    assert 1 <= outcomes[100]["retryAfterSeconds"] <= 3601


@pytest.mark.spec("S4.17")
async def test_a_sign_up_that_fails_half_way_leaves_nothing(visitor: Visitor, connection: asyncpg.Connection) -> None:
    await connection.execute("ALTER TABLE mails ADD CONSTRAINT no_mail CHECK (kind <> 'verify_email')")
    body = {"query": INDIVIDUAL, "variables": {"input": form()}}
    answer = await visitor.http.post("/graphql", json=body)
    assert answer.json()["errors"][0]["message"] == "Internal error"
    for table in ("users", "accounts", "email_claims", "memberships", "one_time_tokens", "security_events", "mails"):
        assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0, table
    assert await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer") == 0
    await connection.execute("ALTER TABLE mails DROP CONSTRAINT no_mail")
    assert (await visitor.register())["__typename"] == "LoginSuccess"


async def test_a24_links_lead_to_the_configured_origin_whatever_host_is_named(visitor: Visitor, mails: Mails) -> None:
    evil = {"Host": "evil.test", "X-Forwarded-Host": "evil.test", "Forwarded": "host=evil.test"}
    await visitor.send(INDIVIDUAL, {"input": form()}, evil)
    mail = await mails.newest(MailKind.VERIFY_EMAIL)
    assert mail.link.startswith(f"{str(visitor.http.base_url).rstrip('/')}/#/email_verification?uid=")
    assert "evil.test" not in mail.text + mail.html + mail.subject


@pytest.mark.spec("S3.17", "S6.5")
async def test_a_partners_application_is_kept_and_emailed(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    outcome = await visitor.send(PARTNER, {"input": partner_form()})
    assert outcome == {"__typename": "MessageSuccess", "message": "Thanks for submitting!"}
    row = dict(await connection.fetchrow("SELECT * FROM partner_applications"))
    assert (row["company_size"], row["company_link"]) == (25, "https://otter.test/about")
    assert row["preference"] == "Resell it.\nAnd run it for small shops."
    assert await connection.fetchval("SELECT count(*) FROM users") == 0
    received = await mails.newest(MailKind.PARTNER_APPLICATION_RECEIVED)
    assert (received.recipient, received.account_id) == ("ida.moss@people.test", None)
    assert "Otter Rowing" in (await mails.newest(MailKind.PARTNER_APPLICATION)).text


@pytest.mark.spec("S5.7")
async def test_a_partners_application_names_what_is_wrong(visitor: Visitor) -> None:
    wrong = {"companySize": 0, "companyLink": "javascript:alert(1)", "phone": "1", "email": "x", "preference": " "}
    assert field_errors(await visitor.send(PARTNER, {"input": partner_form(**wrong)})) == {
        "email": "Enter a valid email address",
        "phone": "Phone number must be in international format, starting with + followed by country code.",
        "companySize": "Enter a number from 1 to 10,000,000.",
        "companyLink": "Enter an address that starts with https:// or http://.",
        "preference": "Field is Required",
    }


async def test_partner_applications_of_one_address_are_rate_limited(visitor: Visitor, mails: Mails) -> None:
    with clock.standing_at(NOON):
        outcomes = [await visitor.send(PARTNER, {"input": partner_form()}) for _ in range(4)]
    assert [outcome["__typename"] for outcome in outcomes] == ["MessageSuccess"] * 3 + ["ThrottledProblem"]
    assert len(await mails.all(MailKind.PARTNER_APPLICATION_RECEIVED)) == 3


async def test_before_the_verification_of_the_address_there_is_a_way_to_a_new_link(visitor: Visitor) -> None:
    tokens = (await visitor.register())["tokens"]
    outcome = await Visitor(visitor.http, tokens["authToken"]).send(RESEND)
    assert outcome == {
        "__typename": "VerificationSent",
        "emailSent": True,
        "isVerified": False,
        "message": "We sent you a new link.",
    }
