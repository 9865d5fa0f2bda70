"""The product as a real process with demonstration data, on a free port and in a folder of its own."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

import asyncpg
import httpx
from dns_server import DnsServer
from event_loops import run_apart

from breachlight.alerts.upsert.repository import CHANNEL
from breachlight.config import Settings
from breachlight.database.connection import server

PROGRAM = str(Path(sys.executable).with_name("breachlight"))
PASSWORD = "demonstration-only-9"  # invented; printed by the demonstration itself
ORGANIZATION, INDIVIDUAL = "org@breachlight.example", "ind@breachlight.example"
AS_GRAPHIQL = {"breachlight-client": "graphiql"}
"""The header with which a test sends documents that no page has: browser sessions may send the pages' own only."""


@dataclass
class Commits:
    """The moments at which detections were committed, in milliseconds since 1970."""

    at: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Product:
    """The running product."""

    url: str
    environment: dict[str, str]
    dns: DnsServer

    def command(self, *arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a ``breachlight`` command while the server runs."""
        return subprocess.run(
            [PROGRAM, *arguments],
            env=self.environment, input=text, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    def settings(self) -> Settings:
        """Return the product's own settings, for a test that looks at its database."""
        folder = Path(self.environment["BREACHLIGHT_DATA_FOLDER"])
        return Settings(environment="demonstration", data_folder=folder, database_url=None)

    def age_log_ins(self, by: timedelta) -> None:
        """Make every login so far older by this much."""

        async def age() -> None:
            async with server(self.settings()) as address:
                connection = await asyncpg.connect(address)
                try:
                    await connection.execute(
                        "UPDATE sessions SET authenticated_at = authenticated_at - $1::interval", by
                    )
                finally:
                    await connection.close()

        run_apart(age)

    @contextmanager
    def commits(self) -> Iterator[Commits]:
        """Note when detections are committed: PostgreSQL delivers a notification at that moment."""
        seen, ready, enough = Commits(), threading.Event(), threading.Event()

        async def listen() -> None:
            async with server(self.settings()) as address:
                connection = await asyncpg.connect(address)
                try:
                    await connection.add_listener(CHANNEL, lambda *_notification: seen.at.append(time.time() * 1000))
                    ready.set()
                    await asyncio.to_thread(enough.wait)
                finally:
                    await connection.close()

        listener = threading.Thread(target=run_apart, args=(listen,))
        listener.start()
        try:
            if not ready.wait(30):
                raise TimeoutError("The database did not listen within 30 s.")
            yield seen
        finally:
            enough.set()
            listener.join()


@contextmanager
def running_product(
    folder: Path, dns: DnsServer, variables: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Product]:
    """Run ``make run``'s own command with the names of a DNS server, and stop it as a terminal would."""
    port = _free_port()
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("BREACHLIGHT_", "CONTENT_"))
    }
    environment.pop("DATABASE_URL", None)
    environment |= {
        "BREACHLIGHT_ENVIRONMENT": "demonstration",
        "BREACHLIGHT_DATA_FOLDER": str(folder / "data"),
        "BREACHLIGHT_PORT": str(port),
        "BREACHLIGHT_DNS_RESOLVERS": dns.address,
        "BREACHLIGHT_TRUSTED_DOCUMENTS": "only",
        **variables,
    }
    url, log = f"http://localhost:{port}", folder / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [PROGRAM, "serve"], env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        _wait_until_ready(url, process, log)
        yield Product(url, environment, dns)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"The product ended:\n{log.read_text()[-4000:]}")
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise RuntimeError(f"The product was not ready in 120 s:\n{log.read_text()[-4000:]}")
