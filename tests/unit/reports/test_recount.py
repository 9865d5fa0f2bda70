"""The numbers of reports equal a plain count of what happened."""

import random
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from statistics import quantiles
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak

from breachlight.alerts import service as alerts
from breachlight.alerts.incidents import steps, triage
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.alerts.models import AlertAction
from breachlight.alerts.withdrawal import repository as withdrawal
from breachlight.auth.permissions import Permission
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.errors import NotFoundError
from breachlight.reports import repository, service
from breachlight.reports.flow_counting import count_flow
from breachlight.reports.months import Month

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
_LEVELS = ("info", "low", "medium", "high", "critical")


@dataclass(frozen=True)
class State:
    """What a report counts of an alert."""

    is_closed: bool
    level: str
    has_domain: bool


@dataclass
class Ledger:
    """What happened in each month, from comparisons of all alerts before and after each step."""

    closed: defaultdict[Month, Counter[State]] = field(default_factory=lambda: defaultdict(Counter))
    reopened: Counter[Month] = field(default_factory=Counter)
    completed: dict[Month, Counter[str]] = field(default_factory=dict)
    open_at_end: dict[Month, dict[str, int]] = field(default_factory=dict)


async def states(connection: asyncpg.Connection, tenant: Tenant) -> dict[uuid.UUID, State]:
    rows = await connection.fetch(
        """SELECT id, is_closed, severity_score / 20 AS level, coalesce(domain_name, '') <> '' AS has_domain
        FROM alerts WHERE account_id = $1""",
        tenant.account_id,
    )
    return {row["id"]: State(row["is_closed"], _LEVELS[min(row["level"], 4)], row["has_domain"]) for row in rows}


def note(ledger: Ledger, month: Month, before: dict[uuid.UUID, State], after: dict[uuid.UUID, State]) -> None:
    for alert, state in after.items():
        was_closed = alert in before and before[alert].is_closed
        if state.is_closed and not was_closed:
            ledger.closed[month][state] += 1
        ledger.reopened[month] += was_closed and not state.is_closed


async def count_levels(
    connection: asyncpg.Connection, tenant: Tenant, condition: str, *values: object
) -> dict[str, int]:
    rows = await connection.fetch(
        f"SELECT least(severity_score / 20, 4) AS level, count(*) FROM alerts WHERE account_id = $1 AND {condition} GROUP BY 1",
        tenant.account_id,
        *values,
    )
    return {**dict.fromkeys(_LEVELS, 0), **{_LEVELS[row["level"]]: row["count"] for row in rows}}


