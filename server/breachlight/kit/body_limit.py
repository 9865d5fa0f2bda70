"""The bound on request bodies."""

from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.types import Receive, Scope, Send


class BodyLimit(RequestBodyLimitMiddleware):
    """Starlette's, for bodies that may be too large; uvicorn reads no more of a body than its length says."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "http" and not _is_within(scope, self.max_body_size):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _is_within(scope: Scope, limit: int) -> bool:
    """Return whether the headers say that the body has at most so many bytes."""
    length = b"0"
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return False
        if name == b"content-length":
            length = value
    return length.isdigit() and len(length) < 12 and int(length) <= limit
