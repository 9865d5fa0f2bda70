import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant
from recounting import recount

from breachlight.alerts import repository, service
from breachlight.alerts.query.filters import ORDERINGS, AlertFilter, AlertQuery
from breachlight.alerts.query.where import select
from breachlight.alerts.views import COLUMNS
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]


async def found(tenant: Tenant, **conditions: Any) -> set[str]:
    """The hosts of the alerts that a filter chooses, after checking its total."""
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter(**conditions), page_size=100))
    assert page.total == len(page.results)
    assert page.total_is_exact
    assert not page.has_more
    return {alert.breach_record.host or "" for alert in page.results}


async def fill(connection: asyncpg.Connection, tenant: Tenant, count: int) -> None:
    """Insert rows at one-minute steps: every third a Portals alert, every fifth closed, every seventh read."""
    await connection.execute(
        """INSERT INTO alerts (id, account_id, key, sequence, datetime, is_read, is_closed, domain_id, domain_name,
            is_alias, leak_id, url, host, usernames, username_key, password_type, severity_score, severity_factors,
            first_seen, last_seen, sightings)
        SELECT gen_random_uuid(), $1::uuid, sha256(('key' || n || $1::uuid::text)::bytea), n, '2026-01-01Z'::timestamptz + n * interval '1 minute',
            n % 7 = 0, n % 5 = 0, CASE WHEN n % 3 = 0 THEN $2::uuid END, CASE WHEN n % 3 = 0 THEN $3::text END, false, $4::uuid,
            'https://site-' || n || '.example/login', 'site-' || n || '.example', ARRAY['user-' || n || '@acme.example'],
            'user-' || n || '@acme.example', 'plain', 45, '{"login": 10}', '2026-01-01Z', '2026-01-01Z', 1
        FROM generate_series(1, $5::int) AS n""",
        tenant.account_id,
        tenant.domain_id,
        tenant.domain,
        tenant.leak_id,
        count,
    )
    await recount(connection)


@pytest.mark.spec("S1.2")
async def test_an_alert_shows_what_the_specification_names(tenant: Tenant, raise_all: Raise) -> None:
    machine = {"family": "redline", "computer": "PC-7", "infected_at": "2026-10-30T08:00:00+00:00", "ip": "192.0.2.7"}
    await raise_all(tenant.portal(machine=machine), tenant.workforce(is_alias=True))
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter(), ordering="domain_name"))
    portal, workforce = page.results
    assert portal.domain is not None
    assert portal.domain.domain == "acme.example"
    assert portal.user is None
    assert portal.breach_record.passwords == ["••••••••"]
    assert portal.breach_record.machine is not None
    assert portal.breach_record.machine.infected_at == datetime(2026, 10, 30, 8, tzinfo=UTC)
    assert portal.breach_record.machine.software is None
    assert portal.severity.score == sum(factor.points for factor in portal.severity.factors)
    assert portal.leak.name == "leak-of-acme.example"
    assert workforce.user is not None
    assert workforce.user.email == "jo@acme.example"
    assert workforce.domain is None
    assert workforce.is_alias
    assert (await service.get_alert(tenant.subject, portal.id)).id == portal.id


