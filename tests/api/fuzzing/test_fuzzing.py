"""Two minutes of schemathesis against a real server: a minute of REST and a minute of GraphQL."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from callers import Caller
from products import Product

from breachlight import schema
from breachlight.config import Settings
from breachlight.rest import routes

SECONDS = 60
DESCRIPTION = Path(routes.__file__).with_name("openapi.json")
FOLDER = Path(__file__).parent
BIN = Path(sys.executable).parent

# They end the session that all other requests need.
ENDING = ("logout", "endAllSessions")

SignIn = Callable[..., Awaitable[Caller]]
Judge = Callable[..., Awaitable[str]]


@dataclass(frozen=True)
class Server:
    """A running server, and a person who is logged in there."""

    product: Product
    caller: Caller

    async def judge(self, folder: Path, *arguments: str, **variables: str) -> tuple[int, str]:
        """Run schemathesis, and return its exit code and what it printed."""
        command = [
            str(BIN / "schemathesis"), "--config-file", str(FOLDER / "schemathesis.toml"), "--no-color", "run", *arguments,
            "--header", f"Authorization: {self.caller.headers['Authorization']}",
            "--max-time", str(SECONDS), "--suppress-health-check", "all", "--continue-on-failure",
        ]  # fmt: skip
        done = await asyncio.to_thread(
            subprocess.run,
            command,
            cwd=folder,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
async def server(sign_in: SignIn, settings: Settings, database_url: str, tmp_path: Path) -> AsyncIterator[Server]:
    caller = await sign_in()
    product = Product(
        tmp_path / "served",
        DATABASE_URL=database_url,
        BREACHLIGHT_DATA_FOLDER=settings.data_folder,
        BREACHLIGHT_LOG_LEVEL="info",
    )
    try:
        await asyncio.to_thread(product.serve)
        yield Server(product, caller)
    finally:
        await asyncio.to_thread(product.end)


@pytest.mark.spec("S7.1")
@pytest.mark.long
async def test_r11_rest_answers_within_its_description(server: Server, tmp_path: Path) -> None:
    """Status codes, bodies, headers, ignored authentication, and what the description accepts or refuses."""
    code, printed = await server.judge(
        tmp_path, str(DESCRIPTION), "--url", server.product.url, "--exclude-checks", "unsupported_method"
    )
    assert code == 0, printed[-6000:]
    assert '"level":"error"' not in server.product.log_text(), server.product.log_text()[-6000:]


@pytest.mark.long
async def test_g13_graphql_answers_within_its_schema(server: Server, tmp_path: Path) -> None:
    """Every query and mutation, with generated arguments and selections."""
    sdl = tmp_path / "schema.graphql"
    sdl.write_text(schema.build_schema(introspection=False).as_str(), encoding="utf-8")
    code, printed = await server.judge(
        tmp_path, str(sdl), "--url", f"{server.product.url}/graphql", "--checks", "answers_without_a_fault",
        *(word for name in ENDING for word in ("--exclude-name", f"Mutation.{name}")),
        SCHEMATHESIS_HOOKS="graphql_checks", PYTHONPATH=str(FOLDER),
    )  # fmt: skip
    assert code == 0, printed[-6000:]
    assert '"level":"error"' not in server.product.log_text(), server.product.log_text()[-6000:]
