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

_ALERTS = """
SELECT id, host, username_key, password_type, leak_id, url, severity_score, severity_factors, machine, first_seen, last_seen,
    sightings, is_closed, previous_alert_id, email_account_id
FROM alerts WHERE account_id = $1 ORDER BY sequence"""
_EMAILS = "SELECT id, email FROM email_accounts WHERE account_id = $1"
_SIGHTINGS = "SELECT alert_id, leak_id, file_digest, seen_at FROM sightings WHERE account_id = $1"
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


async def state_of(connection: asyncpg.Connection, tenant: Tenant) -> list[dict[str, Any]]:
    """Return the alerts in their order. Those they refer to are named by place: changes take numbers between those of alerts."""
    rows = [dict(row) for row in await connection.fetch(_ALERTS, tenant.account_id)]
    emails = {row["id"]: row["email"] for row in await connection.fetch(_EMAILS, tenant.account_id)}
    places = {row["id"]: place for place, row in enumerate(rows)}
    seen: dict[uuid.UUID, list[tuple[Any, ...]]] = {row["id"]: [] for row in rows}
    for alert_id, *sighting in await connection.fetch(_SIGHTINGS, tenant.account_id):
        seen[alert_id].append(tuple(sighting))
    for row in rows:
        row["seen"] = sorted(seen[row.pop("id")])
        row["previous"] = places.get(row.pop("previous_alert_id"))
        row["email"] = emails.get(row.pop("email_account_id"))
    return rows


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
    states = [await state_of(connection, tenant) for tenant in (apart, together)]
    assert states[0]
    assert states[0] == states[1]
