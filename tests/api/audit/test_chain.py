"""The audit log as a chain: what breaks it is found, and what the product itself deletes doesn't break it."""

import asyncio
import json
import subprocess
import sys
import uuid
from collections.abc import Awaitable, Callable
from datetime import timedelta
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import asyncpg
import pytest
from callers import Caller
from pydantic import SecretStr
from starlette.applications import Starlette
from tortoise.transactions import in_transaction

from breachlight.audit.events import record_event, record_events_of
from breachlight.audit.operators import record_operator_event
from breachlight.auth.subject import NOBODY, Client, Subject
from breachlight.config import Settings
from breachlight.database.audit_owner import protect_audit_log, release_audit_log
from breachlight.database.migration_files import LOCATION
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.lifecycle.purge import close_account
from breachlight.sessions.cleanup import trim_events

SignIn = Callable[..., Awaitable[Caller]]
AdministratorURL = Callable[[str], str]
Tamper = Callable[[str], Awaitable[None]]
ROW = "account_id = (SELECT account_id FROM security_events WHERE kind = 'first') AND kind"


async def verified() -> tuple[int, dict[str, Any]]:
    """Return exit code and result of ``breachlight audit verify --json``."""
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "audit", "verify", "--json"]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.fixture
async def tamper(administrator: asyncpg.Connection) -> Tamper:
    """Run a statement as an administrator of the database who has taken its guards away."""

    async def run(statement: str) -> None:
        async with administrator.transaction():
            await administrator.execute("SET LOCAL session_replication_role = 'replica'")
            await administrator.execute(statement)

    return run


@pytest.fixture
async def account(app: Starlette) -> uuid.UUID:
    """An account with five events."""
    account_id = new_id()
    for kind in ("first", "second", "third", "fourth", "fifth"):
        await record_event(account_id, new_id(), kind, address="192.0.2.1", detail={"name": kind, "ünïcode": [1, None]})
    return account_id


async def test_what_the_product_writes_verifies(
    sign_in: SignIn, connection: asyncpg.Connection, account: uuid.UUID
) -> None:
    caller = await sign_in()
    await caller.graphql("mutation { endOtherSessions { __typename } }")
    await record_event(NOBODY, None, "login_failed", user_agent="Mozilla/5.0 " * 100)
    async with transaction() as session:
        await record_operator_event(session, "leak_edited", {"name": "acme", "fields": ["title"]}, operator="root")
    status, result = await verified()
    rows = await connection.fetchval(
        "SELECT (SELECT count(*) FROM security_events) + (SELECT count(*) FROM operator_events)"
    )
    assert (status, result) == (0, {"rows": rows, "chains": 4, "breaks": []})
    chain = await connection.fetch(
        "SELECT sequence, digest, previous_digest FROM security_events WHERE account_id = $1 ORDER BY sequence", account
    )
    assert [row["sequence"] for row in chain] == [1, 2, 3, 4, 5]
    assert [row["previous_digest"] for row in chain] == [b"", *(row["digest"] for row in chain[:-1])]


