"""``docker/compose.yml``, run rootless by podman-compose: PostgreSQL, API, worker and mail catcher, and a restart of all."""

import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from products import Product, ProductCaller, free_port

from breachlight.demonstration.service import PASSWORD
from image.podman import IMAGE, ROOT, SERVICES, Podman

PODMAN_COMPOSE = "podman-compose==1.6.0"  # Debian 12's version knows no secrets
PYTHON = "/usr/bin/python3"
OWNER = "org@breachlight.example"
TOTAL = "query { alerts { total } }"
RESET = "mutation Ask($email: String!) { requestPasswordReset(input: { email: $email }) { __typename } }"


class Project:
    """The services of the compose file, as its head says that they are started."""

    def __init__(self, podman: Podman, folder: Path) -> None:
        self._podman = podman
        self.port, self.mail_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.password = secrets.token_hex(24)
        self._programs = folder / "programs"
        install = [
            "uv",
            "pip",
            "install",
            "--quiet",
            f"--python={PYTHON}",
            f"--target={self._programs}",
            PODMAN_COMPOSE,
        ]
        subprocess.run(install, check=True)
        self._file = folder / "docker" / "compose.yml"
        values = {
            "database-password": self.password,
            "database-url": f"postgresql://breachlight:{self.password}@database:5432/breachlight",
        }
        given = self._file.parent / "secrets"
        given.mkdir(parents=True)
        shutil.copy(ROOT / "docker" / "compose.yml", self._file)
        for name, value in values.items():
            (given / name).write_text(value + "\n")
            podman.give(given / name)
        given.chmod(0o700)
        podman.give(given)
        podman.output("tag", IMAGE, "localhost/breachlight:latest")

    def run(self, *arguments: str, given: str | None = None) -> str:
        """Run a command of podman-compose and return its output."""
        command = [PYTHON, "-m", "podman_compose", "--in-pod=false", f"--file={self._file}", *arguments]
        environment = {
            "PYTHONPATH": str(self._programs),
            "POSTGRES_IMAGE": SERVICES["postgresql"],
            "MAIL_IMAGE": SERVICES["mail"],
            "PORT": str(self.port),
            "MAIL_PORT": str(self.mail_port),
            "PUBLIC_URL": self.url,
        }
        done = self._podman.run_program(*command, given=given, seconds=600, **environment)
        assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
        return done.stdout

    def start(self) -> None:
        """Start all services, and return when all are healthy."""
        self.run("up", "--detach", "--no-build")
        for service in ("database", "api", "worker"):
            self.wait_until(lambda service=service: self._is_healthy(service))
        self.wait_until(lambda: self.mails() is not None)

    def container(self, service: str) -> str:
        """Return the name of the container of a service."""
        return f"breachlight_{service}_1"

    def _is_healthy(self, service: str) -> bool:
        # Without systemd nobody runs the checks in their intervals.
        return self._podman.run("healthcheck", "run", self.container(service)).returncode == 0

    def wait_until(self, condition: Callable[[], Any], seconds: float = 240) -> None:
        """Wait for a condition."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.log()
            time.sleep(0.2)

    def mails(self) -> list[dict[str, Any]] | None:
        """Return what the mail catcher has, None while it doesn't respond."""
        try:
            found: list[dict[str, Any]] = httpx.get(f"http://127.0.0.1:{self.mail_port}/", timeout=5).json()
        except httpx.TransportError:
            return None
        return found

    def log(self) -> str:
        """Return what all services wrote last."""
        services = ("database", "api", "worker", "mail")
        done = [self._podman.run("logs", "--tail=40", self.container(service)) for service in services]
        return "\n".join(each.stdout + each.stderr for each in done)


@pytest.fixture(scope="module")
def project(podman: Podman) -> Iterator[Project]:
    with tempfile.TemporaryDirectory(prefix="breachlight-compose-") as folder:
        Path(folder).chmod(0o755)
        running = Project(podman, Path(folder))
        try:
            running.start()
            yield running
        finally:
            running.run("down", "--volumes")


def detections(project: Project) -> int:
    installed = cast("Product", SimpleNamespace(url=project.url))
    with closing(ProductCaller(installed, OWNER, PASSWORD)) as caller:
        return int(caller.graphql(TOTAL)["data"]["alerts"]["total"])


def ingest(project: Project, line: str) -> None:
    project.run("exec", "-T", "worker", "breachlight", "ingest", "-", "--leak", "Some leak", given=f"{line}\n")


def test_a_login_an_ingest_an_email_and_a_restart(project: Project) -> None:
    project.run("exec", "-T", "api", "breachlight", "demo")
    before = detections(project)
    assert before > 0
    ingest(project, "https://portal.acme.example/login:jane@acme.example:Invented-1")
    assert detections(project) == before + 1
    httpx.post(f"{project.url}/graphql", json={"query": RESET, "variables": {"email": OWNER}}).raise_for_status()
    project.wait_until(lambda: any(OWNER in mail["recipients"] for mail in project.mails() or []))

    project.run("down")
    project.start()
    assert detections(project) == before + 1
    ingest(project, "https://portal.acme.example/login:jane@acme.example:Invented-2")
    assert detections(project) == before + 2
    assert project.password not in project.log()


@pytest.mark.parametrize(
    ("service", "expected"),
    [("api", "8000/tcp -> 0.0.0.0:{api}"), ("worker", ""), ("database", ""), ("mail", "8025/tcp -> 127.0.0.1:{mail}")],
    ids=["api", "worker", "database", "mail"],
)
def test_what_is_published(podman: Podman, project: Project, service: str, expected: str) -> None:
    found = podman.output("port", project.container(service)).strip()
    assert found == expected.format(api=project.port, mail=project.mail_port)
