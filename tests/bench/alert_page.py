"""The alert page: 10 and 100 rows of a million alerts through GraphQL, against a bare handler on the same rows."""

import os
import statistics
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from urllib.parse import urlencode

import asyncpg
import httpx
from tests.bench.installation import command, free_port, installation, process, tool
from tests.bench.results import Result

from breachlight.accounts.passwords import hash_password
from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

_PASSWORD = "benchmark-Only-7"
_EMAIL = "bench@people.example"
_ROUNDS = 3
_SECONDS = 4
_FIELDS = """id datetime isRead isClosed domain { domain } user { email } severity { score } leak { title }
breachRecord { url usernames passwordType sightings }"""


async def run(alerts: int = 1_000_000) -> list[Result]:
    """Measure requests per second, in turn, on one process each."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            account = await _fill(connection, alerts)
            return _measure(settings, account)


async def _fill(connection: asyncpg.Connection, alerts: int) -> uuid.UUID:
    account, user, leak, now = new_id(), new_id(), new_id(), clock.now()
    await connection.execute("UPDATE site_settings SET login_enabled = true")
    await connection.execute(
        "INSERT INTO accounts (id, kind, company_name, created_at) VALUES ($1, 'org', 'Bench', $2)", account, now
    )
    await connection.execute(
        """INSERT INTO users (id, email, first_name, last_name, password_hash, email_verified_at, is_mfa_device_enabled,
            is_mfa_email_enabled, is_email_notifications_enabled, is_breach_alert_enabled,
            is_auto_close_duplicate_breach_records_enabled, address_line_1, address_line_2, city, state, postal_code,
            country, phone, fax, created_at)
        VALUES ($1, $2, 'Jo', 'Doe', $3, $4, false, false, true, true, false, '', '', '', '', '', '', '', '', $4)""",
        user, _EMAIL, await hash_password(_PASSWORD), now,
    )  # fmt: skip
    await connection.execute("INSERT INTO email_claims VALUES ($1, $2)", _EMAIL, user)
    await connection.execute(
        "INSERT INTO memberships (id, account_id, user_id, role, created_at) VALUES ($1, $2, $3, 'owner', $4)",
        new_id(), account, user, now,
    )  # fmt: skip
    await connection.execute(
        """INSERT INTO leaks (id, name, title, kind, added_at, modified_at, pwn_count, description, data_classes,
            is_verified, is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware, is_stealer_log,
            is_subscription_free)
        VALUES ($1, 'bench', 'Bench', 'combolist', $2, $2, 0, '', '[]', true, false, false, false, false, false, false, false)""",
        leak, now,
    )  # fmt: skip
    await connection.execute(
        """INSERT INTO email_accounts (id, account_id, email, created_at)
        SELECT gen_random_uuid(), $1, 'person' || n || '@acme.example', $2 FROM generate_series(1, 1000) AS n""",
        account, now,
    )  # fmt: skip
    await connection.execute(
        """INSERT INTO alerts (id, account_id, key, transaction_id, datetime, is_read, is_closed, domain_name,
            email_account_id, is_alias, leak_id, url, host, usernames, username_key, password_type, severity_score,
            severity_factors, first_seen, last_seen, sightings)
        SELECT gen_random_uuid(), $1, sha256(n::text::bytea), pg_current_xact_id()::text::bigint,
            $3::timestamptz - n * interval '30 seconds', n % 3 = 0, n % 5 = 0,
            CASE WHEN n % 4 = 0 THEN 'acme.example' END, CASE WHEN n % 4 <> 0 THEN people.ids[1 + n % 1000] END, false, $2,
            'https://site' || n % 5000 || '.example/login', 'site' || n % 5000 || '.example',
            ARRAY['person' || n % 1000 || '@acme.example'], 'person' || n % 1000 || '@acme.example', 'plain', 65,
            '{"login": 10, "plain_text": 25, "combolist": 10, "within_30_days": 20}', $3, $3, 1
        FROM generate_series(1, $4::int) AS n, (SELECT array_agg(id) AS ids FROM email_accounts) AS people""",
        account, leak, now, alerts, timeout=900,
    )  # fmt: skip
    await connection.execute("ANALYZE")
    return account


def _measure(settings: Settings, account: uuid.UUID) -> list[Result]:
    wrk, port = tool("wrk"), free_port()
    os.environ |= {"BENCH_DSN": dsn(settings), "BENCH_ACCOUNT": str(account)}
    base = f"http://127.0.0.1:{settings.port}"
    bare = f"http://127.0.0.1:{port}"
    uvicorn = [
        sys.executable,
        "-m",
        "uvicorn",
        "tests.bench.bare_handler:app",
        "--port",
        str(port),
        "--log-level",
        "error",
    ]
    with process(command("serve"), f"{base}/readyz"), process(uvicorn, f"{bare}/alerts?size=1"):
        token = _log_in(base)
        results = []
        for size, goal in ((10, 0.33), (100, 0.33)):
            query = f"{{ alerts(filter: {{domainIsNotSet: true, isClosed: false}}, pageSize: {size}) {{ results {{ {_FIELDS} }} }} }}"
            ours_url = f"{base}/graphql?{urlencode({'query': query})}"
            peer_url = f"{bare}/alerts?size={size}"
            _same_rows(ours_url, peer_url, token)
            rounds = [(_load(wrk, ours_url, token), _load(wrk, peer_url, None)) for _ in range(_ROUNDS)]
            ours = statistics.median(pair[0] for pair in rounds)
            peer = statistics.median(pair[1] for pair in rounds)
            results.append(
                Result(
                    f"alert page, {size} rows of the list",
                    ours,
                    "requests/s",
                    "bare handler",
                    peer,
                    f"at least {goal} of it",
                    ours / peer >= goal,
                )
            )
        return results


def _log_in(base: str) -> str:
    answer = httpx.post(f"{base}/api/v1/account/login", json={"email": _EMAIL, "password": _PASSWORD}).json()
    token: str = answer["authentication"]["auth_token"]
    return token


def _same_rows(ours: str, peer: str, token: str) -> None:
    """A comparison of different answers would be worth nothing."""
    first = httpx.get(ours, headers={"Authorization": f"Bearer {token}"}).json()["data"]["alerts"]["results"]
    second = httpx.get(peer).json()["data"]["alerts"]["results"]
    assert [row["id"] for row in first] == [row["id"] for row in second]


def _load(wrk: str, url: str, token: str | None) -> float:
    header = ["-H", f"Authorization: Bearer {token}"] if token else []
    output = subprocess.run(
        [wrk, "-t1", "-c8", f"-d{_SECONDS}s", *header, url], capture_output=True, text=True, check=True
    ).stdout
    assert "Non-2xx" not in output, output
    return float(next(line.split()[1] for line in output.splitlines() if line.startswith("Requests/sec")))
