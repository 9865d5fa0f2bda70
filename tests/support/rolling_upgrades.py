"""An upgrade of running hosts from one version to the next, under load; the versions differ in three migrations and a column."""

import asyncio
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import asyncpg
import httpx
from callers import LOGIN, PASSWORD
from factories import AccountRow, DomainRow, UserRow, make_account, make_domain, make_user
from products import COMMAND, Product
from trial_migrations import write_migration
from versions import Version

from breachlight.auth.password_hashing import hash_password

REST, TRIAL = "/api/v1/notifications/alerts", "/trial"
_LOGIN_SECONDS = 60.0
"""Access tokens expire after five minutes."""
EMAIL = "jo@people.test"
LIST = "{ alerts { total results { id isRead host: breachRecord { host } } } }"
READ = """mutation ($ids: [ID!]!, $action: AlertAction!) { updateAlerts(input: { action: $action, ids: $ids }) {
  __typename ... on UpdateAlertsSuccess { updated } ... on Problem { code } } }"""
FILL = """
    WITH batch AS (
        SELECT account_id, id FROM alerts WHERE $1::text IS NULL OR (account_id, id) > (split_part($1, ' ', 1)::uuid, split_part($1, ' ', 2)::uuid)
        ORDER BY account_id, id LIMIT 100 FOR NO KEY UPDATE
    ), filled AS (
        UPDATE alerts SET trial = lower(alerts.host) FROM batch WHERE alerts.account_id = batch.account_id AND alerts.id = batch.id
    )
    SELECT account_id || ' ' || id FROM batch ORDER BY account_id DESC, id DESC LIMIT 1
"""


def make_versions(old: Version, new: Version) -> None:
    """Let the old version need a column that the new one replaces."""
    for version in (old, new):
        write_migration(version.migrations, 890, "ALTER TABLE site_settings ADD trial_old INT NOT NULL DEFAULT 0")
    old.needs("trial_old")
    new.needs("trial_new")
    expand(new.migrations)
    write_migration(new.migrations, 902, "ALTER TABLE site_settings DROP COLUMN trial_old", phase="contract")


def expand(migrations: Path) -> None:
    """Write expand steps for tables that every request uses: columns, one that is filled in batches, and an index."""
    tables = ("accounts", "users", "sessions", "alerts", "sightings", "batches", "site_settings")
    adding = "; ".join(f"ALTER TABLE {table} ADD trial TEXT" for table in tables)
    adding += "; ALTER TABLE site_settings ADD trial_new INT NOT NULL DEFAULT 1"
    write_migration(migrations, 900, adding, batches=FILL)
    index = "CREATE INDEX CONCURRENTLY trial_hosts ON alerts (account_id, host);"
    write_migration(migrations, 901, index, is_transactional=False)


@dataclass
class Load:
    """Requests of a user and of machines that never stop, each to a host of a list, as through a load balancer."""

    hosts: list[str]
    failures: list[str] = field(default_factory=list)
    passed: Counter[str] = field(default_factory=Counter)
    paths: tuple[str, ...] = (REST, TRIAL)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _busy: Counter[str] = field(default_factory=Counter)
    _stopped: bool = False

    def add(self, host: str) -> None:
        """Send requests to a host that is ready."""
        with self._changed:
            self.hosts.append(host)

    def remove(self, host: str) -> None:
        """Send no more requests to a host, and return when it has answered all."""
        with self._changed:
            self.hosts.remove(host)
            self._changed.wait_for(lambda: not self._busy[host])

    def wait_for_more(self, requests: int) -> None:
        """Return when each kind of request has been answered so often again."""
        with self._changed:
            before = self.passed.copy()
            kinds = ("list", "change", *self.paths)
            self._changed.wait_for(
                lambda: bool(self.failures) or all(self.passed[kind] - before[kind] >= requests for kind in kinds)
            )
        assert not self.failures, self.failures[:5]

    @contextmanager
    def running(self, threads: int = 2) -> Iterator[None]:
        """Send requests while the block runs."""
        senders = [threading.Thread(target=self._send) for _ in range(threads)]
        for sender in senders:
            sender.start()
        try:
            yield
        finally:
            self._stopped = True
            for sender in senders:
                sender.join()

    def _send(self) -> None:
        with httpx.Client(timeout=60) as http:
            logged_in = -_LOGIN_SECONDS
            for number in count():
                if self._stopped:
                    return
                with self._changed:
                    host = self.hosts[number % len(self.hosts)]
                    self._busy[host] += 1
                try:
                    if time.monotonic() - logged_in >= _LOGIN_SECONDS:
                        logged_in = time.monotonic()
                        http.headers["Authorization"] = f"Bearer {log_in(host)}"
                    self._ask(http, host, number)
                except (httpx.HTTPError, ValueError, KeyError, TypeError, AssertionError) as error:
                    self.failures.append(f"{host}: {error!r}")
                finally:
                    with self._changed:
                        self._busy[host] -= 1
                        self._changed.notify_all()

    def _ask(self, http: httpx.Client, host: str, number: int) -> None:
        def graphql(query: str, **variables: object) -> dict[str, dict[str, object]]:
            answer = http.post(f"{host}/graphql", json={"query": query, "variables": variables})
            assert answer.status_code == 200, answer.text
            assert "errors" not in answer.json(), answer.text
            return answer.json()["data"]

        listed = graphql(LIST)["alerts"]["results"]
        self.passed["list"] += 1
        assert isinstance(listed, list)
        if listed:
            action = "READ" if number % 2 else "UNREAD"
            changed = graphql(READ, ids=[listed[0]["id"]], action=action)["updateAlerts"]
            assert changed["__typename"] == "UpdateAlertsSuccess", changed
            self.passed["change"] += 1
        for path in self.paths:
            answer = http.get(host + path)
            assert answer.status_code == 200, f"{path} {answer.status_code} {answer.text[:300]}"
            self.passed[path] += 1


