"""A real Strapi with the content types of the content service, on a PostgreSQL of its own."""

import contextlib
import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from external_database import ExternalPostgreSQL

from strapi.content_documents import Documents

PROJECT = Path(__file__).parent / "project"
TOOLS = Path(sys.executable).parent
LONGEST_START = 180
"""Seconds; it creates its tables and takes all documents in."""


class StrapiServer:
    """A process of the project in this folder; its secrets are made for this run, and it listens on the loopback alone."""

    def __init__(self, folder: Path, port: int, database_url: str) -> None:
        self.port = port
        self.token = ""
        """May read the four documents and the locales."""
        self.read_only_token = ""
        """Of Strapi's own type read-only."""
        self._database_url = database_url
        self._folder = folder / "strapi"
        self._process: subprocess.Popen[bytes] | None = None
        assert (PROJECT / "node_modules").is_dir(), "its packages are missing: run `make test-strapi`"
        shutil.copytree(PROJECT, self._folder, ignore=shutil.ignore_patterns("node_modules"))
        (self._folder / "node_modules").symlink_to((PROJECT / "node_modules").resolve())
        (self._folder / "public" / "uploads").mkdir(parents=True)
        self._environment = {
            "PATH": f"{TOOLS}:/usr/bin:/bin",
            "HOME": str(folder),
            "NODE_ENV": "production",
            "STRAPI_TELEMETRY_DISABLED": "true",
            "PORT": str(port),
            "DATABASE_URL": database_url,
            "APP_KEYS": f"{secrets.token_hex(16)},{secrets.token_hex(16)}",
            **{
                name: secrets.token_hex(16)
                for name in ("ADMIN_JWT_SECRET", "API_TOKEN_SALT", "TRANSFER_TOKEN_SALT", "ENCRYPTION_KEY")
            },
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def graphql_url(self) -> str:
        return f"{self.url}/graphql"

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text("utf-8", "replace")

    def start(self, documents: dict[str, Any] | None = None) -> None:
        """Start it on these documents, or once more on those that it has, and return when it answers."""
        ready = self._folder / "ready.json"
        ready.unlink(missing_ok=True)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["node", "serve.js", ready.name],
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,  # the `node` of a virtual environment starts the real one as its child
            )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(documents).encode())
        self._process.stdin.close()
        end = time.monotonic() + LONGEST_START
        while not ready.exists():
            assert self._process.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.1)
        if (tokens := json.loads(ready.read_text())) is not None:
            self.token, self.read_only_token = tokens["token"], tokens["readOnlyToken"]

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def ask(self, query: str, variables: dict[str, Any] | None = None, *, token: str | None = None) -> Any:
        """Return the answer to a question that is put to it directly, with its own token unless another is given."""
        answer = httpx.post(
            self.graphql_url,
            json={"query": query, "variables": variables or {}},
            headers={"Authorization": f"Bearer {self.token if token is None else token}"},
            timeout=60,
        )
        return answer.json()


@contextlib.contextmanager
def running_strapi(folder: Path, documents: Documents) -> Iterator[StrapiServer]:
    """Run a Strapi that holds these documents, in a folder of its own, and its PostgreSQL."""
    database = ExternalPostgreSQL(_free_port())
    try:
        database.start()
        server = StrapiServer(folder, _free_port(), database.url)
        try:
            server.start(documents.for_strapi())
            yield server
        finally:
            server.kill()
    finally:
        database.remove()


def _free_port() -> int:
    """Return a port that no outgoing connection is given meanwhile: a server that was killed gets it back."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("No port is free.")
