"""The end of an account: everything goes, at once, and nothing comes back (hostile-inputs A11, A12)."""

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
import factories
import httpx
import pytest
from alert_factories import Tenant, make_leak
from callers import LOGIN, PASSWORD, Caller
from citus_cluster import FOLDER as CITUS
from ingestion_harness import Bench, bench
from mail_server import Mails
from oracle import expected
from sign_up import INDIVIDUAL, Visitor, form

from breachlight.alerts.upsert.service import raise_alerts
from breachlight.audit.events import record_event
from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.lifecycle import purge
from breachlight.lifecycle.purge import close_account
from breachlight.lifecycle.purge import purge as purge_account
from breachlight.mail.models import MailKind
from breachlight.watchlist.service import monitor_email

__all__ = ["bench"]  # a fixture

SignIn = Callable[..., Awaitable[Caller]]
DELETE = """mutation ($password: String!) { deleteAccount(password: $password) { __typename
  ... on MessageSuccess { message } ... on Problem { message code }
  ... on ValidationProblem { fieldErrors { field messages } } ... on ThrottledProblem { retryAfterSeconds } } }"""
UPDATE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename } }"""

TABLES = """SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
    AND (column_name IN ('account_id', 'user_id') OR (table_name IN ('accounts', 'users') AND column_name = 'id'))"""


async def delete(caller: Caller, password: str = PASSWORD) -> dict[str, Any]:
    answer = await caller.graphql(DELETE, {"password": password})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["deleteAccount"]
    return result


async def held(connection: asyncpg.Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> dict[str, list[Any]]:
    """Every row of every table that names the account or the user, by table and column."""
    found = {}
    for table, column in await connection.fetch(TABLES):
        is_user = column == "user_id" or table == "users"
        found[f"{table}.{column}"] = await connection.fetch(
            f'SELECT * FROM "{table}" WHERE "{column}" = $1 ORDER BY 1', user_id if is_user else account_id
        )
    return found


async def fill(connection: asyncpg.Connection, ring: KeyRing, caller: Caller, domain: str) -> Tenant:
    """Put rows of an account into every table that can hold some."""
    row = await factories.make_domain(connection, caller.account, domain)
    tenant = Tenant(caller.account.id, caller.user.id, row.id, domain, await make_leak(connection, f"leak-of-{domain}"))
    async with connection.transaction():
        await monitor_email(connection, tenant.account_id, caller.user.email)
        findings = [tenant.workforce(password=f"invented-{number}") for number in range(12)]
        await raise_alerts(connection, [*findings, tenant.portal()], ring)
    answer = await caller.graphql(UPDATE, {"input": {"action": "READ", "filter": {"domainIsSet": False}}})
    assert answer["data"]["updateAlerts"]["__typename"] == "UpdateAlertsSuccess"
    now, later = clock.now(), clock.now() + timedelta(hours=1)
    account_id, user_id = caller.account.id, caller.user.id
    for statement, values in (
        ("INSERT INTO user_images VALUES ($1, $2, 'x', $4, $3)", (new_id(), account_id, user_id, now)),
        (
            """INSERT INTO mails (id, account_id, user_id, kind, recipient, message_id, subject, created_at)
            VALUES ($1, $2, $3, 'login_code', 'jo@people.example', '<m@x>', 'Your code', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO mailed_codes (id, account_id, user_id, purpose, digest, sent_at, expires_at)
            VALUES ($1, $2, $3, 'login', 'x', $4, $5)""",
            (new_id(), account_id, user_id, now, later),
        ),
        (
            "INSERT INTO recovery_codes (id, account_id, user_id, digest, created_at) VALUES ($1, $2, $3, 'x', $4)",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO one_time_tokens (id, account_id, user_id, purpose, digest, email_key, created_at, expires_at)
            VALUES ($1, $2, $3, 'reset_password', $4, 'jo@people.example', $5, $6)""",
            (new_id(), account_id, user_id, uuid.uuid4().hex, now, later),
        ),
        (
            """INSERT INTO invitations (id, account_id, email, email_key, role, digest, invited_by, created_at, expires_at)
            VALUES ($1, $2, 'jo@people.example', 'jo@people.example', 'viewer', $3, $4, $5, $6)""",
            (new_id(), account_id, uuid.uuid4().hex, user_id, now, later),
        ),
        (
            """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, created_at)
            VALUES ($1, $2, $3, 'jo@people.example', 'jo@people.example', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        ("INSERT INTO live_email_accounts (account_id, email_key) VALUES ($1, 'jo@people.example')", (account_id,)),
        ("INSERT INTO live_email_account_lists VALUES ($1, $2, 1, $3)", (account_id, user_id, now)),
        (
            """INSERT INTO alert_notes (id, account_id, alert_id, user_id, text, created_at)
            SELECT $1, $2, id, $3, 'Told Jo.', $4 FROM alerts WHERE account_id = $2 LIMIT 1""",
            (new_id(), account_id, user_id, now),
        ),
        (
            "INSERT INTO incident_operations (id, account_id, user_id, updated, created_at) VALUES ($1, $2, $3, 0, $4)",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO incident_changes (account_id, incident_id, changed_at, state, was_state)
            VALUES ($1, $2, $3, 'open', 'closed')""",
            (account_id, new_id(), now),
        ),
        (
            "INSERT INTO report_mails (id, account_id, user_id, month, created_at) VALUES ($1, $2, $3, '2026-10-01', $4)",
            (new_id(), account_id, user_id, now),
        ),
        ("INSERT INTO notification_marks VALUES ($1, $2, $3, '{}')", (new_id(), account_id, user_id)),
        (
            """INSERT INTO incident_steps (account_id, incident_id, step, completed_by, completed_at)
            VALUES ($1, $2, 'clean_device', $3, $4)""",
            (account_id, new_id(), user_id, now),
        ),
        (
            """INSERT INTO incident_step_changes (account_id, incident_id, step, is_completed, user_id, changed_at)
            VALUES ($1, $2, 'clean_device', true, $3, $4)""",
            (account_id, new_id(), user_id, now),
        ),
        (
            """INSERT INTO saved_views (id, account_id, user_id, list, name, query, created_at)
            VALUES ($1, $2, $3, 'workforce', 'Mine', '', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at)
            VALUES ($1, $2, $3, 'tool', '{read}', $4, 'abcd', $5)""",
            (new_id(), account_id, user_id, uuid.uuid4().hex, now),
        ),
        ("INSERT INTO alert_sequences (account_id, last_number) VALUES ($1, 1) ON CONFLICT DO NOTHING", (account_id,)),
        ("INSERT INTO alert_search_segments (account_id, id, is_built) VALUES ($1, 1, true)", (account_id,)),
        ("INSERT INTO alert_search_postings (account_id, id, postings) VALUES ($1, 1, '')", (account_id,)),
        (
            "INSERT INTO alert_mail_positions (account_id, user_id, sequence) VALUES ($1, $2, 0)",
            (account_id, user_id),
        ),
    ):
        await connection.execute(statement, *values)
    return tenant


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


