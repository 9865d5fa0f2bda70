"""Attacks at places where two features meet: what one of them takes away, the other one mustn't give back."""

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from mail_server import Mails
from structlog.testing import capture_logs

from breachlight.config import get_settings
from breachlight.kit import clock
from breachlight.lifecycle import operators
from breachlight.mail.models import MailKind

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinBeside = Callable[[Signed, str], Awaitable[Caller]]

ALERTS = "/api/v1/notifications/alerts"
EXPORT = f"{ALERTS}/export"
PROBLEM = "__typename ... on Problem { message code ... on ValidationProblem { fieldErrors { field messages } } }"
REVEAL = f"mutation ($id: ID!) {{ result: revealPassword(alertId: $id) {{ {PROBLEM} ... on RevealPasswordSuccess {{ password }} }} }}"
CREATE_KEY = """mutation ($scopes: [ApiKeyScope!]!) { result: createApiKey(input: {name: "Tool", scopes: $scopes}) {
  __typename ... on CreateApiKeySuccess { token } ... on Problem { message code } } }"""
INVITE = f"mutation ($email: String!, $role: MembershipRole!) {{ result: inviteMember(email: $email, role: $role) {{ {PROBLEM} }} }}"
ACCEPT = f"mutation ($input: AcceptInvitationInput!) {{ result: acceptInvitation(input: $input) {{ {PROBLEM} }} }}"
OPEN = f"query ($token: String!) {{ result: invitation(token: $token) {{ {PROBLEM} }} }}"
ROLE = (
    f"mutation ($id: ID!, $role: MembershipRole!) {{ result: changeMemberRole(id: $id, role: $role) {{ {PROBLEM} }} }}"
)
REMOVE = f"mutation ($id: ID!) {{ result: removeMember(id: $id) {{ {PROBLEM} }} }}"
UPDATE = f"""mutation ($input: UpdateAlertsInput!) {{ result: updateAlerts(input: $input) {{ {PROBLEM}
  ... on UpdateAlertsSuccess {{ operationId updated }} }} }}"""
UNDO = f"mutation ($id: ID!) {{ result: undoAlertOperation(operationId: $id) {{ {PROBLEM} }} }}"
NOTE = f"""mutation ($id: ID!, $text: String!) {{ result: addAlertNote(alertId: $id, text: $text) {{ {PROBLEM}
  ... on AlertNoteSuccess {{ note {{ id }} }} }} }}"""
EDIT_NOTE = f'mutation ($id: ID!) {{ result: editAlertNote(id: $id, text: "mine") {{ {PROBLEM} }} }}'
SAVE = f"""mutation ($query: String!) {{ result: saveView(input: {{list: WORKFORCE, name: "View", query: $query}}) {{ {PROBLEM}
  ... on SavedViewSuccess {{ view {{ id }} }} }} }}"""
DELETE_VIEW = f"mutation ($id: ID!) {{ result: deleteView(id: $id) {{ {PROBLEM} }} }}"
LIST = (
    "query ($asOf: String, $after: String) { alerts(asOf: $asOf, after: $after) { asOf cursor total results { id } } }"
)
RESET = "mutation ($email: String!) { result: requestPasswordReset(input: {email: $email}) { __typename } }"
CHANGE_PASSWORD = f"""mutation ($old: String!, $new: String!) {{
  result: changePassword(oldPassword: $old, newPassword: $new, verifyNewPassword: $new) {{ {PROBLEM} }} }}"""
REAUTHENTICATE = f"mutation ($password: String!) {{ result: reauthenticate(password: $password) {{ {PROBLEM} }} }}"
REQUIRE_MFA = f"mutation {{ result: changeMfaRequirement(isRequired: true) {{ {PROBLEM} }} }}"
MONITOR = f"""mutation ($email: String!) {{ result: addMonitoredEmail(email: $email) {{ {PROBLEM} ... on MonitoredEmail {{ id }} }} }}"""
STOP_MONITORING = f"mutation ($id: ID!) {{ result: removeMonitoredEmail(id: $id) {{ {PROBLEM} }} }}"
CONFIRM_MONITORED = f"mutation ($uid: String!, $token: String!) {{ result: confirmMonitoredEmail(input: {{uid: $uid, token: $token}}) {{ {PROBLEM} }} }}"
SWITCH = f"mutation {{ result: setBulkDisclosure(enabled: true) {{ {PROBLEM} }} }}"
NEW_PASSWORD = "another-Horse-8-staple"  # invented


