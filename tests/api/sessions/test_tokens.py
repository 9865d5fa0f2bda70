"""Access and refresh tokens against forgery and confusion (RFC 8725; hostile-inputs A06-A12)."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import jwt
import pytest
from callers import PASSWORD, Caller
from key_rotation import rotate
from logins import NOON, events, log_in
from mail_server import Mails

from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
REMOVED = object()
REUSED = "refresh_token_reused"


def signed(token: str, key: bytes, header: dict[str, Any] | None = None, claims: dict[str, Any] | None = None) -> str:
    """Return a token with some members changed or removed, signed again with HMAC-SHA256."""
    whole_header = jwt.get_unverified_header(token) | (header or {})
    whole_claims = jwt.decode(token, options={"verify_signature": False}) | (claims or {})
    parts = [
        json.dumps({name: value for name, value in part.items() if value is not REMOVED}).encode()
        for part in (whole_header, whole_claims)
    ]
    body = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)
    signature = base64.urlsafe_b64encode(hmac.digest(key, body, hashlib.sha256)).rstrip(b"=")
    return (body + b"." + signature).decode()


async def opens(http: httpx.AsyncClient, token: str) -> bool:
    """Tell whether a token is let in; if not, the answer must be the plain one."""
    answer = await http.get("/api/v1/account/info", headers={"Authorization": f"Bearer {token}"})
    if answer.status_code == 200:
        return True
    assert (answer.status_code, answer.json()) == (401, {"error": {"message": "Log in to continue."}})
    return False


async def refresh(http: httpx.AsyncClient, token: str) -> httpx.Response:
    return await http.post("/api/v1/account/refresh-token", json={"refresh": token})


async def successor(http: httpx.AsyncClient, token: str) -> str:
    answer = await refresh(http, token)
    assert answer.status_code == 200, answer.text
    next_token: str = answer.json()["authentication"]["refresh_token"]
    return next_token


async def test_a06_headers_that_name_keys_or_ask_to_be_understood_are_refused_even_if_signed(
    sign_in: SignIn, http: httpx.AsyncClient, key_ring: KeyRing
) -> None:
    caller, key = await sign_in(), key_ring.derive("access-token")
    token = caller.tokens["authToken"]
    assert await opens(http, signed(token, key))
    oct_key = {"kty": "oct", "k": base64.urlsafe_b64encode(b"0" * 32).decode()}
    for header in (
        {"jku": "https://evil.example/keys.json"},
        {"jwk": oct_key},
        {"x5u": "https://evil.example/chain.pem"},
        {"x5c": ["MIIB"]},
        {"crit": ["exp"], "exp": 99_999_999_999},
        {"crit": ["b64"], "b64": True},
        {"crit": []},
        {"cty": "JWT"},
        {"alg": "none"},
        {"alg": "HS384"},
        {"alg": "RS256"},
        {"typ": "JWT"},
        {"typ": "rt+jwt"},
        {"typ": REMOVED},
        {"kid": REMOVED},
        {"kid": 1},
        {"kid": "01"},
        {"kid": " 1"},
        {"kid": "１"},
        {"kid": "-1"},
        {"kid": "9" * 5_000},
        {"kid": "../../../../etc/passwd"},
        {"kid": "1' OR '1'='1"},
        {"kid": {"1": 1}},
    ):
        assert not await opens(http, signed(token, key, header)), header


async def test_a06_keys_of_anybody_else_sign_nothing(
    sign_in: SignIn, http: httpx.AsyncClient, key_ring: KeyRing
) -> None:
    token = (await sign_in()).tokens["authToken"]
    embedded = {"jwk": {"kty": "oct", "k": base64.urlsafe_b64encode(b"k" * 32).decode()}}
    for key in (b"", b"7 bytes", b"k" * 32, key_ring.derive("refresh-token"), key_ring.index_key("refresh-chain")):
        assert not await opens(http, signed(token, key))
    assert not await opens(http, signed(token, b"k" * 32, embedded))
    head, body, signature = token.split(".")
    for mangled in (
        f"{head}.{body}.",
        f"{head}.{body}",
        f".{body}.{signature}",
        "..",
        "a.b.c.d",
        f"{token}x",
        "é",
        "{}",
    ):
        answer = await http.get("/api/v1/account/info", headers={b"Authorization": f"Bearer {mangled}".encode()})
        assert answer.status_code == 401, mangled
    none = base64.urlsafe_b64encode(b'{"alg":"none","typ":"at+jwt","kid":"1"}').decode().rstrip("=")
    assert not await opens(http, f"{none}.{body}.")
    assert not await opens(http, f"{none}.{body}.{signature}")


async def test_a08_claims_that_are_missing_or_of_another_kind_are_refused(
    sign_in: SignIn, http: httpx.AsyncClient, key_ring: KeyRing
) -> None:
    other = await sign_in()
    caller, key = await sign_in(), key_ring.derive("access-token")
    token = caller.tokens["authToken"]
    for name in ("exp", "iat", "nbf", "iss", "aud", "sub", "jti", "sid", "acc"):
        for value in (REMOVED, None, [], {}):
            assert not await opens(http, signed(token, key, claims={name: value})), (name, value)
    claims: list[dict[str, Any]] = [
        {"sub": 7},
        {"sub": str(other.user.id)},
        {"acc": str(other.account.id)},
        {"sub": str(other.user.id), "acc": str(other.account.id)},
        {"sid": jwt.decode(other.tokens["authToken"], options={"verify_signature": False})["sid"]},
        {"iss": "https://evil.example"},
        {"aud": "refresh"},
        {"aud": ["access", "refresh"]},
        {"exp": "tomorrow"},
        {"exp": -1},
        {"exp": 10**30},
        {"exp": float("inf")},
        {"nbf": float("nan")},
        {"nbf": 99_999_999_999},
    ]
    for changed in claims:
        assert not await opens(http, signed(token, key, claims=changed)), changed


async def test_a08_a_token_ends_at_its_second_and_begins_not_before_its_own(
    sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    with clock.standing_at(NOON):
        token = (await sign_in()).tokens["authToken"]
        assert await opens(http, token)
    with clock.standing_at(NOON + timedelta(minutes=5) - timedelta(seconds=1)):
        assert await opens(http, token)
    for at in (NOON + timedelta(minutes=5), NOON + timedelta(minutes=5, seconds=1), NOON - timedelta(seconds=61)):
        with clock.standing_at(at):
            assert not await opens(http, token)


async def test_a_token_of_a_host_whose_clock_is_a_minute_ahead_opens_and_ends_at_its_second(
    sign_in: SignIn, http: httpx.AsyncClient, key_ring: KeyRing
) -> None:
    key = key_ring.derive("access-token")
    with clock.standing_at(NOON):
        token = (await sign_in()).tokens["authToken"]
        for ahead, is_open in ((59, True), (61, False)):
            begin = int(NOON.timestamp()) + ahead
            for claims in ({"nbf": begin}, {"iat": begin}, {"iat": begin, "nbf": begin}):
                assert await opens(http, signed(token, key, claims=claims)) is is_open, claims
        assert not await opens(http, signed(token, key, claims={"exp": int(NOON.timestamp())}))


async def test_a07_signed_by_the_right_key_a_token_is_still_of_one_kind(
    sign_in: SignIn, http: httpx.AsyncClient, key_ring: KeyRing
) -> None:
    caller = await sign_in()
    access_key, refresh_key = key_ring.derive("access-token"), key_ring.derive("refresh-token")
    access, refreshing = caller.tokens["authToken"], caller.tokens["refreshToken"]
    for token in (
        refreshing,
        signed(refreshing, access_key),
        signed(refreshing, access_key, {"typ": "at+jwt"}),
        signed(refreshing, access_key, claims={"aud": "access"}),
    ):
        assert not await opens(http, token)
    for token in (
        access,
        signed(access, refresh_key),
        signed(access, refresh_key, {"typ": "rt+jwt"}),
        signed(access, refresh_key, claims={"aud": "refresh"}),
    ):
        assert (await refresh(http, token)).status_code == 401
        assert (await http.post("/api/v1/account/logout", json={"refresh": token})).status_code == 401
    assert await opens(http, access)


async def test_tokens_of_a_key_that_was_rotated_stay_good_and_new_ones_bear_the_new_key(
    sign_in: SignIn, http: httpx.AsyncClient, key_ring: KeyRing, settings: Any
) -> None:
    caller = await sign_in()
    rotate(key_ring)
    assert await opens(http, caller.tokens["authToken"])
    token = await successor(http, caller.tokens["refreshToken"])
    assert (await refresh(http, token)).status_code == 200


async def stolen(connection: asyncpg.Connection, caller: Caller) -> tuple[int, int]:
    """Return how many events and how many emails tell the user of a stolen session."""
    mails = await Mails(connection).all(MailKind.SESSION_STOLEN, caller.user.email)
    return (await events(connection, caller)).count(REUSED), len(mails)


async def test_a09_reuse_after_the_grace_ends_the_session_emails_the_user_and_leaves_other_sessions(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        first = caller.tokens["refreshToken"]
        other = (await log_in(http, caller.user.email)).json()["authentication"]
        second = await successor(http, first)
    with clock.standing_at(NOON + timedelta(seconds=11)):
        assert (await refresh(http, first)).status_code == 401
        assert (await refresh(http, second)).status_code == 401
        assert not await opens(http, caller.tokens["authToken"])
        assert (await refresh(http, first)).status_code == 401
        assert await opens(http, other["auth_token"])
        assert (await refresh(http, other["refresh_token"])).status_code == 200
    assert await stolen(connection, caller) == (1, 1)
    mail = await Mails(connection).newest(MailKind.SESSION_STOLEN)
    assert not any(token in mail.text + mail.html for token in (first, second))
    ended = await connection.fetch("SELECT end_reason FROM sessions WHERE ended_at IS NOT NULL")
    assert [row["end_reason"] for row in ended] == [REUSED]


@pytest.mark.parametrize(
    "order",
    [
        [("S1", 0), ("R1", 2), ("S2", 4), ("R1", 20)],
        [("S1", 0), ("R1", 2), ("R2", 4), ("R1", 20)],
        [("S1", 0), ("R1", 2), ("R2", 4), ("S2", 20)],
        [("S1", 0), ("S2", 2), ("S3", 4), ("R1", 6)],
    ],
    ids=["old one by the thief", "thief twice", "late owner", "stale lineage"],
)
async def test_a09_orders_of_theft(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, order: list[tuple[str, int]]
) -> None:
    """S and R are two holders of a token, its number is its place in the chain, then come the seconds; the last step is theft."""
    with clock.standing_at(NOON):
        caller = await sign_in()
    chain = [caller.tokens["refreshToken"]]
    for step, seconds in order:
        with clock.standing_at(NOON + timedelta(seconds=seconds)):
            number = int(step[1])
            answer = await refresh(http, chain[number - 1])
            assert answer.status_code == (200 if (step, seconds) != order[-1] else 401), step
            if answer.status_code == 200 and number == len(chain):
                chain.append(answer.json()["authentication"]["refresh_token"])
    with clock.standing_at(NOON + timedelta(seconds=order[-1][1])):
        assert [(await refresh(http, token)).status_code for token in chain] == [401] * len(chain)
    assert await stolen(connection, caller) == (1, 1)


@pytest.mark.spec("S7.12")
async def test_a09_the_grace_is_ten_seconds_and_one_token_deep(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        deep, late = await sign_in(), await sign_in()
        first = deep.tokens["refreshToken"]
        second = await successor(http, first)
        assert jwt_id(await successor(http, first)) == jwt_id(second)
        await successor(http, second)
        await successor(http, late.tokens["refreshToken"])
    with clock.standing_at(NOON + timedelta(seconds=10)):
        assert (await refresh(http, late.tokens["refreshToken"])).status_code == 200
        assert (await refresh(http, first)).status_code == 401
    assert (await stolen(connection, deep), await stolen(connection, late)) == ((1, 1), (0, 0))


def jwt_id(token: str) -> str:
    identifier: str = jwt.decode(token, options={"verify_signature": False})["jti"]
    return identifier


async def test_a10_parallel_refreshes_of_two_sessions_do_not_touch_each_other(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        one = await sign_in()
        two = (await log_in(http, one.user.email)).json()["authentication"]["refresh_token"]
        tokens = [one.tokens["refreshToken"], two] * 10
        answers = await asyncio.gather(*(refresh(http, token) for token in tokens))
        assert [answer.status_code for answer in answers] == [200] * 20
        successors = [jwt_id(answer.json()["authentication"]["refresh_token"]) for answer in answers]
        assert len(set(successors[::2])) == len(set(successors[1::2])) == 1
        assert successors[0] != successors[1]
    assert await stolen(connection, one) == (0, 0)


async def test_a11_a12_a_changed_password_ends_all_other_sessions(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    other = (await log_in(http, caller.user.email)).json()["authentication"]
    new = "another-Kettle-9-drum"
    body = {"old_password": PASSWORD, "new_password": new, "verify_new_password": new}
    assert (await caller.post("/api/v1/account/update-password", body)).status_code == 200
    assert (await refresh(http, other["refresh_token"])).status_code == 401
    assert not await opens(http, other["auth_token"])
    assert await opens(http, caller.tokens["authToken"])
    assert (await refresh(http, caller.tokens["refreshToken"])).status_code == 200
    assert (await log_in(http, caller.user.email)).status_code == 401
    assert (await log_in(http, caller.user.email, new)).status_code == 200


async def test_a11_a12_a_deleted_account_leaves_no_token_alive(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    other = (await log_in(http, caller.user.email)).json()["authentication"]
    delete = "mutation Delete($password: String!) { deleteAccount(password: $password) { __typename } }"
    answer = await caller.graphql(delete, {"password": PASSWORD})
    assert answer["data"]["deleteAccount"]["__typename"] == "MessageSuccess"
    for tokens in ((caller.tokens["authToken"], caller.tokens["refreshToken"]), tuple(other.values())[:2]):
        assert not await opens(http, tokens[0])
        assert (await refresh(http, tokens[1])).status_code == 401
    assert (await log_in(http, caller.user.email)).status_code == 401


async def test_a12_a_changed_role_applies_to_the_next_request(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    """No token says what its user may do: that is read at every request."""
    caller = await sign_in("org")
    claims = jwt.decode(caller.tokens["authToken"], options={"verify_signature": False})
    assert set(claims) == {"iss", "aud", "sub", "acc", "sid", "jti", "iat", "nbf", "exp"}
    await connection.execute("UPDATE accounts SET kind = 'ind' WHERE id = $1", caller.account.id)
    assert (await caller.get("/api/v1/account/info")).json()["user"]["role"] == "Individual"


async def test_a_session_ends_permanently_when_it_expires(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    with clock.standing_at(NOON):
        email = (await sign_in()).user.email
        plain = (await log_in(http, email)).json()["authentication"]
        remembered = (await log_in(http, email, remember_me=True)).json()["authentication"]
    with clock.standing_at(NOON + timedelta(hours=23, minutes=58)):
        last = (await refresh(http, plain["refresh_token"])).json()["authentication"]
        # What is refreshed does not outlive the login: not even its access token does (ASVS 5.0, 10.4.8).
        assert last["refresh_expires_utc"] == last["access_expires_utc"] == plain["refresh_expires_utc"]
    with clock.standing_at(NOON + timedelta(hours=24)):
        assert not await opens(http, last["auth_token"])
        assert (await refresh(http, last["refresh_token"])).status_code == 401
        assert (await refresh(http, remembered["refresh_token"])).status_code == 200
