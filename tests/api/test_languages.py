"""The server answers in the language of the client: over GraphQL, REST, sockets, and where mail programs ask."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pytest
from callers import LOGIN, Caller
from httpx_ws import aconnect_ws
from httpx_ws.transport import ASGIWebSocketTransport
from starlette.applications import Starlette

from breachlight.config import Settings
from breachlight.site.language import REMEMBERED_SECONDS

SignIn = Callable[..., Awaitable[Caller]]
GERMAN = {"Accept-Language": "de-CH, en;q=0.5"}
ARABIC = {"Accept-Language": "ar"}
REQUEST_RESET = """mutation Reset($email: String!) { requestPasswordReset(input: {email: $email}) { __typename
  ... on MessageSuccess { message } ... on Problem { message code }
  ... on ThrottledProblem { retryAfterSeconds } ... on ValidationProblem { fieldErrors { field messages } } } }"""
CHANGE_NOTHING = """mutation { changePassword(oldPassword: "", newPassword: "", verifyNewPassword: "") {
  ... on ValidationProblem { message } } }"""


@pytest.fixture(autouse=True)
def nameless(http: httpx.AsyncClient) -> None:
    """The client names no language, unless a test gives it one."""
    del http.headers["accept-language"]


async def log_in(http: httpx.AsyncClient, headers: dict[str, str], **given: str) -> dict[str, Any]:
    values = {"email": "nobody@people.test", "password": "not-the-Word-4", **given}
    answer = await http.post("/graphql", json={"query": LOGIN, "variables": {"input": values}}, headers=headers)
    printed: dict[str, Any] = answer.json()["data"]["login"]
    return printed


@pytest.mark.spec("B4.10.1", "X15")
async def test_graphql_says_refusals_and_successes_in_the_callers_language(
    http: httpx.AsyncClient, sign_in: SignIn
) -> None:
    refused = await log_in(http, GERMAN)
    assert (refused["message"], refused["code"]) == (
        "E-Mail-Adresse oder Passwort ist falsch.",
        "BAD_CREDENTIALS",
    )
    assert (await log_in(http, ARABIC))["message"] == "البريد الإلكتروني أو كلمة المرور غير صحيحة."
    assert (await log_in(http, {}))["message"] == "Incorrect email or password."

    caller = await sign_in()
    ended = await http.post(
        "/graphql",
        json={"query": "mutation { endOtherSessions { ... on MessageSuccess { message } } }"},
        headers={**caller.headers, **GERMAN},
    )
    assert ended.json()["data"]["endOtherSessions"] == {"message": "Andere beendete Sitzungen: 0."}


async def test_graphql_says_what_is_wrong_with_each_field(http: httpx.AsyncClient) -> None:
    refused = await log_in(http, GERMAN, email="", password="")
    assert refused["__typename"] == "ValidationProblem"
    assert refused["message"] == "Einige Felder sind ungültig."
    assert {entry["field"]: entry["messages"] for entry in refused["fieldErrors"]} == {
        "email": ["Geben Sie Ihre E-Mail-Adresse ein"],
        "password": ["Geben Sie Ihr Passwort ein"],
    }


async def test_graphql_says_errors_at_the_top(http: httpx.AsyncClient, connection: asyncpg.Connection) -> None:
    answer = await http.post("/graphql", json={"query": "{ recoveryCodesLeft }"}, headers=GERMAN)
    error = answer.json()["errors"][0]
    assert (error["message"], error["extensions"]["code"]) == (
        "Melden Sie sich an, um fortzufahren.",
        "UNAUTHENTICATED",
    )
    await connection.execute("ALTER TABLE site_settings RENAME TO away")
    fault = await http.post("/graphql", json={"query": "{ siteSettings { language } }"}, headers=GERMAN)
    assert fault.json()["errors"][0]["message"] == "Interner Fehler"
    assert (await http.get("/api/v1/site-settings", headers=GERMAN)).json()["error"]["message"] == "Interner Fehler"


@pytest.mark.spec("B4.10.1", "X15")
async def test_rest_says_refusals_fields_and_successes(http: httpx.AsyncClient, sign_in: SignIn) -> None:
    path = "/api/v1/account/login"
    fields = await http.post(path, json={"email": ""}, headers=GERMAN)
    assert (fields.status_code, fields.json()) == (
        400,
        {"email": ["Geben Sie Ihre E-Mail-Adresse ein"], "password": ["Geben Sie Ihr Passwort ein"]},
    )
    wrong = {"email": "nobody@people.test", "password": "not-the-Word-4"}
    refused = await http.post(path, json=wrong, headers=ARABIC)
    assert refused.json() == {"error": {"message": "البريد الإلكتروني أو كلمة المرور غير صحيحة."}}
    assert (await http.get("/api/v1/nothing", headers=GERMAN)).json() == {"error": {"message": "Nicht gefunden."}}
    broken = await http.post(path, content=b"{", headers={"Content-Type": "application/json", **GERMAN})
    assert broken.json()["error"]["message"].startswith("Der Inhalt kann nicht gelesen werden: ")

    caller = await sign_in()
    range_ = {"startDate": "01-01-2020", "endDate": "01-01-2026"}
    too_long = await http.get(
        "/api/v1/stats/timeline", params=range_, headers={**caller.headers, "Accept-Language": "fr"}
    )
    assert too_long.json() == {"startDate": ["Une période peut comporter au plus 1\u202f096 jours."]}
    left = await http.post(
        "/api/v1/account/logout",
        json={"refresh": caller.tokens["refreshToken"]},
        headers={**caller.headers, "Accept-Language": "ja"},
    )
    assert left.json() == {"message": "ログアウトしました。"}


async def test_a_rate_limited_caller_reads_when_to_try_again(http: httpx.AsyncClient) -> None:
    body = {"query": REQUEST_RESET, "variables": {"email": "jo@people.test"}}
    for _ in range(50):
        answer = (await http.post("/graphql", json=body, headers=GERMAN)).json()["data"]["requestPasswordReset"]
        if answer["__typename"] == "ThrottledProblem":
            break
    assert answer["code"] == "THROTTLED"
    assert answer["retryAfterSeconds"] > 0
    assert answer["message"].startswith("Zu viele Versuche. Versuchen Sie es in ")
    over_rest = await http.post(
        "/api/v1/account/password-reset", json={"email": "jo@people.test"}, headers={"Accept-Language": "es"}
    )
    assert over_rest.status_code == 429
    assert int(over_rest.headers["retry-after"]) > 0
    message = over_rest.json()["error"]["message"]
    assert message.startswith("Demasiados intentos. Inténtelo de nuevo dentro de ")
    assert any(digit.isdigit() for digit in message)


WISHES: tuple[tuple[str | None, str], ...] = (
    (None, "en"),
    ("", "en"),
    ("tlh", "en"),
    ("zh, fr;q=0.2, es;q=0.4", "es"),
    ("de;q=0, fr;q=0.1", "fr"),
    ("*", "en"),
    ("de;q=;;;=,,\t'--, \"", "de"),
    ("\u00e9\u00ff" * 40, "en"),
    ("../de", "en"),
    ("de," * 4_000, "de"),
)


async def test_the_header_is_a_wish_and_never_a_fault(http: httpx.AsyncClient) -> None:
    for accepted, language in WISHES:
        headers = {} if accepted is None else {"Accept-Language": accepted.encode("latin-1")}
        for path in ("/api/v1/account/info", "/graphql?query=%7B%20recoveryCodesLeft%20%7D"):
            answer = await http.get(path, headers=headers)
            assert answer.status_code in {200, 401}, accepted
            assert answer.headers["content-language"] == language, accepted


async def test_two_lines_of_the_header_are_one_list(http: httpx.AsyncClient) -> None:
    lines = [("Accept-Language", "fr;q=0.4"), ("Accept-Language", "ja;q=0.6")]
    assert (await http.get("/api/v1/account/info", headers=lines)).headers["content-language"] == "ja"


async def test_responses_vary_and_name_their_language_only_if_they_contain_a_sentence(
    http: httpx.AsyncClient,
) -> None:
    countries = await http.get("/api/v1/countries", headers=GERMAN)
    assert countries.headers["vary"] == "Accept-Language"
    assert "content-language" not in countries.headers
    refused = await http.get("/api/v1/account/info", headers=GERMAN)
    assert (refused.headers["vary"], refused.headers["content-language"]) == ("Accept-Language", "de")
    assert "content-language" not in (await http.get("/healthz", headers=GERMAN)).headers


async def test_who_names_no_language_reads_that_of_the_site(
    http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE site_settings SET language = 'fr'")
    async with asyncio.timeout(REMEMBERED_SECONDS + 5):
        while (answer := await http.get("/api/v1/account/info")).headers["content-language"] != "fr":
            await asyncio.sleep(0.2)
    assert answer.json() == {"error": {"message": "Connectez-vous pour continuer."}}
    assert (await log_in(http, {"Accept-Language": "tlh"}))["message"].startswith("Adresse e-mail")
    assert (await log_in(http, {"Accept-Language": "en"}))["message"] == "Incorrect email or password."


async def test_an_unknown_language_of_the_site_is_english(
    http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE site_settings SET language = 'pt-BR'")
    assert (await http.get("/api/v1/account/info")).headers["content-language"] == "en"


async def test_a_refused_api_key_gets_the_reason_in_its_language(http: httpx.AsyncClient) -> None:
    for path, method in (("/api/v1/stats/timeline", "GET"), ("/graphql", "POST")):
        headers = {"Authorization": "Bearer blk_nothing", **GERMAN}
        answer = await http.request(method, path, headers=headers, json={"query": "{ recoveryCodesLeft }"})
        assert "Dieser API-Schlüssel ist ungültig, abgelaufen oder widerrufen." in answer.text, path
        assert answer.headers["content-language"] == "de"


async def test_a_mail_program_that_unsubscribes_is_answered_in_its_language(http: httpx.AsyncClient) -> None:
    answer = await http.post("/unsubscribe?token=nothing", headers=GERMAN)
    assert (answer.status_code, answer.headers["content-language"]) == (400, "de")
    assert answer.text.startswith("Dieser Link ist ungültig.")


SOCKETS: tuple[tuple[dict[str, Any], dict[str, str], str], ...] = (
    ({"language": "de"}, {}, "Einige Felder sind ungültig."),
    ({"language": "de"}, {"Accept-Language": "fr"}, "Einige Felder sind ungültig."),
    ({}, {"Accept-Language": "fr"}, "Certains champs ne sont pas valides."),
    ({"language": ["de"]}, {}, "Some fields are invalid."),
    ({"language": "tlh"}, {"Accept-Language": "fr"}, "Certains champs ne sont pas valides."),
    ({}, {}, "Some fields are invalid."),
)


@pytest.mark.spec("B4.10.1", "X15")
async def test_a_socket_speaks_the_language_of_its_first_message_or_of_its_upgrade(
    app: Starlette, settings: Settings, sign_in: SignIn
) -> None:
    caller = await sign_in()
    for parameters, headers, message in SOCKETS:
        async with (
            httpx.AsyncClient(transport=ASGIWebSocketTransport(app), base_url=settings.public_url) as client,
            aconnect_ws("/graphql", client, subprotocols=["graphql-transport-ws"], headers=headers) as socket,
        ):
            init = {"type": "connection_init", "payload": {"token": caller.tokens["authToken"], **parameters}}
            await socket.send_json(init)
            assert (await socket.receive_json())["type"] == "connection_ack"
            await socket.send_json({"type": "subscribe", "id": "1", "payload": {"query": CHANGE_NOTHING}})
            answer = await socket.receive_json()
            assert answer["payload"]["data"]["changePassword"] == {"message": message}, (parameters, headers)
