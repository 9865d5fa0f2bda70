"""Incidents as their readers see them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, make_tenant

from breachlight.alerts import service as alerts
from breachlight.alerts.incidents import service
from breachlight.alerts.incidents.filters import IncidentFilter, IncidentOrder, IncidentTab
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.auth.permissions import Permission
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.identifiers import new_id

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
VIDAR = {"family": "vidar", "key": "1", "computer": "OFFICE-PC-4", "infected_at": "2026-11-23T10:00:00+00:00"}
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


async def listed(tenant: Tenant, **conditions: Any) -> list[Any]:
    return (await service.list_incidents(tenant.subject, IncidentFilter(**conditions))).results


async def test_an_incident_says_what_happened_in_every_language(tenant: Tenant, raise_all: Raise) -> None:
    with clock.standing_at(NOON):
        await raise_all(
            tenant.workforce(machine=VIDAR, host="travel.example", seen_at=NOON),
            tenant.portal(password=None, password_type="none"),
            *[tenant.workforce(email=f"p{number}@acme.example", username_key=str(number)) for number in range(14)],
        )
        [device, people, portals] = sorted(await listed(tenant), key=lambda incident: incident.title, reverse=True)
        assert device.trend == [0] * 13 + [1]
    assert device.title == "Vidar malware on OFFICE-PC-4"
    assert device.summary == (
        "Vidar malware on OFFICE-PC-4 stole the login of jo@acme.example for travel.example."
        " The device was infected on 23 Nov 2026. The password is readable."
    )
    assert device.title.in_language("de") == "Vidar-Malware auf OFFICE-PC-4"
    assert "23.11.2026" in device.summary.in_language("de")
    assert (device.device.computer, device.leak, device.severity.level) == ("OFFICE-PC-4", None, "critical")
    assert people.title == "14 people in The leak-of-acme.example leak"
    assert people.title.in_language("ja") == "The leak-of-acme.example leakに含まれる14人"
    assert (people.people.total, len(people.people.first), people.sites.first) == (14, 5, ["shop.example"])
    assert portals.title == "1 customer login in The leak-of-acme.example leak"
    assert portals.summary == "1 login to your sites is in The leak-of-acme.example leak."
    page = await alerts.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter(incident_id=device.id)))
    assert [(alert.incident.id, alert.incident.title) for alert in page.results] == [(device.id, device.title)]


async def test_each_open_incident_is_in_exactly_one_tab(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*[tenant.workforce(machine={"key": str(number)}, host=f"{number}.example") for number in range(6)])
    [new, mine, mine_waiting, theirs, waiting, closed] = await listed(tenant)
    colleague_id = new_id()
    for view, state, assignee in (
        (mine, "open", tenant.user_id),
        (mine_waiting, "waiting", tenant.user_id),
        (theirs, "open", colleague_id),
        (waiting, "waiting", None),
        (closed, "closed", colleague_id),
    ):
        await connection.execute(
            "UPDATE incidents SET state = $2, assignee_id = $3 WHERE id = $1", view.id, state, assignee
        )
    tabs = {tab: {view.id for view in await listed(tenant, tab=tab)} for tab in IncidentTab}
    assert tabs == {
        IncidentTab.NEW: {new.id},
        IncidentTab.MINE: {mine.id, mine_waiting.id},
        IncidentTab.WAITING: {theirs.id, waiting.id},
        IncidentTab.CLOSED: {closed.id},
    }
    counts = await service.count_incidents(tenant.subject)
    assert (counts.new, counts.mine, counts.waiting, counts.closed) == (1, 2, 2, 1)


@pytest.mark.parametrize("order", list(IncidentOrder))
async def test_pages_follow_each_other(tenant: Tenant, raise_all: Raise, order: IncidentOrder) -> None:
    for number in range(7):
        with clock.standing_at(NOON + timedelta(minutes=number % 3)):
            changes = {"password": None, "password_type": "none"} if number % 2 else {}
            await raise_all(tenant.workforce(machine={"key": str(number)}, host=f"{number}.example", **changes))
    whole = await service.list_incidents(tenant.subject, IncidentFilter(), order)
    found, after = [], None
    while True:
        page = await service.list_incidents(tenant.subject, IncidentFilter(), order, 2, after)
        found += [view.id for view in page.results]
        assert page.total == 7
        if not page.has_more:
            break
        after = page.cursor
    assert found == [view.id for view in whole.results]
    keys = [(view.severity.score, view.last_detected_at) for view in whole.results]
    assert keys == sorted(keys, key=lambda key: key if order is IncidentOrder.SEVERITY else key[1], reverse=True)


async def test_a_sensitive_leak_has_no_name_unless_all_of_it_concerns_the_reader(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    leak_id = await make_leak(connection, "secret")
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE id = $1", leak_id)
    await raise_all(tenant.workforce(leak_id=leak_id))
    viewer = replace(tenant.subject, permissions=frozenset({Permission.READ}))
    [hidden] = (await service.list_incidents(viewer, IncidentFilter())).results
    assert (hidden.title, hidden.leak.name) == ("jo@acme.example in a sensitive leak", "")
    assert "secret" not in hidden.summary
    assert (await service.list_incidents(viewer, IncidentFilter(leak_name="secret"))).results == []
    [seen] = await listed(tenant, leak_name="secret")
    assert seen.title == "jo@acme.example in The secret leak"
    await raise_all(tenant.workforce(leak_id=leak_id, email="jo@elsewhere.example"))
    [mixed] = await listed(tenant)
    assert mixed.title == "2 people in a sensitive leak"


async def test_nothing_of_another_account_is_found(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    other = await make_tenant(connection, "rival.example")
    await raise_all(other.workforce())
    [theirs] = await listed(other)
    with pytest.raises(NotFoundError):
        await service.get_incident(tenant.subject, theirs.id)
    assert await listed(tenant, person_id=theirs.people.first[0].id) == []
    assert [view.id for view in await listed(other, person_id=theirs.people.first[0].id)] == [theirs.id]


@pytest.mark.parametrize("cursor", ["x", "1~2~3", "101~2026-11-24T00:00:00+00:00~01a20afe-1ddd-7e9e-aabe-4e4391bd070d"])
async def test_a_cursor_that_was_never_returned_is_refused(tenant: Tenant, cursor: str) -> None:
    with pytest.raises(ValidationError):
        await service.list_incidents(tenant.subject, IncidentFilter(), after=cursor)
