"""The migration to sequence numbers: what an earlier version had written, and the cursors that its clients hold."""

import base64
import hashlib
import uuid
from datetime import timedelta
from importlib.metadata import version

import pytest
from alert_factories import make_tenant, raise_findings
from earlier_versions import FIRST, alert_values, apply, insert
from live_feeds import live_feed

from breachlight.alerts import service
from breachlight.alerts.live.changed import change_events
from breachlight.alerts.live.raised import alert_events
from breachlight.alerts.query import cursors
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.database import job_queue
from breachlight.database.connection import connect, database
from breachlight.database.migration_files import LOCATION
from breachlight.kit.anchors import Anchor
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

pytestmark = pytest.mark.usefixtures("key_ring")

NUMBER = 26
NOBODY = uuid.UUID(int=0)
QUERY = AlertQuery(filter=AlertFilter(), page_size=100)


def old_cursor(transaction_id: int, alert_id: uuid.UUID) -> str:
    """Write a cursor as versions without sequence numbers did."""
    data = bytes([1]) + transaction_id.to_bytes(8, "big") + alert_id.bytes
    return base64.urlsafe_b64encode(data + hashlib.sha256(data).digest()[:4]).decode().rstrip("=")


@pytest.fixture
async def old(before):
    """A database of the version before, with alerts of interleaved transactions; identifiers and times in no order."""
    connection = await before(NUMBER)
    tenants = [await make_tenant(connection, "acme.example"), await make_tenant(connection, "rival.example")]
    for number in range(40):
        tenant = tenants[number % 3 == 0]
        values = alert_values(id=uuid.uuid4(), leak_id=tenant.leak_id, account_id=tenant.account_id)
        await insert(connection, "alerts", **values, transaction_id=100 + number * 7 % 10)
    return connection, *tenants


async def migrated(connection) -> None:
    numbers = sorted(int(path.name.split("_")[0]) for path in (LOCATION / "models").glob("[0-9]*_*.py"))
    await apply(connection, *[number for number in numbers if number >= NUMBER])
    await job_queue.install(connection)


async def met(tenant, after: str) -> list[str]:
    page = await service.list_alerts(tenant.subject, QUERY, after=after)
    assert not page.has_more
    return [alert.id for alert in page.results]


async def test_alerts_are_numbered_in_the_order_of_their_transactions(old):
    connection, mine, theirs = old
    expected = {
        account_id: await connection.fetch(
            "SELECT id FROM alerts WHERE account_id = $1 ORDER BY transaction_id, id", account_id
        )
        for account_id in (mine.account_id, theirs.account_id)
    }
    counters = "SELECT * FROM alert_counters ORDER BY id"
    counted = await connection.fetch(counters)
    indexes = "SELECT count(*) FROM pg_indexes WHERE tablename = 'alerts'"
    before = await connection.fetchval(indexes)
    await apply(connection, NUMBER)
    for account_id, rows in expected.items():
        numbered = await connection.fetch(
            "SELECT id, sequence FROM alerts WHERE account_id = $1 ORDER BY sequence", account_id
        )
        assert [row["id"] for row in numbered] == [row["id"] for row in rows]
        assert [row["sequence"] for row in numbered] == list(range(1, len(rows) + 1))
    assert await connection.fetch(counters) == counted
    assert await connection.fetchval(indexes) == before + 1
    assert await connection.fetchval("SELECT count(*) FROM pg_trigger WHERE tgrelid = 'alerts'::regclass") == 0


