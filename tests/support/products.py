"""An installation of the product: its command with its own settings and data folder, and its output."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from callers import LOGIN

COMMAND = Path(sys.executable).with_name("breachlight")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


class Product:
    """An installation whose processes share settings and a folder of logs."""

    def __init__(self, folder: Path, **variables: Any) -> None:
        self.folder = folder
        self.logs = folder / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("BREACHLIGHT_")}
        self.environment.pop("DATABASE_URL", None)
        self.environment |= {
            "BREACHLIGHT_ENVIRONMENT": "test",
            "BREACHLIGHT_DATA_FOLDER": str(folder / "data"),
            "BREACHLIGHT_PORT": str(self.port),
            "BREACHLIGHT_LOG_LEVEL": "debug",
            "BREACHLIGHT_LOG_FORMAT": "json",
        }
        self.environment |= {name: str(value) for name, value in variables.items()}

    def run(self, *arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; its output goes to the logs."""
        done = subprocess.run(
            [COMMAND, *arguments],
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        number = len(list(self.logs.iterdir()))
        (self.logs / f"{number}-{arguments[0]}.out").write_text(done.stdout)
        (self.logs / f"{number}-{arguments[0]}.err").write_text(done.stderr)
        return done

    def start(self, name: str, *arguments: str) -> None:
        """Start ``serve`` or ``worker``; everything that it prints goes to one log."""
        with (self.logs / f"{len(list(self.logs.iterdir()))}-{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [COMMAND, name, *arguments], env=self.environment, stdout=log, stderr=subprocess.STDOUT
            )

    def serve(self, *arguments: str) -> "Product":
        """Start the server and return when it is ready."""
        self.start("serve", *arguments)
        self.wait_until(
            lambda: self.status("/readyz") == 200, 180
        )  # a busy machine fills the demonstration for a minute
        return self

    def status(self, path: str) -> int | None:
        """Return the status with which a path answers, or None if nothing does."""
        try:
            return httpx.get(self.url + path, timeout=10).status_code
        except httpx.TransportError:
            return None

    def wait_until(self, condition: Any, seconds: float = 60) -> float:
        """Wait for a condition and return the seconds that it took."""
        begin = time.monotonic()
        while not condition():
            assert time.monotonic() - begin < seconds, self.log_text()[-6000:]
            assert all(process.poll() is None for process in self.running.values()), self.log_text()[-6000:]
            time.sleep(0.1)
        return time.monotonic() - begin

    def log_text(self) -> str:
        """Return everything that its processes wrote."""
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.logs.iterdir()))

    def log_lines(self) -> list[dict[str, Any]]:
        """Return the structured lines among it; they go to standard error alone."""
        paths = (path for path in sorted(self.logs.iterdir()) if path.suffix != ".out")
        lines = (line for path in paths for line in path.read_text(errors="replace").splitlines())
        return [json.loads(line) for line in lines if line.startswith('{"')]

    def end(self) -> list[int]:
        """End everything in order and return the exit codes."""
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        codes = [process.wait(40) for process in self.running.values()]
        self.running.clear()
        return codes


class ProductCaller:
    """A user who logs in to a running product over HTTP."""

    def __init__(self, product: Product, email: str, password: str) -> None:
        self.http = httpx.Client(base_url=product.url, timeout=30)
        answer = self.graphql(LOGIN, {"input": {"email": email, "password": password}})
        tokens = answer["data"]["login"]["tokens"]
        self.http.headers["Authorization"] = f"Bearer {tokens['authToken']}"
        self.tokens: dict[str, str] = tokens

    def graphql(self, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send an operation and return the whole answer."""
        answer: dict[str, Any] = self.http.post("/graphql", json={"query": query, "variables": variables or {}}).json()
        return answer

    def close(self) -> None:
        self.http.close()