class History:
    """Random steps of one account."""

    def __init__(self, connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, seed: int) -> None:
        self.connection, self.tenant, self.raise_all = connection, tenant, raise_all
        self.chance = random.Random(seed)
        self.files = 0
        self.undoable: list[str] = []
        self.undoable_incidents: list[str] = []
        self.leaks = [tenant.leak_id]
        self.completed: dict[tuple[uuid.UUID, str], Month] = {}

    async def some(self, condition: str, most: int = 4) -> list[str]:
        rows = await self.connection.fetch(
            f"SELECT id::text FROM alerts WHERE account_id = $1 AND retracted_at IS NULL AND {condition} ORDER BY sequence",
            self.tenant.account_id,
        )
        ids = [row["id"] for row in rows]
        return self.chance.sample(ids, min(len(ids), self.chance.randint(1, most)))

    async def ingest(self) -> None:
        self.files += 1
        chance = self.chance
        findings = []
        for _ in range(chance.randint(1, 6)):
            make = chance.choice([self.tenant.workforce, self.tenant.portal])
            findings.append(
                make(
                    password=str(chance.randrange(40)),
                    host=f"{chance.randrange(4)}.example",
                    leak_id=chance.choice(self.leaks),
                    leak_kind=chance.choice(["combolist", "stealer_log"]),
                    machine=chance.choice([None, None, {"key": f"device-{chance.randrange(3)}"}]),
                    file_digest=sha256(str(self.files).encode()).digest(),
                    seen_at=clock.now(),
                    **({"email": f"p{chance.randrange(4)}@acme.example"} if make == self.tenant.workforce else {}),
                )
            )
        await self.raise_all(*findings)

    async def close(self) -> None:
        if ids := await self.some("NOT is_closed"):
            done = await alerts.update_alerts(self.tenant.subject, AlertAction.CLOSE, ids=ids)
            self.undoable.append(done.operation_id)

    async def reopen(self) -> None:
        if ids := await self.some("is_closed"):
            await alerts.update_alerts(self.tenant.subject, AlertAction.REOPEN, ids=ids)

    async def undo(self) -> None:
        if self.undoable:
            await alerts.undo_operation(self.tenant.subject, self.undoable.pop())

    async def close_incident(self) -> None:
        rows = await self.connection.fetch(
            "SELECT id::text FROM incidents WHERE account_id = $1 AND detections > 0 AND state <> 'closed' ORDER BY id",
            self.tenant.account_id,
        )
        if rows:
            resolution = self.chance.choice([None, IncidentResolution.PASSWORD_RESET, IncidentResolution.DUPLICATE])
            change = IncidentChange(IncidentState.CLOSED, resolution)
            chosen = self.chance.choice(rows)["id"]
            done = await triage.set_incidents_state(self.tenant.subject, [chosen], change)
            self.undoable_incidents.append(done.operation_id)

    async def undo_incident(self) -> None:
        if self.undoable_incidents:
            await triage.undo_incident_operation(self.tenant.subject, self.undoable_incidents.pop())

    async def retract(self) -> None:
        ids = await self.some("true", most=2)
        async with transaction() as connection:
            await lock_accounts(connection, [self.tenant.account_id])
            await withdrawal.retract_alerts(connection, self.tenant.account_id, [uuid.UUID(one) for one in ids])

    async def erase(self) -> None:
        ids = await self.some("erased_at IS NULL", most=2)
        async with transaction() as connection:
            await lock_accounts(connection, [self.tenant.account_id])
            await withdrawal.erase_alerts(connection, self.tenant.account_id, [uuid.UUID(one) for one in ids])

    async def shown_incidents(self) -> list[uuid.UUID]:
        """Return those that have detections: the others are gone for readers."""
        rows = await self.connection.fetch(
            "SELECT id FROM incidents WHERE account_id = $1 AND detections > 0 ORDER BY id", self.tenant.account_id
        )
        return [row["id"] for row in rows]

    async def complete_step(self) -> None:
        if shown := await self.shown_incidents():
            incident = self.chance.choice(shown)
            [playbook] = (await steps.get_playbooks(self.tenant.subject, [incident])).values()
            step = str(self.chance.choice(playbook.steps).id)
            await steps.change_step(self.tenant.subject, str(incident), step, is_completed=True)
            self.completed.setdefault((incident, step), Month.of(clock.now().date()))

    async def reopen_step(self) -> None:
        shown = set(await self.shown_incidents())
        if choices := sorted(each for each in self.completed if each[0] in shown):
            incident, step = self.chance.choice(choices)
            await steps.change_step(self.tenant.subject, str(incident), step, is_completed=False)
            del self.completed[incident, step]

    async def step(self) -> None:
        actions = [self.ingest] * 5 + [
            self.close,
            self.reopen,
            self.undo,
            self.close_incident,
            self.retract,
            self.erase,
        ]
        more = [self.close_incident, self.undo_incident, self.complete_step, self.complete_step, self.reopen_step]
        await self.chance.choice([*actions, *more])()


@pytest.mark.parametrize("seed", range(6))
async def test_a_report_equals_a_recount_after_a_random_history(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise, seed: int
) -> None:
    await connection.execute(
        "UPDATE users SET is_auto_close_duplicate_breach_records_enabled = true WHERE id = $1", tenant.user_id
    )
    history, ledger = History(connection, tenant, raise_all, seed), Ledger()
    history.leaks.append(await make_leak(connection, "second"))
    running = Month.of(clock.now().date())
    months = [running.plus(ago) for ago in (-3, -2, -1)]
    for month in months:
        for day in range(1, 28, 2):
            with clock.standing_at(month.begins + timedelta(days=day, hours=history.chance.randrange(12))):
                before = await states(connection, tenant)
                await history.step()
                note(ledger, month, before, await states(connection, tenant))
        ledger.open_at_end[month] = await count_levels(connection, tenant, "NOT is_closed")
    for month in months:
        ledger.completed[month] = Counter(
            step for (_, step), completed in history.completed.items() if completed == month
        )
    with clock.standing_at(months[-1].begins):
        await raise_all(*[other.workforce(password=str(number)) for number in range(5)])
    await _compare(connection, tenant, ledger, months)


