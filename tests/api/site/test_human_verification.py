"""Human verification at every form that asks for it, against a server with Turnstile's documented semantics."""

import asyncio
from collections.abc import Iterator

import httpx
import psutil
import pytest
from callers import LOGIN, PASSWORD
from factories import make_account, make_user
from products import Product
from turnstile_server import DUMMY_TOKEN, FAILING, LIFETIME_SECONDS, PASSING, SPENT, Fault, TurnstileServer

from breachlight.config import SettingsError, get_settings
from breachlight.kit.errors import HumanVerificationError
from breachlight.site import human_verification as verification
from breachlight.site.human_verification import REFUSED, UNAVAILABLE, human_verification, require_human

MISSING = "Please complete the CAPTCHA"
USER = {
    "first_name": "Jo",
    "last_name": "Doe",
    "email": "jo@people.example",
    "password": "harbour-otter-violin-9",
    "verify_password": "harbour-otter-violin-9",
    "primary_address": {"country": "Germany", "phone": "+491234567890"},
}
PARTNER = {
    "company_name": "Acme",
    "company_size": 20,
    "title": "Head",
    "company_link": "https://acme.example",
    "preference": "Resell",
}
REST_FORMS = {
    "login": {"email": USER["email"], "password": USER["password"], "remember_me": False},
    "password-reset": {"email": USER["email"]},
    "individual/register": {"user": USER, "ind": {}},
    "organization/register": {"user": USER, "org": {"company_name": "Acme"}},
    "partner/register": {"user": USER, "par": PARTNER},
}
GRAPHQL_FORMS = {
    "requestMagicLink": ("RequestMagicLinkInput", {}),
    "checkAddress": ("CheckAddressInput", {"language": "en"}),
    "requestOptOut": ("RequestOptOutInput", {"language": "en", "level": "LOOKUPS"}),
}
FAULTS = [fault for fault in Fault if fault is not Fault.NONE]


@pytest.fixture
def turnstile(settings, monkeypatch) -> Iterator[TurnstileServer]:
    """The provider's server, which the settings name from now on; a busy machine may take its time to answer."""
    monkeypatch.setattr(verification, "_TRY_SECONDS", 5.0)
    monkeypatch.setattr(verification, "_BUDGET_SECONDS", 30.0)
    with TurnstileServer().running() as server:
        for name, value in server.variables().items():
            monkeypatch.setenv(name, value)
        get_settings.cache_clear()
        yield server


@pytest.fixture
async def app(turnstile, app, connection):
    """The application, started with the provider's settings; human verification and all sign-ups are on."""
    await connection.execute(
        """UPDATE site_settings SET turnkey_enabled = true, turnkey_site_key = 'invented', signup_enabled = true,
        individual_signup_enabled = true, organization_signup_enabled = true, partner_signup_enabled = true,
        address_check_enabled = true, opt_outs_enabled = true"""
    )
    return app


async def refused(http: httpx.AsyncClient, form: str, token: object) -> str:
    """Send a REST form with a token and return the sentence with which it was refused."""
    extra = {} if token is None else {"cf_turnstile_response": token}
    answer = await http.post(f"/api/v1/account/{form}", json={**REST_FORMS[form], **extra})
    assert answer.status_code == 400, answer.text
    message: str = answer.json()["error"]["message"]
    return message


async def log_in(http, email, password=PASSWORD, token=None):
    variables = {"input": {"email": email, "password": password, "cfTurnstileResponse": token}}
    answer = await http.post("/graphql", json={"query": LOGIN, "variables": variables})
    return answer.json()["data"]["login"]


def connections_to(port: int) -> int:
    """Count the connections that this process holds open to a server on this machine."""
    held = psutil.Process().net_connections("tcp")
    return sum(1 for link in held if link.raddr and link.raddr.port == port and link.status == psutil.CONN_ESTABLISHED)


async def nobody_was_made(connection) -> bool:
    rows = "SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM sessions) + (SELECT count(*) FROM mails)"
    return await connection.fetchval(rows) == 0


