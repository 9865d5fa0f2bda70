"""The toy schema on a real server, and the Node programs that judge it."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from toy_schema import Sessions, toy_schema

from breachlight.graphql.context import context_factory
from breachlight.graphql.sockets import SocketEndpoint, SocketLimits
from breachlight.graphql.view import graphql_routes

CONFORMANCE = Path(__file__).parent
PUBLIC_URL = "https://breachlight.example"
LIMITS = SocketLimits(
    connections=8,
    connections_per_address=6,
    operations=3,
    initialisation_seconds=0.5,
    recheck_seconds=0.2,
    frame_characters=2_000,
)


@dataclass
class Server:
    """A server on a free port, and the session store behind it."""

    sessions: Sessions
    sockets: SocketEndpoint
    port: int = 0
    server: Any = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/graphql"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/graphql"


def serve(**options: Any) -> Iterator[Server]:
    """Run the toy schema on a free port, in a thread of its own."""
    sessions = Sessions()
    introspection = options.pop("introspection", True)
    routes = graphql_routes(
        toy_schema(introspection=introspection),
        context_factory=context_factory(sessions.authenticate),
        public_urls=[PUBLIC_URL],
        **options,
    )
    running = Server(sessions, routes[1].app)  # type: ignore[attr-defined]  # the second is the socket's route
    # uvicorn's own way of logging would stay with its loggers, for every test after.
    config = uvicorn.Config(Starlette(routes=routes), host="127.0.0.1", port=0, log_config=None, lifespan="off")
    running.server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(running.server.serve()), daemon=True)
    thread.start()
    while not running.server.started:
        assert thread.is_alive()
        threading.Event().wait(0.01)
    running.port = running.server.servers[0].sockets[0].getsockname()[1]
    yield running
    running.server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """As in the test and demonstration modes, with tight bounds on sockets."""
    yield from serve(socket_limits=LIMITS, graphiql_page=lambda: "<!doctype html><title>GraphiQL</title>")


@pytest.fixture(scope="module")
def closed_server() -> Iterator[Server]:
    """As in production: no introspection, no page."""
    yield from serve(introspection=False)


@pytest.fixture(scope="session")
def node() -> Callable[..., Any]:
    """Run a program of tests/conformance with Node and return the JSON that it prints."""
    tools = Path(sys.executable).parent
    environment = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(CONFORMANCE)}
    if not (CONFORMANCE / "node_modules").is_dir():
        subprocess.run([tools / "npm", "ci"], cwd=CONFORMANCE, check=True, capture_output=True, timeout=240)

    def run(script: str, *arguments: str) -> Any:
        done = subprocess.run(
            [tools / "node", script, *arguments],
            cwd=CONFORMANCE,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
