"""What a load costs PostgreSQL per alert: the same for many alerts as for few, also of logins that have alerts already."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import psutil
import pytest
from alert_factories import Tenant
from backends import processor_seconds

from breachlight.alerts.upsert.matches import Finding

pytestmark = pytest.mark.usefixtures("service_up")

FEW, MANY = 400, 6_000


def load(tenant: Tenant, count: int, name: str) -> list[Finding]:
    """Return another secret of each of so many logins."""
    digest = sha256(name.encode()).digest()
    return [
        tenant.workforce(username_key=f"p{n}@acme.example", password=f"{name}-{n}", file_digest=digest)
        for n in range(count)
    ]


async def test_an_alert_of_a_known_login_costs_the_same_in_large_loads(
    backend: psutil.Process, tenant: Tenant, raise_all: Callable[..., Any]
) -> None:
    async def cost(count: int, names: Iterator[str]) -> float:
        begun = processor_seconds(backend)
        raised = 0
        for name in names:
            raised += (await raise_all(*load(tenant, count, f"{name}-{count}"))).alerts
        return (processor_seconds(backend) - begun) / raised

    await raise_all(*load(tenant, MANY, "first"))
    # As many alerts in fifteen loads as in one.
    few = await cost(FEW, (f"few{number}" for number in range(MANY // FEW)))
    many = await cost(MANY, iter(["many"]))
    assert many < 3 * few
