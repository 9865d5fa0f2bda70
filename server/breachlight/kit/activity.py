"""Whether a request shows that somebody is at work, for the inactivity timeout of sessions (ASVS 5.0, 7.3.1)."""

from contextvars import ContextVar
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from breachlight.kit.request_headers import headers_of

HEADER: Final = "Breachlight-Activity"
"""A request header; ``none`` says that no person caused the request, as when an open tab renews its token."""

_is_activity: ContextVar[bool] = ContextVar("is_activity", default=True)


def is_activity() -> bool:
    """Return whether the current request counts as activity: not a socket, nor one that says otherwise."""
    return _is_activity.get()


class ActivityMiddleware:
    """Pure ASGI middleware that reads the header of each request; sockets are open without anybody at work."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] in {"http", "websocket"}:
            is_http = scope["type"] == "http"
            _is_activity.set(is_http and headers_of(scope).get(HEADER, "").strip().lower() != "none")
        await self._app(scope, receive, send)