@pytest.mark.parametrize(
    ("statement", "kind", "problem"),
    [
        (f"UPDATE security_events SET kind = 'login' WHERE {ROW} = 'third'", "login", "changed or wasn't written"),
        (f"UPDATE security_events SET user_id = NULL WHERE {ROW} = 'third'", "third", "changed or wasn't written"),
        (
            f"UPDATE security_events SET happened_at = happened_at - interval '1 day' WHERE {ROW} = 'first'",
            "first",
            "changed or wasn't written",
        ),
        (f"UPDATE security_events SET address = '192.0.2.2' WHERE {ROW} = 'fifth'", "fifth", "Network address"),
        (f"UPDATE security_events SET detail = '{{}}' WHERE {ROW} = 'second'", "second", "Network address"),
        (f"DELETE FROM security_events WHERE {ROW} = 'third'", "fourth", "Rows missing before this one: 1."),
        (f"DELETE FROM security_events WHERE {ROW} IN ('fourth', 'fifth')", "third", "Rows missing after this one: 2."),
        (
            f"""INSERT INTO security_events SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
            'sequence', 6, 'kind', 'sixth'))).* FROM security_events AS e WHERE {ROW} = 'fifth'""",
            "sixth",
            "changed or wasn't written",
        ),
        (
            """UPDATE security_events AS e SET sequence = -o.sequence FROM security_events AS o
            WHERE e.account_id = o.account_id AND e.sequence + o.sequence = 6""",
            "first",
            "changed or wasn't written",
        ),
        (
            f"UPDATE audit_chains SET sequence = 9 WHERE id = (SELECT account_id FROM security_events WHERE {ROW} = 'first')",
            "fifth",
            "Rows missing after this one: 4.",
        ),
    ],
)  # fmt: skip
async def test_the_first_break_is_reported(  # noqa: PLR0917 -- three of them are the case
    account: uuid.UUID, connection: asyncpg.Connection, tamper: Tamper, statement: str, kind: str, problem: str
) -> None:
    await tamper(statement)
    row = await connection.fetchrow("SELECT id, happened_at FROM security_events WHERE kind = $1", kind)
    status, result = await verified()
    (found,) = result["breaks"]
    assert (status, found["chain"], found["id"]) == (3, str(account), str(row["id"]))
    assert found["happened_at"] == row["happened_at"].isoformat()
    assert problem in found["problem"]


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (f"DELETE FROM security_events WHERE {ROW} = 'first'", "Rows missing at the beginning: 1."),
        ("DELETE FROM security_events", "All rows are missing: 5."),
    ],
)
async def test_rows_missing_from_the_beginning_are_reported(
    account: uuid.UUID, tamper: Tamper, statement: str, problem: str
) -> None:
    await tamper(statement)
    status, result = await verified()
    assert (status, [(found["chain"], found["problem"]) for found in result["breaks"]]) == (
        3,
        [(str(account), problem)],
    )


@pytest.mark.parametrize("table", ["security_events", "operator_events"])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE {} SET kind = 'login'",
        "SET breachlight.audit_checkpoint = 'written'; DELETE FROM {}",
        "TRUNCATE {}",
        "DROP TABLE {}",
        "ALTER TABLE {} DISABLE TRIGGER ALL",
        "ALTER TABLE {} OWNER TO CURRENT_USER",
        "GRANT DELETE ON {0} TO CURRENT_USER; DELETE FROM {0}",
    ],
)
async def test_the_products_own_role_changes_nothing(
    account: uuid.UUID, connection: asyncpg.Connection, table: str, change: str
) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute(change.format(table))
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="behind a checkpoint only"):
        await connection.fetchval("SELECT audit_delete_rows($1, 3)", account)


async def test_deleted_accounts_and_old_events_leave_a_checkpoint(
    sign_in: SignIn, account: uuid.UUID, connection: asyncpg.Connection, tamper: Tamper
) -> None:
    caller = await sign_in()
    for days in (33, 32, 31, 1):
        with clock.standing_at(clock.now() - timedelta(days=days)):
            await record_event(NOBODY, None, "login_failed")
    for _ in range(2):
        await trim_events()
    with clock.standing_at(clock.now() + timedelta(days=29.5)):
        await trim_events()
    async with transaction() as session:
        await close_account(session, caller.account.id)
    assert await verified() == (0, {"rows": 5 + 2 + 1, "chains": 3, "breaks": []})
    ended = await connection.fetchrow("SELECT operator, detail FROM operator_events WHERE kind = 'audit_chain_ended'")
    assert (ended["operator"], json.loads(ended["detail"])["chain"]) == ("breachlight", str(caller.account.id))
    await tamper(f"DELETE FROM security_events WHERE account_id = '{NOBODY}' AND sequence = 5")
    status, result = await verified()
    assert (status, result["breaks"][0]["problem"]) == (3, "Rows missing at the beginning: 5.")


