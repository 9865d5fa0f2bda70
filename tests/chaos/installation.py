"""The installation that faults strike, and the undisturbed one: real processes, with their own database, lake and mail server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncpg
import psutil
from callers import PASSWORD
from external_database import ExternalPostgreSQL
from factories import AccountRow, make_account, make_domain, make_identity, make_user
from ingestion_harness import INGEST
from mail_server import make_mail_server
from oracle import Watched
from patroni_cluster import PatroniCluster
from products import COMMAND, Product, ProductCaller
from s3_server import KEY_ID, S3Server
from tests.chaos import leak_files
from tests.chaos.snapshot import Difference, Snapshot, take

from breachlight import jobs
from breachlight.auth.password_hashing import hash_password
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.kit.keys import KeyRing
from breachlight.watchlist.service import BACKFILL_JOB, monitor_email

BATCH_BYTES: Final = 8192
PATIENCE: Final = 180.0
"""Seconds after which something that must happen counts as not happening."""
LEASE_SECONDS: Final = 35
"""Longer than the lease of a job (``job_runner._HEARTBEAT``) and of a retroactive scan."""
_CREATE_KEY: Final = (
    "mutation C($input: CreateApiKeyInput!) { createApiKey(input: $input) { ... on CreateApiKeySuccess { token } } }"
)


class Installation:
    """A product with accounts, users who get alert emails, and a program of each account with an API key."""

    def __init__(
        self,
        folder: Path,
        *,
        workers: int,
        postgresql: ExternalPostgreSQL | None = None,
        cluster: PatroniCluster | None = None,
        store: S3Server | None = None,
        disk: Path | None = None,
    ) -> None:
        """Describe it: the embedded PostgreSQL and a lake in its folder, unless others are given."""
        self.postgresql, self.cluster, self.store, self.disk = postgresql, cluster, store, disk
        self.mail = make_mail_server()
        self.mail.start()
        self.clocks = {name: folder / f"clock-{name}" for name in ("serve", "work")}
        self._hours = 0.0
        folder.mkdir(parents=True)
        self.set_clocks()
        variables: dict[str, Any] = {
            "BREACHLIGHT_WORKER_PORT": 0,
            "BREACHLIGHT_LOG_LEVEL": "info",
            **self.mail.variables(),
        }
        if server := postgresql or cluster:
            variables["DATABASE_URL"] = server.url
        if disk is not None:
            variables["BREACHLIGHT_LAKE_PATH"] = disk / "lake"
        if store is not None:
            variables |= {
                "BREACHLIGHT_LAKE_PATH": "s3://leaks/v1",
                "BREACHLIGHT_LAKE_S3_ENDPOINT": store.endpoint,
                "BREACHLIGHT_LAKE_S3_KEY_ID": KEY_ID,
                "BREACHLIGHT_LAKE_S3_SECRET": "invented",
                "BREACHLIGHT_LAKE_S3_USE_TLS": "false",
            }
        self.product = Product(folder, **variables)
        self._commands = {"serve": ["serve"], **{f"worker-{number}": ["worker"] for number in range(workers)}}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.accounts: list[AccountRow] = []
        self.callers: list[ProductCaller] = []

    @property
    def dsn(self) -> str:
        if server := self.postgresql or self.cluster:
            return server.url
        return EmbeddedPostgreSQL(self.product.folder / "data").dsn()

    @property
    def ring(self) -> KeyRing:
        return KeyRing.load(self.product.folder / "data" / "keys.json")

    def set_clocks(self, *, later_by: float = 0, **skew: float) -> None:
        """Let days go by, and set the clocks of the servers and of workers and commands wrong by some hours."""
        self._hours += later_by
        for name, path in self.clocks.items():
            new = path.with_suffix(".new")
            new.write_text(str(3600 * (self._hours + skew.get(name, 0))), encoding="ascii")
            new.replace(path)

    async def prepare(self) -> None:
        """Start it, and make what it monitors from the start."""
        assert self.product.run("settings", "login_enabled=true").returncode == 0, self.product.log_text()
        await self.start()
        async with self.connection() as connection:
            for number in range(leak_files.ACCOUNTS):
                account = await make_account(connection, company_name=leak_files.company(number))
                await make_user(connection, account, f"user{number}@people.example", await hash_password(PASSWORD))
                for domain in (f"firm{number}.example", f"shop.firm{number}.example"):
                    await make_domain(connection, account, domain)
                for person in range(leak_files.FROM_THE_START):
                    await make_identity(connection, account, leak_files.address(number, person))
                self.accounts.append(account)
            # Members get no email about alerts from before their membership, which a clock that is set back would make of all.
            await connection.execute("UPDATE memberships SET created_at = created_at - interval '3 days'")
        for number in range(leak_files.ACCOUNTS):
            caller = ProductCaller(self.product, f"user{number}@people.example", PASSWORD)
            answer = caller.graphql(_CREATE_KEY, {"input": {"name": "Chaos", "scopes": ["READ", "TRIAGE"]}})
            caller.http.headers["Authorization"] = f"Bearer {answer['data']['createApiKey']['token']}"
            self.callers.append(caller)

    def watched(self) -> list[Watched]:
        """Return all that is ever monitored, for the records that files have of it."""
        return [
            watched
            for number, account in enumerate(self.accounts)
            for watched in (
                *(Watched(account.id, "email", leak_files.address(number, n)) for n in range(leak_files.PEOPLE)),
                # As often as the addresses, most of which are verified later.
                *[Watched(account.id, "domain", f"firm{number}.example")] * leak_files.PEOPLE,
                *[Watched(account.id, "domain", f"shop.firm{number}.example")] * leak_files.PEOPLE,
            )
        ]

    async def verify(self, person: int) -> None:
        """Monitor one more address of each account, also if the database goes away meanwhile."""
        for number, account in enumerate(self.accounts):
            address = leak_files.address(number, person)
            await self.until(f"{address} is monitored", partial(self._monitor, account, address))

    async def _monitor(self, account: AccountRow, address: str) -> bool:
        try:
            async with self.connection() as connection, connection.transaction():
                await monitor_email(connection, account.id, address)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection]:
        """Open a connection to the database, once it accepts one."""
        connection = await self._connect()
        try:
            yield connection
        finally:
            await connection.close(timeout=5)

    async def _connect(self) -> asyncpg.Connection:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return await asyncpg.connect(self.dsn, timeout=5, target_session_attrs="primary")
            except (OSError, TimeoutError, asyncpg.PostgresError) as error:
                if time.monotonic() > end:
                    raise Difference(f"PostgreSQL doesn't accept connections: {error}") from error
                await asyncio.sleep(0.1)

    async def start(self) -> None:
        """Start the processes that don't run, and return when the servers are ready."""
        for name, arguments in self._commands.items():
            running = self.processes.get(name)
            if running is None or running.poll() is not None:
                clock = self.clocks["serve" if name == "serve" else "work"]
                self.processes[name] = self._run(name, [str(COMMAND), *arguments], clock)
        await self.until("the servers are ready", self._is_ready)

    async def _is_ready(self) -> bool:
        if self.processes["serve"].poll() is not None:
            # The port is still taken by a server whose supervisor was killed a moment ago.
            self.processes["serve"] = self._run("serve", [str(COMMAND), "serve"], self.clocks["serve"])
            await asyncio.sleep(0.5)
        return await asyncio.to_thread(self.product.status, "/readyz") == 200

    def ingest(self, *folders: Path, leak: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(INGEST), str(BATCH_BYTES), *map(str, folders), "--leak", leak]
        return self._run("ingest", command, self.clocks["work"])

    def _run(self, name: str, command: Sequence[str], clock: Path) -> subprocess.Popen[bytes]:
        environment = {**self.product.environment, "BREACHLIGHT_CLOCK_OFFSET_FILE": str(clock)}
        with (self.product.logs / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                command, env=environment, stdout=log, stderr=subprocess.STDOUT, cwd=self.product.folder
            )

    def children(self, module: str) -> list[psutil.Process]:
        """Return the supervisor's processes that run a module."""
        try:
            children = psutil.Process(self.processes["serve"].pid).children()
            return [child for child in children if any(module in word for word in child.cmdline())]
        except psutil.Error:
            return []

    def workers(self) -> list[psutil.Process]:
        own = [process for name, process in self.processes.items() if name != "serve" and process.poll() is None]
        return [psutil.Process(process.pid) for process in own] + self.children("processes.worker")

    async def until(self, what: str, condition: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
        """Wait for a condition.

        Raises:
            Difference: it doesn't come true.
        """
        end = time.monotonic() + seconds
        while not await condition():
            if time.monotonic() > end:
                raise Difference(f"after {seconds:.0f} s it isn't so that {what}\n{self.product.log_text()[-3000:]}")
            await asyncio.sleep(0.1)

    async def end_leases(self) -> None:
        """Let so much time go by for leases that those of processes that don't renew them have ended.

        It waits until the server ends the transaction of a process that was stopped amid one.
        """
        async with self.connection() as connection, connection.transaction():
            await connection.execute("UPDATE backfills SET not_before = NULL WHERE finished_at IS NULL")
            await connection.execute(
                "UPDATE jobs.pgqueuer SET heartbeat = heartbeat - $1::int * interval '1 second' WHERE status = 'picked'",
                LEASE_SECONDS,
            )
            # What the schedule of each minute does.
            await jobs.enqueue_unless_waiting(connection, BACKFILL_JOB)
            await jobs.enqueue_unless_waiting(connection, "backfill.summaries")

    async def hasten(self) -> None:
        """Let jobs that wait for their time run now."""
        async with self.connection() as connection:
            await connection.execute(
                "UPDATE jobs.pgqueuer SET execute_after = now() WHERE status = 'queued' AND execute_after > now()"
            )

    async def finish_scans(self) -> None:
        await self.until("all retroactive scans end", self._scans_are_done)

    async def _scans_are_done(self) -> bool:
        await self.end_leases()
        async with self.connection() as connection:
            if not await connection.fetchval("SELECT count(*) FROM backfills WHERE finished_at IS NULL"):
                return True
        await asyncio.sleep(0.5)
        return False

    async def deliver_emails(self) -> None:
        """Let some hours go by, until nothing is left to email."""
        self.set_clocks(later_by=3)
        await self.until("everything is emailed", self._is_emailed)

    async def _is_emailed(self) -> bool:
        await self.end_leases()
        await self.hasten()
        await asyncio.sleep(0.5)
        async with self.connection() as connection:
            return not await connection.fetchval(
                """SELECT EXISTS (SELECT FROM mails WHERE sent_at IS NULL)
                OR EXISTS (SELECT FROM jobs.pgqueuer WHERE entrypoint <> 'backfill.waiting' AND status = 'picked')
                OR EXISTS (SELECT FROM backfills WHERE summary_of IS NOT NULL)
                OR EXISTS (SELECT FROM alerts AS a WHERE backfill_id IS NULL AND sequence > coalesce(
                    (SELECT max(p.sequence) FROM alert_mail_positions AS p WHERE p.account_id = a.account_id), 0))"""
            )

    async def snapshot(self) -> Snapshot:
        async with self.connection() as connection:
            return await take(connection, self.ring, list(self.mail.received))

    def kill(self, process: subprocess.Popen[bytes] | psutil.Process) -> bool:
        """Kill a process with signal 9, and say whether it was alive."""
        try:
            process.kill()
        except (psutil.Error, ProcessLookupError):
            return False
        return True

    async def stop(self) -> None:
        """End all processes in order."""
        for caller in self.callers:
            caller.close()
        for name in reversed(self._commands):
            process = self.processes.get(name)
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            try:
                await asyncio.to_thread(process.wait, 60)
            except subprocess.TimeoutExpired:
                process.kill()
        self.mail.stop()

    def free_disk(self) -> int:
        assert self.disk is not None
        room = os.statvfs(self.disk)
        return room.f_bavail * room.f_bsize