async def send(caller: Caller, operation: str, **variables: Any) -> dict[str, Any]:
    """Return the result, or the code of the first error as one."""
    answer = await caller.graphql(operation, variables)
    if answer.get("errors"):
        return {"code": answer["errors"][0]["extensions"]["code"]}
    result: dict[str, Any] = answer["data"]["result"]
    return result


async def first_id(caller: Caller) -> str:
    return str((await caller.graphql(LIST))["data"]["alerts"]["results"][0]["id"])


async def key_of(caller: Caller, *scopes: str) -> Caller:
    created = await send(caller, CREATE_KEY, scopes=list(scopes) or ["READ", "EXPORT", "REVEAL", "TRIAGE"])
    assert created["__typename"] == "CreateApiKeySuccess", created
    return Caller(caller.http, caller.account, caller.user, {"authToken": created["token"]})


def nobody(http: httpx.AsyncClient, caller: Caller) -> Caller:
    """Return a caller without a token."""

    class Anonymous(Caller):
        @property
        def headers(self) -> dict[str, str]:
            return {}

    return Anonymous(http, caller.account, caller.user, {})


async def invitation_for(mails: Mails, email: str) -> dict[str, Any]:
    token = (await mails.newest(MailKind.INVITATION, email)).parameters["token"]
    names = {"firstName": "Mallory", "lastName": "Moss"}
    return {"token": token, "password": NEW_PASSWORD, "verifyPassword": NEW_PASSWORD, **names}


@pytest.fixture
async def alerted(mine: Signed, raise_all: Raise) -> Signed:
    await raise_all(*[mine.tenant.workforce(password=f"invented-{n}", url=f"https://s.example/{n}") for n in range(3)])
    return mine


@pytest.mark.parametrize("change", ["demoted", "disabled", "removed"])
async def test_an_invitation_ends_with_the_right_to_invite(  # noqa: PLR0917 -- fixtures
    mine: Signed,
    join_beside: JoinBeside,
    http: httpx.AsyncClient,
    mails: Mails,
    change: str,
    connection: asyncpg.Connection,
) -> None:
    thief = await join_beside(mine, "owner")
    assert (await send(thief, INVITE, email="second@thief.test", role="OWNER"))["__typename"] == "InvitationSuccess"
    form = await invitation_for(mails, "second@thief.test")
    if change == "demoted":
        assert (await send(mine.caller, ROLE, id=str(thief.user.id), role="VIEWER"))["__typename"] == "MessageSuccess"
    elif change == "removed":
        assert (await send(mine.caller, REMOVE, id=str(thief.user.id)))["__typename"] == "MessageSuccess"
    else:
        await operators.disable(thief.user.email)
    visitor = nobody(http, mine.caller)
    assert (await send(visitor, OPEN, token=form["token"]))["code"] == "BAD_CREDENTIALS"
    assert (await send(visitor, ACCEPT, input=form))["code"] == "BAD_CREDENTIALS"
    assert await connection.fetchval("SELECT count(*) FROM users WHERE email = 'second@thief.test'") == 0


