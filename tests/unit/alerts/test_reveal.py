from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from alert_factories import Tenant

from breachlight.alerts import service
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.auth.subject import Client
from breachlight.kit import clock
from breachlight.kit.errors import (
    NotFoundError,
    ProblemError,
    ReauthenticationRequiredError,
    ThrottledError,
)
from breachlight.kit.identifiers import new_id

pytestmark = pytest.mark.usefixtures("service_up")
Raise = Callable[..., Any]
CLIENT = Client("192.0.2.9", "A browser")


async def alert_of(connection: asyncpg.Connection, tenant: Tenant) -> str:
    return str(await connection.fetchval("SELECT id FROM alerts WHERE account_id = $1", tenant.account_id))


@pytest.mark.spec("B4.8.4", "X9")
async def test_a_password_is_shown_and_the_audit_log_says_so(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(password="Zoë's 1st\tsecret"))
    name = await alert_of(connection, tenant)
    assert await service.reveal_password(tenant.subject, name, CLIENT) == "Zoë's 1st\tsecret"
    [event] = await connection.fetch("SELECT * FROM security_events")
    assert (event["account_id"], event["user_id"], event["kind"]) == (
        tenant.account_id,
        tenant.user_id,
        "password_revealed",
    )
    assert (event["address"], event["user_agent"]) == ("192.0.2.9", "A browser")
    assert name in event["detail"]
    assert "secret" not in event["detail"]


async def test_the_audit_entry_is_committed_before_the_value_leaves(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce())
    await connection.execute("ALTER TABLE audit_chains ADD CONSTRAINT no_entry CHECK (sequence < 1)")
    with pytest.raises(Exception, match="audit_chains"):
        await service.reveal_password(tenant.subject, await alert_of(connection, tenant), CLIENT)


async def test_an_old_log_in_must_be_renewed(connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce())
    name = await alert_of(connection, tenant)
    old = replace(tenant.subject, authenticated_at=clock.now() - timedelta(minutes=5, seconds=1))
    with pytest.raises(ReauthenticationRequiredError):
        await service.reveal_password(old, name, CLIENT)
    assert await connection.fetchval("SELECT count(*) FROM security_events") == 0
    fresh = replace(tenant.subject, authenticated_at=clock.now() - timedelta(minutes=4))
    assert await service.reveal_password(fresh, name, CLIENT) == "correct-horse-9"


@pytest.mark.spec("B4.8.4", "X9")
@pytest.mark.usefixtures("fresh_hour")
async def test_thirty_an_hour(connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce(), other.workforce())
    name = await alert_of(connection, tenant)
    for _ in range(29):
        await service.reveal_password(tenant.subject, name, CLIENT)
    with pytest.raises(NotFoundError):
        await service.reveal_password(tenant.subject, str(new_id()), CLIENT)
    with pytest.raises(ThrottledError) as caught:
        await service.reveal_password(tenant.subject, name, CLIENT)
    assert 0 < caught.value.retry_after_seconds <= 3600
    assert await connection.fetchval("SELECT count(*) FROM security_events") == 29
    assert await service.reveal_password(other.subject, await alert_of(connection, other), CLIENT)


async def test_g08_another_accounts_password_is_not_found(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant, raise_all: Raise
) -> None:
    await raise_all(other.workforce())
    for name in (await alert_of(connection, other), "not-an-id"):
        with pytest.raises(NotFoundError):
            await service.reveal_password(tenant.subject, name, CLIENT)
    assert await connection.fetchval("SELECT count(*) FROM security_events") == 0


async def test_an_alert_without_a_password_says_so(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(tenant.workforce(password=None, password_type="none"))
    with pytest.raises(ProblemError) as caught:
        await service.reveal_password(tenant.subject, await alert_of(connection, tenant), CLIENT)
    assert caught.value.code == "NO_PASSWORD"


@pytest.mark.usefixtures("fresh_hour")
async def test_guessing_passwords_by_search_has_an_end(tenant: Tenant, other: Tenant, raise_all: Raise) -> None:
    await raise_all(tenant.workforce(), other.workforce())
    guess = AlertFilter(breach_record_passwords="correct-horse-9")
    for _ in range(119):
        await service.list_alerts(tenant.subject, AlertQuery(filter=guess))
    assert (await service.update_alerts(tenant.subject, AlertAction.READ, filter=guess)).updated == 1
    with pytest.raises(ThrottledError):
        await service.list_alerts(tenant.subject, AlertQuery(filter=guess))
    with pytest.raises(ThrottledError):
        await service.update_alerts(tenant.subject, AlertAction.UNREAD, filter=guess)
    assert (await service.list_alerts(tenant.subject, AlertQuery(filter=AlertFilter()))).total == 1
    assert (await service.list_alerts(other.subject, AlertQuery(filter=guess))).total == 1
