"""Pages of one anchor: every alert of the moment once, in order, whatever happens between them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from alert_factories import Tenant, raise_findings
from hypothesis import HealthCheck, given
from hypothesis import settings as rules
from hypothesis import strategies as st
from recounting import recount

from breachlight.alerts import service
from breachlight.alerts.email_accounts.repository import refresh_live_states
from breachlight.alerts.email_accounts.service import list_people
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query import anchor_repository
from breachlight.alerts.query.cleanup import trim_versions
from breachlight.alerts.query.filters import ORDERINGS, AlertFilter, AlertQuery
from breachlight.alerts.query.where import select_ids
from breachlight.alerts.repository import untie_domain
from breachlight.alerts.triage.repository import Change, change_alerts
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.kit import clock
from breachlight.kit.anchors import Anchor
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
FIRST = datetime(2026, 11, 1, tzinfo=UTC)
FILTERS = [
    {},
    {"is_closed": False},
    {"is_closed": True},
    {"is_read": False, "is_closed": False},
    {"domain_is_set": False, "is_closed": False},
    {"is_assigned": False},
    {"severity_from": 40},
    {"search": "shop"},
    {"user_email": "jo@acme.example", "is_closed": False},
]
steps = st.lists(
    st.one_of(
        st.tuples(st.just("raise"), st.integers(1, 3), st.booleans()),
        st.tuples(st.just("sight"), st.integers(0, 9), st.integers(1, 9)),
        st.tuples(st.just("triage"), st.sampled_from(list(AlertAction)), st.integers(0, 30)),
        st.tuples(st.just("close all"), st.none(), st.none()),
        st.tuples(st.just("undo"), st.none(), st.none()),
        st.tuples(st.just("retract"), st.integers(0, 30), st.none()),
        st.tuples(st.just("commit"), st.none(), st.none()),
    ),
    max_size=3,
)


class History:
    """Changes of a tenant's alerts, some of them in a transaction that is open for long."""

    def __init__(self, connection: asyncpg.Connection, slow: asyncpg.Connection, tenant: Tenant, ring: KeyRing) -> None:
        self.connection, self.slow, self.tenant, self.ring = connection, slow, tenant, ring
        self.operations: list[str] = []
        self.open: Any = None
        self.count = 0

    async def raise_alerts(self, count: int, *, is_portal: bool) -> None:
        make = self.tenant.portal if is_portal else self.tenant.workforce
        self.count += count
        seen = [FIRST + timedelta(days=(self.count + n) % 5) for n in range(count)]
        await raise_findings(
            self.connection, self.ring, *[make(password=f"invented-{new_id()}", seen_at=at) for at in seen]
        )

    async def begin(self) -> None:
        """Raise an alert and close others in a transaction that stays open."""
        self.open = self.slow.transaction()
        await self.open.start()
        names = [row["id"] for row in await self.slow.fetch("SELECT id FROM alerts ORDER BY id LIMIT 2")]
        makers = (self.tenant.workforce, self.tenant.portal)
        await raise_findings(self.slow, self.ring, *[make(password=f"invented-{new_id()}") for make in makers])
        for action in (AlertAction.CLOSE, AlertAction.REOPEN):
            await change_alerts(self.slow, select_ids(self.tenant.account_id, names), Change(action), new_id(), 1)

    async def end(self) -> None:
        if self.open is not None:
            await self.open.commit()
            self.open = None

    async def step(self, kind: str, one: Any, two: Any) -> None:
        names = [str(row["id"]) for row in await self.connection.fetch("SELECT id FROM alerts ORDER BY id")]
        await self.end()  # others would wait for what it has locked
        if kind == "raise":
            await self.raise_alerts(one, is_portal=two)
        elif kind == "sight":
            finding = self.tenant.workforce(
                password=f"seen-{one}", seen_at=FIRST + timedelta(days=two), file_digest=bytes([two]) * 32
            )
            await raise_findings(self.connection, self.ring, finding)
        elif kind == "triage" and names:
            user = str(self.tenant.user_id) if one is AlertAction.ASSIGN else None
            chosen = names[two % len(names) :][:4]
            done = await service.update_alerts(self.tenant.subject, one, ids=chosen, assignee_id=user)
            self.operations.append(done.operation_id)
        elif kind == "close all":
            done = await service.update_alerts(
                self.tenant.subject, AlertAction.CLOSE, filter=AlertFilter(is_closed=False), assignee_id=None
            )
            self.operations.append(done.operation_id)
        elif kind == "undo" and self.operations:
            await service.undo_operation(self.tenant.subject, self.operations.pop())
        elif kind == "retract" and names:
            await withdrawal.retract_alerts(self.connection, self.tenant.account_id, [UUID(names[one % len(names)])])