async def test_an_older_cursor_goes_on_exactly_where_it_was(old, empty):
    connection, mine, _ = old
    rows = await connection.fetch(
        "SELECT id, transaction_id FROM alerts WHERE account_id = $1 ORDER BY transaction_id, id", mine.account_id
    )
    horizon = await connection.fetchval("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
    places = [(row["transaction_id"], row["id"]) for row in rows]
    places += [(number, NOBODY) for number in (0, *range(99, 112), horizon)]
    await migrated(connection)
    ring = KeyRing.create(empty.key_file)
    async with database(empty):
        for round_ in range(2):
            for place in places:
                behind = [str(row["id"]) for row in rows if (row["transaction_id"], row["id"]) > place]
                assert (await met(mine, old_cursor(*place)))[: len(behind)] == behind, place
                assert len(await met(mine, old_cursor(*place))) == len(behind) + round_
            if not round_:
                await raise_findings(connection, ring, mine.workforce())
        page = await service.list_alerts(mine.subject, QUERY, after=old_cursor(*places[0]))
        assert await met(mine, page.cursor) == []


async def test_live_readers_go_on_from_an_older_cursor(old, empty):
    connection, mine, _ = old
    rows = await connection.fetch(
        "SELECT id, transaction_id FROM alerts WHERE account_id = $1 ORDER BY transaction_id, id", mine.account_id
    )
    await migrated(connection)
    cursor = old_cursor(rows[4]["transaction_id"], rows[4]["id"])
    async with database(empty), live_feed(empty):
        event = await anext(alert_events(mine.account_id, cursor))
        assert [alert.id for alert in event.alerts] == [str(row["id"]) for row in rows[5:]]


async def test_readers_with_an_older_cursor_learn_that_alerts_may_have_changed(old, empty):
    connection, mine, theirs = old
    rows = await connection.fetch("SELECT account_id, id, transaction_id FROM alerts ORDER BY transaction_id, id")
    horizon = await connection.fetchval("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
    await migrated(connection)
    async with database(empty), live_feed(empty):
        for tenant in (mine, theirs):
            places = [(row["transaction_id"], row["id"]) for row in rows if row["account_id"] == tenant.account_id]
            for place in (places[4], places[-1], (horizon, NOBODY)):
                event = await anext(change_events(tenant.account_id, old_cursor(*place)))
                assert (event.is_many, event.operation_id) == (True, None)
            page = await service.list_alerts(tenant.subject, QUERY)
            assert not (await anext(change_events(tenant.account_id, page.cursor))).is_many


async def test_an_older_cursor_that_no_reader_can_have_is_refused(old, empty):
    connection, mine, _ = old
    await migrated(connection)
    late = await make_tenant(connection, "late.example")
    later = await connection.fetchval("SELECT max(last_transaction_id) + 1 FROM alert_sequences")
    async with database(empty):
        for tenant, text in (
            (mine, old_cursor(later, NOBODY)),
            (mine, old_cursor(2**64 - 1, NOBODY)),
            (late, old_cursor(1, NOBODY)),
        ):
            with pytest.raises(ValidationError) as caught:
                await met(tenant, text)
            assert "belongs to another database" in str(caught.value.field_errors["after"][0])
        with pytest.raises(ValidationError) as caught:
            await service.list_alerts(mine.subject, QUERY, as_of=Anchor.now("alerts", "100:107:101,104").encode())
        assert "Load it again" in str(caught.value.field_errors["as_of"][0])


async def test_older_cursors_end_with_a_clear_error(old, empty, monkeypatch):
    connection, mine, _ = old
    await migrated(connection)
    assert tuple(int(part) for part in version("breachlight").split(".")[:2]) < cursors.OLD_CURSORS_END
    monkeypatch.setattr(cursors, "version", lambda _: "0.3.1")
    async with database(empty):
        with pytest.raises(ValidationError) as caught:
            await met(mine, old_cursor(101, NOBODY))
        assert "from an earlier version" in str(caught.value.field_errors["after"][0])
        page = await service.list_alerts(mine.subject, QUERY)
        assert await met(mine, page.cursor) == []


async def test_positions_of_alert_emails_stay_where_they_were(old):
    connection, mine, theirs = old
    rows = await connection.fetch(
        "SELECT account_id, id, transaction_id FROM alerts ORDER BY account_id, transaction_id, id"
    )
    places = [(row["transaction_id"], row["id"]) for row in rows if row["account_id"] == mine.account_id]
    places += [(number, NOBODY) for number in (0, 99, 104, 109, 110, 2**40)]
    users = {new_id(): place for place in places}
    for user_id, place in users.items():
        for tenant in (mine, theirs):
            owner = {"account_id": tenant.account_id, "user_id": user_id}
            await insert(connection, "alert_mail_positions", **owner, cursor=old_cursor(*place), told_at=FIRST)
    await migrated(connection)
    for row in await connection.fetch("SELECT * FROM alert_mail_positions"):
        place = users[row["user_id"]]
        told = [alert for alert in rows if alert["account_id"] == row["account_id"]]
        assert row["sequence"] == sum((alert["transaction_id"], alert["id"]) <= place for alert in told)
        assert row["told_at"] == FIRST


async def test_positions_of_another_server_go_on_with_alerts_that_were_never_emailed(old):
    connection, mine, _ = old
    await connection.execute("DELETE FROM alerts")
    # Two alerts of the other server, the first one emailed, and then two of this one, whose transactions are lower.
    for number, transaction_id in enumerate((2**40, 2**40 + 1, 103, 104)):
        raised_at = FIRST + timedelta(days=number)
        values = alert_values(leak_id=mine.leak_id, account_id=mine.account_id, datetime=raised_at)
        await insert(connection, "alerts", **values, transaction_id=transaction_id)
    emailed, never = new_id(), new_id()
    for user_id, told_at in ((emailed, FIRST + timedelta(hours=1)), (never, None)):
        owner = {"account_id": mine.account_id, "user_id": user_id}
        await insert(connection, "alert_mail_positions", **owner, cursor=old_cursor(2**40 + 9, NOBODY), told_at=told_at)
    await migrated(connection)
    pending = """SELECT array_agg(alerts.transaction_id ORDER BY alerts.datetime)
        FROM alerts JOIN alert_mail_positions AS kept ON kept.account_id = alerts.account_id AND alerts.sequence > kept.sequence
        WHERE kept.user_id = $1"""
    assert {2**40 + 1, 103, 104} <= set(await connection.fetchval(pending, emailed))
    assert {103, 104} <= set(await connection.fetchval(pending, never))


async def test_raising_goes_on_with_the_next_number(old, empty):
    connection, mine, _ = old
    await migrated(connection)
    ring = KeyRing.create(empty.key_file)
    highest = "SELECT max(sequence) FROM alerts WHERE account_id = $1"
    before = await connection.fetchval(highest, mine.account_id)
    second = await connect(empty)
    await raise_findings(second, ring, mine.workforce(), mine.portal())
    await second.close()
    assert await connection.fetchval(highest, mine.account_id) == before + 3
