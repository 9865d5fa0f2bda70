"""One API server process: uvicorn with our bounds, draining in order. The supervisor starts it as a module."""

import asyncio
import gc
import importlib
import signal
import socket
import sys
from collections.abc import Callable

import structlog
import uvicorn

from breachlight.config import Settings, settings_with_logging
from breachlight.database import job_queue
from breachlight.kit import tracing
from breachlight.kit.admission import Admission
from breachlight.kit.garbage import collect_garbage_briefly, collect_garbage_seldom
from breachlight.kit.logging import App
from breachlight.kit.metrics import RequestTimes
from breachlight.kit.request_log import RequestLog
from breachlight.kit.request_spans import RequestSpans
from breachlight.processes.children import Parent, descriptor_of, on_stop, raise_file_limit
from breachlight.processes.health import draining
from breachlight.processes.protocol import BoundedHttpProtocol

LISTEN_VARIABLE = "BREACHLIGHT_LISTEN_DESCRIPTOR"
PARENT_VARIABLE = "BREACHLIGHT_PARENT_DESCRIPTOR"
# Load balancers see "not ready" for this long before connections are refused.
_NOTICE_SECONDS = 2.0
_DRAIN_SECONDS = 18
_MOST_CONNECTIONS = 10_000
_LONGEST_MESSAGE = 2**20

_log = structlog.get_logger("breachlight.processes.server")


def wrap(app: App, *, is_https: bool) -> App:
    """Return the application beneath the middleware that belongs to the process and not to the product."""
    wrapped = RequestLog(RequestTimes(Admission(app, is_https=is_https)))
    return RequestSpans(wrapped) if tracing.is_active() else wrapped


class DrainingServer(uvicorn.Server):
    """uvicorn that ends readiness first, then stops accepting, then ends; a second signal hurries it."""

    def __init__(self, config: uvicorn.Config, parent: Parent) -> None:
        super().__init__(config)
        self._parent = parent

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to stop; unlike uvicorn's own, end with the caller and not with the signal."""
        on_stop(self._stop)
        self._parent.watch(self._stop, lambda: None if draining.started else self._stop(signal.SIGINT))
        await self._serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell the supervisor."""
        await super().startup(sockets)
        _spare_garbage_collector()
        if self.started:
            self._parent.say_ready()

    def _stop(self, number: signal.Signals) -> None:
        if draining.started:
            self.should_exit = self.force_exit = True
            return
        draining.started = True
        _log.info("draining", signal=number.name)
        notice = _NOTICE_SECONDS if number is signal.SIGTERM else 0.0
        asyncio.get_running_loop().call_later(notice, setattr, self, "should_exit", True)


def _spare_garbage_collector() -> None:
    """Exclude objects of the startup from garbage collection.

    A page of 100 alerts makes some thousand short-lived objects; a tenth of the time went into looking at what stays.
    """
    gc.collect()
    gc.freeze()
    collect_garbage_briefly()


def server_config(settings: Settings, app: Callable[[], App]) -> uvicorn.Config:
    """Return uvicorn's configuration: bounded in time, size and number, trusting no header that was not agreed."""
    return uvicorn.Config(
        lambda: wrap(app(), is_https=settings.public_url.startswith("https://")),
        factory=True,
        http=BoundedHttpProtocol,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.forwarded_allow_ips),
        forwarded_allow_ips=settings.forwarded_allow_ips or [],
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
        timeout_keep_alive=20,
        ws_max_size=_LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
    )


def main(application: str) -> None:
    """Serve ``module:factory`` on the socket that the supervisor bound."""
    collect_garbage_seldom()
    settings = settings_with_logging()
    raise_file_limit()
    tracing.start(settings.otlp_endpoint, settings.trace_ratio, "api")
    listening, parent = descriptor_of(LISTEN_VARIABLE), Parent(descriptor_of(PARENT_VARIABLE))
    if listening is None:
        sys.exit("This module is started by breachlight serve.")
    # Imported late: it is the whole product, and the lines above must answer even if it cannot be imported.
    job_queue.preload()
    module, _, factory = application.partition(":")
    create: Callable[[], App] = getattr(importlib.import_module(module), factory)
    try:
        DrainingServer(server_config(settings, create), parent).run(sockets=[socket.socket(fileno=listening)])
    finally:
        tracing.stop()


if __name__ == "__main__":
    main(sys.argv[1])
