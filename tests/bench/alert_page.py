"""The alert page: 10 and 100 rows of a million alerts through GraphQL, against two peers on the same rows, one process each.

The peers are a bare handler without GraphQL, sessions or anything else, and PostGraphile 5, where a registry gives it: open to
everybody, and with tokens and row-level security.
"""

import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import jwt
import psutil
from tests.bench import postgraphile
from tests.bench.installation import command, free_port, installation, process, tool
from tests.bench.results import Result
from tests.support.recounting import recount

from breachlight.auth.password_hashing import hash_password
from breachlight.config import Settings
from breachlight.database.connection import connect, dsn
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

_PASSWORD = "benchmark-Only-7"
_EMAIL = "bench@people.example"
_SLICE = 250_000
_TURNS = 25
_SECONDS = 1
"""A contender's turn: short, and often, so that a machine whose speed changes within seconds treats all alike."""

_PACED_SECONDS = 8
_PACED_TURNS = 5
_MOST_PACES = 15
_CONNECTIONS = 8
# Each has malware and a country of its own.
_MACHINE = """CASE WHEN n % 10 = 1 THEN jsonb_build_object('key', 'key-' || n % 500, 'computer', 'OFFICE-PC-' || n % 500, 'user_name', 'jo',
    'family', 'family' || n % 500, 'country', chr(65 + n % 500 / 10 / 10) || chr(65 + n % 500 / 10 % 10)) END"""
_PASSWORD_TYPE = "CASE WHEN n % 1000 = 7 THEN 'bcrypt' ELSE 'plain' END"
_FIELDS = """id datetime isRead isClosed domain { domain } user { email } severity { score } leak { title }
breachRecord { url usernames passwordType sightings }"""


async def run(alerts: int = 1_000_000) -> list[Result]:
    """Measure requests per second, in turn."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as folder:
        async with installation(Path(folder) / "data") as (settings, connection):
            account = await fill(connection, alerts)
            await connection.execute(postgraphile.OVERVIEW_VIEWS)
            await _secure_rows(settings)
            return _measure(settings, account, Path(folder))


async def _secure_rows(settings: Settings) -> None:
    """Give PostGraphile a role that sees the rows of one account; the tables' owner, as which the product reads, sees all."""
    connection = await connect(settings, as_administrator=True)
    try:
        await connection.execute(
            """CREATE ROLE bench_reader;
            GRANT bench_reader TO breachlight;
            GRANT SELECT ON alerts, email_accounts, leaks TO bench_reader;
            ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
            ALTER TABLE email_accounts ENABLE ROW LEVEL SECURITY;
            CREATE POLICY own ON alerts TO bench_reader USING (account_id = nullif(current_setting('bench.account_id', true), '')::uuid);
            CREATE POLICY own ON email_accounts TO bench_reader
                USING (account_id = nullif(current_setting('bench.account_id', true), '')::uuid)"""
        )
    finally:
        await connection.close()


async def fill(connection: asyncpg.Connection, alerts: int) -> uuid.UUID:
    """Make an account with so many alerts, 30 seconds apart, and a user who can log in; return it."""
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
    await add_alerts(connection, account, 1, alerts)
    await connection.execute("ANALYZE")
    return account


