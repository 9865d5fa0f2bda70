"""The systemd units, run by systemd in a container of its own, with PostgreSQL on this machine."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from callers import PASSWORD
from customers import add_customer, monitor
from external_database import ExternalPostgreSQL
from products import Product, ProductCaller, free_port

from image.machine import SYSTEMD_IMAGE, Machine
from image.podman import Podman

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may start a container of systemd-nspawn")
TOTAL = "query { alerts { total } }"
UNITS = ("breachlight", "breachlight-worker")


@pytest.fixture(scope="module")
def installed(podman: Podman, server: ExternalPostgreSQL) -> Iterator[SimpleNamespace]:
    """A machine whose units have started."""
    port, worker_port = free_port(), free_port()
    settings = {
        "DATABASE_URL": server.url,
        "BREACHLIGHT_DATA_FOLDER": "/var/lib/breachlight",
        "BREACHLIGHT_HOST": "127.0.0.1",
        "BREACHLIGHT_PORT": str(port),
        "BREACHLIGHT_WORKER_PORT": str(worker_port),
        "BREACHLIGHT_PUBLIC_URL": f"http://127.0.0.1:{port}",
    }
    with tempfile.TemporaryDirectory(prefix="breachlight-systemd-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        podman.build_on_product("systemd", SYSTEMD_IMAGE, Path(folder))
        machine = Machine(podman, Path(folder), settings)
        machine.boot()
        try:
            for each in (port, worker_port):
                machine.wait_until(lambda: is_ready(each))  # noqa: B023
            yield SimpleNamespace(machine=machine, settings=settings, url=f"http://127.0.0.1:{port}", port=port)
        finally:
            machine.power_off()


def is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def command(installed: SimpleNamespace, *arguments: str, given: str | None = None) -> None:
    """Run a command of the product as docs/packages.md says."""
    environment = [f"{name}={value}" for name, value in installed.settings.items()]
    program = ["runuser", "-u", "breachlight", "--", "env", *environment, "/opt/breachlight/.venv/bin/breachlight"]
    done = installed.machine.run(*program, *arguments, given=given)
    assert done.returncode == 0, done.stderr[-3000:] + installed.machine.journal()


def state(installed: SimpleNamespace, unit: str, name: str) -> str:
    """Return a property of a unit."""
    return str(installed.machine.run("systemctl", "show", "--value", f"--property={name}", unit).stdout).strip()


def test_both_units_do_their_work_in_their_sandbox(installed: SimpleNamespace, server: ExternalPostgreSQL) -> None:
    command(installed, "settings", "login_enabled=true")
    user = add_customer(server.url, "jo@people.test", monitored="jo@people.test")
    command(installed, "ingest", "-", "--leak", "Some leak", given="jo@people.test:Blue42\nlate@people.test:Green43\n")
    with closing(ProductCaller(cast("Product", installed), "jo@people.test", PASSWORD)) as caller:

        def total() -> int:
            return int(caller.graphql(TOTAL)["data"]["alerts"]["total"])

        assert total() == 1
        monitor(server.url, user, "late@people.test")
        installed.machine.wait_until(lambda: total() == 2)
    for unit in UNITS:
        assert state(installed, unit, "NRestarts") == "0", installed.machine.journal("--unit", unit)


def test_a_killed_api_is_started_again(installed: SimpleNamespace) -> None:
    former = state(installed, "breachlight", "MainPID")
    installed.machine.run("systemctl", "kill", "--signal=KILL", "breachlight")
    installed.machine.wait_until(lambda: state(installed, "breachlight", "MainPID") not in {former, "0"})
    installed.machine.wait_until(lambda: is_ready(installed.port))


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_stops_in_order(installed: SimpleNamespace, unit: str) -> None:
    done = installed.machine.run("systemctl", "stop", unit)
    assert done.returncode == 0, done.stderr
    assert (state(installed, unit, "Result"), state(installed, unit, "ExecMainStatus")) == ("success", "0")
    assert "draining" in installed.machine.journal("--unit", unit)
