"""Cursors and alert emails after a backup was restored into another server, whose transactions have other numbers."""

import asyncio
from datetime import timedelta
from pathlib import Path

import asyncpg
from alert_factories import Tenant, make_tenant, raise_findings
from database_dumps import dump, restore
from external_database import ExternalPostgreSQL
from live_feeds import live_feed
from mail_server import until

from breachlight.alert_digests.jobs import email_members
from breachlight.alerts import service
from breachlight.alerts.live.changed import change_events
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.config import Settings, get_key_ring
from breachlight.database.connection import connect, database
from breachlight.database.migrations import migrate
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.restores.detection import Reason
from breachlight.restores.startup import check_restore

from .test_servers import another, external, folder, running, settings_for

__all__ = ["another", "external", "folder", "running"]

QUERY = AlertQuery(filter=AlertFilter())
MANY_TRANSACTIONS = "DO $$ BEGIN FOR number IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
# A statement that inserts alerts has read the last number, and waits.
PAUSED = 2**40
PAUSE = f"""
CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN PERFORM pg_advisory_xact_lock({PAUSED}); RETURN NEW; END $$;
CREATE TRIGGER paused BEFORE INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION pause();
"""


class Product:
    """An account on a server: its alerts are raised, read and emailed."""

    def __init__(self, settings: Settings, connection: asyncpg.Connection, tenant: Tenant) -> None:
        self.settings, self.connection, self.tenant = settings, connection, tenant

    async def raise_on(self, *hosts: str) -> None:
        await raise_findings(self.connection, get_key_ring(), *[self.tenant.workforce(host=host) for host in hosts])

    async def after(self, cursor: str) -> list[str | None]:
        page = await service.list_alerts(self.tenant.subject, QUERY, after=cursor)
        return [alert.breach_record.host for alert in page.results]

    async def cursor(self) -> str:
        return (await service.list_alerts(self.tenant.subject, QUERY)).cursor

    async def emails(self, hours: int) -> tuple[int, int]:
        """Run the job some hours from now; return the number of alert emails, and the position of the member."""
        with clock.standing_at(clock.now() + timedelta(hours=hours)):
            await email_members({"account_id": str(self.tenant.account_id)})
        count = await self.connection.fetchval("SELECT count(*) FROM mails WHERE kind = 'alerts_raised'")
        return count, await self.connection.fetchval("SELECT max(sequence) FROM alert_mail_positions")

    async def numbers(self) -> dict[str, int]:
        rows = await self.connection.fetch("SELECT host, sequence FROM alerts")
        return {row["host"]: row["sequence"] for row in rows}


async def test_cursors_and_alert_emails_go_on_after_a_dump_was_restored_into_another_server(
    running: ExternalPostgreSQL, another: ExternalPostgreSQL, folder: Path, tmp_path: Path
) -> None:
    settings = settings_for(folder, running)
    await migrate(settings)
    connection = await asyncpg.connect(running.url)
    await connection.execute(MANY_TRANSACTIONS)
    async with database(settings):
        await check_restore(settings)
        before = Product(settings, connection, await make_tenant(connection, "acme.example"))
        await before.raise_on("read-1.example", "read-2.example")
        assert await before.emails(1) == (1, 2)
        cursor = await before.cursor()
        await before.raise_on("waiting.example")
        dump(running.url, tmp_path / "backup")
        await before.raise_on("lost-1.example", "lost-2.example")
        newest = await before.cursor()
    await connection.close()

    restore(tmp_path / "backup", another.url)
    settings = settings_for(folder, another)
    connection = await asyncpg.connect(another.url)
    async with database(settings), live_feed(settings):
        assert (await check_restore(settings)) is not None
        after = Product(settings, connection, before.tenant)
        assert await after.after(cursor) == ["waiting.example"]
        assert await after.after(newest) == []
        # What was read after the backup may look different now.
        assert (await anext(change_events(after.tenant.account_id, newest))).is_many
        await after.raise_on("new-1.example", "new-2.example", "new-3.example")
        assert await after.after(cursor) == ["waiting.example", "new-1.example", "new-2.example", "new-3.example"]
        assert await after.after(newest) == ["new-1.example", "new-2.example", "new-3.example"]
        numbers = await after.numbers()
        assert len(set(numbers.values())) == 6
        assert await after.emails(3) == (2, max(numbers.values()))
        await after.raise_on("newer.example")
        assert (await after.emails(6))[0] == 3
    await connection.close()


async def test_a_restore_skips_numbers_only_after_alerts_that_are_being_raised(
    settings: Settings, connection: asyncpg.Connection, tortoise: None, key_ring: KeyRing
) -> None:
    product = Product(settings, connection, await make_tenant(connection, "acme.example"))
    await product.raise_on("read.example")
    await connection.execute(PAUSE)
    slow, locking = await connect(settings), await connect(settings)

    async def waiting() -> int:
        number: int = await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return number

    async with locking.transaction():
        await locking.execute(f"SELECT pg_advisory_xact_lock({PAUSED})")
        raising = asyncio.create_task(
            raise_findings(slow, key_ring, product.tenant.workforce(host="slow.example", password="other"))
        )
        await until(waiting)
        restored = asyncio.create_task(check_restore(settings, Reason.REQUESTED))

        async def is_done_or_waiting() -> bool:
            return restored.done() or await waiting() == 2

        await until(is_done_or_waiting)
        cursor = await product.cursor()
    await raising
    await slow.close()
    await locking.close()
    assert await restored is not None
    assert await product.after(cursor) == ["slow.example"]
    newest = await product.cursor()
    await raise_findings(connection, key_ring, product.tenant.workforce(host="new.example"))
    assert await product.after(newest) == ["new.example"]
