"""Monthly reports by email from workers that are killed between any two steps, to a mail server that refuses for a while."""

import signal
import subprocess
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg
import pytest
from alert_factories import make_tenant, raise_findings
from factories import AccountRow, make_user
from mail_server import Behaviour, MailServer, hasten, until
from products import COMMAND

from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

pytestmark = [pytest.mark.usefixtures("tortoise", "two_members"), pytest.mark.long]
Worker: TypeAlias = "subprocess.Popen[bytes]"

FIRST = datetime(2031, 3, 1, 0, 5, tzinfo=UTC)
FEBRUARY = FIRST - timedelta(days=20)
# A worker enters its schedules when it starts; nobody waits ten minutes here. The others would send emails of their own:
# a domain, for example, is due for another check by then.
DUE_AT_ONCE = """
CREATE FUNCTION due_at_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.next_run := now() + CASE NEW.entrypoint WHEN 'reports.schedule_emails' THEN interval '0' ELSE interval '1 day' END;
    RETURN NEW;
END $$;
CREATE TRIGGER due_at_once BEFORE INSERT ON jobs.pgqueuer_schedules FOR EACH ROW EXECUTE FUNCTION due_at_once()
"""


@pytest.fixture
async def two_members(
    connection: asyncpg.Connection, key_ring: KeyRing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two members who want the report of February; for every process it is the first of March."""
    with clock.standing_at(FEBRUARY):
        tenant = await make_tenant(connection, "acme.example")
        await make_user(connection, AccountRow(tenant.account_id, "org"))
        # Nobody wants emails about the alerts themselves: `hasten` would let these out at any moment of the test.
        await connection.execute(
            "UPDATE users SET monthly_report_since = $1, language = 'en', is_breach_alert_enabled = false", clock.now()
        )
        await raise_findings(connection, key_ring, *[tenant.workforce(password=f"canary-{each}") for each in "abc"])
    offset = tmp_path / "offset"
    offset.write_text(str((FIRST - datetime.now(UTC)).total_seconds()))
    monkeypatch.setenv("BREACHLIGHT_CLOCK_OFFSET_FILE", str(offset))
    await connection.execute(DUE_AT_ONCE)


@pytest.fixture
def start() -> Iterator[Callable[[], Worker]]:
    """Start a worker as a process; none is left at the end."""
    workers: list[Worker] = []

    def run() -> Worker:
        workers.append(subprocess.Popen([COMMAND, "worker"], stderr=subprocess.DEVNULL))
        return workers[-1]

    yield run
    for worker in workers:
        worker.kill()
        worker.wait()


@asynccontextmanager
async def killed_when_blocked(
    connection: asyncpg.Connection, start: Callable[[], Worker], lock: str, *values: Any
) -> AsyncIterator[None]:
    """Start a worker and kill it once it waits for what a statement has locked; the block runs before it is released."""
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute(lock, *values)
    worker = start()
    await until(lambda: is_blocked(connection))
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    yield
    await transaction.rollback()
    # Half a minute of silence is what makes a worker dead to the others; it need not be waited for here.
    await connection.execute("UPDATE jobs.pgqueuer SET heartbeat = now() - interval '1 hour'")


async def is_blocked(connection: asyncpg.Connection) -> bool:
    return bool(await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"))


async def count(connection: asyncpg.Connection, table: str, condition: str = "true") -> int:
    found: int = await connection.fetchval(f"SELECT count(*) FROM {table} WHERE {condition}")
    return found


async def test_each_member_gets_one_email_whatever_dies_when(
    connection: asyncpg.Connection, mail_server: MailServer, start: Callable[[], Worker]
) -> None:
    mail_server.behaviour = Behaviour.BUSY
    of_reports = "entrypoint = 'reports.email'"

    # The schedule reads who is due one.
    async with killed_when_blocked(connection, start, "LOCK TABLE report_mails IN ACCESS EXCLUSIVE MODE"):
        assert await count(connection, "jobs.pgqueuer", of_reports) == 0

    # The job has written the email of one of two members, and the mail server refuses it.
    last = await connection.fetchrow(
        "SELECT m.account_id, m.user_id FROM memberships AS m JOIN users AS u ON u.id = m.user_id ORDER BY u.id DESC LIMIT 1"
    )
    assert last is not None
    claim = "INSERT INTO report_mails (id, account_id, user_id, month, created_at) VALUES ($1, $2, $3, $4, now())"
    values = (new_id(), last["account_id"], last["user_id"], FEBRUARY.date().replace(day=1))
    async with killed_when_blocked(connection, start, claim, *values):
        assert await count(connection, "mails") == 1

    # The next one writes the other email, and dies after the server has taken one and before that is stored.
    worker = start()
    await until(lambda: tried_both(connection))
    assert mail_server.received == []
    mail_server.on_message = lambda _: worker.send_signal(signal.SIGKILL) if len(mail_server.received) == 1 else None
    mail_server.behaviour = Behaviour.ACCEPT
    await hasten(connection)
    await until(lambda: worker.poll() is not None)
    assert await count(connection, "mails", "sent_at IS NULL") >= 1
    await connection.execute("UPDATE jobs.pgqueuer SET heartbeat = now() - interval '1 hour'")

    start()
    await hasten(connection)
    await until(lambda: all_sent(connection))
    taken: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for received in mail_server.received:
        assert "February 2031: 3 new leaked logins for acme.example" in received.body()
        assert "canary" not in received.body()
        taken[received.recipients[0]].append((received.message["Message-ID"], received.message["Date"]))
    assert len(taken) == await count(connection, "mails") == await count(connection, "report_mails") == 2
    # What was sent again is recognised as the same email.
    assert sorted(len(set(each)) for each in taken.values()) == [1, 1]
    assert len({identifier for each in taken.values() for identifier, _ in each}) == 2
    assert 3 <= len(mail_server.received) <= 4
    assert await count(connection, "jobs.pgqueuer", of_reports) == 0


async def tried_both(connection: asyncpg.Connection) -> bool:
    return await count(connection, "jobs.pgqueuer", "entrypoint LIKE 'mails.%' AND attempts > 0") == 2


async def all_sent(connection: asyncpg.Connection) -> bool:
    return await count(connection, "mails", "sent_at IS NOT NULL") == 2