async def _compare(connection: asyncpg.Connection, tenant: Tenant, ledger: Ledger, months: list[Month]) -> None:
    listed = {each.month: each for each in await service.list_months(tenant.subject)}
    for month in months:
        found = await service.get_report(tenant.subject, str(month))
        within = ("datetime >= $2 AND datetime < $3", month.begins, month.ends)
        assert asdict(found.new.by_severity) == await count_levels(connection, tenant, *within)
        kinds = Counter(
            row["has_domain"]
            for row in await connection.fetch(
                f"SELECT domain_name IS NOT NULL AS has_domain FROM alerts WHERE account_id = $1 AND {within[0]}",
                tenant.account_id,
                *within[1:],
            )
        )
        assert (found.new.by_kind.workforce, found.new.by_kind.portals) == (kinds[False], kinds[True])
        assert found.closed.total == ledger.closed[month].total()
        levels, kinds = Counter[str](), Counter[bool]()
        for state, count in ledger.closed[month].items():
            levels[state.level] += count
            kinds[state.has_domain] += count
        assert asdict(found.closed.by_severity) == {level: levels[level] for level in _LEVELS}
        assert (found.closed.by_kind.workforce, found.closed.by_kind.portals) == (kinds[False], kinds[True])
        assert found.reopened == ledger.reopened[month]
        assert asdict(found.open.by_severity) == ledger.open_at_end[month]
        assert found.open.total == found.open_before + found.new.total + found.reopened - found.closed.total
        await _compare_trend(connection, tenant, ledger, found)
        assert {each.step: each.incidents for each in found.steps} == ledger.completed[month]
        summary = listed[str(month)]
        assert (summary.new_detections, summary.closed_detections) == (found.new.total, found.closed.total)
        assert summary.open_detections == found.open.total
        await _compare_incidents(connection, tenant, found, month)
        await _compare_rankings(connection, tenant, found, month)


async def _compare_trend(connection: asyncpg.Connection, tenant: Tenant, ledger: Ledger, found: service.Report) -> None:
    last = Month.parse(found.month)
    assert last is not None
    months = [last.plus(-ago) for ago in range(11, -1, -1)]
    assert [each.month for each in found.trend] == [str(month) for month in months]
    for each, month in zip(found.trend, months, strict=True):
        new = await count_levels(connection, tenant, "datetime >= $2 AND datetime < $3", month.begins, month.ends)
        assert (asdict(each.new_by_severity), each.new_detections) == (new, sum(new.values()))
        assert each.closed_detections == ledger.closed[month].total()
        assert each.open_detections == sum(ledger.open_at_end.get(month, {}).values())


async def _compare_incidents(
    connection: asyncpg.Connection, tenant: Tenant, found: service.Report, month: Month
) -> None:
    changes = await connection.fetch(
        """SELECT c.*, o.resolution, t.undone_at AS undone FROM incident_changes AS c
        LEFT JOIN incident_operations AS o ON o.account_id = $1 AND o.id = c.operation_id
        LEFT JOIN alert_operations AS t ON t.account_id = $1 AND t.id = c.operation_id
        WHERE c.account_id = $1 AND c.cause IS NOT NULL ORDER BY c.id""",
        tenant.account_id,
    )
    begun = {
        row["id"]: row["first_detected_at"]
        for row in await connection.fetch("SELECT * FROM incidents WHERE account_id = $1", tenant.account_id)
    }
    seconds, reasons, reopened, closed = [], Counter[str](), 0, 0
    for change in changes:
        is_in_month = month.begins <= change["changed_at"] < month.ends and change["undone"] is None
        if change["state"] != "closed":
            begun[change["incident_id"]] = change["changed_at"]
            reopened += is_in_month
        elif is_in_month:
            closed += 1
            reason = "withdrawn" if change["cause"] == "evidence" else change["resolution"] or "none"
            reasons[reason] += 1
            if reason not in {"duplicate", "withdrawn"}:
                seconds.append(max((change["changed_at"] - begun[change["incident_id"]]).total_seconds(), 0))
    assert (found.incidents_closed, found.incidents_reopened) == (closed, reopened)
    assert {each.resolution: each.incidents for each in found.resolutions} == reasons
    if len(seconds) > 1:
        cuts = quantiles(seconds, n=10, method="inclusive")
        assert found.median_seconds == pytest.approx(cuts[4], abs=1)
        assert found.ninetieth_seconds == pytest.approx(cuts[8], abs=1)
    firsts = await connection.fetch(
        "SELECT min(datetime) AS first FROM alerts WHERE account_id = $1 GROUP BY incident_id", tenant.account_id
    )
    assert found.incidents_opened == sum(month.begins <= row["first"] < month.ends for row in firsts)


