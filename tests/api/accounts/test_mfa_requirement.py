"""Organizations that require two-factor authentication, over GraphQL, REST and sockets."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import factories
import httpx
import pyotp
import pytest
from callers import LOGIN, PASSWORD, Caller
from logins import CONFIGURE, REAUTHENTICATE, VERIFY
from mail_server import Mails

from breachlight.auth.password_hashing import hash_password
from breachlight.kit import clock
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
CHANGE = """mutation ($isRequired: Boolean!) { outcome: changeMfaRequirement(isRequired: $isRequired) {
  __typename ... on MessageSuccess { message } ... on Problem { message code } } }"""
REQUIREMENT = "{ outcome: mfaRequirement { isRequired members membersWithoutFactor } }"
VIEWER = """{ outcome: viewer { domains { domain }
  user { mfaSettings { isMfaRequired isMfaDeviceEnabled isMfaEmailEnabled } } } }"""
CREATE_KEY = """mutation { outcome: createApiKey(input: {name: "SIEM", scopes: [READ], expiresInDays: 30}) {
  ... on CreateApiKeySuccess { token } } }"""
SETUP = "MFA_SETUP_REQUIRED"


async def outcome(caller: Caller, query: str, **variables: Any) -> Any:
    answer = await caller.graphql(query, variables)
    assert answer.get("data"), answer
    return answer["data"]["outcome"]


async def code_of(caller: Caller, query: str, **variables: Any) -> str:
    """Return the code that an operation is refused with."""
    answer = await caller.graphql(query, variables)
    if answer.get("errors"):
        return str(answer["errors"][0]["extensions"]["code"])
    return str(answer["data"]["outcome"].get("code"))


async def require(caller: Caller, is_required: bool = True) -> dict[str, Any]:
    changed: dict[str, Any] = await outcome(caller, CHANGE, isRequired=is_required)
    return changed


async def turn_on(caller: Caller) -> None:
    """Set an authenticator app up."""
    offered = (await caller.graphql(CONFIGURE, {"method": "DEVICE", "enable": True}))["data"]["configureMfa"]
    code = pyotp.TOTP(offered["device"]["secret"]).at(clock.now())
    verified = (await caller.graphql(VERIFY, {"method": "DEVICE", "code": code}))["data"]["verifyMfa"]
    assert verified["__typename"] == "VerifyMfaSuccess", verified


@pytest.fixture
async def owner(sign_in: SignIn) -> Caller:
    """An owner with an authenticator app."""
    caller = await sign_in("org")
    await turn_on(caller)
    return caller


@pytest.fixture
def join(owner: Caller, http: httpx.AsyncClient, connection: asyncpg.Connection) -> Callable[..., Awaitable[Caller]]:
    """Add a member to the owner's organization, and log them in."""

    async def make(role: str = "owner") -> Caller:
        user = await factories.make_user(connection, owner.account, None, await hash_password(PASSWORD))
        await connection.execute("UPDATE memberships SET role = $1 WHERE user_id = $2", role, user.id)
        login = {"input": {"email": user.email, "password": PASSWORD}}
        answer = await http.post("/graphql", json={"query": LOGIN, "variables": login})
        return Caller(http, owner.account, user, answer.json()["data"]["login"]["tokens"])

    return make


async def test_owners_see_how_many_members_lack_a_factor(owner: Caller, join: Any) -> None:
    analyst = await join("analyst")
    await join("viewer")
    assert await outcome(owner, REQUIREMENT) == {"isRequired": False, "members": 3, "membersWithoutFactor": 2}
    assert await code_of(analyst, REQUIREMENT) == "FORBIDDEN"
    assert await code_of(analyst, CHANGE, isRequired=True) == "FORBIDDEN"


async def test_an_owner_needs_a_factor_of_their_own_first(owner: Caller, join: Any) -> None:
    other = await join("owner")
    refused = await require(other)
    assert (refused["code"], (await outcome(owner, REQUIREMENT))["isRequired"]) == ("SECOND_FACTOR_MISSING", False)
    await turn_on(other)
    assert (await require(other))["__typename"] == "MessageSuccess"


async def test_only_organizations_and_recent_logins_change_it(
    sign_in: SignIn, owner: Caller, connection: asyncpg.Connection
) -> None:
    single = await sign_in("ind")
    await turn_on(single)
    assert (await require(single))["code"] == "FORBIDDEN"
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'")
    assert (await require(owner))["code"] == "REAUTHENTICATION_REQUIRED"


