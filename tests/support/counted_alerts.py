"""Logged-in tenants with alerts raised on past days, for tests of counters."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import asyncpg
import factories
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller
from recounting import recount

from breachlight.alerts.upsert.matches import Finding
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing


@dataclass
class Counted:
    """A signed-in caller and the tenant behind it."""

    caller: Caller
    tenant: Tenant
    connection: asyncpg.Connection
    ring: KeyRing

    @classmethod
    async def join(
        cls,
        sign_in: Callable[..., Awaitable[Caller]],
        connection: asyncpg.Connection,
        ring: KeyRing,
        domain: str = "acme.example",
    ) -> "Counted":
        """Log in an organization with a domain."""
        caller = await sign_in()
        row = await factories.make_domain(connection, caller.account, domain)
        leak_id = await make_leak(connection, f"leak-of-{domain}")
        tenant = Tenant(caller.account.id, caller.user.id, row.id, domain, leak_id)
        return cls(caller, tenant, connection, ring)

    async def raise_on(self, days_ago: int, workforce: int = 0, portals: int = 0) -> None:
        """Raise so many alerts at noon (UTC) of a day."""
        with clock.standing_at(noon(days_ago)):
            await raise_findings(self.connection, self.ring, *self._findings(workforce, portals))

    async def read(self, days_ago: int) -> None:
        """Mark all alerts of a day as read."""
        await self.connection.execute(
            "UPDATE alerts SET is_read = true WHERE account_id = $1 AND datetime = $2",
            self.tenant.account_id,
            noon(days_ago),
        )
        await recount(self.connection)

    def _findings(self, workforce: int, portals: int) -> list[Finding]:
        return [self.tenant.workforce(password=f"invented-{new_id()}") for _ in range(workforce)] + [
            self.tenant.portal(password=f"invented-{new_id()}") for _ in range(portals)
        ]


def noon(days_ago: int) -> datetime:
    """Return the noon of a day (UTC)."""
    day = clock.now().astimezone(UTC) - timedelta(days=days_ago)
    return day.replace(hour=12, minute=0, second=0, microsecond=0)
