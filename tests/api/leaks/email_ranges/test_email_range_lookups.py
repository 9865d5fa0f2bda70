"""``GET /api/v3/breachedaccount/range/{prefix}``: which public leaks addresses are in, for API keys with the scope."""

import pytest
from email_ranges import sha1, switch, work

from breachlight.leaks.email_ranges import routes

CREATE = """mutation Create($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename
  ... on CreateApiKeySuccess { token apiKey { id } } } }"""
BASE = "/api/v3/breachedaccount/range"
JANE, KIM = "jane@people.example", "kim@people.example"
HIDDEN = "hidden@people.example"


async def key_of(caller, *scopes: str) -> str:
    given = {"name": "Lookups", "scopes": list(scopes or ["EMAIL_RANGES"])}
    answer = await caller.graphql(CREATE, {"input": given})
    token: str = answer["data"]["createApiKey"]["token"]
    return token


@pytest.fixture
async def built(bench, http):
    """Jane is in two public leaks and a sensitive one, another person only in the sensitive one."""
    await switch(bench.connection, True)
    for name, people in {"otters": [JANE, KIM], "Herons": [JANE], "Secret": [JANE, HIDDEN]}.items():
        text = "".join(f"https://x.example/:{person}:Blue-{name}\n" for person in people)
        await bench.ingest(bench.write(f"{name}.txt", text), leak=name)
    await bench.connection.execute("UPDATE leaks SET is_sensitive = true WHERE name = 'Secret'")
    await work()
    return bench


async def found(http, key: str, address: str) -> list[str] | None:
    """Ask as a client of Have I Been Pwned does: by the first six digits of the hash."""
    name = sha1(address)
    answer = await http.get(f"{BASE}/{name[:6]}", headers={"hibp-api-key": key})
    assert answer.status_code == 200, answer.text
    assert all(len(one["hashSuffix"]) == 34 for one in answer.json())
    return {one["hashSuffix"]: one["websites"] for one in answer.json()}.get(name[6:])


@pytest.mark.spec("X30")
async def test_addresses_are_found_with_their_public_leaks(built, http, sign_in):
    key = await key_of(await sign_in())
    assert await found(http, key, JANE) == ["Herons", "otters"]
    assert await found(http, key, KIM) == ["otters"]
    assert await found(http, key, HIDDEN) is None
    assert await found(http, key, "never@people.example") is None
    lower = await http.get(f"{BASE}/{sha1(JANE)[:6].lower()}", headers={"hibp-api-key": key})
    assert sha1(JANE)[6:] in lower.text
    assert lower.headers["cache-control"] == "private, no-store"
    assert "access-control-allow-origin" not in lower.headers


async def test_what_becomes_sensitive_or_is_retracted_or_erased_is_gone(built, http, sign_in):
    key = await key_of(await sign_in())
    await built.connection.execute("UPDATE leaks SET is_sensitive = true WHERE name = 'Herons'")
    assert await found(http, key, JANE) == ["otters"]
    assert built.breachlight("erase", KIM).returncode == 0
    assert await found(http, key, KIM) is None
    assert built.breachlight("leaks", "retract", "otters").returncode == 0
    assert await found(http, key, JANE) is None


@pytest.mark.spec("X30")
async def test_it_needs_a_key_with_the_scope_and_the_feature(built, http, sign_in):
    caller = await sign_in()
    path = f"{BASE}/{sha1(JANE)[:6]}"

    async def status(headers: dict[str, str], of: str = path) -> int:
        return (await http.get(of, headers=headers)).status_code

    key = await key_of(caller)
    assert await status({"hibp-api-key": key}) == 200
    assert await status({}) == 401
    assert await status({"hibp-api-key": "0" * 32}) == 401
    assert await status({"hibp-api-key": key[:-1] + ("0" if key[-1] != "0" else "1")}) == 401
    assert await status({"hibp-api-key": await key_of(caller, "READ")}) == 403
    assert await status({"hibp-api-key": key, "User-Agent": ""}) == 403
    for wrong in ("00000", "0000000", "zzzzzz", "%2e%2e", "00000%30"):
        assert await status({"hibp-api-key": key}, f"{BASE}/{wrong}") == (200 if wrong == "00000%30" else 400), wrong
    await switch(built.connection, False)
    unknown = await http.get("/api/v3/nothing")
    answer = await http.get(path, headers={"hibp-api-key": key})
    assert (answer.status_code, answer.text) == (404, unknown.text)


async def test_an_organization_that_requires_a_second_factor_requires_it_here(built, http, sign_in, connection):
    key = await key_of(await sign_in())
    headers = {"hibp-api-key": key, "User-Agent": "tests"}
    path = f"{BASE}/{sha1(JANE)[:6]}"
    assert (await http.get(path, headers=headers)).status_code == 200
    await connection.execute("UPDATE accounts SET is_mfa_required = true")
    answer = await http.get(path, headers=headers)
    assert (answer.status_code, "second factor" in answer.json()["message"]) == (403, True)


async def test_while_it_is_built_nothing_is_called_safe(bench, http, sign_in):
    await switch(bench.connection, True)
    answer = await http.get(f"{BASE}/000000", headers={"hibp-api-key": await key_of(await sign_in())})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")


async def test_a_walker_is_slowed_and_others_are_not(built, http, sign_in, monkeypatch):
    monkeypatch.setattr(routes, "LIMIT", type(routes.LIMIT)("email_ranges", 3, routes.LIMIT.window))
    walker, other = await key_of(await sign_in()), await key_of(await sign_in())
    statuses = [
        (await http.get(f"{BASE}/{number:06x}", headers={"hibp-api-key": walker})).status_code for number in range(5)
    ]
    assert statuses == [200, 200, 200, 429, 429]
    refused = await http.get(f"{BASE}/000000", headers={"hibp-api-key": walker})
    assert int(refused.headers["retry-after"]) > 0
    assert await found(http, other, JANE) == ["Herons", "otters"]


async def test_guesses_of_keys_are_limited(built, http, sign_in, monkeypatch):
    monkeypatch.setattr(routes, "UNKNOWN_KEY_LIMIT", type(routes.LIMIT)("unknown", 2, routes.UNKNOWN_KEY_LIMIT.window))
    path, headers = f"{BASE}/000000", {"hibp-api-key": "f" * 32}
    assert [(await http.get(path, headers=headers)).status_code for _ in range(4)] == [401, 401, 429, 429]
    assert await found(http, await key_of(await sign_in()), KIM) == ["otters"]
