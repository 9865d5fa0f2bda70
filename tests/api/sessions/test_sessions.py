"""Sessions over GraphQL and REST: spec §4 (Session, Login), rest-contract §4."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import jwt
import pytest
from callers import LOGIN, PASSWORD, Caller

from breachlight.kit.keys import KeyRing

SignIn = Callable[..., Awaitable[Caller]]
REFRESH = """mutation Refresh($token: String!) { refresh(refreshToken: $token) { __typename
  ... on RefreshSuccess { tokens { authToken refreshToken accessExpiresUtc refreshExpiresUtc } } ... on Problem { message code } } }"""
LOGOUT = (
    "mutation Logout($token: String!) { logout(refreshToken: $token) { __typename ... on Problem { message code } } }"
)
VIEWER = "{ viewer { kind user { email role } } }"


async def log_in(http: httpx.AsyncClient, email: str, password: str, **more: Any) -> dict[str, Any]:
    variables = {"input": {"email": email, "password": password, **more}}
    response = await http.post("/graphql", json={"query": LOGIN, "variables": variables})
    result: dict[str, Any] = response.json()["data"]["login"]
    return result


async def refresh(http: httpx.AsyncClient, token: str) -> dict[str, Any]:
    response = await http.post("/graphql", json={"query": REFRESH, "variables": {"token": token}})
    result: dict[str, Any] = response.json()["data"]["refresh"]
    return result


@pytest.mark.spec("S1.4", "S4.1", "S6.2")
async def test_a_login_opens_a_session_that_the_viewer_shows(sign_in: SignIn) -> None:
    caller = await sign_in("org")
    answer = await caller.graphql(VIEWER)
    assert answer["data"]["viewer"] == {
        "kind": "ORGANIZATION",
        "user": {"email": caller.user.email, "role": "Organization"},
    }


async def test_a_visitor_has_no_viewer(http: httpx.AsyncClient) -> None:
    answer = (await http.post("/graphql", json={"query": VIEWER})).json()
    assert answer == {"data": {"viewer": None}}


@pytest.mark.spec("S8.5", "A01")
async def test_unknown_address_and_wrong_password_answer_alike(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    wrong = await log_in(http, caller.user.email, "not-the-password-1")
    unknown = await log_in(http, "nobody@people.example", "not-the-password-1")
    assert wrong == unknown
    assert wrong == {
        "__typename": "RefusedProblem",
        "message": "Incorrect email or password.",
        "code": "BAD_CREDENTIALS",
    }


@pytest.mark.parametrize(
    "password", ["x" * 1_000_000, "nul\0inside", "ü" * 513, ""], ids=["1MB", "nul", "513x2", "empty"]
)
async def test_a03_odd_passwords_are_refused_and_never_cut(
    sign_in: SignIn, http: httpx.AsyncClient, password: str
) -> None:
    caller = await sign_in()
    response = await http.post("/api/v1/account/login", json={"email": caller.user.email, "password": password})
    assert response.status_code in {400, 401, 413}
    assert (await caller.graphql(VIEWER))["data"]["viewer"] is not None


@pytest.mark.spec("A03")
async def test_a_normal_form_of_unicode_is_another_password(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    from breachlight.auth.password_hashing import hash_password

    caller = await sign_in()
    composed, decomposed = "caf\u00e9-Longer-1", "cafe\u0301-Longer-1"
    await connection.execute(
        "UPDATE users SET password_hash = $1 WHERE id = $2", await hash_password(composed), caller.user.id
    )
    assert (await log_in(http, caller.user.email, composed))["__typename"] == "LoginSuccess"
    assert (await log_in(http, caller.user.email, decomposed))["__typename"] == "RefusedProblem"


async def test_a02_wrong_passwords_are_rate_limited_per_ip_address_and_never_lock_out(
    sign_in: SignIn, http: httpx.AsyncClient, app: Any
) -> None:
    caller = await sign_in()
    results = [await log_in(http, caller.user.email, f"wrong-password-{number}") for number in range(14)]
    assert [result["__typename"] for result in results[:9]] == ["RefusedProblem"] * 9
    assert results[-1]["__typename"] == "ThrottledProblem"
    assert 0 < results[-1]["retryAfterSeconds"] <= 300
    transport = httpx.ASGITransport(app=app, client=("192.0.2.99", 40000))
    async with httpx.AsyncClient(transport=transport, base_url=str(http.base_url)) as elsewhere:
        assert (await log_in(elsewhere, caller.user.email, PASSWORD))["__typename"] == "LoginSuccess"
    response = await http.post("/api/v1/account/login", json={"email": caller.user.email, "password": PASSWORD})
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0


@pytest.mark.spec("S6.1")
async def test_log_in_is_refused_while_it_is_switched_off(
    http: httpx.AsyncClient, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    await connection.execute("UPDATE site_settings SET login_enabled = false")
    result = await log_in(http, caller.user.email, PASSWORD)
    assert (result["__typename"], result["code"]) == ("RefusedProblem", "FORBIDDEN")
    response = await http.post("/api/v1/account/login", json={"email": caller.user.email, "password": PASSWORD})
    assert response.status_code == 403


@pytest.mark.spec("S7.11", "X16")
async def test_remember_me_lengthens_the_session(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    short = await log_in(http, caller.user.email, PASSWORD)
    long = await log_in(http, caller.user.email, PASSWORD, rememberMe=True)

    def days(result: dict[str, Any]) -> float:
        ends = datetime.fromisoformat(result["tokens"]["refreshExpiresUtc"])
        return (ends - datetime.now(UTC)).total_seconds() / 86_400

    assert days(short) == pytest.approx(1, abs=0.01)
    assert days(long) == pytest.approx(30, abs=0.01)


@pytest.mark.spec("S3.2", "S4.6")
async def test_a_refresh_gives_new_tokens_and_the_chain_goes_on(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    token = caller.tokens["refreshToken"]
    for _ in range(3):
        result = await refresh(http, token)
        assert result["__typename"] == "RefreshSuccess"
        assert result["tokens"]["refreshToken"] != token
        token = result["tokens"]["refreshToken"]


@pytest.mark.spec("S4.8")
async def test_a09_a_token_used_again_after_the_grace_ends_the_session(
    sign_in: SignIn, http: httpx.AsyncClient, steer_clock: Callable[[timedelta], None], connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    first = caller.tokens["refreshToken"]
    second = (await refresh(http, first))["tokens"]["refreshToken"]
    steer_clock(timedelta(seconds=11))
    assert (await refresh(http, first))["__typename"] == "RefusedProblem"
    assert (await refresh(http, second))["__typename"] == "RefusedProblem"
    assert "errors" in await caller.graphql("{ alerts { total } }")
    kinds = await connection.fetch("SELECT kind FROM security_events WHERE account_id = $1", caller.account.id)
    assert "refresh_token_reused" in {row["kind"] for row in kinds}


async def test_a10_twenty_refreshes_at_once_leave_one_live_chain(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    results = await asyncio.gather(*(refresh(http, caller.tokens["refreshToken"]) for _ in range(20)))
    assert {result["__typename"] for result in results} == {"RefreshSuccess"}
    successors = {jwt.decode(r["tokens"]["refreshToken"], options={"verify_signature": False})["jti"] for r in results}
    assert len(successors) == 1
    assert (await refresh(http, results[7]["tokens"]["refreshToken"]))["__typename"] == "RefreshSuccess"


@pytest.mark.spec("S4.2")
async def test_a11_a12_logout_ends_refresh_and_access_at_once(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    token = caller.tokens["refreshToken"]
    await http.post("/graphql", json={"query": LOGOUT, "variables": {"token": token}})
    assert (await refresh(http, token))["__typename"] == "RefusedProblem"
    answer = await caller.graphql(VIEWER)
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


@pytest.mark.spec("S4.9", "S7.13")
async def test_logout_by_rest_needs_no_live_access_token(
    sign_in: SignIn, http: httpx.AsyncClient, steer_clock: Callable[[timedelta], None]
) -> None:
    caller = await sign_in()
    steer_clock(timedelta(minutes=10))
    assert (await caller.get("/api/v1/account/info")).status_code == 401
    response = await caller.post("/api/v1/account/logout", {"refresh": caller.tokens["refreshToken"]})
    assert (response.status_code, response.json()) == (200, {"message": "Logged out."})


def _forged(token: str, header: dict[str, Any], claims: dict[str, Any], key: bytes) -> str:
    old_header = jwt.get_unverified_header(token)
    old_claims = jwt.decode(token, options={"verify_signature": False})
    parts = [json.dumps({**old, **new}).encode() for old, new in ((old_header, header), (old_claims, claims))]
    signed = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)
    import hashlib
    import hmac

    signature = base64.urlsafe_b64encode(hmac.new(key, signed, hashlib.sha256).digest()).rstrip(b"=")
    return (signed + b"." + signature).decode()


@pytest.mark.parametrize(
    ("header", "claims", "with_key"),
    [
        ({"alg": "none"}, {}, True),
        ({"alg": "HS512"}, {}, True),
        ({"kid": "../../etc/passwd"}, {}, True),
        ({"kid": "99"}, {}, True),
        ({"jku": "https://evil.example/keys"}, {}, False),
        ({"crit": ["unknown"]}, {}, True),
        ({"typ": "JWT"}, {}, True),
        ({}, {"exp": 1}, True),
        ({}, {"nbf": 99_999_999_999}, True),
        ({}, {"aud": "refresh"}, True),
        ({}, {"sub": 7}, True),
        ({}, {"jti": None}, True),
        ({}, {"sid": "not-a-session"}, True),
        ({}, {}, False),
    ],
)
async def test_a06_a08_forged_tokens_are_refused(
    sign_in: SignIn, key_ring: KeyRing, header: dict[str, Any], claims: dict[str, Any], with_key: bool
) -> None:
    caller = await sign_in()
    key = key_ring.derive("access-token") if with_key else b"short"
    caller.tokens["authToken"] = _forged(caller.tokens["authToken"], header, claims, key)
    response = await caller.get("/api/v1/account/info")
    assert response.status_code == 401
    assert set(response.json()) == {"error"}


async def test_the_forging_helper_makes_tokens_that_pass_when_nothing_is_changed(
    sign_in: SignIn, key_ring: KeyRing
) -> None:
    caller = await sign_in()
    caller.tokens["authToken"] = _forged(caller.tokens["authToken"], {}, {}, key_ring.derive("access-token"))
    assert (await caller.get("/api/v1/account/info")).status_code == 200


async def test_a07_a_refresh_token_opens_nothing_and_an_access_token_refreshes_nothing(
    sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    caller = await sign_in()
    assert (await refresh(http, caller.tokens["authToken"]))["__typename"] == "RefusedProblem"
    caller.tokens["authToken"] = caller.tokens["refreshToken"]
    assert (await caller.get("/api/v1/account/info")).status_code == 401


@pytest.mark.spec("S1.4", "S1.5", "S3.2", "S3.3", "S3.4", "S7.11", "S7.19")
async def test_rest_log_in_and_info_print_the_contract(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in("ind")
    response = await http.post(
        "/api/v1/account/login/", json={"email": caller.user.email.upper(), "password": PASSWORD}
    )
    body = response.json()
    assert response.status_code == 200
    assert body["message"] == "Login successful"
    assert set(body["authentication"]) == {"auth_token", "refresh_token", "access_expires_utc", "refresh_expires_utc"}
    assert body["authentication"]["access_expires_utc"].endswith("Z")
    account = body["account"]
    assert (account["ind"], account["org"], account["par"], account["domains"]) == ({}, None, None, [])
    assert account["user"]["role"] == "Individual"
    assert (await caller.get("/api/v1/account/info")).json() == account
    assert response.headers["cache-control"] == "no-store"


async def test_rest_refuses_missing_fields_by_name(http: httpx.AsyncClient) -> None:
    response = await http.post("/api/v1/account/login", json={"remember_me": True})
    assert response.status_code == 400
    assert response.json() == {"email": ["Email is required"], "password": ["Password is required"]}
