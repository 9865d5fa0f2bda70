"""Incidents in groups: by device, leak or person."""

from collections.abc import Callable
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, make_tenant

from breachlight.alerts.incidents import groups, groups_repository, service
from breachlight.alerts.incidents.filters import IncidentFilter, IncidentGrouping, IncidentTab
from breachlight.alerts.incidents.groups import IncidentGroup
from breachlight.alerts.incidents.where import select
from breachlight.kit.errors import ValidationError

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
EVERY = IncidentFilter()


def machine(key: str, **facts: str) -> dict[str, str]:
    return {"family": "vidar", "key": key, **facts}


async def grouped(tenant: Tenant, by: IncidentGrouping, **conditions: Any) -> list[IncidentGroup]:
    return (await groups.list_groups(tenant.subject, by, IncidentFilter(**conditions))).results


async def raise_mixed(tenant: Tenant, raise_all: Raise) -> None:
    """Raise two infections of one computer, one of another, a leak of one person, and Portals of two."""
    office = {"computer": "OFFICE-PC-4", "user_name": "Carlos"}
    await raise_all(
        tenant.workforce(machine=machine("1", **office), host="a.example"),
        tenant.workforce(machine=machine("2", computer="office-pc-4", user_name="carlos"), host="b.example"),
        tenant.workforce(machine=machine("3"), host="c.example", email="li@acme.example", username_key="li"),
        tenant.workforce(host="d.example"),
        *[
            tenant.portal(email=f"{name}@acme.example", username_key=name, password=None, password_type="none")
            for name in ("jo", "li")
        ],
    )


async def test_a_computer_that_was_infected_twice_is_one_device(tenant: Tenant, raise_all: Raise) -> None:
    await raise_mixed(tenant, raise_all)
    shown = await grouped(tenant, IncidentGrouping.DEVICE)
    assert sorted(((group.computer or "").upper(), group.incidents) for group in shown[:-1]) == [
        ("", 1),
        ("OFFICE-PC-4", 2),
    ]
    assert [view.kind for view in shown[-1].results] == ["leak", "leak"]
    assert shown[-1].computer is None


async def test_devices_are_in_the_group_of_the_leak_that_names_them(tenant: Tenant, raise_all: Raise) -> None:
    await raise_mixed(tenant, raise_all)
    [group] = await grouped(tenant, IncidentGrouping.LEAK)
    assert (group.leak_name, group.leak_title) == ("leak-of-acme.example", "The leak-of-acme.example leak")
    assert (group.incidents, group.detections, group.open_detections) == (5, 6, 6)


async def test_a_leak_of_several_people_is_in_a_group_of_its_own(tenant: Tenant, raise_all: Raise) -> None:
    await raise_mixed(tenant, raise_all)
    shown = await grouped(tenant, IncidentGrouping.PERSON)
    assert {(group.person_email, group.has_several): group.incidents for group in shown} == {
        ("jo@acme.example", False): 3,
        ("li@acme.example", False): 1,
        (None, True): 1,
    }


@pytest.mark.parametrize("by", list(IncidentGrouping))
async def test_each_incident_of_a_tab_is_in_exactly_one_group(
    tenant: Tenant, raise_all: Raise, by: IncidentGrouping
) -> None:
    await raise_mixed(tenant, raise_all)
    shown = await grouped(tenant, by, tab=IncidentTab.NEW)
    views = [view.id for group in shown for view in group.results]
    assert len(views) == len(set(views)) == (await service.count_incidents(tenant.subject)).new
    for group in shown:
        listed = await service.list_incidents(tenant.subject, IncidentFilter(tab=IncidentTab.NEW, group=group.key))
        assert [view.id for view in listed.results] == [view.id for view in group.results]
        assert listed.total == group.incidents
    assert await grouped(tenant, by, tab=IncidentTab.CLOSED) == []


