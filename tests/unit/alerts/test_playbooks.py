"""Playbooks: which steps the evidence of an incident needs, and what completed steps do."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_tenant
from playbooks import playbook_of
from recounting import incident_faults

from breachlight.alerts.incidents import service, steps, triage
from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.models import IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.auth.permissions import Permission
from breachlight.kit.errors import ForbiddenError, NotFoundError
from breachlight.kit.identifiers import new_id

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
HASHED = {"password": "5f4dcc3b5aa765d61d8327deb882cf99", "password_type": "md5"}
NONE = {"password": None, "password_type": "none"}


async def listed(tenant: Tenant) -> list[Any]:
    return (await service.list_incidents(tenant.subject, IncidentFilter())).results


async def complete(tenant: Tenant, view: Any, *ids: str) -> Any:
    for step_id in ids:
        view = await steps.change_step(tenant.subject, view.id, step_id, is_completed=True)
    return view


@pytest.mark.parametrize(
    ("findings", "kind", "expected"),
    [
        pytest.param(
            [{"machine": {"key": "1", "cookies": 7}}],
            "stealer_with_cookies",
            "disconnect_device clean_device end_sessions change_passwords turn_on_two_factor check_for_misuse",
            id="stealer_with_cookies",
        ),
        pytest.param(
            [{"machine": {"key": "1"}}],
            "stealer",
            "disconnect_device clean_device change_passwords turn_on_two_factor check_for_misuse",
            id="stealer",
        ),
        pytest.param([{"is_portal": True}], "own_portal", "reset_in_portal check_for_misuse inform_users", id="portal"),
        pytest.param(
            [{}, {"host": "travel.example"}],
            "reused_password",
            "change_passwords change_reused_passwords turn_on_two_factor check_for_misuse",
            id="reused",
        ),
        pytest.param(
            [{}, {"host": "travel.example", "email": "ann@acme.example", "username_key": "ann@acme.example"}],
            "readable_password",
            "change_passwords turn_on_two_factor check_for_misuse",
            id="readable",
        ),
        pytest.param([HASHED], "hash", "change_passwords turn_on_two_factor", id="hash"),
        pytest.param([NONE], "address_only", "turn_on_two_factor watch_for_phishing", id="address"),
        pytest.param(
            [HASHED, {**NONE, "host": "travel.example"}],
            "hash",
            "change_passwords turn_on_two_factor watch_for_phishing",
            id="several",
        ),
    ],
)
async def test_the_strongest_evidence_chooses_the_kind_and_all_of_it_the_steps(
    tenant: Tenant, raise_all: Raise, findings: list[dict[str, Any]], kind: str, expected: str
) -> None:
    await raise_all(
        *[(tenant.portal if given.get("is_portal") else tenant.workforce)(**_changes(given)) for given in findings]
    )
    [view] = await listed(tenant)
    playbook = await playbook_of(tenant, view)
    assert (playbook.kind, " ".join(playbook.ids)) == (kind, expected)
    assert (playbook.done, playbook.total) == (0, len(expected.split()))
    assert playbook.reuses_password is (kind == "reused_password")


def _changes(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "is_portal"}


async def test_an_inactive_account_adds_its_steps(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(**NONE))
    await connection.execute("UPDATE email_accounts SET is_live = false")
    [view] = await listed(tenant)
    playbook = await playbook_of(tenant, view)
    assert (playbook.kind, playbook.ids[1:3]) == ("inactive_account", ["confirm_inactive", "revoke_access"])


async def test_completed_steps_lower_the_severity_to_its_half(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(machine={"key": "1"}), tenant.workforce(host="travel.example", password="other"))
    [device, leak] = await listed(tenant)
    assert (device.severity.score, leak.severity.score) == (90, 65)
    ids = (await playbook_of(tenant, device)).ids
    lowered = await complete(tenant, device, *ids[:3])
    assert (lowered.severity.score, lowered.severity.level) == (60, "high")
    assert (lowered.severity.factors[-1].name, lowered.severity.factors[-1].points) == ("completed_steps", -30)
    assert sum(factor.points for factor in lowered.severity.factors) == 60
    assert [view.id for view in await listed(tenant)] == [leak.id, device.id]
    assert (await complete(tenant, device, *ids)).severity.score == 45
    assert await incident_faults(connection, tenant.account_id) == []
    for step_id in ids:
        again = await steps.change_step(tenant.subject, device.id, step_id, is_completed=False)
    assert again.severity.factors == device.severity.factors
    history = await connection.fetch("SELECT step, is_completed FROM incident_step_changes ORDER BY id")
    assert [tuple(row) for row in history] == [*[(step, True) for step in ids], *[(step, False) for step in ids]]


async def test_a_step_is_completed_exactly_once(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    [view] = await listed(tenant)
    heard = asyncio.Event()
    await connection.add_listener("alerts_changed", lambda *_: heard.set())
    await asyncio.gather(*[complete(tenant, view, "change_passwords") for _ in range(4)])
    await asyncio.wait_for(heard.wait(), 10)
    playbook = await playbook_of(tenant, view)
    [first, *others] = playbook.steps
    assert (playbook.done, first.completed_by.id) == (1, str(tenant.user_id))
    assert first.completed_at is not None
    assert {step.completed_at for step in others} == {None}
    assert await connection.fetchval("SELECT count(*) FROM incident_step_changes") == 1
    assert await incident_faults(connection, tenant.account_id) == []


async def test_new_evidence_of_a_closed_incident_adds_steps_and_keeps_completed_ones(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(**HASHED))
    [view] = await listed(tenant)
    await complete(tenant, view, "change_passwords", "turn_on_two_factor")
    await triage.set_incidents_state(tenant.subject, [view.id], IncidentChange(IncidentState.CLOSED))
    await raise_all(tenant.workforce(password="readable-now"))
    [again] = await listed(tenant)
    playbook = await playbook_of(tenant, again)
    assert (again.state, playbook.kind, playbook.done, playbook.total) == ("open", "readable_password", 2, 3)
    assert again.severity.score == 45
    assert await incident_faults(connection, tenant.account_id) == []


async def test_steps_are_changed_by_those_who_triage_the_incident_only(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    [view] = await listed(tenant)
    for step_id in ("clean_device", "unknown", ""):
        with pytest.raises(NotFoundError, match="no such step"):
            await complete(tenant, view, step_id)
    viewer = replace(tenant.subject, permissions=frozenset({Permission.READ}))
    with pytest.raises(ForbiddenError):
        await steps.change_step(viewer, view.id, "change_passwords", is_completed=True)
    rival = await make_tenant(connection, "rival.example")
    for incident_id in (view.id, str(new_id()), "not-an-id"):
        with pytest.raises(NotFoundError, match="Incident not found"):
            await steps.change_step(rival.subject, incident_id, "change_passwords", is_completed=True)