async def _compare_rankings(
    connection: asyncpg.Connection, tenant: Tenant, found: service.Report, month: Month
) -> None:
    async def count(name: str) -> dict[str, tuple[int, int]]:
        """Return how many detections each has, and how many of them are still open."""
        rows = await connection.fetch(
            f"""SELECT {name} AS name, count(*) AS all, sum(CASE WHEN a.is_closed THEN 0 ELSE 1 END) AS open FROM alerts AS a LEFT JOIN email_accounts AS e ON e.account_id = $1 AND e.id = a.email_account_id
            JOIN leaks AS l ON l.id = a.leak_id WHERE a.account_id = $1 AND datetime >= $2 AND datetime < $3 GROUP BY 1""",
            tenant.account_id,
            month.begins,
            month.ends,
        )
        return {row["name"]: (row["all"], row["open"]) for row in rows if row["name"] is not None}

    assert {each.email: (each.detections, each.still_open) for each in found.people} == await count("e.email")
    assert {each.site: (each.detections, each.still_open) for each in found.sites} == await count("a.host")
    assert {each.name: (each.detections, each.still_open) for each in found.leaks} == await count("l.name")
    totals = [len(await count(name)) for name in ("e.email", "a.host", "l.name")]
    assert [found.people_total, found.sites_total, found.leaks_total] == totals


async def test_existing_alerts_are_counted_once_after_an_upgrade(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    month = Month(2026, 5)
    with clock.standing_at(month.begins):
        await raise_all(*[tenant.workforce(password=str(number)) for number in range(4)], tenant.portal())
    ids = [str(alert) for alert in await states(connection, tenant)]
    with clock.standing_at(month.plus(2).begins):
        await alerts.update_alerts(tenant.subject, AlertAction.CLOSE, ids=ids[:2])
    rows = "SELECT day, level, has_domain, closed, open_change FROM alert_flow_counters ORDER BY 1, 2, 3"
    expected = await connection.fetch(rows)
    await connection.execute("DELETE FROM alert_flow_counters; UPDATE alert_sequences SET has_flow_counters = false")
    with pytest.raises(service.UnavailableError):
        await service.get_report(tenant.subject, "2026-07")
    await count_flow()
    assert await connection.fetch(rows) == expected
    found = await service.get_report(tenant.subject, "2026-07")
    assert (found.open_before, found.closed.total, found.open.total) == (5, 2, 3)


async def test_a_month_without_a_report_is_not_found(tenant: Tenant, raise_all: Raise) -> None:
    with clock.standing_at(datetime(2026, 5, 31, 23, 59, tzinfo=UTC)):
        await raise_all(tenant.workforce())
    assert (await service.list_months(tenant.subject))[-1].month == "2026-05"
    found = await service.get_report(tenant.subject, "2026-05")
    assert (found.new.total, found.previous_month, found.next_month) == (1, None, "2026-06")
    for month in ("2026-04", "9000-12", "2026-13", "x", "2026-5", ""):
        with pytest.raises(NotFoundError):
            await service.get_report(tenant.subject, month)


async def test_b3_a_sensitive_leak_is_shown_to_those_whom_it_concerns(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(email="jo@elsewhere.example"))
    month = str(Month.of(clock.now().date()))
    await connection.execute("UPDATE leaks SET is_sensitive = true")
    viewer = replace(tenant.subject, permissions=frozenset({Permission.READ}))
    hidden = await service.get_report(viewer, month)
    assert (hidden.new.total, hidden.leaks_total, hidden.leaks) == (1, 0, [])
    await connection.execute("UPDATE email_accounts SET email = 'jo@acme.example'")
    assert [leak.detections for leak in (await service.get_report(tenant.subject, month)).leaks] == [1]
    assert (await service.get_report(viewer, month)).leaks == []


async def test_what_is_beyond_the_limits_is_said_to_be(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    await raise_all(*[tenant.workforce(password=str(number)) for number in range(4)])
    month = str(Month.of(clock.now().date()))
    assert (await service.get_report(tenant.subject, month)).is_exact
    with monkeypatch.context() as lowered:
        lowered.setattr(repository, "MOST_READ", 3)
        assert not (await service.get_report(tenant.subject, month)).is_exact
    # Both directions are among the changes that are read.
    [incident] = await connection.fetch("SELECT id::text FROM incidents WHERE account_id = $1", tenant.account_id)
    for state in (IncidentState.CLOSED, IncidentState.OPEN):
        await triage.set_incidents_state(tenant.subject, [incident["id"]], IncidentChange(state))
    found = await service.get_report(tenant.subject, month)
    assert (found.incidents_closed, found.incidents_reopened, found.is_exact) == (1, 1, True)
    monkeypatch.setattr(repository, "MOST_CLOSED", 2)
    assert not (await service.get_report(tenant.subject, month)).is_exact


def test_months_are_read_and_compared() -> None:
    assert Month.parse("2026-11") == Month.of(date(2026, 11, 24))
    assert str(Month(2026, 1).plus(-1)) == "2025-12"
    assert (Month(2025, 12).plus(1), Month(2026, 11).plus(14)) == (Month(2026, 1), Month(2028, 1))
    assert Month(2026, 2).ends == datetime(2026, 3, 1, tzinfo=UTC)
