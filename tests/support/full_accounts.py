"""Accounts with rows in every table, and their deletion."""

import uuid
from datetime import timedelta
from typing import Any

import asyncpg
import factories
from alert_factories import Tenant, make_leak
from callers import PASSWORD, Caller

from breachlight.alerts.upsert.service import raise_alerts
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.watchlist.service import monitor_email

DELETE = """mutation ($password: String!) { deleteAccount(password: $password) { __typename
  ... on MessageSuccess { message } ... on Problem { message code }
  ... on ValidationProblem { fieldErrors { field messages } } ... on ThrottledProblem { retryAfterSeconds } } }"""
UPDATE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename } }"""

TABLES = """SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
    AND (column_name IN ('account_id', 'user_id') OR (table_name IN ('accounts', 'users') AND column_name = 'id'))"""


async def delete(caller: Caller, password: str = PASSWORD) -> dict[str, Any]:
    answer = await caller.graphql(DELETE, {"password": password})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["deleteAccount"]
    return result


async def held(connection: asyncpg.Connection, account_id: uuid.UUID, user_id: uuid.UUID) -> dict[str, list[Any]]:
    """Every row of every table that names the account or the user, by table and column."""
    found = {}
    for table, column in await connection.fetch(TABLES):
        is_user = column == "user_id" or table == "users"
        found[f"{table}.{column}"] = await connection.fetch(
            f'SELECT * FROM "{table}" WHERE "{column}" = $1 ORDER BY 1', user_id if is_user else account_id
        )
    return found


async def fill(connection: asyncpg.Connection, ring: KeyRing, caller: Caller, domain: str) -> Tenant:
    """Put rows of an account into every table that can hold some."""
    row = await factories.make_domain(connection, caller.account, domain)
    tenant = Tenant(caller.account.id, caller.user.id, row.id, domain, await make_leak(connection, f"leak-of-{domain}"))
    async with connection.transaction():
        await monitor_email(connection, tenant.account_id, caller.user.email)
        findings = [tenant.workforce(password=f"invented-{number}") for number in range(12)]
        await raise_alerts(connection, [*findings, tenant.portal()], ring)
    answer = await caller.graphql(UPDATE, {"input": {"action": "READ", "filter": {"domainIsSet": False}}})
    assert answer["data"]["updateAlerts"]["__typename"] == "UpdateAlertsSuccess"
    now, later = clock.now(), clock.now() + timedelta(hours=1)
    account_id, user_id = caller.account.id, caller.user.id
    for statement, values in (
        ("INSERT INTO user_images VALUES ($1, $2, 'x', $4, $3)", (new_id(), account_id, user_id, now)),
        (
            """INSERT INTO mails (id, account_id, user_id, kind, recipient, message_id, subject, created_at)
            VALUES ($1, $2, $3, 'login_code', 'jo@people.example', '<m@x>', 'Your code', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO mailed_codes (id, account_id, user_id, purpose, digest, sent_at, expires_at)
            VALUES ($1, $2, $3, 'login', 'x', $4, $5)""",
            (new_id(), account_id, user_id, now, later),
        ),
        ("INSERT INTO operators (user_id, granted_at, granted_by) VALUES ($1, $2, 'root')", (user_id, now)),
        (
            "INSERT INTO recovery_codes (id, account_id, user_id, digest, created_at) VALUES ($1, $2, $3, 'x', $4)",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO one_time_tokens (id, account_id, user_id, purpose, digest, email_key, created_at, expires_at)
            VALUES ($1, $2, $3, 'reset_password', $4, 'jo@people.example', $5, $6)""",
            (new_id(), account_id, user_id, uuid.uuid4().hex, now, later),
        ),
        (
            """INSERT INTO invitations (id, account_id, email, email_key, role, digest, invited_by, created_at, expires_at)
            VALUES ($1, $2, 'jo@people.example', 'jo@people.example', 'viewer', $3, $4, $5, $6)""",
            (new_id(), account_id, uuid.uuid4().hex, user_id, now, later),
        ),
        (
            """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, created_at)
            VALUES ($1, $2, $3, 'jo@people.example', 'jo@people.example', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        ("INSERT INTO live_email_accounts (account_id, email_key) VALUES ($1, 'jo@people.example')", (account_id,)),
        ("INSERT INTO live_email_account_lists VALUES ($1, $2, 1, $3)", (account_id, user_id, now)),
        (
            """INSERT INTO alert_notes (id, account_id, alert_id, user_id, text, created_at)
            SELECT $1, $2, id, $3, 'Told Jo.', $4 FROM alerts WHERE account_id = $2 LIMIT 1""",
            (new_id(), account_id, user_id, now),
        ),
        (
            "INSERT INTO incident_operations (id, account_id, user_id, updated, created_at) VALUES ($1, $2, $3, 0, $4)",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO incident_changes (account_id, incident_id, changed_at, state, was_state)
            VALUES ($1, $2, $3, 'open', 'closed')""",
            (account_id, new_id(), now),
        ),
        (
            "INSERT INTO report_mails (id, account_id, user_id, month, created_at) VALUES ($1, $2, $3, '2026-10-01', $4)",
            (new_id(), account_id, user_id, now),
        ),
        ("INSERT INTO notification_marks VALUES ($1, $2, $3, '{}')", (new_id(), account_id, user_id)),
        (
            """INSERT INTO incident_steps (account_id, incident_id, step, completed_by, completed_at)
            VALUES ($1, $2, 'clean_device', $3, $4)""",
            (account_id, new_id(), user_id, now),
        ),
        (
            """INSERT INTO incident_step_changes (account_id, incident_id, step, is_completed, user_id, changed_at)
            VALUES ($1, $2, 'clean_device', true, $3, $4)""",
            (account_id, new_id(), user_id, now),
        ),
        (
            """INSERT INTO saved_views (id, account_id, user_id, list, name, query, created_at)
            VALUES ($1, $2, $3, 'workforce', 'Mine', '', $4)""",
            (new_id(), account_id, user_id, now),
        ),
        (
            """INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at)
            VALUES ($1, $2, $3, 'tool', '{read}', $4, 'abcd', $5)""",
            (new_id(), account_id, user_id, uuid.uuid4().hex, now),
        ),
        ("INSERT INTO alert_sequences (account_id, last_number) VALUES ($1, 1) ON CONFLICT DO NOTHING", (account_id,)),
        ("INSERT INTO alert_search_segments (account_id, id, is_built) VALUES ($1, 1, true)", (account_id,)),
        ("INSERT INTO alert_search_postings (account_id, id, postings) VALUES ($1, 1, '')", (account_id,)),
        (
            "INSERT INTO alert_mail_positions (account_id, user_id, sequence) VALUES ($1, $2, 0)",
            (account_id, user_id),
        ),
    ):
        await connection.execute(statement, *values)
    return tenant
