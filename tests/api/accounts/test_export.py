"""Everything that an account holds as one JSON document (design §4.3; ASVS 5.0, 14.2)."""

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller

from breachlight.alerts.export import account_dump
from breachlight.audit.events import record_event
from breachlight.auth import streaming
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Client, Subject
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.lifecycle import repository as export_repository
from breachlight.lifecycle.export import export_account

SignIn = Callable[..., Awaitable[Caller]]
EXPORT = "/api/v1/account/export"
PASSWORD_OF_LEAK = "canary-Export-8-password"  # invented


async def tenant_of(connection: asyncpg.Connection, caller: Caller, domain: str) -> Tenant:
    row = await factories.make_domain(connection, caller.account, domain)
    leak_id = await make_leak(connection, f"leak-of-{domain}")
    return Tenant(caller.account.id, caller.user.id, row.id, domain, leak_id)


async def exported(caller: Caller) -> dict[str, Any]:
    response = await caller.get(EXPORT)
    assert response.status_code == 200, response.text
    document: dict[str, Any] = json.loads(response.content)
    return document


@pytest.mark.spec("X13")
async def test_the_document_has_every_part_and_no_secret(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    caller, theirs = await sign_in(), await sign_in()
    tenant, rival = (
        await tenant_of(connection, caller, "acme.example"),
        await tenant_of(connection, theirs, "rival.example"),
    )
    machine = {"family": "lumma", "user_name": "jo"}
    await raise_findings(
        connection,
        key_ring,
        tenant.portal(machine=machine, password=PASSWORD_OF_LEAK),
        tenant.workforce(url='https://shop.example/"]}', password=PASSWORD_OF_LEAK),
        rival.workforce(),
    )
    response = await caller.get(EXPORT)
    assert response.headers["content-type"].startswith("application/json")
    assert response.headers["content-disposition"].startswith("attachment")
    assert response.headers["cache-control"] == "no-store"
    document = json.loads(response.content)
    assert list(document) == [
        "format",
        "exported_at",
        "account",
        "user",
        "notification_settings",
        "domains",
        "picture",
        "live_email_account_list",
        "members",
        "invitations",
        "monitored_emails",
        "live_email_accounts",
        "sessions",
        "security_events",
        "detections",
    ]
    assert (document["format"], document["account"]["id"]) == (1, str(caller.account.id))
    assert (document["account"]["kind"], document["account"]["company_name"]) == ("org", "Acme")
    assert (document["user"]["email"], document["user"]["role"]) == (caller.user.email, "Organization")
    assert document["user"]["primary_address"]["country"] == ""
    assert document["notification_settings"]["is_breach_alert_enabled"] is True
    [domain] = document["domains"]
    assert (domain["domain"], domain["is_verified"]) == ("acme.example", True)
    [session] = document["sessions"]
    assert (session["device"], session["address"]) == ("python-httpx", "192.0.2.10")
    assert [event["kind"] for event in document["security_events"]] == ["login", "account_exported"]
    assert document["exported_at"].endswith("Z")
    portal, workforce = sorted(document["detections"], key=lambda alert: alert["domain"] is None)
    assert (portal["domain"], portal["breach_record"]["machine"]) == ("acme.example", machine)
    assert portal["severity"]["level"] in {"high", "critical"}
    assert workforce["breach_record"]["url"] == 'https://shop.example/"]}'
    assert workforce["user"] == "jo@acme.example"
    assert workforce["breach_record"]["passwords"] == ["••••••••"]
    text = response.text
    rows = await connection.fetch("SELECT password_hash FROM users")
    for secret in (PASSWORD_OF_LEAK, "rival.example", *[row["password_hash"] for row in rows], "digest", "sealed"):
        assert secret not in text


async def test_the_document_has_members_and_monitored_identities(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller, theirs = await sign_in(), await sign_in()
    at = clock.now()
    for account, user, company in (
        (caller.account.id, caller.user.id, "acme"),
        (theirs.account.id, theirs.user.id, "rival"),
    ):
        await connection.execute(
            """INSERT INTO invitations (id, account_id, email, email_key, role, digest, invited_by, created_at, expires_at)
            VALUES ($1, $2, $3, $6, 'analyst', $6, $4, $5, $5)""",
            new_id(), account, f"invited@{company}.example", user, at, f"invited@{company}.example",
        )  # fmt: skip
        await connection.execute(
            """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, created_at)
            VALUES ($1, $2, $3, $4, $6, $5)""",
            new_id(), account, user, f"private@{company}.example", at, f"private@{company}.example",
        )  # fmt: skip
        await connection.execute(
            "INSERT INTO live_email_account_lists (account_id, user_id, size, uploaded_at) VALUES ($1, $2, 501, $3)",
            account, user, at,
        )  # fmt: skip
        await connection.execute(
            """INSERT INTO live_email_accounts (account_id, email_key)
            SELECT $1, 'staff' || number || $2 FROM generate_series(1, 501) AS number""",
            account, f"@{company}.example",
        )  # fmt: skip
    document = await exported(caller)
    [member] = document["members"]
    assert (member["email"], member["role"]) == (caller.user.email, "owner")
    [invitation] = document["invitations"]
    assert (invitation["email"], invitation["role"]) == ("invited@acme.example", "analyst")
    assert invitation["invited_by"] == str(caller.user.id)
    [monitored] = document["monitored_emails"]
    assert (monitored["email"], monitored["verified_at"]) == ("private@acme.example", None)
    assert document["live_email_account_list"]["size"] == 501
    assert document["live_email_accounts"] == [f"staff{number}@acme.example" for number in range(1, 502)]
    assert "rival" not in json.dumps(document)
    assert "digest" not in json.dumps(document)


async def test_the_export_is_in_the_audit_log(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    await exported(caller)
    event = await connection.fetchrow("SELECT * FROM security_events WHERE kind = 'account_exported'")
    assert (event["account_id"], event["user_id"], event["address"]) == (
        caller.account.id,
        caller.user.id,
        "192.0.2.10",
    )


async def test_parts_that_are_empty_are_empty_lists(sign_in: SignIn) -> None:
    document = await exported(await sign_in("ind"))
    assert (document["detections"], document["domains"], document["picture"]) == ([], [], None)
    assert (document["invitations"], document["monitored_emails"], document["live_email_accounts"]) == ([], [], [])
    assert document["live_email_account_list"] is None


@pytest.mark.spec("S6.7", "B4.3.1")
async def test_an_address_that_is_not_verified_exports_nothing(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    await connection.execute("UPDATE users SET email_verified_at = NULL")
    response = await caller.get(EXPORT)
    assert response.status_code == 403
    assert "Verify your email address" in response.json()["error"]["message"]
    assert await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'account_exported'") == 0


async def test_five_exports_an_hour_and_none_without_a_session(
    fresh_hour: None, sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    assert (await http.get(EXPORT)).status_code == 401
    caller = await sign_in()
    statuses = [(await caller.get(EXPORT)).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


@pytest.mark.spec("X13")
async def test_a_large_account_is_exported_in_chunks_of_bounded_size(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, statements: list[str]
) -> None:
    caller = await sign_in()
    tenant = await tenant_of(connection, caller, "acme.example")
    at = clock.now()
    count = 3 * account_dump.CHUNK + 1
    # Many alerts of one instant: a page must not end between them.
    findings = [tenant.workforce(password=f"invented-{number}") for number in range(count)]
    await raise_findings(connection, key_ring, *findings)
    for number in range(700):
        with clock.standing_at(at - timedelta(minutes=number)):
            await record_event(caller.account.id, caller.user.id, "login", address="192.0.2.1")
    statements.clear()
    session = await connection.fetchrow("SELECT * FROM sessions WHERE account_id = $1", caller.account.id)
    subject = Subject(
        caller.account.id, caller.user.id, session["id"], at, at + timedelta(hours=1), frozenset(Permission)
    )

    async def recheck() -> Subject:
        return subject

    pieces = [piece async for piece in await export_account(subject, Client(), recheck)]
    document = json.loads(b"".join(pieces))
    assert len({alert["id"] for alert in document["detections"]}) == len(document["detections"]) == count
    assert len({event["id"] for event in document["security_events"]}) == 702
    assert max(map(len, pieces)) < 500 * 1_000
    reads = [statement for statement in statements if "FROM alerts" in statement]
    assert len(reads) == 4


async def test_the_document_ends_with_the_session(
    sign_in: SignIn, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = await sign_in()
    monkeypatch.setattr(streaming, "RECHECK_SECONDS", 0.0)
    read = export_repository.memberships

    async def read_and_end(account_id: Any) -> Any:
        await connection.execute("UPDATE sessions SET ended_at = now() WHERE account_id = $1", account_id)
        async for rows in read(account_id):
            yield rows

    monkeypatch.setattr(export_repository, "memberships", read_and_end)
    response = await caller.get(EXPORT)
    with pytest.raises(json.JSONDecodeError):
        response.json()
