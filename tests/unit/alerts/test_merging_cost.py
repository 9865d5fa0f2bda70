"""What it costs PostgreSQL to merge leaks, per detection: the same for many as for few."""

from collections.abc import Callable
from typing import Any

import asyncpg
import psutil
import pytest
from alert_factories import Tenant, make_leak
from backends import processor_seconds
from recounting import incident_faults

from breachlight.leaks.administration.merging_repository import move_everything

pytestmark = pytest.mark.usefixtures("service_up")

FEW, MANY = 400, 12_000


async def test_a_detection_costs_the_same_in_large_leaks(
    connection: asyncpg.Connection, backend: psutil.Process, tenant: Tenant, raise_all: Callable[..., Any]
) -> None:
    # So that these are many; with the default, 200,000 are.
    await connection.execute("SET work_mem = '64kB'")

    async def cost(count: int) -> float:
        old = await make_leak(connection, f"leak-{count}")
        await raise_all(*[tenant.workforce(leak_id=old, password=f"{count}-{number}") for number in range(count)])
        await connection.execute("ANALYZE")
        begun = processor_seconds(backend)
        async with connection.transaction():
            assert (await move_everything(connection, old, tenant.leak_id, {}))["alerts"] == count
        return (processor_seconds(backend) - begun) / count

    few = await cost(FEW)
    assert await cost(MANY) < 3 * few
    assert await incident_faults(connection, tenant.account_id) == []