async def test_an_invited_member_sets_up_a_required_factor_first(
    mine: Signed, http: httpx.AsyncClient, mails: Mails, connection: asyncpg.Connection
) -> None:
    await send(mine.caller, INVITE, email="ida@acme.test", role="OWNER")
    form = await invitation_for(mails, "ida@acme.test")
    await connection.execute("UPDATE accounts SET is_mfa_required = true")
    assert (await send(nobody(http, mine.caller), ACCEPT, input=form))["__typename"] == "LoginSuccess"
    answer = await http.post(
        "/graphql", json={"query": LOGIN, "variables": {"input": {"email": "ida@acme.test", "password": NEW_PASSWORD}}}
    )
    ida = Caller(http, mine.caller.account, mine.caller.user, answer.json()["data"]["login"]["tokens"])
    for refused in (
        await send(ida, CREATE_KEY, scopes=["READ"]),
        await send(ida, INVITE, email="x@y.test", role="OWNER"),
    ):
        assert refused["code"] == "MFA_SETUP_REQUIRED"
    assert (await ida.post(EXPORT, {"format": "csv", "query": {}, "include_passwords": False})).status_code == 403


@pytest.mark.parametrize("role", ["analyst", "viewer"])
async def test_an_api_key_never_has_more_than_the_present_role_of_its_maker(
    alerted: Signed, join_beside: JoinBeside, connection: asyncpg.Connection, role: str
) -> None:
    owner = await join_beside(alerted, "owner")
    tool = await key_of(owner)
    name = await first_id(tool)
    await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", owner.user.id, role)
    with capture_logs() as logged:
        revealed = await send(tool, REVEAL, id=name)
    exported = await tool.post(EXPORT, {"format": "csv", "ids": [name], "include_passwords": False})
    if role == "viewer":
        assert (revealed["code"], exported.status_code) == ("FORBIDDEN", 403)
        [denied] = [line for line in logged if line["event"] == "permission_denied"]
        assert (denied["user_id"], denied["permission"]) == (str(owner.user.id), "reveal")
        assert (await send(tool, UPDATE, input={"action": "CLOSE", "ids": [name]}))["code"] == "FORBIDDEN"
    else:
        assert (revealed["__typename"], exported.status_code) == ("RevealPasswordSuccess", 200)


async def test_api_keys_end_with_their_maker(
    alerted: Signed, join_beside: JoinBeside, connection: asyncpg.Connection
) -> None:
    first, second = await join_beside(alerted, "owner"), await join_beside(alerted, "owner")
    disabled, removed = await key_of(first), await key_of(second)
    await operators.disable(first.user.email)
    assert (await send(alerted.caller, REMOVE, id=str(second.user.id)))["__typename"] == "MessageSuccess"
    assert [(await tool.get(ALERTS)).status_code for tool in (disabled, removed)] == [401, 401]
    await operators.enable(first.user.email)
    assert [(await tool.get(ALERTS)).status_code for tool in (disabled, removed)] == [200, 401]


async def test_a_required_factor_stops_keys_of_makers_without_one(
    alerted: Signed, connection: asyncpg.Connection
) -> None:
    tool = await key_of(alerted.caller)
    await connection.execute("UPDATE accounts SET is_mfa_required = true")
    assert (await tool.get(ALERTS)).status_code == 403
    assert (await tool.post(EXPORT, {"format": "csv", "query": {}, "include_passwords": False})).status_code == 403
    assert (await send(tool, REVEAL, id="x"))["code"] == "MFA_SETUP_REQUIRED"


async def test_a_key_makes_no_key_and_changes_no_member(alerted: Signed) -> None:
    tool = await key_of(alerted.caller)
    for refused in (
        await send(tool, CREATE_KEY, scopes=["READ"]),
        await send(tool, INVITE, email="x@thief.test", role="OWNER"),
        await send(tool, ROLE, id=str(alerted.caller.user.id), role="VIEWER"),
        await send(tool, SWITCH),
        await send(tool, CHANGE_PASSWORD, old=PASSWORD, new=NEW_PASSWORD),
        await send(tool, REAUTHENTICATE, password=PASSWORD),
        await send(tool, REQUIRE_MFA),
    ):
        assert refused["code"] == "FORBIDDEN"


async def test_turning_bulk_disclosure_off_stops_keys_too(alerted: Signed, connection: asyncpg.Connection) -> None:
    tool = await key_of(alerted.caller)
    await send(alerted.caller, SWITCH)
    everything = {"format": "csv", "query": {}, "include_passwords": True}
    assert (await tool.post(EXPORT, everything)).status_code == 200
    await connection.execute("UPDATE accounts SET is_bulk_disclosure_enabled = false")
    assert (await tool.post(EXPORT, everything)).status_code == 403