@pytest.mark.spec("S3.11", "S7.5", "B4.8.5")
async def test_every_query_field_chooses(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(
        tenant.workforce(host="a.example", url="https://A.example/Path_1%"),
        tenant.workforce(
            host="b.example", url="https://b.example/path-1", email="Zoë@acme.example", password="other-1"
        ),
        tenant.portal(host="c.acme.example", usernames=["Client-7", "second@people.example"]),
    )
    rows = {alert["host"]: alert for alert in await connection.fetch("SELECT * FROM alerts")}
    await connection.execute("UPDATE alerts SET is_read = true WHERE host = 'a.example'")
    await connection.execute("UPDATE alerts SET is_closed = true WHERE host = 'b.example'")
    await connection.execute("UPDATE alerts SET datetime = '2026-01-01Z' WHERE host = 'a.example'")
    await recount(connection)
    a, b, c = "a.example", "b.example", "c.acme.example"
    first = datetime(2026, 1, 1, tzinfo=UTC)
    assert await found(tenant) == {a, b, c}
    assert await found(tenant, id=str(rows[b]["id"])) == {b}
    assert await found(tenant, user_id=str(rows[a]["email_account_id"])) == {a}
    assert await found(tenant, domain_id=str(tenant.domain_id)) == {c}
    assert await found(tenant, is_read=True) == {a}
    assert await found(tenant, is_read=False) == {b, c}
    assert await found(tenant, is_closed=True) == {b}
    assert await found(tenant, is_closed=False, domain_is_set=False) == {a}
    assert await found(tenant, datetime=first) == {a}
    assert await found(tenant, datetime=first + timedelta(microseconds=1)) == set()
    assert await found(tenant, start_datetime=first) == {a, b, c}
    assert await found(tenant, end_datetime=first) == set()
    assert await found(tenant, end_datetime=first + timedelta(microseconds=1)) == {a}
    assert await found(tenant, start_datetime=first + timedelta(days=1)) == {b, c}
    assert await found(tenant, domain_name="ACME") == {c}
    assert await found(tenant, domain_name="acme_example") == set()
    assert await found(tenant, domain_exact="Acme.Example") == {c}
    assert await found(tenant, domain_exact="acme") == set()
    assert await found(tenant, domain_is_set=True) == {c}
    assert await found(tenant, domain_is_not_set=True) == {a, b}
    assert await found(tenant, domain_is_not_set=False) == {c}
    assert await found(tenant, domain_is_set=True, domain_is_not_set=True) == set()
    assert await found(tenant, breach_record_usernames="JO@acme.example") == {a}
    assert await found(tenant, breach_record_usernames="zoë@acme.example") == {b}
    assert await found(tenant, breach_record_usernames="client-7") == {c}
    assert await found(tenant, breach_record_usernames="SECOND@people.example") == {c}
    assert await found(tenant, breach_record_usernames="client") == set()
    assert await found(tenant, breach_record_passwords="other-1") == {b}
    assert await found(tenant, breach_record_passwords="other") == set()
    assert await found(tenant, breach_record_passwords="OTHER-1") == set()
    assert await found(tenant, breach_record_url="PATH_1") == {a}
    assert await found(tenant, search="b.EXAMPLE/") == {b}
    assert await found(tenant, search="second@") == {c}
    assert await found(tenant, search="c.acme") == {c}
    assert await found(tenant, search="nowhere") == set()
    assert await found(tenant, search="example", is_closed=False, is_read=False) == {c}


async def test_r05_a_search_matches_literally_and_soon(tenant: Tenant, raise_all: Raise) -> None:
    texts = ["%", "_", "'", "\\", "\N{RIGHT-TO-LEFT OVERRIDE}x", "b" * 9_990, "\ud800", "\x1f"]
    for number, text in enumerate(texts):
        kept = text.encode("utf-8", "replace").decode()
        await raise_all(
            tenant.workforce(host=f"hit-{number}.example", url=f"https://hit-{number}.example/{kept}/"),
            tenant.workforce(host=f"name-{number}.example", usernames=[f"x{kept}y"]),
        )
    await raise_all(tenant.workforce(host="other.example", url="https://other.example/", usernames=["jo"]))
    for number, text in enumerate(texts):
        start = time.perf_counter()
        assert await found(tenant, search=text) == {f"hit-{number}.example", f"name-{number}.example"}
        assert time.perf_counter() - start < 0.5
        assert await found(tenant, breach_record_url=text) == {f"hit-{number}.example"}


async def test_an_unknown_identifier_chooses_nothing(tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce())
    for text in ("not-an-id", "0", str(new_id())):
        for name in ("id", "user_id", "domain_id"):
            assert await found(tenant, **{name: text}) == set()


@pytest.mark.spec("B6.3")
async def test_g08_no_query_shows_another_accounts_rows(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(), other.workforce(), other.portal())
    rows = await connection.fetch("SELECT * FROM alerts WHERE account_id = $1", other.account_id)
    foreign = next(row for row in rows if row["domain_name"] is None)
    for conditions in (
        {"id": str(foreign["id"])},
        {"user_id": str(foreign["email_account_id"])},
        {"domain_id": str(other.domain_id)},
        {"domain_name": "rival"},
        {"domain_exact": "rival.example"},
        {"breach_record_usernames": "jo@rival.example"},
        {"search": "rival"},
    ):
        assert await found(tenant, **conditions) == set(), conditions
    assert await found(tenant) == {"shop.example"}
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()), after="")
    assert [alert.user.email for alert in page.results if alert.user] == ["jo@acme.example"]
    with pytest.raises(NotFoundError):
        await service.get_alert(tenant.subject, str(foreign["id"]))
    with pytest.raises(NotFoundError):
        await service.get_alert(tenant.subject, "not-an-id")