async def erasures(connection: asyncpg.Connection) -> list[dict[str, str]]:
    """The payloads of the erasing jobs, those that are due first."""
    rows = await connection.fetch(
        "SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'accounts.erase' ORDER BY execute_after, id"
    )
    return [json.loads(row["payload"]) for row in rows]


@pytest.mark.skipif(CITUS is not None, reason="it cuts the job short by a trigger")
@pytest.mark.spec("X13")
async def test_a_large_account_is_closed_at_once_and_emptied_by_a_job_that_can_be_cut_short(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "LARGEST_DIRECT", 10)
    monkeypatch.setattr(purge, "CHUNK", 4)
    mine, theirs = await sign_in(), await sign_in()
    await fill(connection, key_ring, mine, "acme.example")
    await fill(connection, key_ring, theirs, "rival.example")
    others = await held(connection, theirs.account.id, theirs.user.id)
    assert (await delete(mine))["__typename"] == "MessageSuccess"
    left = {name for name, rows in (await held(connection, mine.account.id, mine.user.id)).items() if rows}
    of_incidents = ("incident_changes", "incident_people", "incident_sites", "incidents")
    assert left == {
        f"{table}.account_id"
        for table in ("alert_changes", "sightings", "alert_search_postings", "alerts", *of_incidents)
    }
    assert (await mine.get("/api/v1/account/info")).status_code == 401
    payloads = await erasures(connection)
    assert payloads == [{"account_id": str(mine.account.id)}] * 2
    # The worker dies in the middle of it.
    await connection.execute(
        f"""CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF (SELECT count(*) FROM sightings WHERE account_id = '{mine.account.id}') < 9 THEN RAISE 'cut short'; END IF;
            RETURN NULL; END $$;
        CREATE TRIGGER die AFTER DELETE ON sightings FOR EACH STATEMENT EXECUTE FUNCTION die()"""
    )
    with pytest.raises(asyncpg.RaiseError):
        await purge_account(payloads[0])
    count = "SELECT count(*) FROM sightings WHERE account_id = $1"
    assert await connection.fetchval(count, mine.account.id) == 9
    await connection.execute("DROP TRIGGER die ON sightings")
    await purge_account(payloads[0])
    left_over = await held(connection, mine.account.id, mine.user.id)
    assert [name for name, rows in left_over.items() if rows] == []
    assert await held(connection, theirs.account.id, theirs.user.id) == others