@pytest.mark.spec("S7.26")
@pytest.mark.parametrize("form", REST_FORMS)
async def test_a26_no_form_is_taken_without_a_response(http, turnstile, connection, form):
    for token in (None, "", " "):
        assert await refused(http, form, token) in {MISSING, REFUSED}
    assert await refused(http, form, "x" * 2049) == REFUSED
    assert await refused(http, form, "ü" * 20) == REFUSED
    assert [call for call in turnstile.calls if call.get("response") != " "] == []
    assert await nobody_was_made(connection)


@pytest.mark.parametrize("form", REST_FORMS)
async def test_a26_a_response_must_be_fresh_unspent_and_of_this_site_and_action(http, turnstile, connection, form):
    for token in (
        "made-up",
        DUMMY_TOKEN,
        turnstile.issue(age=LIFETIME_SECONDS + 1),
        turnstile.issue(hostname="evil.example"),
        turnstile.issue(hostname="localhost.evil.example"),
        turnstile.issue(action="other-form"),
        turnstile.issue(action=""),
    ):
        assert await refused(http, form, token) == REFUSED
    assert await nobody_was_made(connection)


async def test_a26_a_response_opens_one_form_once(http, turnstile, connection):
    user = await make_user(connection, await make_account(connection))
    token = turnstile.issue()
    assert (await log_in(http, user.email, "wrong", token))["code"] == "BAD_CREDENTIALS"
    replayed = await log_in(http, user.email, "wrong", token)
    assert (replayed["code"], replayed["message"]) == ("HUMAN_VERIFICATION", REFUSED)
    assert await refused(http, "password-reset", token) == REFUSED
    fresh = await http.post(
        "/api/v1/account/password-reset", json={"email": user.email, "cf_turnstile_response": turnstile.issue()}
    )
    assert fresh.status_code == 200
    assert len({call["idempotency_key"] for call in turnstile.calls}) == len(turnstile.calls)
    assert {call["remoteip"] for call in turnstile.calls} == {"192.0.2.10"}


@pytest.mark.parametrize("form", GRAPHQL_FORMS)
async def test_a26_forms_that_send_an_email_need_a_response_too(http, turnstile, form):
    kind, given = GRAPHQL_FORMS[form]
    mutation = f"mutation Ask($input: {kind}!) {{ form: {form}(input: $input) {{ __typename ... on Problem {{ message code }} }} }}"

    async def ask(token):
        variables = {"input": {"email": "jo@people.example", "cfTurnstileResponse": token, **given}}
        return (await http.post("/graphql", json={"query": mutation, "variables": variables})).json()["data"]["form"]

    assert (await ask(None))["message"] == MISSING
    assert (await ask("made-up"))["message"] == REFUSED
    assert "code" not in await ask(turnstile.issue())


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault is not Fault.HANG])
async def test_a27_a_provider_that_cannot_say_is_asked_once_more_and_then_refused(http, turnstile, fault):
    turnstile.fault = fault
    assert await refused(http, "password-reset", turnstile.issue()) == UNAVAILABLE
    assert len(turnstile.calls) == 2
    assert len({call["idempotency_key"] for call in turnstile.calls}) == 1


@pytest.mark.parametrize("fault", FAULTS)
async def test_a27_one_fault_is_mended_by_the_second_try(http, turnstile, fault):
    turnstile.fault, turnstile.faulty_calls = fault, 1
    answer = await http.post(
        "/api/v1/account/password-reset",
        json={"email": "jo@people.example", "cf_turnstile_response": turnstile.issue()},
    )
    assert answer.status_code == 200, answer.text
    assert len(turnstile.calls) == 2
    assert len({call["idempotency_key"] for call in turnstile.calls}) == 1


