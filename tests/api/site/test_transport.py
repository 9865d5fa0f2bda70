"""Headers of the transport: what pages may load, what may be stored, and that TLS is insisted on."""

import httpx
import pytest
from turnstile_server import PASSING

from breachlight.app import create_app
from breachlight.config import get_settings

PROVIDER = "https://challenges.cloudflare.com"


@pytest.fixture
async def headers_of(app, monkeypatch):
    """Ask an application that was made with further settings for its page, and return the headers."""

    async def ask(**variables: str) -> httpx.Headers:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        get_settings.cache_clear()
        transport = httpx.ASGITransport(app=create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
            return (await client.get("/")).headers

    return ask


def directives(headers: httpx.Headers) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in headers["content-security-policy"].split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.spec("X19")
async def test_pages_load_nothing_from_elsewhere_and_turn_no_string_into_code(headers_of):
    policy = directives(await headers_of())
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "http" not in str(policy)
    assert "unsafe" not in str(policy)


@pytest.mark.spec("X19")
async def test_the_widget_may_be_shown_where_its_secret_is_set(headers_of):
    policy = directives(await headers_of(BREACHLIGHT_TURNSTILE_SECRET=PASSING))
    assert policy["script-src"] == f"'self' {PROVIDER}"
    assert policy["frame-src"] == PROVIDER
    assert policy["connect-src"] == policy["style-src"] == "'self'"
    assert "unsafe" not in str(policy)


@pytest.mark.spec("X19")
async def test_browsers_must_use_tls_if_the_public_url_does(headers_of):
    assert "strict-transport-security" not in await headers_of()
    seen = await headers_of(BREACHLIGHT_PUBLIC_URL="https://leaks.acme.example")
    assert seen["strict-transport-security"] == "max-age=31536000; includeSubDomains"


@pytest.fixture
async def answers(http, connection) -> dict[str, httpx.Response]:
    """One answer of each kind from the API."""
    json = {"Content-Type": "application/json"}
    found = {
        "rest": await http.get("/api/v1/countries"),
        "rest without a session": await http.get("/api/v1/account/info"),
        "rest unknown": await http.get("/api/v1/nothing"),
        "rest wrong method": await http.delete("/api/v1/countries"),
        "rest no JSON": await http.post("/api/v1/account/login", content=b"{", headers=json),
        "rest refused": await http.post("/api/v1/account/login", json={"email": "a@b.example", "password": "x"}),
        "rest too large": await http.post("/api/v1/account/login", content=b" " * 5_000_000, headers=json),
        "graphql": await http.post("/graphql", json={"query": "{ siteSettings { language } }"}),
        "graphql refused": await http.post("/graphql", content=b"{", headers=json),
        "graphql wrong method": await http.delete("/graphql"),
        "graphql too large": await http.post("/graphql", content=b" " * 5_000_000, headers=json),
    }
    await connection.execute("ALTER TABLE site_settings RENAME TO away")
    found["rest fault"] = await http.get("/api/v1/site-settings")
    found["graphql fault"] = await http.post("/graphql", json={"query": "{ siteSettings { language } }"})
    return found


@pytest.mark.spec("X19")
async def test_no_answer_of_the_api_may_be_stored_whatever_it_says(answers):
    assert {name: answer.headers.get("cache-control") for name, answer in answers.items()} == dict.fromkeys(
        answers, "no-store"
    )
    assert {answer.status_code for answer in answers.values()} >= {200, 400, 401, 404, 405, 413, 500}
