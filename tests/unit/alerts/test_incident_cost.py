"""What raising and triage read of an account with many detections: only what they change."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant
from recounting import recount

from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.where import select_ids
from breachlight.alerts.triage.repository import Change, change_alerts
from breachlight.alerts.upsert.matches import Finding
from breachlight.kit.identifiers import new_id

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
Reads = dict[str, tuple[int, int]]

FEW, MANY = 1_000, 20_000
COPIED = {
    "id": "gen_random_uuid()",
    "key": "sha256(n::text::bytea)",
    "sequence": "n + 1000",
    "username_key": "'p' || n || '@acme.example'",
    "email_account_id": "gen_random_uuid()",
    "host": "n || '.example'",
    "machine": "CASE WHEN n % 2 = 0 THEN jsonb_build_object('key', 'device-' || n / 10) END",
    "incident_id": "NULL::uuid",
}
READS = """SELECT relname, seq_scan::int AS scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables
    WHERE relname IN ('alerts', 'incidents', 'incident_people', 'incident_sites')"""


async def reads(connection: asyncpg.Connection, work: Callable[[], Any]) -> Reads:
    """Return how often work scans each table of detections, and how many of its rows it reads."""
    async with connection.transaction():
        before = {row["relname"]: (row["scans"], row["rows"]) for row in await connection.fetch(READS)}
        await work()
        after = {row["relname"]: (row["scans"], row["rows"]) for row in await connection.fetch(READS)}
    return {
        name: (scans - before.get(name, (0, 0))[0], rows - before.get(name, (0, 0))[1])
        for name, (scans, rows) in after.items()
    }


async def copy_detections(connection: asyncpg.Connection, first: int, last: int) -> None:
    """Add copies of the first alert: half of them on devices, ten each, the others in its incident."""
    columns = [
        row["attname"]
        for row in await connection.fetch(
            "SELECT attname FROM pg_attribute WHERE attrelid = 'alerts'::regclass AND attnum > 0 AND NOT attisdropped"
        )
    ]
    values = ", ".join(COPIED.get(name, f"a.{name}") for name in columns)
    await connection.execute(
        f"""INSERT INTO alerts ({", ".join(columns)}) SELECT {values} FROM generate_series({first}, {last}) AS n,
        (SELECT * FROM alerts ORDER BY sequence LIMIT 1) AS a"""
    )
    await recount(connection)
    await connection.execute("ANALYZE alerts, incidents, incident_people, incident_sites")


def load(tenant: Tenant, name: object, file: bytes = b"one") -> list[Finding]:
    """Return detections of an incident of a leak and of a device, with logins that no other load has."""
    machine, digest = {"key": "office"}, sha256(file).digest()
    return [
        tenant.workforce(
            username_key=f"jo-{name}@acme.example",
            password=f"{name}-{n}",
            host=f"{n % 5}.example",
            machine=machine if n % 4 == 0 else None,
            file_digest=digest,
        )
        for n in range(24)
    ]


async def costs(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, name: int) -> list[Reads]:
    """Return what raising, further sightings, closing and reopening read."""
    ids = [row["id"] for row in await connection.fetch("SELECT id FROM alerts ORDER BY sequence LIMIT 20")]

    async def change(action: AlertAction) -> None:
        await change_alerts(connection, select_ids(tenant.account_id, ids), Change(action), new_id(), 100)

    return [
        await reads(connection, lambda: raise_all(*load(tenant, name))),
        await reads(connection, lambda: raise_all(*load(tenant, name, b"another"))),
        await reads(connection, lambda: change(AlertAction.CLOSE)),
        await reads(connection, lambda: change(AlertAction.REOPEN)),
    ]


async def test_raising_and_triage_read_no_more_of_many_detections_than_of_few(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    # At this size, a scan of all incidents may cost less than some lookups.
    await connection.execute("SET random_page_cost = 0.1")
    await raise_all(*load(tenant, "first"))
    await copy_detections(connection, 1, FEW)
    of_few = await costs(connection, tenant, raise_all, FEW)
    await copy_detections(connection, FEW + 1, MANY)
    of_many = await costs(connection, tenant, raise_all, MANY)
    for few, many in zip(of_few, of_many, strict=True):
        assert {name: scans for name, (scans, _) in many.items() if scans} == {}
        assert {name: (few[name][1], rows) for name, (_, rows) in many.items() if rows > few[name][1] + 25} == {}