async def test_a27_a_hanging_provider_blocks_few_connections_and_no_other_request(turnstile, http, monkeypatch):
    monkeypatch.setattr(verification, "_BUDGET_SECONDS", 3.0)
    turnstile.fault = Fault.HANG
    forms = [
        asyncio.create_task(refused(http, form, turnstile.issue()))
        for form in ("password-reset", "individual/register", "partner/register", "login")
        for _ in range(10)
    ]
    async with asyncio.timeout(60):
        while not turnstile.hanging:
            await asyncio.sleep(0.01)
        held = [connections_to(turnstile.port)]
        for _ in range(20):
            assert (await http.get("/api/v1/site-settings")).status_code == 200
            held.append(connections_to(turnstile.port))
        for refusal in await asyncio.gather(*forms):
            assert refusal == UNAVAILABLE or refusal.startswith("Too many attempts. Try again in ")
    assert 0 < max(held) <= 20
    monkeypatch.setattr(verification, "_BUDGET_SECONDS", 30.0)
    turnstile.fault = Fault.NONE
    answer = await http.post(
        "/api/v1/account/password-reset",
        json={"email": "jo@people.example", "cf_turnstile_response": turnstile.issue()},
    )
    assert answer.status_code == 200


def test_a27_the_budget_is_three_seconds_with_room_for_a_second_try():
    assert verification._BUDGET_SECONDS <= 3
    assert verification._TRY_SECONDS * verification._TRIES < verification._BUDGET_SECONDS


async def test_a28_the_flag_applies_from_the_next_request_on(http, turnstile, connection):
    async def switch(on: bool) -> None:
        await connection.execute("UPDATE site_settings SET turnkey_enabled = $1", on)

    assert await refused(http, "password-reset", None) == MISSING
    await switch(False)
    answer = await http.post("/api/v1/account/password-reset", json={"email": "jo@people.example"})
    assert answer.status_code == 200
    await switch(True)
    assert await refused(http, "password-reset", None) == MISSING
    assert turnstile.calls == []


@pytest.mark.usefixtures("tortoise")
@pytest.mark.parametrize(("secret", "passes"), [(PASSING, True), (FAILING, False), (SPENT, False), ("unknown", False)])
async def test_documented_test_secrets_answer_as_documented(turnstile, connection, monkeypatch, secret, passes):
    monkeypatch.setenv("BREACHLIGHT_TURNSTILE_SECRET", secret)
    get_settings.cache_clear()
    await connection.execute("UPDATE site_settings SET turnkey_enabled = true")
    async with human_verification(get_settings()):
        if passes:
            await require_human(DUMMY_TOKEN, client_address="192.0.2.1")
        else:
            with pytest.raises(HumanVerificationError):
                await require_human(DUMMY_TOKEN, client_address="192.0.2.1")


async def test_a28_switched_on_without_a_secret_everything_is_refused(tortoise, turnstile, connection, monkeypatch):
    monkeypatch.delenv("BREACHLIGHT_TURNSTILE_SECRET")
    get_settings.cache_clear()
    await connection.execute("UPDATE site_settings SET turnkey_enabled = true")
    async with human_verification(get_settings()):
        with pytest.raises(HumanVerificationError, match="currently unavailable"):
            await require_human(turnstile.issue(), client_address="192.0.2.1")
    assert turnstile.calls == []


@pytest.mark.parametrize("secret", [PASSING, FAILING, SPENT])
def test_a28_no_documented_test_secret_is_a_setting_of_production(settings, monkeypatch, secret):
    monkeypatch.setenv("BREACHLIGHT_TURNSTILE_SECRET", secret)
    get_settings.cache_clear()
    assert get_settings().turnstile_secret is not None
    monkeypatch.setenv("BREACHLIGHT_ENVIRONMENT", "production")
    get_settings.cache_clear()
    with pytest.raises(SettingsError, match=r"BREACHLIGHT_TURNSTILE_SECRET .* test secrets") as raised:
        get_settings()
    assert secret not in str(raised.value)


def test_a28_production_refuses_to_start_with_a_test_secret(tmp_path):
    product = Product(tmp_path, BREACHLIGHT_ENVIRONMENT="production", BREACHLIGHT_TURNSTILE_SECRET=PASSING)
    done = product.run("serve")
    assert done.returncode == 1
    assert "test secrets" in done.stderr
    assert PASSING not in done.stderr
    assert not (tmp_path / "data").exists()


def test_the_secret_is_not_sent_in_clear(settings, monkeypatch):
    monkeypatch.setenv("BREACHLIGHT_TURNSTILE_VERIFY_URL", "http://verify.example/siteverify")
    get_settings.cache_clear()
    with pytest.raises(SettingsError, match="https://"):
        get_settings()