@rules(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    before=steps,
    between=st.lists(steps, min_size=8, max_size=8),
    conditions=st.sampled_from(FILTERS),
    ordering=st.sampled_from([sign + name for name in ORDERINGS for sign in ("", "-")]),
    size=st.integers(2, 5),
    is_open=st.booleans(),
)
async def test_following_the_pages_of_an_anchor_meets_each_alert_of_the_moment_once(  # noqa: PLR0917 -- the case
    connection: asyncpg.Connection,
    second: asyncpg.Connection,
    tenant: Tenant,
    key_ring: KeyRing,
    before: list[tuple[Any, ...]],
    between: list[list[tuple[Any, ...]]],
    conditions: dict[str, Any],
    ordering: str,
    size: int,
    is_open: bool,
) -> None:
    await connection.execute("DELETE FROM alerts")
    await recount(connection)
    history = History(connection, second, tenant, key_ring)
    for number in range(4):
        await history.raise_alerts(3, is_portal=bool(number % 2))
        await history.step("sight", number, 1)
    for step in before:
        await history.step(*step)
    if is_open:
        await history.begin()
    chosen = AlertFilter(**conditions)
    everything = await service.list_alerts(tenant.subject, AlertQuery(filter=chosen, ordering=ordering, page_size=100))
    expected = [alert.id for alert in everything.results]
    assert not everything.has_more
    met, pages, as_of, number = list[str](), list[list[str]](), None, 1
    while True:
        query = AlertQuery(filter=chosen, ordering=ordering, page=number, page_size=size)
        page = await service.list_alerts(tenant.subject, query, as_of=as_of)
        assert page.total == len(expected)
        pages.append([alert.id for alert in page.results])
        met += pages[-1]
        now = dict(await connection.fetch("SELECT id::text, is_closed FROM alerts"))
        assert {alert.id: alert.is_closed for alert in page.results}.items() <= now.items()
        as_of = page.as_of
        if not page.has_more:
            break
        for step in between[number % len(between)]:
            await history.step(*step)
        number += 1
    assert met == expected
    for back in range(number, 0, -1):
        query = AlertQuery(filter=chosen, ordering=ordering, page=back, page_size=size)
        page = await service.list_alerts(tenant.subject, query, as_of=as_of)
        assert [alert.id for alert in page.results] == pages[back - 1]
    await history.end()


@rules(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    between=st.lists(steps, min_size=6, max_size=6),
    search=st.sampled_from(["", "person1", "+shop"]),
    size=st.integers(2, 4),
    is_open=st.booleans(),
)
async def test_following_the_pages_of_an_anchor_meets_each_person_once(  # noqa: PLR0917 -- the case
    connection: asyncpg.Connection,
    second: asyncpg.Connection,
    tenant: Tenant,
    key_ring: KeyRing,
    between: list[list[tuple[Any, ...]]],
    search: str,
    size: int,
    is_open: bool,
) -> None:
    await connection.execute("DELETE FROM alerts")
    await connection.execute("DELETE FROM email_accounts")
    await recount(connection)
    history = History(connection, second, tenant, key_ring)

    async def raise_for(addresses: list[str]) -> None:
        found = [tenant.workforce(email=address, password=f"invented-{new_id()}") for address in addresses]
        again = tenant.workforce(
            email="person3@acme.example", seen_at=FIRST + timedelta(days=number), file_digest=bytes([number]) * 32
        )
        await raise_findings(connection, key_ring, *found, again)

    met, pages, as_of, number = list[str](), list[list[str]](), None, 1
    for one in range(9):
        await raise_for([f"person{one}@acme.example"] * (1 + one % 3) + [f"person{one % 4}+shop@acme.example"])
    if is_open:
        await history.begin()
    everything = await list_people(tenant.subject, 1, 100, search)
    expected = [person.email for person in everything.results]
    while True:
        page = await list_people(tenant.subject, number, size, search, as_of=as_of)
        assert page.total == len(expected)
        pages.append([person.email for person in page.results])
        met += pages[-1]
        as_of = page.as_of
        if number * size >= page.total:
            break
        for step in between[number % len(between)]:
            await history.step(*step)
        await history.end()  # as above
        number += 1
        await raise_for(
            [f"person{number}+shop@acme.example", f"newer{number}@acme.example", "person8@acme.example"] * 2
        )
    assert met == expected
    for back in range(number, 0, -1):
        page = await list_people(tenant.subject, back, size, search, as_of=as_of)
        assert [person.email for person in page.results] == pages[back - 1]
    await history.end()
    behind = await list_people(tenant.subject, 99, size, search)
    assert (behind.results, behind.total) == ([], (await list_people(tenant.subject, 1, size, search)).total)


