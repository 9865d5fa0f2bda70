"""Printing REST answers: the bodies and status codes of the contract."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from breachlight.database.errors import is_database_away
from breachlight.graphql.errors import INTERNAL_MESSAGE, report_fault
from breachlight.kit.errors import (
    BadCredentialsError,
    ForbiddenError,
    MfaRequiredError,
    NotFoundError,
    ProblemError,
    ReauthenticationRequiredError,
    ThrottledError,
    UnauthenticatedError,
    UnavailableError,
    ValidationError,
)
from breachlight.kit.json import encode
from breachlight.kit.messages import Sentence

RETRY_SECONDS = 5
_STATUS: tuple[tuple[type[ProblemError], int], ...] = (
    (BadCredentialsError, 401),
    (UnauthenticatedError, 401),
    (ReauthenticationRequiredError, 403),
    (ForbiddenError, 403),
    (NotFoundError, 404),
    (ThrottledError, 429),
    (UnavailableError, 503),
)
_STATUS_OF_CODE = {"UNSUPPORTED_MEDIA_TYPE": 415, "CONTENT_TOO_LARGE": 413}


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON answer that no cache may keep."""
    return Response(encode(body), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def error_body(message: Sentence, **more: Any) -> dict[str, Any]:
    """Return the body of a refusal."""
    return {"error": {"message": message, **more}}


async def print_problem(request: Request, error: Exception) -> Response:
    """Print an expected failure (contract, Status)."""
    del request
    if isinstance(error, ValidationError):
        return answer(error.field_errors, 400)
    if not isinstance(error, ProblemError):
        raise error
    headers: dict[str, str] = {}
    if isinstance(error, MfaRequiredError):
        body = {"message": error.message, "methods": error.methods, "email_token": error.email_token}
        return answer(body, 401, {"WWW-Authenticate": "Bearer"})
    if isinstance(error, ThrottledError):
        headers["Retry-After"] = str(error.retry_after_seconds)
    if isinstance(error, UnavailableError):
        headers["Retry-After"] = str(RETRY_SECONDS)
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    status = _STATUS_OF_CODE.get(error.code, status)
    if status == 413:
        headers["Connection"] = "close"
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(error_body(error.message), status, headers)


async def print_fault(request: Request, error: Exception) -> Response:
    """Print a fault: a sentence and the id under which it is logged, nothing else; a database that is away is none."""
    if is_database_away(error):
        return await print_problem(request, UnavailableError())
    request_id = str(getattr(request.state, "request_id", ""))
    report_fault(error, request_id, path=request.url.path)
    return answer(error_body(INTERNAL_MESSAGE, id=request_id), 500)