class Installation:
    """Hosts with one database, one lake and one key file."""

    def __init__(self, folder: Path, database_url: str) -> None:
        """Name the folder of the hosts and the address of an empty database."""
        self._folder = folder
        self._url = database_url
        self._numbers = count(1)

    def host(self, version: Version) -> Product:
        """Return a new host with a version."""
        return Product(
            self._folder / f"host-{next(self._numbers)}",
            DATABASE_URL=self._url,
            BREACHLIGHT_LAKE_PATH=self._folder / "lake",
            BREACHLIGHT_KEY_FILE=self._folder / "keys.json",
            BREACHLIGHT_LOG_LEVEL="info",
            **version.variables,
        )

    def make_customer(self) -> None:
        """Make a user and a verified domain."""

        async def make() -> None:
            connection = await asyncpg.connect(self._url)
            try:
                await make_customer(connection)
            finally:
                await connection.close()

        asyncio.run(make())

    def value(self, query: str) -> object:
        """Return a value of the database."""

        async def ask() -> object:
            connection = await asyncpg.connect(self._url)
            try:
                return await connection.fetchval(query)
            finally:
                await connection.close()

        return asyncio.run(ask())

    def leak(self, number: int, detections: int, others: int = 0) -> Path:
        """Write a file of detections that no other file has, each among ``others`` records of nobody.

        Changes of an account's detections wait while a batch raises some for it, so a batch must have few.
        """
        path = self._folder / f"leak-{number}.txt"
        with path.open("w") as file:
            for line in range(detections):
                file.write(f"https://sp.acme.example/:user-{number}-{line}:Invented-{line}\n")
                file.writelines(f"https://a.test/:nobody-{number}-{line}-{other}:Invented\n" for other in range(others))
        return path


async def make_customer(connection: asyncpg.Connection) -> tuple[AccountRow, UserRow, DomainRow]:
    """Make a user who can log in, and a verified domain."""
    account = await make_account(connection)
    user = await make_user(connection, account, EMAIL, await hash_password(PASSWORD))
    return account, user, await make_domain(connection, account)


def log_in(host: str) -> str:
    """Log the customer in at a host and return the access token."""
    given = {"input": {"email": EMAIL, "password": PASSWORD}}
    answer = httpx.post(f"{host}/graphql", json={"query": LOGIN, "variables": given}, timeout=60)
    token: str = answer.json()["data"]["login"]["tokens"]["authToken"]
    return token


def start_ingest(host: Product, path: Path) -> subprocess.Popen[bytes]:
    """Start to ingest a file; what it prints goes to the logs of the host."""
    with (host.logs / f"{path.stem}.log").open("wb") as log:
        return subprocess.Popen(
            [COMMAND, "ingest", str(path), "--leak", path.stem], env=host.environment, stdout=log, stderr=log
        )


def upgrade(
    installation: Installation, old: Version, new: Version, *, hosts: int, detections: int, requests: int
) -> Load:
    """Upgrade hosts one after another while requests and ingests run; check that nothing failed and nothing was lost."""
    make_versions(old, new)
    serving = [installation.host(old) for _ in range(hosts)]
    operator, retired = installation.host(new), installation.host(old)
    assert serving[0].run("migrate").returncode == 0, serving[0].log_text()
    assert serving[0].run("settings", "login_enabled=true").returncode == 0, serving[0].log_text()
    try:
        for host in serving:
            host.serve()
        installation.make_customer()
        load = Load([host.url for host in serving])
        assert start_ingest(serving[0], installation.leak(0, 50)).wait() == 0, serving[0].log_text()
        with load.running():
            load.wait_for_more(requests)
            ingests = [start_ingest(serving[0], installation.leak(1, detections, 200))]
            _expand(operator)
            load.wait_for_more(requests)
            if hosts > 1:
                _replace(load, serving, serving[0], installation.host(old))  # an old host may start again
            for number, host in enumerate(list(serving)):
                _replace(load, serving, host, installation.host(new))
                if number == 0:
                    ingests.append(start_ingest(serving[-1], installation.leak(2, detections, 200)))
                load.wait_for_more(requests)
            assert [ingest.wait() for ingest in ingests] == [0, 0], operator.log_text()
            contracted = operator.run("migrate", "--contract")
            assert contracted.returncode == 0, contracted.stderr
            assert "902_" in contracted.stdout
            assert "newer Breachlight" in retired.run("serve").stderr
            load.wait_for_more(requests)
    finally:
        for host in serving:
            host.end()
    assert not load.failures, load.failures[:5]
    assert installation.value("SELECT count(*) FROM alerts") == 50 + 2 * detections
    assert installation.value("SELECT count(*) >= 50 FROM alerts WHERE trial IS NOT NULL")
    assert installation.value("SELECT indisvalid FROM pg_index WHERE indexrelid = 'trial_hosts'::regclass")
    return load


def _expand(operator: Product) -> None:
    expanded = operator.run("migrate")
    assert expanded.returncode == 0, expanded.stderr
    assert "900_" in expanded.stdout
    assert "901_" in expanded.stdout
    assert "Waiting: The contract step 902_" in expanded.stdout
    refused = operator.run("migrate", "--contract")
    assert refused.returncode == 1
    assert f"serve {socket.gethostname()}" in refused.stderr


def _replace(load: Load, serving: list[Product], host: Product, replacement: Product) -> None:
    """Start a host, then stop another one as soon as it has answered all requests."""
    serving.append(replacement.serve())
    load.add(replacement.url)
    load.remove(host.url)
    assert host.end() == [0], host.log_text()
    serving.remove(host)
