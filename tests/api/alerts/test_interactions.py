"""Attacks at places where two features meet: what one of them takes away, the other one mustn't give back."""

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta

import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from interactions import (
    ACCEPT,
    ALERTS,
    CHANGE_PASSWORD,
    CONFIRM_MONITORED,
    CREATE_KEY,
    EXPORT,
    INVITE,
    LIST,
    MONITOR,
    NEW_PASSWORD,
    OPEN,
    REAUTHENTICATE,
    REMOVE,
    REQUIRE_MFA,
    RESET,
    REVEAL,
    ROLE,
    STOP_MONITORING,
    SWITCH,
    UPDATE,
    first_id,
    invitation_for,
    key_of,
    login,
    nobody,
    send,
)
from mail_server import Mails
from structlog.testing import capture_logs

from breachlight.config import get_settings
from breachlight.kit import clock
from breachlight.lifecycle import operators
from breachlight.mail.models import MailKind

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]


@pytest.mark.parametrize("change", ["demoted", "disabled", "removed"])
async def test_an_invitation_ends_with_the_right_to_invite(  # noqa: PLR0917 -- fixtures
    mine: Signed,
    join_member: JoinMember,
    http: httpx.AsyncClient,
    mails: Mails,
    change: str,
    connection: asyncpg.Connection,
) -> None:
    thief = await join_member(mine, "owner")
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
    alerted: Signed, join_member: JoinMember, connection: asyncpg.Connection, role: str
) -> None:
    owner = await join_member(alerted, "owner")
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
    alerted: Signed, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    first, second = await join_member(alerted, "owner"), await join_member(alerted, "owner")
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


@pytest.mark.parametrize("end", ["logout", "disable", "remove", "password"])
async def test_an_anchor_outlives_no_session(alerted: Signed, join_member: JoinMember, end: str) -> None:
    member = await join_member(alerted, "analyst")
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


async def test_a_disabled_user_gets_in_by_no_way(alerted: Signed, join_member: JoinMember) -> None:
    member = await join_member(alerted, "analyst")
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
async def test_only_owners_read_the_account_as_a_file(alerted: Signed, join_member: JoinMember, role: str) -> None:
    member = await join_member(alerted, role)
    assert (await member.get("/api/v1/account/export")).status_code == 403
    assert (await (await key_of(alerted.caller)).get("/api/v1/account/export")).status_code in {401, 403}