async def add_alerts(
    connection: asyncpg.Connection,
    account: uuid.UUID,
    first: int,
    last: int,
    *,
    seconds: str = "n * 30",
    is_varied: bool = False,
) -> None:
    """Give an account the alerts of the numbers ``first`` to ``last``, three quarters of them Workforce.

    ``seconds`` is how long ago alert ``n`` was raised, as an SQL expression. With ``is_varied``, every tenth is of one of 50 infected
    devices and every thousandth has a hash. The counters are brought up to date at the end.
    """
    machine, password_type = (_MACHINE, _PASSWORD_TYPE) if is_varied else ("NULL::jsonb", "'plain'")
    leak, now = await connection.fetchval("SELECT id FROM leaks ORDER BY added_at LIMIT 1"), clock.now()
    await connection.execute(
        """INSERT INTO email_accounts (id, account_id, email, created_at)
        SELECT gen_random_uuid(), $1, 'person' || n || '@acme.example', $2 FROM generate_series(1, 1000) AS n
        WHERE NOT EXISTS (SELECT 1 FROM email_accounts WHERE account_id = $1 AND email = 'person1@acme.example')""",
        account, now,
    )  # fmt: skip
    for begin in range(first, last + 1, _SLICE):
        await connection.execute(
            f"""INSERT INTO alerts (id, account_id, key, sequence, datetime, is_read, is_closed, domain_name,
                email_account_id, is_alias, leak_id, url, host, usernames, username_key, password_type, severity_score,
                severity_factors, first_seen, last_seen, sightings, machine)
            SELECT uuidv7(), $1, sha256(n::text::bytea), n,
                $3::timestamptz - ({seconds}) * interval '1 second', n % 3 = 0, n % 5 = 0,
                CASE WHEN n % 4 = 0 THEN 'acme.example' END, CASE WHEN n % 4 <> 0 THEN people.ids[1 + n % 1000] END,
                false, $2, 'https://site' || n % 5000 || '.example/login', 'site' || n % 5000 || '.example',
                ARRAY['person' || 1 + n % 1000 || '@acme.example'], 'person' || 1 + n % 1000 || '@acme.example', {password_type}, 65,
                '{{"login": 10, "plain_text": 25, "combolist": 10, "within_30_days": 20}}', $3, $3, 1, {machine}
            FROM generate_series($4::int, $5::int) AS n,
                (SELECT array_agg(id ORDER BY length(email), email) AS ids FROM email_accounts
                WHERE account_id = $1 AND email LIKE 'person%@acme.example') AS people""",
            account, leak, now, begin, min(begin + _SLICE - 1, last), timeout=900,
        )  # fmt: skip
    await recount(connection)


@dataclass(frozen=True)
class Contender:
    """A server of the page: how to ask for it, and how to find the rows' identifiers in the answer."""

    name: str
    url: str
    read: Callable[[Any], list[str]]
    query: str | None = None
    token: str | None = None
    goal: float = 0.0
    """The share of its rate that ours should reach."""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def _measure(settings: Settings, account: uuid.UUID, folder: Path) -> list[Result]:
    wrk, bare_port, peer_port, secure_port = tool("wrk"), free_port(), free_port(), free_port()
    os.environ |= {"BENCH_DSN": dsn(settings), "BENCH_ACCOUNT": str(account)}
    os.environ |= {"NODE_ENV": "production", "GRAPHILE_ENV": "production"}
    bare, peer = f"http://127.0.0.1:{bare_port}", f"http://127.0.0.1:{peer_port}/graphql"
    secure, key = f"http://127.0.0.1:{secure_port}/graphql", secrets.token_hex(32)
    uvicorn = [sys.executable, "-m", "uvicorn", "tests.bench.bare_handler:app", "--log-level", "error"]
    peer_command = postgraphile.fetch(folder / "postgraphile")
    if peer_command is None:
        print("PostGraphile cannot be fetched here: the page is measured without it.")
    os.environ["BREACHLIGHT_LOG_LEVEL"] = "info"  # as shipped: a line for each request
    with ExitStack() as running:
        log = folder / "requests.log"
        serving = running.enter_context(process(command("serve"), f"http://127.0.0.1:{settings.port}/readyz", log))
        memory = _memory(serving.pid)
        running.enter_context(process([*uvicorn, "--port", str(bare_port)], f"{bare}/alerts?size=1"))
        if peer_command is not None:
            os.environ["BENCH_PORT"] = str(peer_port)
            running.enter_context(process(peer_command, f"{peer}?query=%7B__typename%7D"))
            os.environ |= {"BENCH_PORT": str(secure_port), "BENCH_JWT_KEY": key}
            running.enter_context(process(peer_command, f"{secure}?query=%7B__typename%7D"))
        token = log_in(f"http://127.0.0.1:{settings.port}")
        results: list[Result] = []
        for size in (10, 100):
            contenders = [ours(settings, token, size), _bare(bare, size)]
            if peer_command is not None:
                contenders += [_postgraphile(peer, account, size), _postgraphile(secure, account, size, key)]
            results += _compare(wrk, f"alert page, {size} rows of the list", contenders, folder)
        if peer_command is not None:
            contenders = [_overview(settings, token), _postgraphile_overview(peer, account)]
            results += _compare(wrk, "overview in one request", contenders, folder)
        results.append(_latency(wrk, ours(settings, token, 10), results[0].ours, folder))
        return [*results, Result("memory of an idle process", memory, "MiB", "limit", 120, "at most", memory <= 120)]