async def test_a_password_in_a_saved_view_is_refused(alerted: Signed, connection: asyncpg.Connection) -> None:
    for query in (
        "breach_record_passwords=invented-1",
        "q=x&breachRecordPasswords=invented-1",
        "%62reach_record_passwords=invented-1",
        "PASSWORD=invented-1",
    ):
        refused = await send(alerted.caller, SAVE, query=query)
        assert [error["field"] for error in refused.get("fieldErrors", [])] == ["query"], (query, refused)
    assert (await send(alerted.caller, SAVE, query="search=password&state=all"))["__typename"] == "SavedViewSuccess"
    assert "invented" not in str(await connection.fetch("SELECT * FROM saved_views"))


async def test_saved_views_are_their_makers_alone(alerted: Signed, join_beside: JoinBeside, theirs: Signed) -> None:
    view = (await send(alerted.caller, SAVE, query="state=all"))["view"]["id"]
    owner = await join_beside(alerted, "owner")
    for other in (owner, theirs.caller):
        assert (await send(other, DELETE_VIEW, id=view))["code"] == "NOT_FOUND"
        assert (await other.graphql("{ savedViews(list: WORKFORCE) { id } }"))["data"]["savedViews"] == []


async def test_a_view_gives_a_demoted_member_nothing(
    alerted: Signed, join_beside: JoinBeside, connection: asyncpg.Connection
) -> None:
    analyst = await join_beside(alerted, "analyst")
    await send(analyst, SAVE, query="state=all")
    name = await first_id(analyst)
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", analyst.user.id)
    assert len((await analyst.graphql("{ savedViews(list: WORKFORCE) { id } }"))["data"]["savedViews"]) == 1
    for refused in (
        await send(analyst, REVEAL, id=name),
        await send(analyst, UPDATE, input={"action": "CLOSE", "filter": {"isClosed": False}}),
        await send(analyst, NOTE, id=name, text="hello"),
    ):
        assert refused["code"] == "FORBIDDEN"


async def test_a_demoted_member_undoes_nothing(
    alerted: Signed, join_beside: JoinBeside, connection: asyncpg.Connection, theirs: Signed
) -> None:
    analyst = await join_beside(alerted, "analyst")
    done = await send(analyst, UPDATE, input={"action": "CLOSE", "filter": {"isClosed": False}})
    assert (await send(theirs.caller, UNDO, id=done["operationId"]))["code"] == "NOT_FOUND"
    await connection.execute("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", analyst.user.id)
    assert (await send(analyst, UNDO, id=done["operationId"]))["code"] == "FORBIDDEN"
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE is_closed") == 3


async def test_nothing_is_assigned_to_strangers_and_former_members(
    alerted: Signed, join_beside: JoinBeside, theirs: Signed, connection: asyncpg.Connection
) -> None:
    analyst, name = await join_beside(alerted, "analyst"), await first_id(alerted.caller)
    assign = {"action": "ASSIGN", "ids": [name]}
    assert (await send(alerted.caller, UPDATE, input={**assign, "assigneeId": str(analyst.user.id)}))["updated"] == 1
    await send(alerted.caller, REMOVE, id=str(analyst.user.id))
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE assignee_id IS NOT NULL") == 0
    for stranger in (analyst.user.id, theirs.caller.user.id):
        refused = await send(alerted.caller, UPDATE, input={**assign, "assigneeId": str(stranger)})
        assert refused["__typename"] != "UpdateAlertsSuccess"


async def test_notes_are_edited_by_their_author_alone(alerted: Signed, join_beside: JoinBeside, theirs: Signed) -> None:
    name, analyst = await first_id(alerted.caller), await join_beside(alerted, "analyst")
    note = (await send(alerted.caller, NOTE, id=name, text="hello"))["note"]["id"]
    assert (await send(theirs.caller, EDIT_NOTE, id=note))["code"] == "NOT_FOUND"
    assert (await send(theirs.caller, NOTE, id=name, text="hello"))["code"] == "NOT_FOUND"
    assert (await send(analyst, EDIT_NOTE, id=note))["code"] in {"FORBIDDEN", "NOT_FOUND"}


