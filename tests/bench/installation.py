"""An installation for a benchmark: a folder, an embedded database, the product's own server as a process."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

import asyncpg
import httpx

from breachlight.config import Settings, get_key_ring, get_settings
from breachlight.database.connection import connect, server
from breachlight.processes.bootstrap import prepare


def tool(name: str) -> str:
    """Return a program that a benchmark needs, installed by apt-get where that is possible.

    Raises:
        SystemExit: it is not there; the message says how to get it.
    """
    package = {"rg": "ripgrep"}.get(name, name)
    if shutil.which(name) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", package], stdout=subprocess.DEVNULL, check=False)
    path = shutil.which(name)
    if path is None:
        raise SystemExit(f"The benchmark needs {name}: install Debian's package {package}, or put {name} on PATH.")
    return path


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def settings_in(folder: Path) -> Settings:
    """Set the environment to a fresh data folder and return the settings; child processes see the same."""
    os.environ.pop("DATABASE_URL", None)
    os.environ["BREACHLIGHT_ENVIRONMENT"] = "production"
    os.environ["BREACHLIGHT_DATA_FOLDER"] = str(folder)
    os.environ["BREACHLIGHT_PORT"] = str(free_port())
    os.environ["BREACHLIGHT_LOG_LEVEL"] = "warning"
    get_settings.cache_clear()
    get_key_ring.cache_clear()
    return get_settings()


@asynccontextmanager
async def installation(folder: Path) -> AsyncIterator[tuple[Settings, asyncpg.Connection]]:
    """Give a prepared installation with a connection to its database."""
    settings = settings_in(folder)
    async with server(settings):
        await prepare(settings)
        connection = await connect(settings)
        try:
            yield settings, connection
        finally:
            await connection.close()


@contextmanager
def process(program: list[str], ready_url: str, log: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends, and yield its process; it must answer at ``ready_url`` within three minutes.

    With ``log``, its standard error goes to that file.
    """
    with log.open("wb") if log else nullcontext() as errors:
        child = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=errors)
    try:
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            try:
                if httpx.get(ready_url).status_code < 500:
                    break
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        else:
            raise SystemExit(f"{program[0]} was not ready in three minutes.")
        yield child
    finally:
        child.terminate()
        child.wait(30)


def command(*arguments: str) -> list[str]:
    """Return a ``breachlight`` command line of this environment."""
    return [str(Path(sys.executable).with_name("breachlight")), *arguments]
