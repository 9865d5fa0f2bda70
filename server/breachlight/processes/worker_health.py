"""Health and metrics of a worker that runs without a supervisor, on a port of its own."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
import uvicorn
from starlette.applications import Starlette

from breachlight.config import Settings
from breachlight.processes.errors import StartError
from breachlight.processes.health import health_routes
from breachlight.processes.listening import listen
from breachlight.processes.server import server_config

_log = structlog.get_logger("breachlight.processes.worker")


@asynccontextmanager
async def served_health(settings: Settings) -> AsyncIterator[None]:
    """Serve /healthz, /readyz and /metrics while the block runs.

    The default port isn't insisted on: several workers may run on one host.

    Raises:
        StartError: the port was set and can't be used.
    """
    if not settings.worker_port:
        yield
        return
    try:
        listening = listen(settings.host, settings.worker_port, "BREACHLIGHT_WORKER_PORT")
    except StartError as error:
        if "worker_port" in settings.model_fields_set:
            raise
        _log.warning("this worker serves no health and metrics", reason=str(error))
        yield
        return
    serving = _Server(server_config(settings, lambda: Starlette(routes=health_routes(settings))))
    task = asyncio.create_task(serving.serve_on(listening))
    try:
        yield
    finally:
        serving.should_exit = True
        await task


class _Server(uvicorn.Server):
    """uvicorn that leaves the signals to the worker."""

    async def serve_on(self, listening: socket.socket) -> None:
        """Serve until ``should_exit`` is set."""
        await self._serve([listening])