async def test_anchors_and_cursors_of_another_account_show_none_of_its_rows(
    alerted: Signed, theirs: Signed, raise_all: Raise
) -> None:
    await raise_all(theirs.tenant.workforce())
    foreign = (await theirs.caller.graphql(LIST))["data"]["alerts"]
    own = {row["id"] for row in (await alerted.caller.graphql(LIST))["data"]["alerts"]["results"]}
    for variables in ({"asOf": foreign["asOf"]}, {"after": foreign["cursor"]}):
        answer = await alerted.caller.graphql(LIST, variables)
        shown = {row["id"] for row in ((answer.get("data") or {}).get("alerts") or {"results": []})["results"]}
        assert shown <= own


@pytest.mark.parametrize("end", ["logout", "disable", "remove", "password"])
async def test_an_anchor_outlives_no_session(alerted: Signed, join_beside: JoinBeside, end: str) -> None:
    member = await join_beside(alerted, "analyst")
    as_of = (await member.graphql(LIST))["data"]["alerts"]["asOf"]
    if end == "logout":
        await send(
            member,
            "mutation ($token: String!) { result: logout(refreshToken: $token) { __typename } }",
            token=member.tokens["refreshToken"],
        )
    elif end == "disable":
        await operators.disable(member.user.email)
    elif end == "remove":
        await send(alerted.caller, REMOVE, id=str(member.user.id))
    else:
        other = Caller(member.http, member.account, member.user, (await login(member))["tokens"])
        assert (await send(other, CHANGE_PASSWORD, old=PASSWORD, new=NEW_PASSWORD))["__typename"] == "MessageSuccess"
    assert (await member.get(ALERTS, page=2, as_of=as_of)).status_code == 401


async def login(caller: Caller, password: str = PASSWORD) -> dict[str, Any]:
    answer = await caller.http.post(
        "/graphql", json={"query": LOGIN, "variables": {"input": {"email": caller.user.email, "password": password}}}
    )
    found: dict[str, Any] = answer.json()["data"]["login"]
    return found


async def test_confirming_a_password_frees_no_other_session(alerted: Signed, connection: asyncpg.Connection) -> None:
    caller = alerted.caller
    other = Caller(caller.http, caller.account, caller.user, (await login(caller))["tokens"])
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'")
    assert (await send(caller, REAUTHENTICATE, password=PASSWORD))["__typename"] == "ReauthenticateSuccess"
    name = await first_id(caller)
    assert (await send(caller, REVEAL, id=name))["__typename"] == "RevealPasswordSuccess"
    assert (await send(other, REVEAL, id=name))["code"] == "REAUTHENTICATION_REQUIRED"


async def test_a_changed_password_ends_links_that_were_requested_before(
    alerted: Signed, mails: Mails, connection: asyncpg.Connection
) -> None:
    caller = alerted.caller
    await send(caller, RESET, email=caller.user.email)
    assert (await send(caller, CHANGE_PASSWORD, old=PASSWORD, new=NEW_PASSWORD))["__typename"] == "MessageSuccess"
    valid = """SELECT count(*) FROM one_time_tokens WHERE user_id = $1 AND used_at IS NULL AND expires_at > $2"""
    assert await connection.fetchval(valid, caller.user.id, clock.now()) == 0


async def test_a_disabled_user_gets_in_by_no_way(alerted: Signed, join_beside: JoinBeside) -> None:
    member = await join_beside(alerted, "analyst")
    await operators.disable(member.user.email)
    assert (await login(member))["__typename"] != "LoginSuccess"
    refresh = (
        "mutation ($token: String!) { result: refresh(refreshToken: $token) { __typename ... on Problem { code } } }"
    )
    assert (await send(nobody(member.http, member), refresh, token=member.tokens["refreshToken"]))[
        "__typename"
    ] != "RefreshSuccess"
    assert (await member.get("/api/v1/account/export")).status_code == 401
    assert (await send(member, REVEAL, id="x"))["code"] == "UNAUTHENTICATED"


