"""Errors that no handler answered, turned into responses inside the application's middleware."""

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from breachlight.rest.responses import fault_response


class ErrorMiddleware:
    """Pure ASGI middleware that answers what is raised.

    Starlette's own handler of faults stands outside all middleware, so its answers lack the security headers, and it raises
    again afterwards, at which uvicorn drops the client's connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a fault after the answer has begun can only end the connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def watch(message: Message) -> None:
            nonlocal has_begun
            has_begun = has_begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except ClientDisconnect:
            return  # nobody is left to answer
        except Exception as error:
            if has_begun:
                raise
            response = await fault_response(Request(scope), error)
            await response(scope, receive, send)
