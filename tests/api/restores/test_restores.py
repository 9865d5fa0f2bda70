"""After a restore nothing that has ended, was used or was revoked comes back (decision 49)."""

import json
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from callers import LOGIN, PASSWORD, Caller
from database_dumps import Installation, dump, restore
from mail_server import Mails

from breachlight.lifecycle import operators
from breachlight.mail.models import MailKind
from breachlight.restores.jobs import notify_account

SignIn = Callable[..., Awaitable[Caller]]
REFRESH = """mutation R($token: String!) { refresh(refreshToken: $token) { __typename
  ... on Problem { message code } } }"""
CREATE = """mutation C($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  ... on CreateApiKeySuccess { token apiKey { id } } } }"""
REVOKE = "mutation R($id: ID!) { revokeApiKey(id: $id) { __typename } }"
CONFIRM = "mutation C($id: ID!) { confirmApiKey(id: $id) { __typename ... on Problem { code } } }"
KEYS = "{ apiKeys { id suspendedAt } }"


async def new_key(caller: Caller) -> dict[str, Any]:
    answer = await caller.graphql(CREATE, {"input": {"name": "Nightly export", "scopes": ["READ"]}})
    created: dict[str, Any] = answer["data"]["createApiKey"]
    return created


async def ask_with(http: httpx.AsyncClient, key: dict[str, Any]) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key['token']}"}
    return await http.post("/graphql", json={"query": "{ currentApiKey { id } }"}, headers=headers)


async def log_in(http: httpx.AsyncClient, caller: Caller) -> Caller:
    body = {"query": LOGIN, "variables": {"input": {"email": caller.user.email, "password": PASSWORD}}}
    tokens = (await http.post("/graphql", json=body)).json()["data"]["login"]["tokens"]
    return Caller(http, caller.account, caller.user, tokens)


async def refreshed(caller: Caller) -> str:
    """Return the code of a refused refresh, or the type of a successful one."""
    answer = (await caller.graphql(REFRESH, {"token": caller.tokens["refreshToken"]}))["data"]["refresh"]
    return str(answer.get("code", answer["__typename"]))


async def run_notifications(connection: asyncpg.Connection) -> None:
    for row in await connection.fetch("SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'restores.notify'"):
        await notify_account(json.loads(row["payload"]))


async def test_a_dump_over_the_same_database_revives_no_session_and_reports_no_theft(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, mails: Mails
) -> None:
    stays, leaves = await sign_in(), await sign_in()
    assert await installation.start() is None
    installation.back_up()
    assert await refreshed(stays) == "RefreshSuccess"
    await leaves.graphql("mutation L($token: String!) { logout(refreshToken: $token) { __typename } }",
        {"token": leaves.tokens["refreshToken"]})  # fmt: skip
    assert await installation.start() is None

    installation.restore()
    report = await installation.start()
    assert report is not None
    assert (report.reason, report.knows_changes, report.sessions_ended) == ("older_generation", True, 2)
    for caller in (stays, leaves):
        assert await refreshed(caller) == "SESSION_ENDED"
        assert (await caller.get("/api/v1/account/info")).status_code == 401
    kinds = {row["kind"] for row in await connection.fetch("SELECT kind FROM security_events")}
    assert "refresh_token_reused" not in kinds
    assert not [mail for mail in await connection.fetch("SELECT kind FROM mails") if mail["kind"] == "session_stolen"]
    assert (await log_in(http, stays)).tokens
    assert await installation.start() is None


