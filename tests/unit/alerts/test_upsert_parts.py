"""A load of several parts raises what the parts would one after the other."""

import random
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, make_tenant

from breachlight.alerts.upsert.matches import Finding
from breachlight.alerts.upsert.service import Raised, raise_parts
from breachlight.kit.keys import KeyRing

# Numbers of changes lie between those of alerts, so the place of an alert among all is compared.
_STATE = """
WITH alerts AS (SELECT *, row_number() OVER (ORDER BY sequence) AS place FROM alerts WHERE account_id = $1)
SELECT alerts.place, alerts.host, alerts.username_key, alerts.password_type, alerts.leak_id, alerts.url, alerts.severity_score,
    alerts.severity_factors, alerts.machine, alerts.first_seen, alerts.last_seen, alerts.sightings, alerts.is_closed,
    previous.place AS previous, email_accounts.email,
    ARRAY(SELECT (leak_id, file_digest, seen_at)::text FROM sightings
        WHERE sightings.account_id = alerts.account_id AND alert_id = alerts.id ORDER BY 1) AS seen
FROM alerts LEFT JOIN alerts AS previous ON previous.account_id = alerts.account_id AND previous.id = alerts.previous_alert_id
LEFT JOIN email_accounts ON email_accounts.id = alerts.email_account_id
ORDER BY alerts.place
"""
_DAY = datetime(2026, 3, 1, tzinfo=UTC)


def random_finding(chance: random.Random, leaks: list[uuid.UUID]) -> Callable[[Tenant], Finding]:
    """Return how to make a finding, of few logins, secrets, leaks and files, so that many are of one alert."""
    changes: dict[str, Any] = {
        "host": chance.choice(["shop.example", "forum.example"]),
        "url": f"https://shop.example/{chance.randrange(3)}",
        "email": f"jo{chance.randrange(2)}@people.example",
        "username_key": chance.choice(["jo", "jane"]),
        "password": chance.choice(["correct-horse-9", "battery-staple-7", None]),
        "leak_id": chance.choice(leaks),
        "file_digest": sha256(bytes([chance.randrange(3)])).digest(),
        "seen_at": _DAY - timedelta(days=chance.randrange(400)),
        "machine": chance.choice([None, None, {"computer": "OFFICE-PC-4", "family": "vidar"}]),
    }
    if changes["password"] is None:
        changes["password_type"] = "none"
    return lambda tenant: tenant.workforce(**changes)


async def in_parts(connection: asyncpg.Connection, ring: KeyRing, parts: list[list[Finding]]) -> list[Raised]:
    async with connection.transaction():
        return await raise_parts(connection, parts, ring)


@pytest.mark.parametrize("seed", range(12))
async def test_parts_raise_what_they_would_one_after_the_other(
    connection: asyncpg.Connection, key_ring: KeyRing, seed: int
) -> None:
    chance = random.Random(seed)
    leaks = [await make_leak(connection, name) for name in ("one", "two")]
    apart, together = [await make_tenant(connection, domain) for domain in ("acme.example", "otters.example")]
    for _ in range(chance.randrange(2, 5)):
        parts = [
            [random_finding(chance, leaks) for _ in range(chance.choice([0, 1, 5, 20]))]
            for _ in range(chance.randrange(1, 5))
        ]
        alone = [(await in_parts(connection, key_ring, [[make(apart) for make in part]]))[0] for part in parts]
        at_once = await in_parts(connection, key_ring, [[make(together) for make in part] for part in parts])
        assert at_once == alone
    states = [[tuple(row) for row in await connection.fetch(_STATE, tenant.account_id)] for tenant in (apart, together)]
    assert states[0]
    assert states[0] == states[1]
