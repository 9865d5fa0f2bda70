"""A whole installation of processes for tests: supervisor, servers and worker on a folder of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil

SERVE = """
import sys
from breachlight.config import settings_with_logging
from breachlight.database.errors import DatabaseError
from breachlight.kit.keys import KeyFileError
from breachlight.processes.errors import StartError
from breachlight.processes.supervisor import serve
from breachlight.processes.worker import work
settings = settings_with_logging()
try:
    if sys.argv[1] == "worker":
        work(settings)
    else:
        serve(settings, on_ready=lambda: print("ready", flush=True), application="process_application:create_app")
except (DatabaseError, KeyFileError, StartError) as error:
    sys.exit(str(error))
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Installation:
    """A running ``serve`` with its log."""

    def __init__(self, folder, what="serve", **variables):
        self.port = int(variables.pop("port", 0)) or free_port()
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_path = Path(str(folder) + f".{what}.{self.port}.log")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BREACHLIGHT_")}
        environment.pop("DATABASE_URL", None)
        environment |= {
            "BREACHLIGHT_ENVIRONMENT": "test",
            "BREACHLIGHT_DATA_FOLDER": str(folder),
            "BREACHLIGHT_PORT": str(self.port),
            "PYTHONPATH": str(Path(__file__).parent),
        }
        environment |= {name: str(value) for name, value in variables.items()}
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SERVE, what], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )

    def ready(self):
        assert self.process.stdout.readline().strip() == "ready", self.log
        return self

    @property
    def log(self):
        return self.log_path.read_text()

    def lines(self):
        return [json.loads(line) for line in self.log.splitlines() if line.startswith("{")]

    def children(self):
        return psutil.Process(self.process.pid).children()

    def child(self, name):
        """The process id of the child that runs a module, or None between two of them."""
        for child in self.children():
            try:
                if any(name in word for word in child.cmdline()):
                    return child.pid
            except psutil.Error:
                continue
        return None

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.stdout.close()
        return self.process.wait(40)


def postgres_processes(folder):
    cluster = str(Path(folder) / "postgresql" / "cluster")
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if (process.info["cmdline"] or [""])[0].endswith("/postgres"):
            found += [process] if os.path.realpath(f"/proc/{process.pid}/cwd") == cluster else []
    return found


def wait_until(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def status(url):
    try:
        return httpx.get(url, timeout=5).status_code
    except httpx.TransportError:
        return None
