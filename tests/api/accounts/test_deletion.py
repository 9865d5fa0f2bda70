"""The deletion of an account by its owner: everything goes, at once (hostile-inputs A11, A12)."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import factories
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from full_accounts import DELETE, delete, fill, held
from mail_server import Mails
from sign_up import INDIVIDUAL, Visitor, form

from breachlight.kit.keys import KeyRing
from breachlight.lifecycle import purge
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]


@pytest.mark.spec("X13")
async def test_nothing_of_the_account_is_left_in_any_table_and_nothing_of_others_is_touched(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    mine, theirs = await sign_in(), await sign_in()
    await fill(connection, key_ring, mine, "acme.example")
    await fill(connection, key_ring, theirs, "rival.example")
    before = await held(connection, mine.account.id, mine.user.id)
    others = await held(connection, theirs.account.id, theirs.user.id)
    # A table that is new must be emptied, and filled here, so that this test shows it.
    assert [name for name, rows in before.items() if not rows] == []
    known = {*purge.LARGE_TABLES, *purge.TABLES, *purge.OF_AUDIT_LOG, *purge.OF_USERS, "accounts", "users"}
    assert {name.partition(".")[0] for name in before} == known

    result = await delete(mine)
    assert result == {"__typename": "MessageSuccess", "message": "Your account was deleted."}
    after = await held(connection, mine.account.id, mine.user.id)
    assert {name: len(rows) for name, rows in after.items() if rows} == {}
    assert await held(connection, theirs.account.id, theirs.user.id) == others
    assert (await theirs.get("/api/v1/account/info")).status_code == 200


async def test_a11_a12_its_sessions_are_out_at_once(sign_in: SignIn, http: httpx.AsyncClient) -> None:
    caller = await sign_in()
    variables = {"input": {"email": caller.user.email, "password": PASSWORD}}
    again = (await http.post("/graphql", json={"query": LOGIN, "variables": variables})).json()
    other = Caller(http, caller.account, caller.user, again["data"]["login"]["tokens"])
    await delete(caller)
    for one in (caller, other):
        assert (await one.get("/api/v1/account/info")).status_code == 401
        refresh = {"refresh": one.tokens["refreshToken"]}
        assert (await http.post("/api/v1/account/refresh-token", json=refresh)).status_code == 401
        answer = await one.graphql(DELETE, {"password": PASSWORD})
        assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    login = (await http.post("/graphql", json={"query": LOGIN, "variables": variables})).json()["data"]["login"]
    assert login["code"] == "BAD_CREDENTIALS"


async def test_the_owner_is_emailed_and_the_address_is_free_again(
    sign_in: SignIn, visitor: Visitor, mails: Mails, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("ind", "ida.moss@people.test")
    await connection.execute("UPDATE users SET first_name = 'Ida'")
    await delete(caller)
    mail = await mails.newest(MailKind.ACCOUNT_DELETED)
    assert (mail.recipient, mail.account_id) == ("ida.moss@people.test", None)
    assert "Ida" in mail.text
    assert await connection.fetchval("SELECT count(*) FROM security_events") == 0
    outcome = await visitor.send(INDIVIDUAL, {"input": form(email="ida.moss@people.test")})
    assert outcome["__typename"] == "LoginSuccess"
    assert outcome["account"]["id"] != str(caller.account.id)


async def test_the_domain_is_free_again(sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing) -> None:
    caller = await sign_in()
    await fill(connection, key_ring, caller, "acme.example")
    epoch = await connection.fetchval("SELECT value FROM identity_epoch")
    await delete(caller)
    assert await connection.fetchval("SELECT value FROM identity_epoch") > epoch
    await factories.make_domain(connection, (await sign_in()).account, "acme.example")


async def test_the_password_is_asked_for_and_tries_are_few(
    fresh_hour: None, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    results = [await delete(caller, wrong) for wrong in ["", *[f"wrong-{number}-password" for number in range(11)]]]
    assert [result["__typename"] for result in results] == ["ValidationProblem"] * 11 + ["ThrottledProblem"]
    assert [result["fieldErrors"] for result in results[:2]] == [
        [{"field": "password", "messages": ["Password is required"]}],
        [{"field": "password", "messages": ["Incorrect password."]}],
    ]
    assert (await delete(caller))["__typename"] == "ThrottledProblem"
    failed = await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'reauthentication_failed'")
    assert failed == 10
    assert (await caller.get("/api/v1/account/info")).status_code == 200


async def test_tries_are_counted_with_every_other_confirmation(fresh_hour: None, sign_in: SignIn) -> None:
    caller = await sign_in()
    again = "mutation Again($password: String!) { reauthenticate(password: $password) { __typename } }"
    for number in range(10):
        await caller.graphql(again, {"password": f"wrong-{number}-password"})
    assert (await delete(caller))["__typename"] == "ThrottledProblem"


async def test_a21_an_old_log_in_deletes_nothing(
    sign_in: SignIn, connection: asyncpg.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = await sign_in()
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'")
    result = await delete(caller)
    assert (result["__typename"], result["code"]) == ("RefusedProblem", "REAUTHENTICATION_REQUIRED")
    assert (await caller.get("/api/v1/account/info")).status_code == 200
    await caller.graphql(
        "mutation ($password: String!) { reauthenticate(password: $password) { __typename } }", {"password": PASSWORD}
    )
    assert (await delete(caller))["__typename"] == "MessageSuccess"