def _memory(supervisor: int) -> float:
    """Return the resident memory in MiB of the API process below a supervisor."""
    children = psutil.Process(supervisor).children(recursive=True)
    [memory] = [child.memory_info().rss for child in children if "breachlight.processes.server" in child.cmdline()]
    return float(memory) / 2**20


def _latency(wrk: str, contender: Contender, peak: float, folder: Path) -> Result:
    """Measure percentiles at 80 % of a rate, by connections that wait between their requests; the median of five times."""
    wanted, waiting = 0.8 * peak, 0.2 * _CONNECTIONS / (0.8 * peak)
    turns: list[tuple[float, float, float, float]] = []
    paced: list[tuple[float, float, float, float]] = []
    for _ in range(_MOST_PACES):
        output = _run_wrk(wrk, contender, folder, seconds=_PACED_SECONDS, waiting=waiting)
        rate, median, high = _rate(output), _percentile(output, "50%"), _percentile(output, "99%")
        print(f"{rate:.0f} requests/s (wanted {wanted:.0f}): median {median * 1e3:.1f} ms, p99 {high * 1e3:.1f} ms")
        turns.append((high / median, high, median, rate))
        if abs(rate / wanted - 1) < 0.1:
            paced.append(turns[-1])
        if len(paced) == _PACED_TURNS:
            break
        waiting = max(0.0, waiting + _CONNECTIONS / wanted - _CONNECTIONS / rate)
    # Where the speed of the machine changes too fast for any, the name of the result says so by its share of the rate.
    counted = paced or turns
    _, high, median, rate = sorted(counted)[len(counted) // 2]
    name = f"alert page at {rate / peak:.0%} of that rate: p99, of {len(counted)} turns"
    return Result(name, high * 1e3, "ms", "median", median * 1e3, "at most 4", high <= 4 * median)


def ours(settings: Settings, token: str, size: int) -> Contender:
    """Return the product, which serves so many rows to who has the token."""

    def read(answer: Any) -> list[str]:
        return [row["id"] for row in answer["data"]["alerts"]["results"]]

    chosen = f"filter: {{domainIsNotSet: true, isClosed: false}}, pageSize: {size}"
    query = f"{{ alerts({chosen}) {{ results {{ {_FIELDS} }} }} }}"
    return Contender("ours", f"http://127.0.0.1:{settings.port}/graphql", read, query, token)


def _overview(settings: Settings, token: str) -> Contender:
    block = f"{{ {postgraphile.BLOCK} }}"
    query = f"""{{ stats {{ detections {{ total new }} notificationSummary {{ userNotifications {block} domainNotifications {block} }}
    timeline {{ day totalEvents userEvents domainEvents }} domainCounts {{ domain total unread }} global {{ rowName count }} }} }}"""

    def read(answer: Any) -> list[str]:
        stats = answer["data"]["stats"]
        summary = stats["notificationSummary"]
        blocks = [summary["userNotifications"], summary["domainNotifications"]]
        return postgraphile.overview_lines(
            stats["detections"], blocks, stats["timeline"], stats["domainCounts"], stats["global"]
        )

    return Contender("ours", f"http://127.0.0.1:{settings.port}/graphql", read, query, token)


def _postgraphile_overview(url: str, account: uuid.UUID) -> Contender:
    query = postgraphile.overview_query(str(account))
    return Contender("PostGraphile 5", url, postgraphile.read_overview, query, goal=1.0)


def _bare(base: str, size: int) -> Contender:
    def read(answer: Any) -> list[str]:
        return [row["id"] for row in answer["data"]["alerts"]["results"]]

    return Contender("bare handler", f"{base}/alerts?size={size}", read, goal=0.85 if size == 10 else 1.0)


def _postgraphile(url: str, account: uuid.UUID, size: int, key: str | None = None) -> Contender:
    def read(answer: Any) -> list[str]:
        return [row["rowId"] for row in answer["data"]["allAlerts"]["nodes"]]

    query, goal = postgraphile.query(str(account), size), 1.1 if size == 10 else 1.8
    if key is None:
        return Contender("PostGraphile 5", url, read, query, goal=goal)
    token = jwt.encode({"acc": str(account), "exp": int(time.time()) + 3600}, key, "HS256")
    return Contender("PostGraphile 5 with tokens and row-level security", url, read, query, token, goal)


def _compare(wrk: str, name: str, contenders: list[Contender], folder: Path) -> list[Result]:
    """Measure in turn, after seeing that all answer with the same rows."""
    answers = [_ask(contender) for contender in contenders]
    assert all(answer == answers[0] for answer in answers), "a comparison of different answers would be worth nothing"
    rounds = [[load(wrk, contender, folder) for contender in contenders] for _ in range(_TURNS)]
    for number, peer in enumerate(contenders[1:], 1):
        low, _, high = statistics.quantiles([turn[0] / turn[number] for turn in rounds], n=4)
        print(f"{name}: {low:.2f} to {high:.2f} of {peer.name} in half of the turns")
    ours, *peers = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    return [
        Result(name, ours, "requests/s", peer.name, rate, f"at least {peer.goal:g} of it", ours / rate >= peer.goal)
        for peer, rate in zip(contenders[1:], peers, strict=True)
    ]


def log_in(base: str) -> str:
    """Log the user in and return the access token."""
    answer = httpx.post(
        f"{base}/api/v1/account/login", json={"email": _EMAIL, "password": _PASSWORD}, timeout=60
    ).json()
    token: str = answer["authentication"]["auth_token"]
    return token


def _ask(contender: Contender) -> list[str]:
    if contender.query is None:
        return contender.read(httpx.get(contender.url).json())
    answer = httpx.post(contender.url, json={"query": contender.query}, headers=contender.headers)
    return contender.read(answer.json())


def load(wrk: str, contender: Contender, folder: Path, seconds: int = _SECONDS) -> float:
    """Return the requests per second that a contender answers."""
    return _rate(_run_wrk(wrk, contender, folder, seconds=seconds))


def _run_wrk(wrk: str, contender: Contender, folder: Path, *, seconds: int, waiting: float | None = None) -> str:
    """Return what wrk prints; ``waiting`` is how many seconds connections wait between requests."""
    arguments = [text for name, value in contender.headers.items() for text in ("-H", f"{name}: {value}")]
    if contender.query is not None:
        script = folder / "post.lua"
        body = json.dumps({"query": contender.query})
        script.write_text(
            f'wrk.method = "POST"\nwrk.body = [==[{body}]==]\nwrk.headers["Content-Type"] = "application/json"\n'
            + ("" if waiting is None else f"function delay() return {waiting * 1e3} end\n")
        )
        arguments += ["-s", str(script)]
    output = subprocess.run(
        [wrk, "-t1", f"-c{_CONNECTIONS}", f"-d{seconds}s", "--latency", *arguments, contender.url],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Non-2xx" not in output, output
    return output


def _rate(output: str) -> float:
    return float(next(line.split()[1] for line in output.splitlines() if line.startswith("Requests/sec")))


def _percentile(output: str, name: str) -> float:
    """Return a percentile in seconds."""
    text = next(line.split()[1] for line in output.splitlines() if line.split()[:1] == [name])
    number, unit = re.fullmatch(r"([0-9.]+)(us|ms|s)", text).groups()  # type: ignore[union-attr]  # wrk's own form
    return float(number) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[unit]