async def test_a_removed_address_is_not_confirmed_by_its_old_link(
    alerted: Signed, mails: Mails, connection: asyncpg.Connection
) -> None:
    added = await send(alerted.caller, MONITOR, email="ida@people.test")
    link = (await mails.newest(MailKind.VERIFY_MONITORED_EMAIL, "ida@people.test")).parameters
    await send(alerted.caller, STOP_MONITORING, id=added["id"])
    visitor = nobody(alerted.caller.http, alerted.caller)
    refused = await send(visitor, CONFIRM_MONITORED, uid=link["uid"], token=link["token"])
    assert refused["code"] == "BAD_CREDENTIALS"
    assert await connection.fetchval("SELECT count(*) FROM identities WHERE key = 'ida@people.test'") == 0


async def test_what_was_erased_is_neither_revealed_nor_exported(
    alerted: Signed, connection: asyncpg.Connection
) -> None:
    name = await first_id(alerted.caller)
    await send(alerted.caller, SWITCH)
    await connection.execute(
        "UPDATE alerts SET password_sealed = NULL, erased_at = now() WHERE id = $1::text::uuid", name
    )
    assert (await send(alerted.caller, REVEAL, id=name))["code"] == "NO_PASSWORD"
    exported = await alerted.caller.post(EXPORT, {"format": "json", "query": {}, "include_passwords": True})
    assert sorted(row["password"] is None for row in exported.json()["results"]) == [False, False, True]


async def test_foreign_ids_among_own_ones_export_and_reveal_nothing(
    alerted: Signed, theirs: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(theirs.tenant.workforce())
    own, foreign = await first_id(alerted.caller), await first_id(theirs.caller)
    mixed = {"format": "json", "ids": [own, foreign], "include_passwords": False}
    assert (await alerted.caller.post(EXPORT, mixed)).status_code == 404
    assert (await send(alerted.caller, UPDATE, input={"action": "CLOSE", "ids": [own, foreign]}))["code"] == "NOT_FOUND"
    assert (await send(alerted.caller, REVEAL, id=foreign))["code"] == "NOT_FOUND"
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE is_closed") == 0


async def test_inactivity_ends_exports_and_keys_of_the_session_stay(
    alerted: Signed, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREACHLIGHT_INACTIVITY_MINUTES", "30")
    get_settings.cache_clear()
    tool = await key_of(alerted.caller)
    await connection.execute(
        "UPDATE sessions SET last_active_at = $1, last_seen_at = $1", clock.now() - timedelta(hours=2)
    )
    assert (await alerted.caller.get("/api/v1/account/export")).status_code == 401
    assert (await alerted.caller.get(ALERTS)).status_code == 401
    assert (await tool.get(ALERTS)).status_code == 200


async def test_the_export_of_an_account_has_no_secret_of_keys_links_or_invitations(
    alerted: Signed, mails: Mails
) -> None:
    tool = await key_of(alerted.caller)
    await send(alerted.caller, INVITE, email="ida@acme.test", role="ANALYST")
    token = (await mails.newest(MailKind.INVITATION, "ida@acme.test")).parameters["token"]
    exported = (await alerted.caller.get("/api/v1/account/export")).text
    assert json.loads(exported)
    for secret in (tool.tokens["authToken"], token, alerted.caller.tokens["refreshToken"], "invented-1"):
        assert secret not in exported


@pytest.mark.parametrize("role", ["analyst", "viewer"])
async def test_only_owners_read_the_account_as_a_file(alerted: Signed, join_beside: JoinBeside, role: str) -> None:
    member = await join_beside(alerted, role)
    assert (await member.get("/api/v1/account/export")).status_code == 403
    assert (await (await key_of(alerted.caller)).get("/api/v1/account/export")).status_code in {401, 403}
