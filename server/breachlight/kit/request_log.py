"""The log line and the id of each request."""

import logging
import re
import secrets
import sys
import time
from typing import Final

import structlog

from breachlight.kit.exchange import end_exchange, exchange_of
from breachlight.kit.logging import PROBES, App, Receive, Scope, Send, write_event
from breachlight.kit.request_headers import headers_of

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_LOOKUPS: Final = ("/range/", "/api/v3/breachedaccount/", "/api/v3/breacheddomain/", "/api/v3/pasteaccount/")

_log = logging.getLogger("breachlight.requests")


class RequestLog:
    """ASGI middleware: gives each request an id (``X-Request-Id``) that all its log lines carry, and logs its end.

    A caller's own id is taken when it is 8 to 64 letters, digits, dots, hyphens or underscores. The path is written
    without its query, which may hold what was searched for.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        given = headers_of(scope).get("x-request-id", "")
        number = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = number
        exchange = None
        if scope["type"] == "http":
            exchange, send = exchange_of(scope, send)
            exchange.added.append((b"x-request-id", number.encode()))
        begin = time.perf_counter()
        bound = structlog.contextvars.bind_contextvars(request_id=number)
        try:
            await self._app(scope, receive, send)
        finally:
            if exchange is not None:
                end_exchange(scope)
                status = exchange.status
                # A client that left before it was answered would fill the log by doing so often.
                is_quiet = scope["path"] in PROBES or not (status or sys.exc_info()[0])
                write_event(
                    _log,
                    logging.DEBUG if is_quiet else logging.INFO,
                    "request",
                    method=scope["method"],
                    path=_logged_path(scope["path"]),
                    status=status,
                    milliseconds=round((time.perf_counter() - begin) * 1000, 1),
                    client=(scope.get("client") or ("",))[0],
                )
            structlog.contextvars.reset_contextvars(**bound)


def _logged_path(path: str) -> str:
    """Return a path without what a public lookup asks for: an address, or the beginning of a hash."""
    if not path.startswith(_LOOKUPS):
        return path
    return next(f"{start}…" for start in _LOOKUPS if path.startswith(start))
