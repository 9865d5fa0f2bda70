"""A look-back is told of once, by one mail to each member who wants to hear, and not again one by one."""

import asyncpg
import pytest

from alert_factories import Tenant, make_leak, raise_findings
from breachlight.alerts.cursors import Cursor
from breachlight.leaks import lookback, repository, telling
from breachlight.leaks.service import watch_domain, watch_email
from breachlight.notices.models import MailKind
from breachlight.notices.positions import hold_position
from factories import UserRow, make_domain, make_user
from intake_bench import Bench
from mail_server import Mails

LINES = "".join(
    f"https://shop{number}.example/login:jo{number}@acme.example:Invented-{number}\n" for number in range(5)
)


@pytest.fixture
async def members(bench: Bench, tortoise: None) -> list[UserRow]:
    """Two members of the first account, the second of whom wants no mails; a leak that speaks of acme.example is in."""
    account = bench.accounts[0]
    first, second = await make_user(bench.connection, account), await make_user(bench.connection, account)
    await bench.connection.execute("UPDATE users SET is_breach_alert_enabled = false WHERE id = $1", second.id)
    await bench.ingest(bench.write("leak.txt", LINES))
    return [first, second]


@pytest.fixture
def mails(bench: Bench) -> Mails:
    return Mails(bench.connection)


async def look_back(connection: asyncpg.Connection) -> None:
    for row in await connection.fetch("SELECT id FROM look_backs ORDER BY created_at"):
        await lookback.look_back({"look_back_id": str(row["id"])})


async def watch(bench: Bench) -> None:
    account = bench.accounts[0]
    domain = await make_domain(bench.connection, account, "acme.example", is_watched=False)
    async with bench.connection.transaction():
        await watch_domain(bench.connection, account.id, domain.id, "acme.example")


async def position(connection: asyncpg.Connection, user: UserRow) -> Cursor:
    async with connection.transaction():
        return await hold_position(connection, user.account_id, user.id)


async def newest(connection: asyncpg.Connection) -> Cursor:
    row = await connection.fetchrow(
        "SELECT transaction_id, id FROM alerts ORDER BY transaction_id DESC, id DESC LIMIT 1"
    )
    return Cursor(row["transaction_id"], row["id"])


async def test_the_summary_counts_what_was_found_and_is_written_once_whatever_crashes(
    bench: Bench, members: list[UserRow], mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watch(bench)
    finish = repository.finish_look_back

    async def dying(*arguments: object) -> None:
        await finish(*arguments)  # type: ignore[arg-type]
        raise ConnectionResetError

    monkeypatch.setattr(telling.repository, "finish_look_back", dying)
    with pytest.raises(ConnectionResetError):
        await look_back(bench.connection)
    assert await mails.all() == []
    monkeypatch.undo()
    for _ in range(2):
        await look_back(bench.connection)
    [mail] = await mails.all(MailKind.LOOK_BACK_DONE)
    assert mail.recipient == members[0].email
    assert "acme.example" in mail.text
    assert "New detections: 5" in " ".join(mail.text.split())
    assert "Invented-" not in mail.text
    assert await position(bench.connection, members[0]) > await newest(bench.connection)


async def test_where_other_alerts_wait_to_be_told_of_none_is_left_out(
    bench: Bench, members: list[UserRow], mails: Mails
) -> None:
    account = bench.accounts[0]
    leak = await make_leak(bench.connection, "another")
    tenant = Tenant(account.id, members[0].id, account.id, "acme.example", leak)
    await raise_findings(bench.connection, bench.ring, tenant.workforce(username_key="somebody-else"))
    await watch(bench)
    await look_back(bench.connection)
    assert len(await mails.all(MailKind.LOOK_BACK_DONE)) == 1
    assert await position(bench.connection, members[0]) == Cursor.before(0)


async def test_an_address_of_which_nothing_is_known_is_not_worth_a_mail(
    bench: Bench, members: list[UserRow], mails: Mails
) -> None:
    for key, mailed in (("nobody@people.example", 0), ("jo3@acme.example", 1)):
        async with bench.connection.transaction():
            await watch_email(bench.connection, bench.accounts[0].id, key)
        await look_back(bench.connection)
        assert len(await mails.all()) == mailed
    assert "jo3@acme.example" in (await mails.newest(MailKind.LOOK_BACK_DONE)).text