async def test_a36_a_member_without_a_factor_can_only_set_one_up(
    owner: Caller, join: Any, connection: asyncpg.Connection
) -> None:
    await factories.make_domain(connection, owner.account, "acme.example")
    member = await join("analyst")
    assert await outcome(member, "{ outcome: alerts { total } }") == {"total": 0}
    await require(owner)
    for query in (
        "{ outcome: alerts { total } }",
        "{ outcome: members { email } }",
        "{ outcome: sessions { id } }",
        'mutation { outcome: updateProfile(input: {user: {firstName: "X"}}) { ... on Problem { code } } }',
    ):
        assert await code_of(member, query) == SETUP, query
    for path in ("notifications/alerts", "domains", "stats/totals", "account/export"):
        refused = await member.get(f"/api/v1/{path}")
        assert refused.status_code == 403, path
        assert "two-factor" in refused.json()["error"]["message"]
    # What the setup needs is open, and shows nothing of the organization's data.
    viewer = await outcome(member, VIEWER)
    assert viewer["user"]["mfaSettings"]["isMfaRequired"] is True
    assert viewer["domains"] == []
    info = await member.get("/api/v1/account/info")
    assert (info.status_code, info.json()["domains"]) == (200, [])
    confirmed = await member.graphql(REAUTHENTICATE, {"password": PASSWORD})
    assert confirmed["data"]["reauthenticate"]["__typename"] == "ReauthenticateSuccess"
    await turn_on(member)
    assert await outcome(member, "{ outcome: alerts { total } }") == {"total": 0}
    assert [one["domain"] for one in (await outcome(member, VIEWER))["domains"]] == ["acme.example"]
    assert (await outcome(owner, REQUIREMENT))["membersWithoutFactor"] == 0


async def test_a_member_without_a_factor_can_set_one_up_and_log_out_over_rest(owner: Caller, join: Any) -> None:
    member, leaver = await join("viewer"), await join("viewer")
    await require(owner)
    offered = await member.post("/api/v1/mfa/config/device", {"enable": True})
    assert offered.status_code == 200, offered.text
    secret = httpx.URL(offered.json()["provisioning_uri"]).params["secret"]
    code = pyotp.TOTP(secret).at(clock.now())
    assert (await member.post("/api/v1/mfa/verify/device", {"verification_code": code})).status_code == 200
    assert (await member.get("/api/v1/notifications/alerts")).status_code == 200
    refresh = {"refresh": leaver.tokens["refreshToken"]}
    assert (await leaver.http.post("/api/v1/account/refresh-token", json=refresh)).status_code == 200
    assert (await leaver.http.post("/api/v1/account/logout", json=refresh)).status_code == 200


async def test_a36_a_login_after_it_was_required_is_led_to_the_setup(owner: Caller, join: Any) -> None:
    await require(owner)
    late = await join("viewer")
    assert await code_of(late, "{ outcome: alerts { total } }") == SETUP
    assert (await outcome(late, VIEWER))["user"]["mfaSettings"] == {
        "isMfaRequired": True,
        "isMfaDeviceEnabled": False,
        "isMfaEmailEnabled": False,
    }


async def test_a36_api_keys_of_members_without_a_factor_stop_until_they_have_one(owner: Caller, join: Any) -> None:
    member = await join("owner")
    key = {"Authorization": f"Bearer {(await outcome(member, CREATE_KEY))['token']}"}
    own_key = {"Authorization": f"Bearer {(await outcome(owner, CREATE_KEY))['token']}"}
    await require(owner)
    query = {"query": "{ alerts { total } }"}
    stopped = (await owner.http.post("/graphql", json=query, headers=key)).json()
    assert stopped["errors"][0]["extensions"]["code"] == SETUP
    assert (await owner.http.get("/api/v1/notifications/alerts", headers=key)).status_code == 403
    assert (await owner.http.get("/api/v1/notifications/alerts", headers=own_key)).status_code == 200
    await turn_on(member)
    assert (await owner.http.get("/api/v1/notifications/alerts", headers=key)).status_code == 200


async def test_a36_the_last_factor_stays_on_while_it_is_required(owner: Caller) -> None:
    await require(owner)
    refused = (await owner.graphql(CONFIGURE, {"method": "DEVICE", "enable": False}))["data"]["configureMfa"]
    assert refused["code"] == "FORBIDDEN"
    await require(owner, is_required=False)
    turned_off = (await owner.graphql(CONFIGURE, {"method": "DEVICE", "enable": False}))["data"]["configureMfa"]
    assert turned_off["__typename"] == "ConfigureMfaSuccess"


async def test_each_change_is_logged_and_emailed_to_every_member(
    owner: Caller, join: Any, mails: Mails, connection: asyncpg.Connection
) -> None:
    member = await join("viewer")
    for is_required in (True, True, False):
        await require(owner, is_required=is_required)
    for kind in (MailKind.MFA_REQUIREMENT_ENABLED, MailKind.MFA_REQUIREMENT_DISABLED):
        assert sorted(mail.recipient for mail in await mails.all(kind)) == sorted([owner.user.email, member.user.email])
    assert owner.user.email in (await mails.newest(MailKind.MFA_REQUIREMENT_ENABLED, member.user.email)).text
    rows = await connection.fetch(
        "SELECT user_id, kind FROM security_events WHERE kind LIKE 'mfa_requirement%' ORDER BY happened_at, id"
    )
    assert sorted((row["user_id"], row["kind"]) for row in rows) == sorted(
        (user.id, f"mfa_requirement_{state}") for user in (owner.user, member.user) for state in ("enabled", "disabled")
    )