async def test_people_and_alerts_have_anchors_of_their_own(tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce())
    alerts = await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()))
    people = await list_people(tenant.subject, 1, 10, "")
    with pytest.raises(ValidationError):
        await list_people(tenant.subject, 1, 10, "", as_of=alerts.as_of)
    with pytest.raises(ValidationError):
        await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()), as_of=people.as_of)


async def test_an_anchor_of_another_account_or_made_up_is_refused(
    tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(), other.workforce(), other.portal())
    query = AlertQuery(filter=AlertFilter())
    alerts = await service.list_alerts(other.subject, query)
    people = await list_people(other.subject, 1, 10, "")
    states = ["", "1", "9" * 5_000, *[f"{tenant.account_id}/{number}" for number in ("", "²", 2**63, "9" * 5_000)]]
    for text in (alerts.as_of, *[Anchor.now("alerts", state).encode() for state in states]):
        with pytest.raises(ValidationError) as caught:
            await service.list_alerts(tenant.subject, query, as_of=text)
        assert "Invalid as_of" in str(caught.value.field_errors["as_of"][0])
    for text in (people.as_of, *[Anchor.now("people", state).encode() for state in states]):
        with pytest.raises(ValidationError) as caught:
            await list_people(tenant.subject, 1, 10, "", as_of=text)
        assert "Invalid as_of" in str(caught.value.field_errors["as_of"][0])


async def make_list_of_active_emails(connection: asyncpg.Connection, tenant: Tenant) -> None:
    await connection.execute(
        "INSERT INTO live_email_account_lists (account_id, size, uploaded_at) VALUES ($1, 1, now())", tenant.account_id
    )
    await connection.execute(
        "INSERT INTO live_email_accounts (account_id, email_key) VALUES ($1, 'jo@acme.example')", tenant.account_id
    )
    await connection.execute("UPDATE email_accounts SET is_live = NULL WHERE account_id = $1", tenant.account_id)


async def test_an_anchor_ends_with_what_cannot_be_reconstructed(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    await raise_all(*[tenant.workforce(password=f"invented-{n}") for n in range(4)], tenant.portal(), other.workforce())
    await make_list_of_active_emails(connection, tenant)
    query = AlertQuery(filter=AlertFilter(), page_size=2)

    async def anchor() -> str:
        return (await service.list_alerts(tenant.subject, query)).as_of

    async def refused(as_of: str) -> str:
        with pytest.raises(ValidationError) as caught:
            await service.list_alerts(tenant.subject, query, as_of=as_of)
        return str(caught.value.field_errors["as_of"][0])

    async def erase(account: Tenant) -> None:
        ids = await connection.fetch(
            "SELECT id FROM alerts WHERE account_id = $1 ORDER BY id LIMIT 1", account.account_id
        )
        await withdrawal.erase_alerts(connection, account.account_id, [row["id"] for row in ids])

    kept = await anchor()
    await erase(other)
    await service.list_alerts(tenant.subject, query, as_of=kept)
    for change in (
        erase(tenant),
        refresh_live_states(connection, tenant.account_id),
        untie_domain(connection, tenant.account_id, tenant.domain_id, 10),
    ):
        as_of = await anchor()
        await change
        assert "Load it again" in await refused(as_of), change
    as_of = await anchor()
    with monkeypatch.context() as patched:
        patched.setattr(anchor_repository, "MOST_CHANGES", 2)
        await service.update_alerts(tenant.subject, AlertAction.CLOSE, filter=AlertFilter(is_closed=False))
        assert "Load it again" in await refused(as_of)
    with clock.standing_at(clock.now() + timedelta(hours=25)):
        assert "Load it again" in await refused(as_of)
        await service.list_alerts(tenant.subject, query, as_of=await anchor())
    with clock.standing_at(clock.now() + timedelta(seconds=61)):
        future = await anchor()
    assert "in the future" in await refused(future)
    with clock.standing_at(clock.now() + timedelta(seconds=50)):
        near = await anchor()
    await service.list_alerts(tenant.subject, query, as_of=near)
    for text in ("x", "=", "é", as_of[:-2], as_of[1:], "A" * 10_000, "AA" + as_of[2:], "Ag" * 20):
        assert "Invalid as_of" in await refused(text), text


async def test_versions_are_deleted_once_no_anchor_is_old_enough(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    await service.update_alerts(tenant.subject, AlertAction.CLOSE, filter=AlertFilter(is_closed=False))
    await trim_versions()
    assert await connection.fetchval("SELECT count(*) FROM alert_versions") == 1
    with clock.standing_at(clock.now() + timedelta(hours=27)):
        await trim_versions()
    assert await connection.fetchval("SELECT count(*) FROM alert_versions") == 0