async def test_an_account_that_exists_has_its_rows(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    rows = await connection.fetchval("SELECT count(*) FROM security_events")
    async with transaction() as session:
        await close_account(session, caller.account.id)
    assert rows > 0
    await connection.execute("INSERT INTO accounts (id, kind, created_at) VALUES ($1, 'ind', now())", caller.account.id)
    status, result = await verified()
    assert (status, result["breaks"][0]["problem"]) == (3, "Its rows were deleted, but the account exists.")


async def test_many_events_at_once_take_few_statements(
    app: Starlette, connection: asyncpg.Connection, statements: list[str]
) -> None:
    at = clock.now()
    subject = Subject(new_id(), new_id(), new_id(), at, at, frozenset())
    async with transaction():
        await record_events_of(subject, "password_revealed", Client(), ({"alert_id": str(n)} for n in range(12_000)))
    assert len([text for text in statements if "security_events" in text or "audit_chains" in text]) <= 7
    assert (
        await connection.fetchval("SELECT count(*) FROM security_events WHERE account_id = $1", subject.account_id)
        == 12_000
    )
    assert await verified() == (0, {"rows": 12_000, "chains": 1, "breaks": []})


async def test_writers_at_the_same_time_make_one_chain(app: Starlette) -> None:
    first, second = new_id(), new_id()

    async def write(number: int) -> None:
        async with transaction():
            # In both orders: neither transaction waits for the other.
            for account_id in (first, second) if number % 2 else (second, first):
                await record_event(account_id, None, f"event {number}")

    await asyncio.gather(*(write(number) for number in range(40)))
    assert await verified() == (0, {"rows": 80, "chains": 2, "breaks": []})


async def test_what_is_rolled_back_is_not_recorded(account: uuid.UUID, connection: asyncpg.Connection) -> None:
    async def fail() -> None:
        async with transaction():
            await record_event(account, None, "never")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with transaction():
        await record_event(account, None, "sixth")
        with pytest.raises(ZeroDivisionError):
            await fail()
        await record_event(account, None, "seventh")
    kinds = await connection.fetch("SELECT kind FROM security_events ORDER BY sequence")
    assert [row["kind"] for row in kinds][5:] == ["sixth", "seventh"]


async def test_rows_of_earlier_versions_are_chained_by_the_migration(
    sign_in: SignIn,
    account: uuid.UUID,
    connection: asyncpg.Connection,
    settings: Settings,
    administrator_url: AdministratorURL,
) -> None:
    await sign_in()
    async with transaction() as session:
        for _ in range(3):
            await record_operator_event(session, "leak_edited", {"name": "acme"}, operator="root")
    path = next((LOCATION / "models").glob("*_audit_chain.py"))
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    step = module_from_spec(spec)
    spec.loader.exec_module(step)
    url = SecretStr(administrator_url(await connection.fetchval("SELECT current_database()")))
    administered = settings.model_copy(update={"database_admin_url": url})
    await release_audit_log(connection, administered)
    await connection.execute(await step.downgrade(None))
    async with in_transaction() as db:
        await db.execute_script(await step.upgrade(db))
    await protect_audit_log(connection, administered)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute("DELETE FROM security_events")
    status, result = await verified()
    assert (status, result["chains"], result["breaks"]) == (0, 3, [])
    await record_event(account, None, "sixth")
    assert (await verified())[1]["breaks"] == []


async def test_operators_commands_are_listed(app: Starlette) -> None:
    async def printed(*options: str) -> str:
        command = [sys.executable, "-c", "from breachlight.cli import main; main()", "audit", "list", *options]
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert await printed() == "No events.\n"
    for number, kind in enumerate(("leak_edited", "key_added", "leak_edited")):
        async with transaction() as session:
            await record_operator_event(session, kind, {"name": f"acme{number}", "fields": ["title"]}, operator="root")
    first, *others = (await printed()).splitlines()
    assert first.endswith('Z  root  leak_edited  name acme2, fields ["title"]')
    assert len(others) == 2
    events = json.loads(await printed("--json", "--kind", "leak_edited", "--limit", "1"))
    assert [(event["kind"], event["operator"], event["detail"]["name"]) for event in events] == [
        ("leak_edited", "root", "acme2")
    ]
    assert events[0]["happened_at"].endswith("+00:00")
