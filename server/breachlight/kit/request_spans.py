"""A span for each request."""

from breachlight.kit import tracing
from breachlight.kit.exchange import exchange_of
from breachlight.kit.logging import PROBES, App, Receive, Scope, Send
from breachlight.kit.metrics import method_of, route_of
from breachlight.kit.spans import TRACEPARENT


class RequestSpans:
    """ASGI middleware: traces each request by method, route and status, and continues the trace of the caller."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["path"] in PROBES:
            await self._app(scope, receive, send)
            return
        given = [value for name, value in scope["headers"] if name == TRACEPARENT.encode()]
        exchange, send = exchange_of(scope, send)
        with tracing.request_span(given[0].decode("latin-1") if len(given) == 1 else None):
            try:
                await self._app(scope, receive, send)
            finally:
                if tracing.is_recording():
                    status = exchange.status
                    method, route = method_of(scope), route_of(scope, status)
                    attributes: dict[str, str | int] = {"http.request.method": method, "http.route": route}
                    if status:
                        attributes["http.response.status_code"] = status
                    tracing.annotate(f"{method} {route}", attributes, is_error=status >= 500)