async def test_what_a_request_wrote_meanwhile_goes_with_the_second_run(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    await delete(caller)
    await record_event(caller.account.id, caller.user.id, "login", address="192.0.2.1")
    [payload] = await erasures(connection)
    due = await connection.fetchval(
        "SELECT execute_after - created FROM jobs.pgqueuer WHERE entrypoint = 'accounts.erase'"
    )
    assert due > timedelta(minutes=5)
    await purge_account(payload)
    assert await connection.fetchval("SELECT count(*) FROM security_events") == 0


async def test_the_job_touches_no_account_that_lives(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    caller = await sign_in()
    await fill(connection, key_ring, caller, "acme.example")
    before = await held(connection, caller.account.id, caller.user.id)
    await purge_account({"account_id": str(caller.account.id)})
    assert await held(connection, caller.account.id, caller.user.id) == before


@pytest.mark.spec("X13")
async def test_alerts_that_are_raised_while_the_account_ends_end_with_it(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, settings: Settings
) -> None:
    mine, theirs = await sign_in(), await sign_in()
    tenant = await fill(connection, key_ring, mine, "acme.example")
    rival = await fill(connection, key_ring, theirs, "rival.example")
    late = [owner.workforce(password="raised-late") for owner in (tenant, rival)]
    loader = await connect(settings)
    try:
        # A batch holds the account while its owner deletes it: the deletion waits, and takes the batch's alerts along.
        async with loader.transaction():
            await raise_alerts(loader, [tenant.workforce(password="raised-before")], key_ring)
            deletion = asyncio.create_task(delete(mine))
            await waiting(connection)
            assert not deletion.done()
        assert (await deletion)["__typename"] == "MessageSuccess"
        # A batch that was matched before the deletion, and is raised after it.
        async with loader.transaction():
            raised = await raise_alerts(loader, late, key_ring)
        assert raised.alerts == 1
    finally:
        await loader.close()
    left = await held(connection, mine.account.id, mine.user.id)
    assert [name for name, rows in left.items() if rows] == []
    assert await connection.fetchval("SELECT count(*) FROM alerts WHERE account_id = $1", rival.account_id) == 14


async def test_a_batch_waits_for_the_deletion_and_raises_nothing_for_the_account(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, settings: Settings
) -> None:
    caller = await sign_in()
    tenant = await fill(connection, key_ring, caller, "acme.example")
    loader = await connect(settings)

    async def load() -> int:
        async with loader.transaction():
            return (await raise_alerts(loader, [tenant.workforce(password="raised-late")], key_ring)).alerts

    try:
        async with transaction() as session:
            await close_account(session, caller.account.id)
            loading = asyncio.create_task(load())
            await waiting(connection)
        assert await loading == 0
    finally:
        await loader.close()
    left = await held(connection, caller.account.id, caller.user.id)
    assert [name for name, rows in left.items() if rows] == []


async def waiting(connection: asyncpg.Connection) -> None:
    """Wait until somebody waits for a lock in this database."""
    for _ in range(600):
        if await connection.fetchval(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nobody waits for a lock")


async def test_deleting_twice_at_once_deletes_once(
    sign_in: SignIn, connection: asyncpg.Connection, key_ring: KeyRing, mails: Mails
) -> None:
    caller = await sign_in()
    await fill(connection, key_ring, caller, "acme.example")
    answers = await asyncio.gather(*(caller.graphql(DELETE, {"password": PASSWORD}) for _ in range(3)))
    done = [answer for answer in answers if answer["data"]]
    assert len(done) == 1
    assert {a["errors"][0]["extensions"]["code"] for a in answers if a not in done} == {"UNAUTHENTICATED"}
    assert len(await mails.all(MailKind.ACCOUNT_DELETED)) == 1


@pytest.mark.spec("X13")
async def test_an_ingestion_under_way_goes_on_for_the_others_alone(bench: Bench, tortoise: None) -> None:
    corpus = await bench.corpus(31)
    records = corpus.records(3_000)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    gone, stays = (account.id for account in bench.accounts)
    intake = asyncio.create_task(bench.ingest(path))
    first = "SELECT 1 FROM alerts WHERE account_id = $1 LIMIT 1"
    while not intake.done() and not await bench.connection.fetchval(first, gone):
        await asyncio.sleep(0.01)
    async with transaction() as session:
        await close_account(session, gone)
    await intake
    left = await held(bench.connection, gone, gone)
    assert [name for name, rows in left.items() if rows] == []
    watched = [entry for entry in corpus.watched if entry.account_id == stays]
    assert set(await bench.detections()) == expected(records, watched)