async def test_pages_of_every_ordering_meet_each_row_once(connection: asyncpg.Connection, tenant: Tenant) -> None:
    await fill(connection, tenant, 45)
    await connection.execute("UPDATE alerts SET datetime = '2026-01-01Z'")
    for ordering in (sign + key for sign in ("", "-") for key in ORDERINGS):
        met: list[str] = []
        for number in range(1, 6):
            query = AlertQuery(filter=AlertFilter(), page=number, page_size=10, ordering=ordering)
            page = await service.list_alerts(tenant.subject, query)
            assert page.has_more == (number < 5)
            met.extend(alert.id for alert in page.results)
        direction = "DESC" if ordering.startswith("-") else "ASC"
        column = ORDERINGS[ordering.removeprefix("-")]
        expected = await connection.fetch(
            f"SELECT id FROM alerts ORDER BY {column} {direction} NULLS LAST, id {direction}"
        )
        assert met == [str(row["id"]) for row in expected], ordering


async def test_totals_of_the_base_lists_are_kept(connection: asyncpg.Connection, tenant: Tenant) -> None:
    await fill(connection, tenant, 240)
    for has_domain, is_closed, is_read in product((None, True, False), repeat=3):
        conditions = AlertFilter(domain_is_set=has_domain, is_closed=is_closed, is_read=is_read)
        page = await service.list_alerts(tenant.subject, AlertQuery(filter=conditions, page_size=100))
        chosen = [
            n
            for n in range(240, 0, -1)
            if has_domain in {None, n % 3 == 0} and is_closed in {None, n % 5 == 0} and is_read in {None, n % 7 == 0}
        ]
        assert page.total == len(chosen)
        assert [alert.breach_record.host for alert in page.results] == [f"site-{n}.example" for n in chosen[:100]]
        assert page.has_more == (len(chosen) > 100)


async def test_g07_a_page_past_the_end_is_empty(connection: asyncpg.Connection, tenant: Tenant) -> None:
    await fill(connection, tenant, 30)
    for conditions in (AlertFilter(), AlertFilter(search="site")):
        page = await service.list_alerts(tenant.subject, AlertQuery(filter=conditions, page=10**12, page_size=10**9))
        assert (page.results, page.total, page.page_size, page.has_more) == ([], 30, 100, False)


async def test_r06_an_end_before_its_start_chooses_nothing(connection: asyncpg.Connection, tenant: Tenant) -> None:
    await fill(connection, tenant, 10)
    early, late = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
    assert await found(tenant, start_datetime=late, end_datetime=early) == set()
    assert len(await found(tenant, start_datetime=early, end_datetime=late)) == 10


