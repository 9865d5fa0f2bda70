"""Exceptions turned into responses, inside the application's middleware."""

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from breachlight.kit.errors import ProblemError
from breachlight.kit.exchange import exchange_of
from breachlight.rest.responses import fault_response, problem_response


class ErrorMiddleware:
    """Pure ASGI middleware that answers what is raised: refusals of routes, expected failures and faults.

    It replaces Starlette's own two. That of faults stands outside all middleware, so its answers lack the security headers, and it
    raises again afterwards, at which uvicorn drops the client's connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a fault after the answer has begun can only end the connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange, send = exchange_of(scope, send)
        try:
            await self._app(scope, receive, send)
        except ClientDisconnect:
            return  # nobody is left to answer
        except Exception as error:
            if exchange.status:
                raise
            response = await _response(Request(scope), error)
            await response(scope, receive, send)


async def _response(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return PlainTextResponse(error.detail, error.status_code, error.headers)
    if isinstance(error, ProblemError):
        return await problem_response(request, error)
    return await fault_response(request, error)
