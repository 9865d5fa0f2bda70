"""Which detections are one incident, and how it follows them."""

import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, make_tenant
from recounting import incident_faults

from breachlight.alerts import service
from breachlight.alerts.incidents import service as service_of_incidents
from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.jobs import group_alerts
from breachlight.alerts.models import AlertAction
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.kit import clock

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]


async def incidents(connection: asyncpg.Connection, tenant: Tenant) -> list[dict[str, Any]]:
    rows = await connection.fetch(
        "SELECT * FROM incidents WHERE account_id = $1 AND detections > 0 ORDER BY kind, has_domain, id",
        tenant.account_id,
    )
    return [dict(row) for row in rows]


async def test_detections_of_a_device_or_of_a_leak_and_list_are_one_incident(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    vidar = {"family": "vidar", "key": "HWID-1", "computer": "OFFICE-PC-4"}
    unnamed = {"computer": "Home", "user_name": "Jo", "ip": "192.0.2.1"}
    await raise_all(
        tenant.workforce(machine=vidar),
        tenant.workforce(machine={"key": "hwid-1"}, host="travel.example"),
        tenant.portal(machine={"key": "hwid-1", "ip": "192.0.2.9"}),
        tenant.workforce(machine=unnamed, password="a"),
        tenant.workforce(machine={**unnamed, "computer": "HOME"}, password="b"),
        tenant.workforce(machine={"family": "vidar"}, password="c"),
        tenant.workforce(password="d"),
        tenant.portal(password="e"),
        tenant.portal(password="f", leak_id=await make_leak(connection, "another")),
    )
    found = await incidents(connection, tenant)
    assert [(row["kind"], row["has_domain"], row["detections"]) for row in found if row["kind"] == "leak"] == [
        ("leak", False, 2),
        ("leak", True, 1),
        ("leak", True, 1),
    ]
    assert sorted((row["detections"], row["people"], row["sites"]) for row in found if row["kind"] == "device") == [
        (2, 1, 1),
        (3, 1, 3),
    ]
    assert await incident_faults(connection, tenant.account_id) == []


async def test_accounts_share_no_incident(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    other = await make_tenant(connection, "rival.example")
    await raise_all(tenant.workforce(machine={"key": "1"}), other.workforce(machine={"key": "1"}))
    [[mine], [theirs]] = [await incidents(connection, each) for each in (tenant, other)]
    assert mine["id"] != theirs["id"]


async def test_only_an_open_detection_reopens_an_incident(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    [alert_id] = [row["id"] for row in await connection.fetch("SELECT id FROM alerts")]
    await service.update_alerts(tenant.subject, AlertAction.CLOSE, ids=[str(alert_id)])
    await connection.execute("UPDATE users SET is_auto_close_duplicate_breach_records_enabled = true")
    await raise_all(tenant.workforce(file_digest=bytes(32)), tenant.workforce(host="elsewhere.example"))
    [row] = await incidents(connection, tenant)
    assert (row["state"], row["detections"], row["open_detections"]) == ("closed", 2, 0)
    assert row["closed_at"] is not None
    await raise_all(tenant.workforce(password="new"))
    [row] = await incidents(connection, tenant)
    assert (row["state"], row["open_detections"], row["closed_at"]) == ("open", 1, None)
    changes = await connection.fetch(
        "SELECT incident_id, operation_id, state, was_state FROM incident_changes WHERE cause = 'detection'"
    )
    assert [tuple(change) for change in changes] == [(row["id"], None, "open", "closed")]


async def test_an_incident_of_duplicates_alone_begins_closed(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    [alert_id] = [row["id"] for row in await connection.fetch("SELECT id FROM alerts")]
    await service.update_alerts(tenant.subject, AlertAction.CLOSE, ids=[str(alert_id)])
    await connection.execute("UPDATE users SET is_auto_close_duplicate_breach_records_enabled = true")
    await raise_all(tenant.workforce(host="elsewhere.example", leak_id=await make_leak(connection, "another")))
    states = [(row["state"], row["resolution"]) for row in await incidents(connection, tenant)]
    assert sorted(states, key=str) == [("closed", "duplicate"), ("closed", None)]


async def test_the_last_fourteen_days_are_counted(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    today = datetime(2026, 11, 20, 12, tzinfo=UTC)
    for ago in (20, 13, 12, 1, 0, 0):
        with clock.standing_at(today - timedelta(days=ago)):
            await raise_all(tenant.workforce(password=str(uuid.uuid4())))
    [row] = await incidents(connection, tenant)
    assert (row["daily"], row["daily_on"]) == ([2, 1, *[0] * 10, 1, 1], date(2026, 11, 20))


async def test_alerts_from_before_incidents_are_grouped_as_they_would_be_raised(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    await raise_all(*[tenant.workforce(password=str(number), host=f"{number % 3}.example") for number in range(7)])
    await raise_all(
        tenant.portal(), *[tenant.workforce(machine={"key": str(number % 2)}, host="x") for number in range(4)]
    )
    names = "SELECT id, incident_id FROM alerts ORDER BY id"
    expected, as_raised = await connection.fetch(names), await incidents(connection, tenant)
    await connection.execute("UPDATE alerts SET incident_id = NULL")
    await connection.execute("DELETE FROM incidents; DELETE FROM incident_people; DELETE FROM incident_sites")
    await group_alerts()
    assert await connection.fetch(names) == expected
    assert await incident_faults(connection, tenant.account_id) == []
    opened = [(row["id"], row["worst"], row["daily"]) for row in await incidents(connection, tenant)]
    assert opened == [(row["id"], row["worst"], row["daily"]) for row in as_raised]


async def test_people_and_sites_of_incidents_from_before_their_lists_are_listed(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*[tenant.workforce(password=str(number), host=f"{number % 3}.example") for number in range(7)])
    await raise_all(tenant.workforce(machine={"key": "1"}), tenant.portal())
    expected = await incidents(connection, tenant)
    await connection.execute(
        "DELETE FROM incident_people; DELETE FROM incident_sites; UPDATE incidents SET is_listed = false, people = 9"
    )
    await raise_all(tenant.workforce(password="meanwhile", host="0.example"))
    await group_alerts()
    assert await incident_faults(connection, tenant.account_id) == []
    listed = [(row["id"], row["people"], row["sites"], row["is_listed"]) for row in await incidents(connection, tenant)]
    assert listed == [(row["id"], row["people"], row["sites"], True) for row in expected]


async def test_an_incident_names_five_people_and_sites(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*[tenant.workforce(email=f"p{n}@acme.example", host=f"{n}.example") for n in range(7)])
    [view] = (await service_of_incidents.list_incidents(tenant.subject, IncidentFilter())).results
    assert (view.people.total, view.sites.total) == (7, 7)
    assert (len(view.people.first), view.sites.first) == (5, [f"{n}.example" for n in range(5)])
    await withdrawal.erase_alerts(
        connection,
        tenant.account_id,
        [row["id"] for row in await connection.fetch("SELECT id FROM alerts ORDER BY host LIMIT 4")],
    )
    [view] = (await service_of_incidents.list_incidents(tenant.subject, IncidentFilter())).results
    assert [person.email for person in view.people.first] == [f"p{n}@acme.example" for n in (4, 5, 6)]
    assert await connection.fetchval("SELECT count(*) FROM incident_people") == 3