async def test_a_count_beyond_the_largest_says_so(
    connection: asyncpg.Connection, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(connection, tenant, 60)
    monkeypatch.setattr(repository, "LARGEST_COUNT", 50)
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter(search="site"), page=6))
    assert (page.total, page.total_is_exact, len(page.results)) == (50, False, 10)
    page = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()))
    assert (page.total, page.total_is_exact) == (60, True)


@pytest.mark.spec("B6.1")
async def test_g07_a_list_costs_two_or_three_statements_whatever_its_size(
    connection: asyncpg.Connection, tenant: Tenant, statements: list[str]
) -> None:
    for count in (5, 500):
        await connection.execute("DELETE FROM alerts")
        await fill(connection, tenant, count)
        for conditions in (AlertFilter(), AlertFilter(domain_is_set=True), AlertFilter(search="site")):
            for after in (None, ""):
                statements.clear()
                await service.list_alerts(tenant.subject, AlertQuery(filter=conditions, page_size=100), after=after)
                asked = [text for text in statements if "pg_advisory" not in text]
                is_counted = conditions.search is not None and (count > 100 or after is not None)
                assert len(asked) == 2 + is_counted, asked


async def plan(connection: asyncpg.Connection, statement: str, *arguments: Any) -> str:
    rows = await connection.fetch(f"EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) {statement}", *arguments)
    return "\n".join(row[0] for row in rows)


@pytest.mark.spec("B6.1")
async def test_pages_of_the_base_lists_read_a_stretch_of_their_index(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, key_ring: KeyRing
) -> None:
    await fill(connection, tenant, 20_000)
    await fill(connection, other, 20_000)
    await connection.execute("ANALYZE alerts")
    start = datetime(2026, 1, 3, tzinfo=UTC)
    for conditions, indexes in (
        (AlertFilter(domain_is_not_set=True), {"alerts_workforce"}),
        (AlertFilter(domain_is_not_set=False, is_closed=False), {"alerts_portals"}),
        (AlertFilter(domain_is_set=False, is_closed=True, is_read=False), {"alerts_workforce"}),
        (AlertFilter(is_closed=False), {"alerts_workforce", "alerts_portals"}),
        (AlertFilter(domain_is_set=False, start_datetime=start), {"alerts_workforce"}),
    ):
        selection = select(tenant.account_id, conditions, key_ring)
        for ordering in ("-datetime", "datetime"):
            statement = repository.page_statement(selection, COLUMNS, ordering, 11, 20)
            text = await plan(connection, statement, *selection.arguments)
            assert all(index in text for index in indexes), text
            assert "Seq Scan on alerts" not in text
            reads = [line for line in text.splitlines() if "Index" in line and "actual rows=" in line]
            assert max(float(line.partition("actual rows=")[2].split()[0]) for line in reads) < 100, text


async def test_filters_that_choose_few_rows_read_few(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, key_ring: KeyRing
) -> None:
    await fill(connection, tenant, 20_000)
    await fill(connection, other, 20_000)
    await connection.execute("UPDATE alerts SET password_type = 'bcrypt' WHERE sequence % 2000 = 1")
    await connection.execute("ANALYZE alerts")
    for conditions, index in (
        (AlertFilter(type="hash", domain_is_set=False), "alerts_of_hashes"),
        (AlertFilter(type="address", domain_is_set=False, is_closed=False), "alerts_of_addresses"),
        (AlertFilter(breach_record_usernames="user-5@acme.example", domain_is_set=False), "alerts_first_username"),
    ):
        selection = select(tenant.account_id, conditions, key_ring)
        page = repository.page_statement(selection, COLUMNS, "-datetime", 11, 0)
        for statement in (page, f"SELECT count(*) FROM alerts AS a WHERE {selection.where()}"):
            text = await plan(connection, statement, *selection.arguments)
            assert index in text, text
            removed = [line for line in text.splitlines() if "Rows Removed by Filter" in line]
            assert all(int(line.rpartition(" ")[2]) < 100 for line in removed), text