async def test_a_large_group_brings_its_first_incidents_and_a_list_has_all(tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(*[tenant.workforce(machine=machine(str(n)), host=f"{n}.example") for n in range(12)])
    [group] = await grouped(tenant, IncidentGrouping.LEAK)
    assert (group.incidents, len(group.results)) == (12, 10)
    whole = await service.list_incidents(tenant.subject, IncidentFilter(group=group.key))
    assert [view.id for view in whole.results][:10] == [view.id for view in group.results]
    assert len(whole.results) == 12


async def test_pages_of_groups_and_of_incidents_follow_each_other(tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(*[tenant.workforce(machine=machine(str(n)), host=f"{n}.example") for n in range(5)])
    keys = [group.key for group in await grouped(tenant, IncidentGrouping.DEVICE)]
    pages = [
        await groups.list_groups(tenant.subject, IncidentGrouping.DEVICE, EVERY, page=page, page_size=2)
        for page in (1, 2, 3, 4)
    ]
    assert [group.key for page in pages for group in page.results] == keys
    assert [page.total for page in pages] == [5, 5, 5, 0]
    ids = [view.id for view in (await service.list_incidents(tenant.subject, EVERY)).results]
    cut = [await service.list_incidents(tenant.subject, EVERY, first=2, page=page) for page in (1, 2, 3, 4)]
    assert [view.id for page in cut for view in page.results] == ids
    assert [(page.total, page.has_more) for page in cut] == [(5, True), (5, True), (5, False), (5, False)]


async def test_a_page_behind_a_cursor_is_refused(tenant: Tenant, raise_all: Raise) -> None:
    await raise_mixed(tenant, raise_all)
    page = await service.list_incidents(tenant.subject, EVERY, first=1)
    with pytest.raises(ValidationError):
        await service.list_incidents(tenant.subject, EVERY, after=page.cursor, page=2)
    with pytest.raises(ValidationError):
        await groups.list_groups(tenant.subject, IncidentGrouping.LEAK, EVERY, page=0)


async def test_devices_of_a_sensitive_leak_are_not_in_its_group(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    leak_id = await make_leak(connection, "secret")
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE id = $1", leak_id)
    await raise_all(
        tenant.workforce(leak_id=leak_id, machine=machine("1"), email="x@else.example", username_key="x"),
        tenant.workforce(leak_id=leak_id, email="y@else.example", username_key="y"),
    )
    shown = await grouped(tenant, IncidentGrouping.LEAK)
    assert sorted((group.leak_name or "", group.incidents) for group in shown) == [("", 1), ("", 1)]
    assert "secret" not in "".join(str(group.leak_title) for group in shown)


@pytest.mark.parametrize("key", ["device", "leak:", "person:none'", "colour:red", ":"])
async def test_an_unknown_group_is_empty(tenant: Tenant, raise_all: Raise, key: str) -> None:
    await raise_all(tenant.workforce())
    assert (await service.list_incidents(tenant.subject, IncidentFilter(group=key))).results == []


async def test_groups_have_nothing_of_another_account(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    other = await make_tenant(connection, "rival.example")
    await raise_all(other.workforce(machine=machine("1")), other.workforce())
    assert [await grouped(tenant, by) for by in IncidentGrouping] == [[], [], []]


@pytest.mark.parametrize("by", list(IncidentGrouping))
async def test_groups_cost_no_more_with_more_detections(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, by: IncidentGrouping
) -> None:
    async def reads() -> int:
        async with connection.transaction():
            before = await connection.fetchval(_READ)
            selection = select(tenant.subject, EVERY)
            assert selection is not None
            await groups_repository.fetch_groups(connection, selection, by, "severity", 10, 0)
            return int(await connection.fetchval(_READ)) - int(before)

    await raise_mixed(tenant, raise_all)
    few = await reads()
    await raise_all(*[tenant.workforce(machine=machine("3"), host=f"{n}.example", password=f"{n}") for n in range(300)])
    await connection.execute("ANALYZE alerts, incidents, incident_people")
    # Of small tables, PostgreSQL reads all rows.
    assert await reads() < few + 100


_READ = """SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables
    WHERE relname IN ('alerts', 'incidents', 'incident_people')"""