async def test_revoked_keys_and_disabled_users_stay_so_and_others_go_on(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    owner, other = await sign_in(), await sign_in()
    revoked, kept = await new_key(owner), await new_key(owner)
    await installation.start()
    installation.back_up()
    await owner.graphql(REVOKE, {"id": revoked["apiKey"]["id"]})
    await operators.disable(other.user.email)
    await connection.execute("UPDATE memberships SET role = 'analyst' WHERE user_id = $1", other.user.id)
    await connection.execute("UPDATE accounts SET is_mfa_required = true WHERE id = $1", owner.account.id)
    await installation.start()
    await connection.execute("UPDATE accounts SET is_mfa_required = false WHERE id = $1", owner.account.id)
    await installation.start()

    installation.restore()
    report = await installation.start()
    assert report is not None
    assert (report.api_keys_revoked, report.api_keys_suspended, report.users_disabled) == (1, 0, 1)
    assert report.to_check == {
        "role_changed": [str(other.user.id)],
        "settings_changed": [str(owner.account.id)],
        "user_disabled": [str(other.user.id)],
    }
    assert (await ask_with(http, revoked)).status_code == 401
    assert (await ask_with(http, kept)).status_code == 200
    body = {"query": LOGIN, "variables": {"input": {"email": other.user.email, "password": PASSWORD}}}
    assert "BAD_CREDENTIALS" in (await http.post("/graphql", json=body)).text
    events = await connection.fetch("SELECT kind, detail FROM operator_events WHERE kind = 'backup_restored'")
    assert json.loads(events[0]["detail"])["users_disabled"] == 1


async def test_what_an_even_older_backup_revives_is_known_after_a_restore(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient, tmp_path: Path
) -> None:
    owner = await sign_in()
    first, second = await new_key(owner), await new_key(owner)
    await installation.start()
    older = dump(installation.url, tmp_path / "older.dump")
    await owner.graphql(REVOKE, {"id": first["apiKey"]["id"]})
    await installation.start()
    installation.back_up()
    await owner.graphql(REVOKE, {"id": second["apiKey"]["id"]})
    await installation.start()
    installation.restore()
    assert (await installation.start()) is not None
    restore(older, installation.url, clean=True)
    report = await installation.start()
    assert report is not None
    assert (report.knows_changes, report.api_keys_revoked) == (True, 2)
    assert [(await ask_with(http, key)).status_code for key in (first, second)] == [401, 401]


async def test_links_and_codes_end(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, mails: Mails
) -> None:
    caller = await sign_in()
    await connection.execute(
        "INSERT INTO one_time_tokens (id, account_id, user_id, purpose, digest, email_key, created_at, expires_at) "
        "VALUES ($1, $2, $3, 'reset_password', $4, '', now(), now() + interval '1 hour')",
        uuid.uuid4(), caller.account.id, caller.user.id, "d" * 64,
    )  # fmt: skip
    await connection.execute(
        "INSERT INTO mailed_codes (id, account_id, user_id, purpose, digest, sent_at, expires_at) "
        "VALUES ($1, $2, $3, 'login', 'x', now(), now() + interval '10 minutes')",
        uuid.uuid4(), caller.account.id, caller.user.id,
    )  # fmt: skip
    await installation.start()
    installation.back_up()
    await installation.start()
    installation.restore()
    report = await installation.start()
    assert report is not None
    assert report.links_ended == 2
    assert not await connection.fetchval("SELECT count(*) FROM one_time_tokens WHERE expires_at > now()")
    assert not await connection.fetchval("SELECT count(*) FROM mailed_codes")


async def test_without_knowledge_keys_are_suspended_until_an_owner_confirms(
    installation: Installation, sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection, mails: Mails
) -> None:
    owner = await sign_in()
    key, unwanted = await new_key(owner), await new_key(owner)
    await connection.execute("UPDATE users SET email_verified_at = now()")
    await installation.start()
    installation.back_up()
    await installation.start()
    for changes in Path(installation.settings.data_folder).rglob("changes.json"):
        changes.unlink()
    installation.restore()
    report = await installation.start()
    assert report is not None
    assert (report.knows_changes, report.api_keys_suspended) == (False, 2)
    refused = await ask_with(http, key)
    assert refused.status_code == 401
    assert refused.json()["errors"][0]["extensions"]["code"] == "API_KEY_SUSPENDED"
    await run_notifications(connection)
    await run_notifications(connection)
    assert await mails.newest(MailKind.API_KEYS_SUSPENDED, owner.user.email)
    assert await connection.fetchval("SELECT count(*) FROM mails WHERE kind = 'api_keys_suspended'") == 1

    owner = await log_in(http, owner)
    assert all(row["suspendedAt"] for row in (await owner.graphql(KEYS))["data"]["apiKeys"])
    confirmed = await owner.graphql(CONFIRM, {"id": key["apiKey"]["id"]})
    assert confirmed["data"]["confirmApiKey"]["__typename"] == "MessageSuccess"
    assert (await ask_with(http, key)).status_code == 200
    again = await owner.graphql(CONFIRM, {"id": key["apiKey"]["id"]})
    assert again["data"]["confirmApiKey"]["code"] == "NOT_FOUND"
    await owner.graphql(REVOKE, {"id": unwanted["apiKey"]["id"]})
    assert (await owner.graphql(CONFIRM, {"id": unwanted["apiKey"]["id"]}))["data"]["confirmApiKey"][
        "code"
    ] == "NOT_FOUND"
    assert await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'api_key_confirmed'") == 1


async def test_a_stranger_and_an_analyst_confirm_nothing(
    installation: Installation, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    owner, stranger = await sign_in(), await sign_in()
    key = await new_key(owner)
    await connection.execute("UPDATE api_keys SET suspended_at = now()")
    refused = await stranger.graphql(CONFIRM, {"id": key["apiKey"]["id"]})
    assert refused["data"]["confirmApiKey"]["code"] == "NOT_FOUND"
    await connection.execute("UPDATE memberships SET role = 'analyst' WHERE user_id = $1", owner.user.id)
    refused = await owner.graphql(CONFIRM, {"id": key["apiKey"]["id"]})
    assert refused["data"]["confirmApiKey"]["code"] == "FORBIDDEN"


async def test_starts_upgrades_and_a_first_start_trigger_nothing(installation: Installation, sign_in: SignIn) -> None:
    caller = await sign_in()
    for _ in range(3):
        assert await installation.start() is None
    assert await refreshed(caller) == "RefreshSuccess"


async def test_a_backup_of_a_version_without_detection_is_recognised(
    installation: Installation, sign_in: SignIn
) -> None:
    caller = await sign_in()
    installation.back_up()
    assert await installation.start() is None
    installation.restore()
    report = await installation.start()
    assert report is not None
    assert (report.reason, report.knows_changes) == ("older_generation", False)
    assert await refreshed(caller) == "SESSION_ENDED"
    assert await installation.start() is None
